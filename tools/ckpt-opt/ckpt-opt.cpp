//===- ckpt-opt.cpp - mlir-opt with ckpt's dialect and passes -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Pipelines/Registration.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  ckpt::registerDialects(registry);
  ckpt::registerPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "ckpt optimizer driver\n", registry));
}
