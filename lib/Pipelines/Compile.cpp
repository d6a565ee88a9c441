//===- Compile.cpp - From a module to a table that can be run -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Pipelines/Compile.h"
#include "ckpt/CostModel/CostModel.h"
#include "ckpt/Marking/Signature.h"
#include "ckpt/Memory/Memory.h"
#include "ckpt/Normalize/Copies.h"
#include "ckpt/Pipelines/Load.h"
#include "ckpt/Pipelines/Pipelines.h"
#include "ckpt/Remat/PlanReport.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

#include <chrono>

using namespace mlir;
using namespace ckpt;

using Clock = std::chrono::steady_clock;

static double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

static OwningOpRef<ModuleOp> parse(MLIRContext &context,
                                   const std::string &file) {
  return parseSourceFile<ModuleOp>(file, ParserConfig(&context));
}

static bool hasLoss(func::FuncOp function) {
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (function.getResultAttr(i, lossAttrName))
      return true;
  return false;
}

/// The function to compile: by name, else the only one with a loss, else the
/// only public one.
static FailureOr<func::FuncOp> findEntry(ModuleOp module,
                                         const std::string &name) {
  SmallVector<func::FuncOp> all, withLoss;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.getSymName() == name)
      return function;
    if (function.isPrivate() || function.isExternal())
      continue;
    all.push_back(function);
    if (hasLoss(function))
      withLoss.push_back(function);
  }
  if (!name.empty())
    return module.emitError("there is no function @") << name;
  SmallVector<func::FuncOp> &candidates = withLoss.empty() ? all : withLoss;
  if (candidates.size() == 1)
    return candidates.front();
  if (candidates.empty())
    return module.emitError("there is no function to compile");
  InFlightDiagnostic diagnostic =
      module.emitError("several functions could be the model; choose one with "
                       "--entry:");
  for (func::FuncOp function : candidates)
    diagnostic << " @" << function.getSymName();
  return diagnostic;
}

/// Leaves the entry function and what it calls.
static LogicalResult keepOnly(ModuleOp module, func::FuncOp entry) {
  for (auto function : module.getOps<func::FuncOp>())
    function.setVisibility(function == entry
                               ? SymbolTable::Visibility::Public
                               : SymbolTable::Visibility::Private);
  PassManager manager(module.getContext());
  manager.addPass(createSymbolDCEPass());
  return manager.run(module);
}

/// Whether a result could be the loss: one with the attribute, or a scalar.
static bool mayHaveLoss(func::FuncOp function) {
  return hasLoss(function) ||
         llvm::any_of(function.getResultTypes(), [](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return tensor && tensor.getRank() == 0 &&
                  isa<FloatType>(tensor.getElementType());
         });
}

/// Whether `--bind KEY=N` is about one of the arguments, or about all.
static bool bindsArgument(func::FuncOp function, StringRef key) {
  StringRef name = key.split(':').first;
  if (name == "batch" || name == "dim")
    return true;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto data = function.getArgAttrOfType<StringAttr>(i, dataAttrName);
    if (data ? data.getValue() == name : ("arg" + Twine(i)).str() == name)
      return true;
  }
  return false;
}

static KernelPipelineOptions pipelineOptions(const CompileOptions &options,
                                             StepKind kind,
                                             func::FuncOp entry) {
  KernelPipelineOptions result;
  result.kind = kind;
  result.entry = entry.getSymName().str();
  result.optimizer = options.optimizer;
  result.batch = options.batch.value_or(0);
  for (const auto &[name, size] : options.binds)
    // Those of the function that is trained may have no counterpart in @eval.
    if (kind != StepKind::Forward || bindsArgument(entry, name))
      result.binds.push_back(name + "=" + std::to_string(size));
  if (options.params)
    for (int64_t number : *options.params)
      result.params.push_back(std::to_string(number));
  for (auto [argument, output] : options.states)
    result.states.push_back(std::to_string(argument) + ":" +
                            std::to_string(output));
  for (const auto &[argument, name] : options.datas)
    result.datas.push_back(std::to_string(argument) +
                           (name.empty() ? "" : ":" + name));
  result.lossResult = options.lossResult.value_or(-1);
  // It is about the function that is trained.
  if (kind != StepKind::Forward)
    result.signature = options.signature;
  return result;
}

