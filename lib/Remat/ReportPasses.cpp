//===- ReportPasses.cpp - --ckpt-explain, --ckpt-pareto -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassArguments.h"
#include "ckpt/Remat/Passes.h"

namespace ckpt {
#define GEN_PASS_DEF_EXPLAIN
#define GEN_PASS_DEF_PARETO
#include "ckpt/Remat/Passes.h.inc"
} // namespace ckpt

using namespace mlir;
using namespace ckpt;

/// Plans copies of the module's functions and hands on what was decided.
static LogicalResult
planCopies(ModuleOp module, const RematConfig &config, const CostModel &model,
           llvm::function_ref<LogicalResult(const measure::Report &)> use) {
  OwningOpRef<ModuleOp> copy = module.clone();
  KernelFlops flops = flopsOf(*copy);
  for (func::FuncOp function : functionsToPlan(*copy)) {
    FailureOr<RematResult> result =
        rematerialize(function, timeOf(model), config);
    if (failed(result))
      return failure();
    if (!result->met())
      return emitUnmet(function, *result);
    measure::Report report;
    report.model = function.getName().str();
    describePlan(*result, flops, report);
    if (failed(use(report)))
      return failure();
  }
  return success();
}

namespace {
struct ExplainPass : ckpt::impl::ExplainBase<ExplainPass> {
  using ExplainBase::ExplainBase;

  void runOnOperation() override {
    RematConfig config;
    std::unique_ptr<CostModel> model;
    if (failed(readArguments(getOperation(),
                             {budget, policy, device, costModel, threads,
                              keepOrder, solver, effort, minBytes},
                             config, model)) ||
        failed(planCopies(getOperation(), config, *model,
                          [](const measure::Report &report) {
                            measure::writeExplanation(report, llvm::errs());
                            return success();
                          })))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

struct ParetoPass : ckpt::impl::ParetoBase<ParetoPass> {
  using ParetoBase::ParetoBase;

  void runOnOperation() override {
    RematConfig config;
    std::unique_ptr<CostModel> model;
    if (csv.empty() && json.empty() && svg.empty()) {
      getOperation().emitError("ckpt-pareto needs a file: csv, json or svg");
      return signalPassFailure();
    }
    if (failed(readArguments(getOperation(),
                             {budget, policy, device, costModel, threads,
                              keepOrder, solver, effort, minBytes},
                             config, model)))
      return signalPassFailure();
    config.frontPoints = points;
    config.frontEffort = config.effort;
    bool written = false;
    auto write = [&](const measure::Report &report) -> LogicalResult {
      if (std::exchange(written, true))
        return getOperation().emitError(
            "ckpt-pareto: the module has several functions that are planned");
      using Writer = void (*)(const measure::Report &, llvm::raw_ostream &);
      const std::pair<std::string, Writer> files[] = {
          {csv, measure::writeFrontCsv},
          {json, measure::writeFrontJson},
          {svg, measure::writeFrontSvg}};
      for (const auto &file : files)
        if (failed(writeTextFile(
                getOperation(), file.first,
                [&](llvm::raw_ostream &os) { file.second(report, os); })))
          return failure();
      return success();
    };
    if (failed(planCopies(getOperation(), config, *model, write)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
