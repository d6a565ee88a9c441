//===- PassArguments.cpp - Options that passes which plan share -----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassArguments.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace ckpt;

LogicalResult ckpt::readArguments(ModuleOp module,
                                  const PassArguments &arguments,
                                  RematConfig &options,
                                  std::unique_ptr<CostModel> &model) {
  const auto &[budget, policy, device, costModel, threads, keepOrder, solver,
               effort, minBytes] = arguments;
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
  options.threads = std::max(threads, 1u);
  if (!budget.empty()) {
    std::string error;
    options.budget = measure::Budget::parse(budget, error);
    if (!options.budget)
      return module.emitError("budget: ") << error;
  }
  llvm::Expected<std::unique_ptr<CostModel>> made =
      createCostModel(module.getContext(), costModel, threads);
  if (!made)
    return module.emitError("cost model: ") << llvm::toString(made.takeError());
  model = std::move(*made);
  return success();
}

NodeTime ckpt::timeOf(const CostModel &model) {
  return [&model](Operation *op) {
    if (auto kernel = dyn_cast<KernelOp>(op))
      return model.nanoseconds(kernel);
    return model.opNanoseconds(op);
  };
}

KernelFlops ckpt::flopsOf(ModuleOp module) {
  return [module](StringRef name) -> int64_t {
    auto kernel = ModuleOp(module).lookupSymbol<KernelOp>(name);
    return kernel ? kernelCost(kernel).flops : 0;
  };
}

SmallVector<func::FuncOp> ckpt::functionsToPlan(ModuleOp module) {
  SmallVector<func::FuncOp> steps, all;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    all.push_back(function);
    if (function->hasAttr(stepAttrName))
      steps.push_back(function);
  }
  return steps.empty() ? all : steps;
}

LogicalResult ckpt::emitUnmet(func::FuncOp function,
                              const RematResult &result) {
  // At the location: with the op, tools print the whole step.
  InFlightDiagnostic error = emitError(function.getLoc()) << result.explanation;
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

LogicalResult
ckpt::writeTextFile(ModuleOp module, const std::string &name,
                    llvm::function_ref<void(llvm::raw_ostream &)> write) {
  if (name.empty())
    return success();
  std::error_code error;
  llvm::ToolOutputFile file(name, error, llvm::sys::fs::OF_Text);
  if (!error) {
    write(file.os());
    file.os().flush();
    error = file.os().error();
  }
  if (error) {
    file.os().clear_error();
    return module.emitError("cannot write '")
           << name << "': " << error.message();
  }
  file.keep();
  return success();
}
