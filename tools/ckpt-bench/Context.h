//===- Context.h - Everything that models may use ---------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_BENCH_CONTEXT_H
#define CKPT_TOOLS_CKPT_BENCH_CONTEXT_H

#include "ckpt/Pipelines/Compile.h"

#include <memory>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace ckpt::tools {

/// A context with all dialects, whose diagnostics go to stderr.
class Context {
public:
  Context();
  ~Context();
  mlir::MLIRContext &get();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace ckpt::tools

#endif // CKPT_TOOLS_CKPT_BENCH_CONTEXT_H
