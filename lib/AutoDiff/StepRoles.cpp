//===- StepRoles.cpp - What arguments and results are ---------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepRoles.h"
#include "ckpt/Dialect/Locations.h"
#include "ckpt/Dialect/Objectives.h"
#include "ckpt/Interfaces/Differentiation.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace ckpt;

static SmallVector<unsigned> getLosses(func::FuncOp function) {
  SmallVector<unsigned> losses;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (function.getResultAttr(i, lossAttrName))
      losses.push_back(i);
  return losses;
}

FailureOr<func::FuncOp> ckpt::findStepEntry(ModuleOp module,
                                            const StepRoleOptions &options) {
  if (!options.entry.empty()) {
    auto function = module.lookupSymbol<func::FuncOp>(options.entry);
    if (!function || function.isExternal())
      return emitError(module.getLoc())
             << "there is no function '@" << options.entry << "' with a body";
    return function;
  }
  SmallVector<func::FuncOp> withLoss, all;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || function->hasAttr(stepAttrName))
      continue;
    all.push_back(function);
    if (!getLosses(function).empty())
      withLoss.push_back(function);
  }
  if (withLoss.size() == 1)
    return withLoss.front();
  if (withLoss.size() > 1)
    return emitError(withLoss[1].getLoc())
           << "a second function with a 'ckpt.loss' result after '@"
           << withLoss[0].getName() << "'; choose one with 'entry'";
  if (options.lossResult >= 0 && all.size() == 1)
    return all.front();
  return emitError(module.getLoc(), "no function has a 'ckpt.loss' result");
}

/// Parses "0-3,7". Fails on anything else.
static FailureOr<SmallVector<unsigned>> parseIndices(StringRef text) {
  SmallVector<unsigned> indices;
  SmallVector<StringRef> parts;
  text.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    auto [low, high] = part.split('-');
    unsigned first, last;
    if (low.trim().getAsInteger(10, first) ||
        (part.contains('-') ? high.trim().getAsInteger(10, last)
                            : (last = first, false)) ||
        last < first || last - first > 1000000)
      return failure();
    for (unsigned i = first; i <= last; ++i)
      indices.push_back(i);
  }
  return indices;
}

static LogicalResult findLoss(func::FuncOp function,
                              const StepRoleOptions &options,
                              StepRoles &roles) {
  SmallVector<unsigned> losses = getLosses(function);
  if (options.lossResult >= 0) {
    if (options.lossResult >= int64_t(function.getNumResults()))
      return emitError(function.getLoc())
             << "has no result " << options.lossResult << " to be the loss";
    losses = {unsigned(options.lossResult)};
  }
  if (losses.empty())
    return emitError(function.getLoc(), "has no 'ckpt.loss' result");
  if (losses.size() > 1)
    return emitError(function.getLoc())
           << "results " << losses[0] << " and " << losses[1]
           << " are both 'ckpt.loss'; a step has one loss";
  roles.losses.push_back(losses.front());
  return success();
}

static LogicalResult checkLosses(func::FuncOp function,
                                 const StepRoles &roles) {
  for (unsigned loss : roles.losses) {
    Type type = function.getResultTypes()[loss];
    auto tensor = dyn_cast<RankedTensorType>(type);
    bool single =
        !tensor || (tensor.hasStaticShape() && tensor.getNumElements() == 1);
    if (!hasGradient(type) || !single)
      return emitError(function.getLoc())
             << "the loss, result " << loss << ", needs to be one float, not "
             << type;
  }
  return success();
}

/// The losses, and which of them each parameter follows.
static LogicalResult findGroups(func::FuncOp function,
                                const StepRoleOptions &options,
                                StepRoles &roles) {
  FailureOr<SmallVector<Objective>> objectives = readObjectives(function);
  if (failed(objectives))
    return failure();
  roles.groupOf.assign(roles.params.size(), 0);
  if (objectives->empty()) {
    roles.groups.emplace_back();
    return findLoss(function, options, roles);
  }
  for (const Objective &objective : *objectives) {
    auto *loss = llvm::find(roles.losses, objective.result);
    unsigned index = loss - roles.losses.begin();
    if (loss == roles.losses.end())
      roles.losses.push_back(objective.result);
    for (unsigned argument : objective.params)
      roles.groupOf[llvm::find(roles.params, argument) - roles.params.begin()] =
          roles.groups.size();
    roles.groups.push_back({index, objective.optimizer});
  }
  return success();
}

