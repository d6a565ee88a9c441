//===- Steps.cpp - The steps of one model, compiled once ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "ckpt/Lowering/CPU/Jit.h"
#include "ckpt/Lowering/LaunchTable.h"
#include "ckpt/Memory/Memory.h"
#include "ckpt/Pipelines/Load.h"
#include "ckpt/Pipelines/Pipelines.h"
#include "ckpt/Train/Store.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace ckpt;
using namespace ckpt::fuzz;

Steps::Steps(mlir::MLIRContext &context) : context(context) {}

Steps::~Steps() = default;

bool Steps::compile(const std::string &text, const std::string &optimizer) {
  module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return false;
  KernelPipelineOptions options;
  options.entry = "main";
  options.optimizer = optimizer;
  mlir::PassManager manager(&context);
  buildKernelPipeline(manager, options);
  if (failed(manager.run(*module)))
    return false;
  llvm::Expected<std::unique_ptr<CostModel>> model =
      createCostModel(&context, "", 1);
  if (!model) {
    module->emitError(llvm::toString(model.takeError()));
    return false;
  }
  costModel = std::move(*model);
  code = compileKernels(*module);
  if (!code)
    return false;
  mlir::FailureOr<std::vector<runtime::Kernel>> built =
      buildKernelTable(*module, *code);
  if (failed(built))
    return false;
  kernels = std::move(*built);
  return true;
}

std::optional<PlannedTable> Steps::plan(std::optional<int64_t> budgetBytes) {
  mlir::OwningOpRef<mlir::ModuleOp> copy(module->clone());
  mlir::func::FuncOp step = findStep(*copy);
  if (!step)
    return std::nullopt;
  RematConfig config;
  config.threads = 1;
  config.effort = planning::Effort::Quick;
  config.plain = !budgetBytes;
  if (budgetBytes)
    config.budget = measure::Budget::fromBytes(*budgetBytes);
  NodeTime time = [&](mlir::Operation *kernel) {
    return costModel->nanoseconds(mlir::cast<KernelOp>(kernel));
  };
  mlir::FailureOr<RematResult> result = rematerialize(step, time, config);
  if (failed(result))
    return std::nullopt;
  PlannedTable planned;
  planned.result = std::move(*result);
  if (!planned.result.met())
    return planned;
  if (failed(assignMemory(step)) ||
      failed(verifyMemory(step, planned.result.budgetBytes)))
    return std::nullopt;
  mlir::FailureOr<runtime::Table> table = buildLaunchTable(step, kernels);
  if (failed(table))
    return std::nullopt;
  planned.table = std::move(*table);
  planned.persistentBytes = train::persistentBytes(planned.table);
  return planned;
}
