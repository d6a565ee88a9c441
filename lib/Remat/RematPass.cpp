//===- RematPass.cpp - --ckpt-remat ---------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/CostModel/CostModel.h"
#include "ckpt/Remat/Passes.h"
#include "ckpt/Remat/Remat.h"

namespace ckpt {
#define GEN_PASS_DEF_REMAT
#include "ckpt/Remat/Passes.h.inc"
} // namespace ckpt

using namespace mlir;
using namespace ckpt;

namespace {
struct RematPass : ckpt::impl::RematBase<RematPass> {
  using RematBase::RematBase;

  void runOnOperation() override {
    RematConfig options;
    std::unique_ptr<CostModel> model;
    if (failed(readOptions(options, model)))
      return signalPassFailure();
    KernelTime time = [&](KernelOp kernel) {
      return model->nanoseconds(kernel);
    };
    for (auto step : getOperation().getOps<func::FuncOp>()) {
      if (!step->hasAttr(stepAttrName))
        continue;
      FailureOr<RematResult> result = rematerialize(step, time, options);
      if (failed(result))
        return signalPassFailure();
      if (!result->met()) {
        step.emitError() << result->explanation;
        return signalPassFailure();
      }
    }
  }

private:
  LogicalResult readOptions(RematConfig &options,
                            std::unique_ptr<CostModel> &model) {
    if (device != "cpu")
      return getOperation().emitError("unknown device '") << device << "'";
    options.marksOnly = marksOnly;
    options.keepOrder = keepOrder;
    options.solver = solver;
    if (!budget.empty()) {
      std::string error;
      options.budget = measure::Budget::parse(budget, error);
      if (!options.budget)
        return getOperation().emitError("budget: ") << error;
    }
    llvm::Expected<std::unique_ptr<CostModel>> made =
        createCostModel(&getContext(), costModel, threads);
    if (!made)
      return getOperation().emitError("cost model: ")
             << llvm::toString(made.takeError());
    model = std::move(*made);
    return success();
  }
};
} // namespace