/// The name in `attribute`, or the one of the argument's location, or argN.
static std::string nameArgument(func::FuncOp function, unsigned index) {
  for (StringRef attribute : {paramAttrName, stateAttrName, dataAttrName})
    if (auto name = function.getArgAttrOfType<StringAttr>(index, attribute))
      return name.str();
  if (StringRef name = nameOf(function.getArgument(index).getLoc());
      !name.empty())
    return name.str();
  return "arg" + std::to_string(index);
}

static LogicalResult findArguments(func::FuncOp function,
                                   const StepRoleOptions &options,
                                   StepRoles &roles) {
  unsigned count = function.getNumArguments();
  FailureOr<SmallVector<unsigned>> listed = parseIndices(options.params);
  if (failed(listed))
    return emitError(function.getLoc())
           << "'params' needs indices as in 0-3,7, not '" << options.params
           << "'";
  for (unsigned index : *listed)
    if (index >= count)
      return emitError(function.getLoc())
             << "has no argument " << index << " to be a parameter";
  llvm::StringSet<> names;
  for (unsigned i = 0; i < count; ++i) {
    roles.names.push_back(nameArgument(function, i));
    if (!names.insert(roles.names.back()).second)
      return emitError(function.getLoc())
             << "two arguments have the name '" << roles.names.back() << "'";
    bool isState = static_cast<bool>(function.getArgAttr(i, stateAttrName));
    bool isParam =
        function.getArgAttr(i, paramAttrName) || llvm::is_contained(*listed, i);
    if (isParam && isState)
      return emitError(function.getLoc()) << "argument '" << roles.names.back()
                                          << "' is a parameter and a state";
    if (isParam && !hasGradient(function.getArgumentTypes()[i]))
      return emitError(function.getLoc())
             << "parameter '" << roles.names.back() << "' of type "
             << function.getArgumentTypes()[i] << " cannot be trained";
    (isParam ? roles.params : isState ? roles.states : roles.data).push_back(i);
  }
  return success();
}

static LogicalResult findResults(func::FuncOp function, StepRoles &roles) {
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    if (function.getResultAttr(i, metricAttrName))
      roles.metrics.push_back(i);
    if (function.getResultAttr(i, checkAttrName))
      roles.checks.push_back(i);
    auto state = function.getResultAttrOfType<StringAttr>(i, stateAttrName);
    if (!state)
      continue;
    auto *argument = llvm::find_if(roles.states, [&](unsigned index) {
      return function.getArgAttr(index, stateAttrName) == state;
    });
    if (argument == roles.states.end())
      return emitError(function.getLoc())
             << "result " << i << " is state '" << state.getValue()
             << "', but no argument is";
    if (function.getArgumentTypes()[*argument] != function.getResultTypes()[i])
      return emitError(function.getLoc())
             << "state '" << state.getValue() << "' changes its type from "
             << function.getArgumentTypes()[*argument] << " to "
             << function.getResultTypes()[i];
    roles.newStates.push_back({i, *argument});
  }
  return success();
}

FailureOr<StepRoles> ckpt::findStepRoles(func::FuncOp function,
                                         const StepRoleOptions &options) {
  StepRoles roles;
  if (!function.getBody().hasOneBlock())
    return emitError(function.getLoc(),
                     "cannot differentiate a function of several blocks");
  if (failed(findArguments(function, options, roles)) ||
      failed(findGroups(function, options, roles)) ||
      failed(checkLosses(function, roles)) ||
      failed(findResults(function, roles)))
    return failure();
  return roles;
}
