//===- Context.cpp - Everything that models may use -----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "ckpt/Pipelines/Registration.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "llvm/Support/SourceMgr.h"

using namespace ckpt::tools;

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  ckpt::registerDialects(registry);
  return registry;
}

struct Context::State {
  State() : context(makeRegistry()) { context.printOpOnDiagnostic(false); }
  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler diagnostics{sources, &context};
};

Context::Context() : state(std::make_unique<State>()) {}
Context::~Context() = default;
mlir::MLIRContext &Context::get() { return state->context; }
