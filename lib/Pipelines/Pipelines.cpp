//===- Pipelines.cpp - The stages in their order --------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Pipelines/Pipelines.h"
#include "ckpt/AutoDiff/Passes.h"
#include "ckpt/Fusion/Passes.h"
#include "ckpt/Kernels/Passes.h"
#include "ckpt/Layout/Passes.h"
#include "ckpt/Marking/Passes.h"
#include "ckpt/Normalize/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace ckpt;

void ckpt::buildKernelPipeline(OpPassManager &manager,
                               const KernelPipelineOptions &options) {
  NormalizeOptions normalize;
  normalize.batch = options.batch;
  normalize.bind.assign(options.binds.begin(), options.binds.end());
  MarkOptions mark;
  mark.entry = options.entry;
  mark.params.assign(options.params.begin(), options.params.end());
  mark.states.assign(options.states.begin(), options.states.end());
  mark.lossResult = options.lossResult;
  mark.evaluate = options.kind == StepKind::Forward;
  manager.addPass(createNormalize(normalize));
  manager.addPass(createMark(mark));
  if (options.kind != StepKind::Forward) {
    DifferentiatePassOptions differentiate;
    differentiate.entry = options.entry;
    differentiate.optimizer = options.optimizer;
    differentiate.mode = options.kind == StepKind::Train ? "step" : "gradients";
    manager.addPass(createDifferentiatePass(differentiate));
  }
  manager.addNestedPass<func::FuncOp>(createLayout());
  manager.addPass(createFusePass());
  manager.addPass(createOwnResultsPass());
  manager.addPass(createKernels());
}
