//===- Load.cpp - From a placed step to code in this process --------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Pipelines/Load.h"
#include "ckpt/Lowering/CPU/Jit.h"
#include "ckpt/Lowering/LaunchTable.h"

using namespace mlir;
using namespace ckpt;

func::FuncOp ckpt::findStep(ModuleOp module) {
  func::FuncOp step;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function->hasAttr(stepAttrName))
      continue;
    if (step) {
      function.emitError("is a second step, after '")
          << step.getSymName() << "'";
      return {};
    }
    step = function;
  }
  if (!step)
    module.emitError("holds no step: no function has 'ckpt.step'");
  return step;
}

FailureOr<LoadedStep> ckpt::loadStep(func::FuncOp step) {
  auto module = step->getParentOfType<ModuleOp>();
  std::shared_ptr<Jit> code = compileKernels(module);
  if (!code)
    return failure();
  FailureOr<std::vector<runtime::Kernel>> kernels =
      buildKernelTable(module, *code);
  if (failed(kernels))
    return failure();
  FailureOr<runtime::Table> table = buildLaunchTable(step, std::move(*kernels));
  if (failed(table))
    return failure();
  return LoadedStep{std::move(*table), std::move(code)};
}
