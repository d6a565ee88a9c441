//===- PassArguments.h - Options that passes which plan share ---*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_REMAT_PASSARGUMENTS_H
#define CKPT_LIB_REMAT_PASSARGUMENTS_H

#include "ckpt/CostModel/CostModel.h"
#include "ckpt/Remat/PlanReport.h"

#include <memory>

namespace ckpt {

/// `planOptions` of Passes.td as they were written.
struct PassArguments {
  std::string budget, policy, device, costModel;
  unsigned threads;
  bool keepOrder;
  std::string solver, effort;
  int64_t minBytes;
};

/// Checks them. Fails with a diagnostic at the module.
mlir::LogicalResult readArguments(mlir::ModuleOp module,
                                  const PassArguments &arguments,
                                  RematConfig &config,
                                  std::unique_ptr<CostModel> &model);

/// The model's estimates.
NodeTime timeOf(const CostModel &model);

/// The operations of the module's kernels.
KernelFlops flopsOf(mlir::ModuleOp module);

/// The steps; in a module without one all functions with a body.
llvm::SmallVector<mlir::func::FuncOp> functionsToPlan(mlir::ModuleOp module);

/// The error of a budget that cannot be met, with notes at the tensors.
mlir::LogicalResult emitUnmet(mlir::func::FuncOp function,
                              const RematResult &result);

/// Writes a file, or to stdout for "-"; nothing for an empty name.
mlir::LogicalResult
writeTextFile(mlir::ModuleOp module, const std::string &name,
              llvm::function_ref<void(llvm::raw_ostream &)> write);

} // namespace ckpt

#endif // CKPT_LIB_REMAT_PASSARGUMENTS_H
