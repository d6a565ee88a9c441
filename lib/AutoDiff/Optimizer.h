//===- Optimizer.h - Updates of parameters ----------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_AUTODIFF_OPTIMIZER_H
#define CKPT_LIB_AUTODIFF_OPTIMIZER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace ckpt {

enum class OptimizerKind { SGD, Momentum, Adam, AdamW };

struct OptimizerSpec {
  OptimizerKind kind = OptimizerKind::Adam;
  double momentum = 0.9, beta1 = 0.9, beta2 = 0.999;
  double epsilon = 1e-7, weightDecay = 0.0;
  /// The step's learning rate times this is the group's.
  double learningRateScale = 1.0;
};

std::optional<OptimizerKind> parseOptimizer(llvm::StringRef name);

/// What an objective says: the name of an optimizer, or a dictionary with
/// `kind` and figures. What it leaves out, and null, is as in `fallback`.
llvm::FailureOr<OptimizerSpec> readOptimizer(mlir::Attribute attribute,
                                             const OptimizerSpec &fallback,
                                             mlir::Location location);

/// Suffixes of the names of the optimizer states of each parameter.
llvm::ArrayRef<llvm::StringLiteral> getSlotNames(OptimizerKind kind);

/// Emits updates in one block.
class Optimizer {
public:
  Optimizer(const OptimizerSpec &spec, mlir::Value learningRate,
            mlir::Value stepIndex)
      : spec(spec), learningRate(learningRate), stepIndex(stepIndex) {}

  /// Emits one op whose results are the new parameter and the new slots.
  mlir::ValueRange createUpdate(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::Value parameter, mlir::Value gradient,
                                mlir::ValueRange slots);

private:
  /// 1 - beta1^t and 1 - beta2^t in `type`; emitted once for each type, where
  /// they are first needed.
  llvm::ArrayRef<mlir::Value> getCorrections(mlir::OpBuilder &builder,
                                             mlir::Location loc,
                                             mlir::FloatType type);

  OptimizerSpec spec;
  mlir::Value learningRate, stepIndex;
  llvm::DenseMap<mlir::Type, llvm::SmallVector<mlir::Value, 2>> corrections;
};

} // namespace ckpt

#endif // CKPT_LIB_AUTODIFF_OPTIMIZER_H
