//===- MemoryPasses.cpp - --ckpt-memory, --ckpt-verify-memory -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Measure/Budget.h"
#include "ckpt/Memory/Memory.h"
#include "ckpt/Memory/Passes.h"

namespace ckpt {
#define GEN_PASS_DEF_ASSIGNMEMORY
#define GEN_PASS_DEF_VERIFYMEMORY
#include "ckpt/Memory/Passes.h.inc"
} // namespace ckpt

using namespace mlir;
using namespace ckpt;

namespace {
struct AssignMemoryPass : ckpt::impl::AssignMemoryBase<AssignMemoryPass> {
  void runOnOperation() override {
    for (auto step : getOperation().getOps<func::FuncOp>())
      if (step->hasAttr(stepAttrName) && failed(assignMemory(step)))
        return signalPassFailure();
  }
};

struct VerifyMemoryPass : ckpt::impl::VerifyMemoryBase<VerifyMemoryPass> {
  using VerifyMemoryBase::VerifyMemoryBase;

  void runOnOperation() override {
    std::optional<int64_t> limit;
    if (!budget.empty()) {
      std::string error;
      std::optional<measure::Budget> parsed =
          measure::Budget::parse(budget, error);
      if (parsed && parsed->isPercent())
        error = "a percentage has no meaning here";
      if (!error.empty()) {
        getOperation().emitError("budget: ") << error;
        return signalPassFailure();
      }
      limit = parsed->resolve(0, 0);
    }
    for (auto step : getOperation().getOps<func::FuncOp>())
      if ((step->hasAttr(stepAttrName) || step->hasAttr(planAttrName)) &&
          failed(verifyMemory(step, limit)))
        return signalPassFailure();
  }
};
} // namespace