/// The kernel's one result is its operand in another order.
static bool onlyTransposes(KernelOp kernel) {
  Operation *yield = kernel.getBody().front().getTerminator();
  if (yield->getNumOperands() != 1)
    return false;
  std::optional<AffineMap> map = getCopyMap(yield->getOperand(0));
  return map && map->isPermutation() && !map->isIdentity();
}

static bool isFloat(runtime::ElementType type) {
  using runtime::ElementType;
  return type == ElementType::F32 || type == ElementType::F64 ||
         type == ElementType::F16 || type == ElementType::BF16;
}

namespace {
/// One compilation; the steps of `run` in their order.
class Compiler {
public:
  Compiler(MLIRContext &context, const CompileOptions &options, StepKind kind,
           CompileFailure &failureOut)
      : context(context), options(options), kind(kind), failed(failureOut) {}

  std::optional<Compiled> run(const std::string &file) {
    begin = Clock::now();
    failed = CompileFailure();
    if (mlir::failed(makeCostModel()) || mlir::failed(makeKernels(file)) ||
        mlir::failed(rematerializeStep()) || mlir::failed(placeBuffers()) ||
        (!options.planOnly && mlir::failed(makeTable())))
      return std::nullopt;
    compiled.figures.compileSeconds =
        secondsSince(begin) - compiled.figures.planSeconds;
    return std::move(compiled);
  }

private:
  LogicalResult makeCostModel() {
    llvm::Expected<std::unique_ptr<CostModel>> made = createCostModel(
        &context, options.costModel, std::max(options.threads, 1));
    if (!made) {
      failed.message = "cost model: " + llvm::toString(made.takeError());
      return failure();
    }
    costModel = std::move(*made);
    compiled.figures.costModel =
        options.costModel.empty() ? "built-in" : options.costModel;
    return success();
  }

  /// The name that the options or the signature give; may be empty.
  FailureOr<std::string> entryName() {
    if (!options.entry.empty() || options.signature.empty())
      return options.entry;
    llvm::Expected<Signature> signature = readSignature(options.signature);
    if (signature)
      return signature->entry;
    failed.message = llvm::toString(signature.takeError());
    return failure();
  }

  LogicalResult makeKernels(const std::string &file) {
    module = parse(context, file);
    if (!module)
      return failure();
    FailureOr<std::string> name = entryName();
    if (mlir::failed(name))
      return failure();
    FailureOr<func::FuncOp> entry = findEntry(*module, *name);
    if (mlir::failed(entry) || mlir::failed(keepOnly(*module, *entry)))
      return failure();
    if (kind == StepKind::Gradients && !options.lossResult)
      joint = options.joint || !mayHaveLoss(*entry);
    if (kind == StepKind::Forward || joint)
      (*entry)->setAttr(stepAttrName, UnitAttr::get(&context));
    PassManager manager(&context);
    buildKernelPipeline(
        manager,
        pipelineOptions(options, joint ? StepKind::Forward : kind, *entry));
    if (mlir::failed(manager.run(*module)))
      return failure();
    step = findStep(*module);
    return success(static_cast<bool>(step));
  }

  LogicalResult rematerializeStep() {
    RematConfig config;
    config.budget = options.budget;
    if (options.marksOnly)
      config.defaultPolicy = Policy::Nothing;
    config.plain = options.plain;
    config.frontPoints = options.frontPoints;
    config.effort = options.effort;
    NodeTime time = [&](Operation *kernel) {
      return costModel->nanoseconds(cast<KernelOp>(kernel));
    };
    FailureOr<RematResult> result = rematerialize(step, time, config);
    if (mlir::failed(result))
      return failure();
    CompileFigures &figures = compiled.figures;
    figures.status = result->status;
    figures.budgetBytes = result->budgetBytes;
    figures.baselinePeakBytes = result->baselinePeakBytes;
    figures.planSeconds = result->planSeconds;
    if (!result->met()) {
      failed.exitCode = 3;
      failed.message = result->explanation;
      failed.status = result->status;
      failed.floorBytes = result->floorBytes;
      failed.plan = describe(*result);
      return failure();
    }
    figures.predictedPeakBytes = result->predictedPeakBytes;
    if (options.budget)
      figures.floorBytes = result->floorBytes;
    figures.extraTimeEstimatedPercent = result->extraTimePercent;
    figures.recomputed = result->clones;
    figures.planHash = result->planHash;
    figures.plan = describe(*result);
    return success();
  }

