//===- Steps.h - The steps of one model, compiled once ----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_FUZZ_STEPS_H
#define CKPT_TOOLS_CKPT_FUZZ_STEPS_H

#include "ckpt/CostModel/CostModel.h"
#include "ckpt/Remat/Remat.h"
#include "ckpt/Runtime/LaunchTable.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <optional>
#include <string>

namespace ckpt {
class Jit;
} // namespace ckpt

namespace ckpt::fuzz {

/// One plan for a model, ready to run.
struct PlannedTable {
  RematResult result;
  runtime::Table table;
  int64_t persistentBytes = 0;
};

/// The kernels of one model, and as many plans for them as one likes: a clone
/// launches the same machine code, so the code is made once.
class Steps {
public:
  explicit Steps(mlir::MLIRContext &context);
  ~Steps();

  /// False, with diagnostics, when the text does not compile.
  bool compile(const std::string &text, const std::string &optimizer);
  /// No budget: the plain step. Nothing, with diagnostics, for an error; a
  /// budget that cannot be met is none.
  std::optional<PlannedTable> plan(std::optional<int64_t> budgetBytes);

private:
  mlir::MLIRContext &context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<CostModel> costModel;
  std::unique_ptr<Jit> code;
  std::vector<runtime::Kernel> kernels;
};

} // namespace ckpt::fuzz

#endif // CKPT_TOOLS_CKPT_FUZZ_STEPS_H
