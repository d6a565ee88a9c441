//===- Pipelines.cpp - The stages in their order --------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Pipelines/Pipelines.h"
#include "ckpt/AutoDiff/Passes.h"
#include "ckpt/Fusion/Passes.h"
#include "ckpt/Kernels/Passes.h"
#include "ckpt/Layout/Passes.h"
#include "ckpt/Marking/Passes.h"
#include "ckpt/Memory/Passes.h"
#include "ckpt/Normalize/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassOptions.h"

using namespace mlir;
using namespace ckpt;

void ckpt::buildFusionPipeline(OpPassManager &manager,
                               const KernelPipelineOptions &options) {
  NormalizeOptions normalize;
  normalize.batch = options.batch;
  normalize.bind.assign(options.binds.begin(), options.binds.end());
  MarkOptions mark;
  mark.entry = options.entry;
  mark.params.assign(options.params.begin(), options.params.end());
  mark.states.assign(options.states.begin(), options.states.end());
  mark.datas.assign(options.datas.begin(), options.datas.end());
  mark.lossResult = options.lossResult;
  mark.signature = options.signature;
  mark.evaluate = options.kind == StepKind::Forward;
  manager.addPass(createNormalize(normalize));
  manager.addPass(createMark(mark));
  if (options.kind != StepKind::Forward) {
    DifferentiatePassOptions differentiate;
    differentiate.entry = options.entry;
    differentiate.optimizer = options.optimizer;
    differentiate.mode = options.kind == StepKind::Train ? "step" : "gradients";
    manager.addPass(createDifferentiatePass(differentiate));
  }
  manager.addNestedPass<func::FuncOp>(createLayout());
  manager.addPass(createFusePass());
  manager.addPass(createOwnResultsPass());
}

void ckpt::buildKernelPipeline(OpPassManager &manager,
                               const KernelPipelineOptions &options) {
  buildFusionPipeline(manager, options);
  manager.addPass(createKernels());
}

void ckpt::buildTrainPipeline(OpPassManager &manager,
                              const TrainPipelineOptions &options) {
  buildKernelPipeline(manager, options.kernels);
  manager.addPass(createRemat(options.remat));
  manager.addPass(createAssignMemory());
  manager.addPass(createVerifyMemory());
}

namespace {
/// `TrainPipelineOptions` as text, under the names of the passes' options.
struct TextOptions : PassPipelineOptions<TextOptions> {
  template <typename T> using One = PassOptions::Option<T>;
  using Many = PassOptions::ListOption<std::string>;

  One<std::string> entry{*this, "entry",
                         llvm::cl::desc("name of the function")};
  One<std::string> optimizer{*this, "optimizer",
                             llvm::cl::desc("sgd, momentum, adam or adamw"),
                             llvm::cl::init("sgd")};
  One<int64_t> batch{*this, "batch",
                     llvm::cl::desc("size of the leading `?` of data"),
                     llvm::cl::init(0)};
  Many binds{*this, "bind", llvm::cl::desc("NAME=N or NAME:D=N")};
  Many params{*this, "params",
              llvm::cl::desc("indices of arguments that are parameters")};
  Many states{*this, "state",
              llvm::cl::desc("ARG:RESULT, an argument that is a state and the "
                             "result that is its new value")};
  Many datas{*this, "data", llvm::cl::desc("ARG or ARG:NAME")};
  One<int64_t> lossResult{*this, "loss-result",
                          llvm::cl::desc("index of the result that is the "
                                         "loss"),
                          llvm::cl::init(-1)};
  One<std::string> signature{*this, "signature",
                             llvm::cl::desc("a JSON file with these roles")};
  One<std::string> budget{*this, "budget",
                          llvm::cl::desc("NUMBER(B|kB|MB|GB|KiB|MiB|GiB|%)")};
  One<std::string> policy{*this, "policy",
                          llvm::cl::desc("what regions without a policy may "
                                         "save: auto, nothing, everything"),
                          llvm::cl::init("auto")};
  One<std::string> device{*this, "device", llvm::cl::desc("the device"),
                          llvm::cl::init("cpu")};
  One<std::string> costModel{*this, "cost-model",
                             llvm::cl::desc("a registered cost model, or a "
                                            "device profile in JSON")};
  One<unsigned> threads{*this, "threads",
                        llvm::cl::desc("threads of the device"),
                        llvm::cl::init(2)};
  One<bool> keepOrder{*this, "keep-order",
                      llvm::cl::desc("first computations stay in their order"),
                      llvm::cl::init(false)};
  One<std::string> solver{*this, "solver",
                          llvm::cl::desc("name of the planner's solver")};
  One<std::string> effort{*this, "effort",
                          llvm::cl::desc("how long the planner searches: "
                                         "quick, default, high"),
                          llvm::cl::init("default")};
  One<int64_t> minBytes{*this, "min-bytes",
                        llvm::cl::desc("what has fewer bytes is kept"),
                        llvm::cl::init(0)};
  One<std::string> planIn{*this, "plan-in",
                          llvm::cl::desc("a file of plan-out: applies it "
                                         "instead of searching")};
  One<std::string> planOut{*this, "plan-out",
                           llvm::cl::desc("writes the plan to this file")};
  One<std::string> report{*this, "report",
                          llvm::cl::desc("writes what was decided, and why, "
                                         "to this file as JSON")};
  One<bool> remarks{*this, "remarks",
                    llvm::cl::desc("remarks at the places of the tensors that "
                                   "the gradient reads"),
                    llvm::cl::init(false)};

  TrainPipelineOptions plain() const {
    TrainPipelineOptions result;
    KernelPipelineOptions &kernels = result.kernels;
    kernels.entry = entry;
    kernels.optimizer = optimizer;
    kernels.batch = batch;
    kernels.binds.assign(binds.begin(), binds.end());
    kernels.params.assign(params.begin(), params.end());
    kernels.states.assign(states.begin(), states.end());
    kernels.datas.assign(datas.begin(), datas.end());
    kernels.lossResult = lossResult;
    kernels.signature = signature;
    result.remat.budget = budget;
    result.remat.policy = policy;
    result.remat.device = device;
    result.remat.costModel = costModel;
    result.remat.threads = threads;
    result.remat.keepOrder = keepOrder;
    result.remat.solver = solver;
    result.remat.effort = effort;
    result.remat.minBytes = minBytes;
    result.remat.planIn = planIn;
    result.remat.planOut = planOut;
    result.remat.report = report;
    result.remat.remarks = remarks;
    return result;
  }
};
} // namespace

LogicalResult ckpt::addTrainPipeline(OpPassManager &manager, StringRef text,
                                     raw_ostream &errors, unsigned *threads) {
  TextOptions options;
  if (failed(options.parseFromString(text, errors)))
    return failure();
  buildTrainPipeline(manager, options.plain());
  if (threads)
    *threads = std::max(1u, unsigned(options.threads));
  return success();
}

void ckpt::registerPipelines() {
  PassPipelineRegistration<TextOptions>(
      "ckpt-train-step",
      "a training step within a budget: every stage from Normalize to Memory",
      [](OpPassManager &manager, const TextOptions &options) {
        buildTrainPipeline(manager, options.plain());
      });
}
