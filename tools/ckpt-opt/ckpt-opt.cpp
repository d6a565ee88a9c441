//===- ckpt-opt.cpp - mlir-opt with ckpt's dialect and passes -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
#include "ckpt/Remat/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  registry.insert<ckpt::CkptDialect>();
  ckpt::registerCkptNormalizePasses();
  ckpt::registerCkptMarkingPasses();
  ckpt::registerCkptLayoutPasses();
  ckpt::registerDifferentiationModels(registry);
  ckpt::registerCkptAutoDiffPasses();
  ckpt::registerCkptFusionPasses();
  ckpt::registerCkptKernelsPasses();
  ckpt::cpu::registerCkptLoweringCPUPasses();
  ckpt::registerCkptRematPasses();
  ckpt::registerCkptMemoryPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "ckpt optimizer driver\n", registry));
}
