//===- Differentiate.cpp - The pass ---------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inlining.h"
#include "StepBuilder.h"
#include "ckpt/AutoDiff/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ckpt {
#define GEN_PASS_DEF_DIFFERENTIATEPASS
#include "ckpt/AutoDiff/Passes.h.inc"
} // namespace ckpt

using namespace mlir;
using namespace ckpt;

namespace {
struct DifferentiatePass
    : ckpt::impl::DifferentiatePassBase<DifferentiatePass> {
  using DifferentiatePassBase::DifferentiatePassBase;

  void runOnOperation() override {
    if (failed(differentiate(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult differentiate(ModuleOp module) {
    bool isStep = mode == "step";
    if (!isStep && mode != "gradients")
      return emitError(module.getLoc())
             << "unknown mode '" << mode << "': step or gradients";
    std::optional<OptimizerKind> kind = parseOptimizer(optimizer);
    if (!kind)
      return emitError(module.getLoc()) << "unknown optimizer '" << optimizer
                                        << "': sgd, momentum, adam or adamw";
    StepRoleOptions options{entry, lossResult, params};
    FailureOr<func::FuncOp> original = findStepEntry(module, options);
    if (failed(original))
      return failure();
    FailureOr<StepRoles> roles = findStepRoles(*original, options);
    if (failed(roles))
      return failure();
    if (isStep && roles->params.empty())
      return emitError(original->getLoc(), "has no parameters to train");

    std::string name =
        (original->getName() + (isStep ? "_step" : "_gradients")).str();
    if (module.lookupSymbol(name))
      return emitError(module.getLoc())
             << "there is a '@" << name << "' already";
    OpBuilder builder(*original);
    auto function =
        cast<func::FuncOp>(builder.clone(*original->getOperation()));
    function.setName(name);
    function.setPublic();
    if (failed(inlineCalls(function)))
      return failure();
    inlineRegions(function);

    StepBuilder step(function, *roles);
    OptimizerSpec spec{*kind, momentum, beta1, beta2, epsilon, weightDecay};
    if (failed(isStep ? step.buildStep(spec) : step.buildGradients()))
      return failure();
    if (SymbolTable::symbolKnownUseEmpty(*original, module))
      original->erase();
    return success();
  }
};
} // namespace