  measure::Report describe(const RematResult &result) {
    SymbolTable symbols(*module);
    auto flops = [&](StringRef name) {
      auto kernel = symbols.lookup<KernelOp>(name);
      return kernel ? kernelCost(kernel).flops : 0;
    };
    measure::Report report;
    describePlan(result, flops, report);
    return report;
  }

  LogicalResult placeBuffers() {
    if (mlir::failed(assignMemory(step)))
      return failure();
    return verifyMemory(step, compiled.figures.budgetBytes);
  }

  LogicalResult makeTable() {
    FailureOr<LoadedStep> loaded = loadStep(step);
    if (mlir::failed(loaded))
      return failure();
    runtime::Table &table = loaded->table;
    SymbolTable symbols(*module);
    for (const runtime::Kernel &kernel : table.kernels)
      compiled.figures.kernelKeys.push_back(
          kernelKey(symbols.lookup<KernelOp>(kernel.name)));
    for (auto launch : step.getBody().getOps<LaunchOp>()) {
      auto kernel = symbols.lookup<KernelOp>(launch.getKernel());
      compiled.figures.launchNanoseconds.push_back(
          costModel->nanoseconds(kernel));
      compiled.figures.layoutConversions += onlyTransposes(kernel);
    }
    if (kind == StepKind::Gradients)
      nameGradientBuffers(table);
    compiled.table = std::move(table);
    compiled.code = std::move(loaded->code);
    return success();
  }

  /// Arguments are "arg0".., results "out0".., then "grad0".. for the float
  /// arguments, in their order.
  void nameGradientBuffers(runtime::Table &table) {
    using runtime::Persistent;
    std::vector<size_t> floatArguments;
    size_t arguments = 0, results = 0;
    for (const Persistent &value : table.persistent) {
      // Buffers of arguments come first, in order.
      if (arguments == step.getNumArguments())
        break;
      if (!joint && isFloat(value.type))
        floatArguments.push_back(arguments);
      ++arguments;
    }
    size_t outputs = step.getNumResults() - floatArguments.size();
    for (const Persistent &value : table.persistent)
      outputs -= value.role == Persistent::Role::Check;
    for (auto [index, value] : llvm::enumerate(table.persistent)) {
      if (index < arguments) {
        value.role = Persistent::Role::Data;
        value.name = "arg" + std::to_string(index);
      } else if (value.role != Persistent::Role::Constant &&
                 value.role != Persistent::Role::Check) {
        value.role = Persistent::Role::Other;
        value.name =
            results < outputs
                ? "out" + std::to_string(results)
                : "grad" + std::to_string(floatArguments[results - outputs]);
        ++results;
      }
    }
  }

  MLIRContext &context;
  const CompileOptions &options;
  StepKind kind;
  bool joint = false;
  CompileFailure &failed;
  Clock::time_point begin;
  std::unique_ptr<CostModel> costModel;
  OwningOpRef<ModuleOp> module;
  func::FuncOp step;
  Compiled compiled;
};
} // namespace

std::optional<Compiled> ckpt::compileStep(MLIRContext &context,
                                          const std::string &file,
                                          const CompileOptions &options,
                                          CompileFailure &failure) {
  return Compiler(context, options, StepKind::Train, failure).run(file);
}

std::optional<Compiled> ckpt::compileForward(MLIRContext &context,
                                             const std::string &file,
                                             const CompileOptions &options,
                                             CompileFailure &failure) {
  return Compiler(context, options, StepKind::Forward, failure).run(file);
}

std::optional<Compiled> ckpt::compileGradients(MLIRContext &context,
                                               const std::string &file,
                                               const CompileOptions &options,
                                               CompileFailure &failure) {
  return Compiler(context, options, StepKind::Gradients, failure).run(file);
}

bool ckpt::hasFunction(MLIRContext &context, const std::string &file,
                       const std::string &name) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module = parse(context, file);
  return module && module->lookupSymbol<func::FuncOp>(name);
}
