//===- StepRoles.h - What arguments and results are -------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_AUTODIFF_STEPROLES_H
#define CKPT_LIB_AUTODIFF_STEPROLES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt {

/// Roles that the command line gives where the module has no attributes.
struct StepRoleOptions {
  std::string entry;
  int64_t lossResult = -1;
  std::string params;
};

/// Parameters that follow the gradient of one loss with one optimizer.
struct ParameterGroup {
  /// Index into `StepRoles::losses`.
  unsigned loss = 0;
  /// As in `ckpt.objectives`; null: the step's.
  mlir::Attribute optimizer;
};

/// Indices of arguments and results by role.
struct StepRoles {
  /// The results that are differentiated, in the order of the objectives.
  llvm::SmallVector<unsigned> losses;
  llvm::SmallVector<unsigned> params, states, data;
  llvm::SmallVector<ParameterGroup> groups;
  /// For each of `params` its index into `groups`.
  llvm::SmallVector<unsigned> groupOf;
  llvm::SmallVector<unsigned> metrics, checks;
  /// (result, argument) of each new state.
  llvm::SmallVector<std::pair<unsigned, unsigned>> newStates;
  /// The name of each argument.
  llvm::SmallVector<std::string> names;
};

/// The function to differentiate, or failure with a diagnostic.
llvm::FailureOr<mlir::func::FuncOp>
findStepEntry(mlir::ModuleOp module, const StepRoleOptions &options);

/// Reads the attributes of `function` and what the options add to them.
llvm::FailureOr<StepRoles> findStepRoles(mlir::func::FuncOp function,
                                         const StepRoleOptions &options);

} // namespace ckpt

#endif // CKPT_LIB_AUTODIFF_STEPROLES_H
