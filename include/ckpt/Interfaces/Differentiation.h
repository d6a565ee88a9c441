//===- Differentiation.h - Interfaces of AutoDiff ---------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_INTERFACES_DIFFERENTIATION_H
#define CKPT_INTERFACES_DIFFERENTIATION_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

namespace ckpt {

/// What a reverse-mode rule may ask and do.
class AdjointContext {
public:
  virtual ~AdjointContext();

  /// The adjoint of a result, or null if the loss does not depend on it.
  virtual mlir::Value adjoint(mlir::Value result) = 0;

  /// Whether somebody needs the gradient of `operand`.
  virtual bool wants(mlir::Value operand) = 0;

  /// Adds `gradient` to the adjoint of `operand`. Ignored if it is not wanted.
  virtual void accumulate(mlir::OpBuilder &builder, mlir::Value operand,
                          mlir::Value gradient) = 0;

  /// The value that `value` had in the forward computation, at the insertion
  /// point of `builder`. In a function it is `value` itself; in a body it may
  /// be recomputed, so ask only for what is used.
  virtual mlir::Value forward(mlir::OpBuilder &builder, mlir::Value value) = 0;
};

/// Whether values of this type can have gradients.
bool hasGradient(mlir::Type type);

/// Calls `visit` on the operands of `op` and on the values from outside that
/// its regions use, each once, in order of first appearance.
void forEachUsedValue(mlir::Operation *op,
                      llvm::function_ref<void(mlir::Value)> visit);

} // namespace ckpt

#include "ckpt/Interfaces/DifferentiationTypes.h.inc"

#include "ckpt/Interfaces/DifferentiationOps.h.inc"

#endif // CKPT_INTERFACES_DIFFERENTIATION_H
