//===- RematPass.cpp - --ckpt-remat ---------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassArguments.h"
#include "ckpt/Remat/Passes.h"
#include "llvm/Support/MemoryBuffer.h"

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
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run() {
    RematConfig options;
    std::unique_ptr<CostModel> model;
    std::vector<SavedPlan> plans, made;
    if (failed(readArguments(getOperation(),
                             {budget, policy, device, costModel, threads,
                              keepOrder, solver, effort, minBytes},
                             options, model)) ||
        failed(readPlans(plans)))
      return failure();
    if (!planIn.empty())
      options.plans = &plans;
    NodeTime time = timeOf(*model);
    KernelFlops flops = flopsOf(getOperation());
    std::vector<measure::Report> reports;
    for (func::FuncOp function : functionsToPlan(getOperation())) {
      FailureOr<RematResult> result = rematerialize(function, time, options);
      if (failed(result))
        return failure();
      if (!result->met())
        return emitUnmet(function, *result);
      describe(function, *result, flops, reports);
      made.push_back(std::move(result->saved));
    }
    return success(succeeded(writePlans(made)) &&
                   succeeded(writeReports(reports)));
  }

  LogicalResult readPlans(std::vector<SavedPlan> &plans) {
    if (planIn.empty())
      return success();
    auto buffer = llvm::MemoryBuffer::getFile(planIn);
    if (!buffer)
      return getOperation().emitError("plan: cannot read '")
             << planIn << "': " << buffer.getError().message();
    llvm::Expected<std::vector<SavedPlan>> parsed =
        parsePlans((*buffer)->getBuffer());
    if (!parsed)
      return getOperation().emitError("plan: ")
             << planIn << ": " << llvm::toString(parsed.takeError());
    plans = std::move(*parsed);
    return success();
  }

  LogicalResult writePlans(const std::vector<SavedPlan> &plans) {
    return writeTextFile(getOperation(), planOut, [&](llvm::raw_ostream &os) {
      os << ckpt::writePlans(plans);
    });
  }

  void describe(func::FuncOp function, const RematResult &result,
                const KernelFlops &flops,
                std::vector<measure::Report> &reports) {
    if (report.empty() && !remarks)
      return;
    measure::Report &described = reports.emplace_back();
    described.model = function.getName().str();
    described.device = device;
    described.threads = int(threads);
    described.costModel = costModel.empty() ? "built-in" : costModel.getValue();
    describePlan(result, flops, described);
    if (remarks)
      emitRemarks(result, described, function.getLoc());
  }

  LogicalResult writeReports(const std::vector<measure::Report> &reports) {
    if (reports.size() > 1 && !report.empty())
      return getOperation().emitError(
          "report: the module has several functions that are planned");
    return writeTextFile(getOperation(), report, [&](llvm::raw_ostream &os) {
      for (const measure::Report &each : reports)
        measure::writeJson(each, os);
    });
  }
};
} // namespace
