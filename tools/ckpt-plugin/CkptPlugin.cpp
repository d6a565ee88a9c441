//===- CkptPlugin.cpp - ckpt for a stock mlir-opt -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One library for --load-dialect-plugin and --load-pass-plugin. The host brings
// MLIR and its dialects; nothing of them is in here.
//
//===----------------------------------------------------------------------===//

#include "ckpt/Pipelines/Registration.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

static constexpr const char *name = "Ckpt";

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, name, CKPT_VERSION,
          [](mlir::DialectRegistry *registry) {
            ckpt::registerDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, name, CKPT_VERSION,
          [] { ckpt::registerPasses(); }};
}
