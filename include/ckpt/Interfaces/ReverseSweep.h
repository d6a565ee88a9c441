//===- ReverseSweep.h - Reverse mode over one block -------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_INTERFACES_REVERSESWEEP_H
#define CKPT_INTERFACES_REVERSESWEEP_H

#include "ckpt/Interfaces/Differentiation.h"

namespace ckpt {

/// Reverse mode over the ops of one block: adjoints are seeded, then the ops
/// are visited once from the last to the first. Serves functions and, through
/// another `forward`, the bodies of structured ops.
class ReverseSweep : public AdjointContext {
public:
  /// Gradients are wanted of `sources`, hence of all values of the block that
  /// depend on them.
  ReverseSweep(mlir::Block &block, llvm::ArrayRef<mlir::Value> sources);

  mlir::Value adjoint(mlir::Value value) override;
  bool wants(mlir::Value value) override;
  void accumulate(mlir::OpBuilder &builder, mlir::Value value,
                  mlir::Value gradient) override;
  mlir::Value forward(mlir::OpBuilder &builder, mlir::Value value) override;

  /// Applies the rules. `visited` is called after each op, in reverse order.
  /// An op without a rule between a source and a seed is an error.
  llvm::LogicalResult
  run(mlir::OpBuilder &builder,
      llvm::function_ref<void(mlir::Operation *)> visited = {});

private:
  mlir::Block &block;
  llvm::DenseSet<mlir::Value> active;
  llvm::DenseMap<mlir::Value, mlir::Value> adjoints;
};

} // namespace ckpt

#endif // CKPT_INTERFACES_REVERSESWEEP_H
