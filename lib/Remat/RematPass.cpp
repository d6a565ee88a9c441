//===- RematPass.cpp - --ckpt-remat ---------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/CostModel/CostModel.h"
#include "ckpt/Remat/Passes.h"
#include "ckpt/Remat/Remat.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

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
    if (failed(readOptions(options, model)) || failed(readPlans(plans)))
      return failure();
    if (!planIn.empty())
      options.plans = &plans;
    NodeTime time = [&](Operation *op) {
      if (auto kernel = dyn_cast<KernelOp>(op))
        return model->nanoseconds(kernel);
      return model->opNanoseconds(op);
    };
    for (func::FuncOp function : functions()) {
      FailureOr<RematResult> result = rematerialize(function, time, options);
      if (failed(result))
        return failure();
      if (!result->met())
        return report(function, *result);
      made.push_back(std::move(result->saved));
    }
    return writePlans(made);
  }

  /// The steps; in a module without one all functions.
  SmallVector<func::FuncOp> functions() {
    SmallVector<func::FuncOp> steps, all;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      all.push_back(function);
      if (function->hasAttr(stepAttrName))
        steps.push_back(function);
    }
    return steps.empty() ? all : steps;
  }

  /// The sentence at the step, the tensors in it where they are computed.
  static LogicalResult report(func::FuncOp function,
                              const RematResult &result) {
    InFlightDiagnostic error = function.emitError() << result.explanation;
    const Floor &floor = result.floor;
    if (floor.location)
      error.attachNote(*floor.location)
          << "the floor of " << result.floorBytes << " bytes is here";
    for (const FloorOperand &operand : floor.operands)
      if (!operand.result)
        error.attachNote(operand.location)
            << "it reads '" << operand.name << "' of " << operand.bytes
            << " bytes";
    for (const FloorTensor &tensor : floor.tensors)
      error.attachNote(tensor.location)
          << "without '" << tensor.name << "' of " << tensor.bytes
          << " bytes it would be " << tensor.floorWithout << " bytes";
    return error;
  }

  LogicalResult readOptions(RematConfig &options,
                            std::unique_ptr<CostModel> &model) {
    ModuleOp module = getOperation();
    if (device != "cpu")
      return module.emitError("unknown device '") << device << "'";
    std::optional<Policy> regions = symbolizePolicy(policy);
    if (!regions || *regions == Policy::Names)
      return module.emitError("policy '")
             << policy << "' is none of auto, nothing, everything";
    options.defaultPolicy = *regions;
    if (effort == "quick")
      options.effort = planning::Effort::Quick;
    else if (effort == "high")
      options.effort = planning::Effort::High;
    else if (effort != "default")
      return module.emitError("effort '")
             << effort << "' is none of quick, default, high";
    if (minBytes < 0)
      return module.emitError("min-bytes is negative");
    options.minBytes = minBytes;
    options.keepOrder = keepOrder;
    options.solver = solver;
    options.threads = std::max(threads.getValue(), 1u);
    if (!budget.empty()) {
      std::string error;
      options.budget = measure::Budget::parse(budget, error);
      if (!options.budget)
        return module.emitError("budget: ") << error;
    }
    llvm::Expected<std::unique_ptr<CostModel>> made =
        createCostModel(&getContext(), costModel, threads);
    if (!made)
      return module.emitError("cost model: ")
             << llvm::toString(made.takeError());
    model = std::move(*made);
    return success();
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
    if (planOut.empty())
      return success();
    std::error_code error;
    llvm::ToolOutputFile file(planOut, error, llvm::sys::fs::OF_Text);
    if (!error) {
      file.os() << ckpt::writePlans(plans);
      file.os().close();
      error = file.os().error();
    }
    if (error) {
      file.os().clear_error();
      return getOperation().emitError("plan: cannot write '")
             << planOut << "': " << error.message();
    }
    file.keep();
    return success();
  }
};
} // namespace
