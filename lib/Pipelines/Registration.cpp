//===- Registration.cpp - All of ckpt in one call -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Pipelines/Registration.h"
#include "ckpt/AutoDiff/Passes.h"
#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Fusion/Passes.h"
#include "ckpt/Kernels/Passes.h"
#include "ckpt/Layout/Passes.h"
#include "ckpt/Lowering/CPU/Passes.h"
#include "ckpt/Marking/Passes.h"
#include "ckpt/Memory/Passes.h"
#include "ckpt/Models/Models.h"
#include "ckpt/Normalize/Passes.h"
#include "ckpt/Pipelines/Pipelines.h"
#include "ckpt/Remat/Passes.h"
#include "mlir/IR/DialectRegistry.h"

void ckpt::registerDialects(mlir::DialectRegistry &registry) {
  registry.insert<CkptDialect>();
  registerDifferentiationModels(registry);
}

void ckpt::registerPasses() {
  registerCkptNormalizePasses();
  registerCkptMarkingPasses();
  registerCkptAutoDiffPasses();
  registerCkptLayoutPasses();
  registerCkptFusionPasses();
  registerCkptKernelsPasses();
  registerCkptRematPasses();
  registerCkptMemoryPasses();
  cpu::registerCkptLoweringCPUPasses();
  registerPipelines();
}
