//===- Load.h - From a placed step to code in this process ------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PIPELINES_LOAD_H
#define CKPT_PIPELINES_LOAD_H

#include "ckpt/Runtime/LaunchTable.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace ckpt {

/// A table whose code pointers are loaded, and what keeps them alive.
struct LoadedStep {
  runtime::Table table;
  std::shared_ptr<void> code;
};

/// The step of a module; null with a diagnostic when there is none, or several.
mlir::func::FuncOp findStep(mlir::ModuleOp module);

/// Compiles the kernels of a step that went through `buildTrainPipeline`, for
/// this machine. `runtime::Executor` runs the table. The module stays as it is.
mlir::FailureOr<LoadedStep> loadStep(mlir::func::FuncOp step);

} // namespace ckpt

#endif // CKPT_PIPELINES_LOAD_H
