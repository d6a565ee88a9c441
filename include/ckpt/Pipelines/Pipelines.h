//===- Pipelines.h - The stages in their order ------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PIPELINES_PIPELINES_H
#define CKPT_PIPELINES_PIPELINES_H

#include "ckpt/Remat/Passes.h"
#include "mlir/Pass/PassManager.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ckpt {

/// What becomes of the entry function.
enum class StepKind {
  Train,     ///< forward, gradient, update
  Gradients, ///< forward and the gradient of every float argument
  Forward    ///< as it is
};

/// Options of the stages from Normalize to Kernels: all that do not depend on
/// the budget. Roles are given as in `--ckpt-mark`.
struct KernelPipelineOptions {
  StepKind kind = StepKind::Train;
  std::string entry;
  std::string optimizer = "sgd";
  int64_t batch = 0;
  std::vector<std::string> binds;
  std::vector<std::string> params;
  std::vector<std::string> states;
  std::vector<std::string> datas;
  int64_t lossResult = -1;
  std::string signature;
};

/// Normalize, Marking, AutoDiff, Layout, Fusion: kernels that have no code yet.
void buildFusionPipeline(mlir::OpPassManager &manager,
                         const KernelPipelineOptions &options);

/// The same, and Kernels. Afterwards the module
/// holds a function with `ckpt.step` that consists of launches, and the code of
/// its kernels. The module must hold the entry function and its callees only.
void buildKernelPipeline(mlir::OpPassManager &manager,
                         const KernelPipelineOptions &options);

/// Options of a whole training step: those of the kernels, and those of
/// `--ckpt-remat`, the budget among them.
struct TrainPipelineOptions {
  KernelPipelineOptions kernels;
  RematOptions remat;
};

/// From a forward function to a step within its budget: the kernel pipeline,
/// Remat, Memory, and a check of the result. Afterwards `ckpt-lower-to-cpu`
/// translates the kernels; `loadStep` (Load.h) makes it ready to run.
/// The same as `ckpt-train-step` in a textual pipeline.
void buildTrainPipeline(mlir::OpPassManager &manager,
                        const TrainPipelineOptions &options);

/// The same with the options as text, as in a textual pipeline. Says in
/// `errors` what is wrong with them. `threads`: the threads that were asked
/// for.
llvm::LogicalResult addTrainPipeline(mlir::OpPassManager &manager,
                                     llvm::StringRef options,
                                     llvm::raw_ostream &errors,
                                     unsigned *threads = nullptr);

/// Registers `ckpt-train-step`.
void registerPipelines();

} // namespace ckpt

#endif // CKPT_PIPELINES_PIPELINES_H
