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

  /// `fallback`: the optimizer of groups that name none.
  llvm::LogicalResult buildStep(const OptimizerSpec &fallback);
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
  llvm::LogicalResult readOptimizers(const OptimizerSpec &fallback);
  void arrangeArguments();
  void addArgument(unsigned original, llvm::StringRef role);
  void addArgument(mlir::Type type, mlir::Location location,
                   mlir::DictionaryAttr attributes);
  void addForwardResult(unsigned original, mlir::Attribute donates = {});
  void takeForwardResults();
  void addStepResults();
  void addUpdateResults();
  void warnOfDroppedResults();
  void eraseDeadForward(llvm::ArrayRef<mlir::Value> kept);

  /// Starts the `ckpt.gradient` and a sweep from each loss to its sources.
  void
  openGradient(llvm::ArrayRef<llvm::SmallVector<mlir::Value>> sourcesOfLosses);
  void closeGradient(llvm::ArrayRef<mlir::Value> yields);
  void finishFunction();
  mlir::Value getGradient(unsigned loss, mlir::Value source);
  unsigned lossOf(unsigned param) const {
    return roles.groups[roles.groupOf[param]].loss;
  }
  /// Runs the sweeps and updates each parameter when its gradient is complete
  /// and no later sweep reads its old value.
  llvm::LogicalResult sweepAndUpdate();
  void update(unsigned param);
  /// For each sweep the parameters to update after it has visited an op; after
  /// the whole sweep for null.
  using Places = llvm::DenseMap<mlir::Operation *, llvm::SmallVector<unsigned>>;
  std::vector<Places> findUpdatePlaces();

  mlir::func::FuncOp function;
  const StepRoles &roles;
  mlir::Block &block;
  llvm::SmallVector<mlir::Value> forwardResults;
  llvm::SmallVector<Argument> arguments;
  llvm::SmallVector<Result> results;
  llvm::SmallVector<mlir::Value> params;
  /// By parameter.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> slots, updates;
  mlir::Value learningRate, stepIndex;
  /// By group.
  std::vector<OptimizerSpec> specs;
  std::vector<Optimizer> optimizers;
  /// By loss.
  std::vector<std::unique_ptr<ReverseSweep>> sweeps;
  std::unique_ptr<mlir::OpBuilder> builder;
  GradientOp gradient;
};

} // namespace ckpt

#endif // CKPT_LIB_AUTODIFF_STEPBUILDER_H
