//===- StepBuilder.h - Forward function to step -----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_AUTODIFF_STEPBUILDER_H
#define CKPT_LIB_AUTODIFF_STEPBUILDER_H

#include "Optimizer.h"
#include "StepRoles.h"
#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Interfaces/ReverseSweep.h"

namespace ckpt {

/// Makes of a flat forward function, in place, a training step or a function
/// that returns gradients.
class StepBuilder {
public:
  StepBuilder(mlir::func::FuncOp function, const StepRoles &roles)
      : function(function), roles(roles), block(function.getBody().front()) {}

  llvm::LogicalResult buildStep(const OptimizerSpec &spec);
  llvm::LogicalResult buildGradients();

private:
  struct Argument {
    mlir::BlockArgument value;
    mlir::DictionaryAttr attributes;
  };
  struct Result {
    mlir::Value value;
    mlir::DictionaryAttr attributes;
  };

  mlir::DictionaryAttr getAttributes(llvm::StringRef name,
                                     mlir::Attribute value,
                                     mlir::DictionaryAttr others = {});
  void arrangeArguments(const OptimizerSpec &spec);
  void addArgument(unsigned original, llvm::StringRef role);
  void addArgument(mlir::Type type, mlir::DictionaryAttr attributes);
  void addForwardResult(unsigned original, mlir::Attribute donates = {});
  void takeForwardResults();
  void addStepResults();
  void addUpdateResults();
  void warnOfDroppedResults();
  void eraseDeadForward(llvm::ArrayRef<mlir::Value> kept);

  /// Starts the `ckpt.gradient` and its sweep from the loss.
  void openGradient(llvm::ArrayRef<mlir::Value> sources);
  void closeGradient(llvm::ArrayRef<mlir::Value> yields);
  void finishFunction();
  mlir::Value getGradient(mlir::Value source);
  /// Parameters by the first op that uses them in an active way.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<unsigned>>
  findFirstUses();

  mlir::func::FuncOp function;
  const StepRoles &roles;
  mlir::Block &block;
  llvm::SmallVector<mlir::Value> forwardResults;
  llvm::SmallVector<Argument> arguments;
  llvm::SmallVector<Result> results;
  llvm::SmallVector<mlir::Value> params, slots;
  mlir::Value learningRate, stepIndex;
  std::unique_ptr<ReverseSweep> sweep;
  std::unique_ptr<mlir::OpBuilder> builder;
  GradientOp gradient;
};

} // namespace ckpt

#endif // CKPT_LIB_AUTODIFF_STEPBUILDER_H
