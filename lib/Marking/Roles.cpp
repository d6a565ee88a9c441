//===- Roles.cpp - What arguments and results are -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roles.h"
#include "ckpt/Data/Initialize.h"
#include "ckpt/Dialect/Locations.h"
#include "ckpt/Dialect/Objectives.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace ckpt;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The name of the argument's location, or argN.
static std::string defaultName(func::FuncOp func, unsigned index) {
  std::string name = nameOf(func.getArgument(index).getLoc()).str();
  return name.empty() ? ("arg" + Twine(index)).str() : name;
}

/// The name that an argument has by its role; empty if it has none.
static StringRef nameOfRole(func::FuncOp func, unsigned index) {
  for (StringRef role :
       {paramAttrName, stateAttrName, optStateAttrName, dataAttrName})
    if (auto name = func.getArgAttrOfType<StringAttr>(index, role))
      return name.getValue();
  return {};
}

static StringAttr uniqueName(MLIRContext *context, llvm::StringSet<> &taken,
                             const std::string &wish) {
  std::string name = wish;
  for (unsigned i = 1; !taken.insert(name).second; ++i)
    name = (wish + Twine("_") + Twine(i)).str();
  return StringAttr::get(context, name);
}

static llvm::StringSet<> takenNames(func::FuncOp func) {
  llvm::StringSet<> taken;
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (StringRef name = nameOfRole(func, i); !name.empty())
      taken.insert(name);
  return taken;
}

/// Parameters that have no name but that of their group (see Objectives.h)
/// get one of their own in it.
static void nameInGroups(func::FuncOp func) {
  auto objectives = func->getAttrOfType<ArrayAttr>(objectivesAttrName);
  llvm::MapVector<StringRef, SmallVector<unsigned>> members;
  if (objectives)
    for (Attribute objective : objectives)
      for (StringRef group : groupsOf(cast<DictionaryAttr>(objective)))
        members[group];
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (auto name = func.getArgAttrOfType<StringAttr>(i, paramAttrName))
      if (auto *group = members.find(name.getValue()); group != members.end())
        group->second.push_back(i);
  llvm::StringSet<> taken = takenNames(func);
  for (const auto &[group, arguments] : members)
    if (arguments.size() > 1)
      for (unsigned i : arguments)
        func.setArgAttr(
            i, paramAttrName,
            uniqueName(func.getContext(), taken,
                       (group + Twine(".") + defaultName(func, i)).str()));
}

void ckpt::nameParameters(func::FuncOp func) {
  nameInGroups(func);
  llvm::StringSet<> taken = takenNames(func);
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (func.getArgAttrOfType<UnitAttr>(i, paramAttrName))
      func.setArgAttr(
          i, paramAttrName,
          uniqueName(func.getContext(), taken, defaultName(func, i)));
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

static bool hasRole(func::FuncOp func, unsigned index) {
  return llvm::any_of(
      ArrayRef<StringRef>{paramAttrName, stateAttrName, optStateAttrName,
                          dataAttrName, learningRateAttrName,
                          stepIndexAttrName},
      [&](StringRef role) { return func.getArgAttr(index, role); });
}

static bool hasResultRole(func::FuncOp func, unsigned index) {
  return llvm::any_of(
      ArrayRef<StringRef>{lossAttrName, metricAttrName, stateAttrName,
                          paramAttrName, optStateAttrName, checkAttrName},
      [&](StringRef role) { return func.getResultAttr(index, role); });
}

static LogicalResult checkIndex(func::FuncOp func, StringRef option,
                                int64_t index, int64_t count, StringRef what) {
  if (index < count)
    return success();
  return func.emitError() << option << " names " << what << " " << index
                          << ", but '" << func.getSymName() << "' has " << count
                          << " " << what << "s";
}

/// An argument has one role only.
static LogicalResult checkFree(func::FuncOp func, int64_t index,
                               StringRef role) {
  if (!hasRole(func, index) || func.getArgAttr(index, role))
    return success();
  return emitError(func.getArgument(index).getLoc())
         << "argument " << index << " cannot be '" << role
         << "': it has another role";
}

/// The name that the signature gives to a parameter or state, or null.
static StringAttr givenName(func::FuncOp entry, const Signature &roles,
                            int64_t argument) {
  auto found = roles.names.find(argument);
  return found == roles.names.end()
             ? StringAttr()
             : StringAttr::get(entry.getContext(), found->second);
}

static LogicalResult applyState(func::FuncOp entry, const Signature &roles,
                                int64_t argument, int64_t result) {
  MLIRContext *context = entry.getContext();
  if (failed(checkIndex(entry, "state", argument, entry.getNumArguments(),
                        "argument")) ||
      failed(checkIndex(entry, "state", result, entry.getNumResults(),
                        "result")) ||
      failed(checkFree(entry, argument, stateAttrName)))
    return failure();
  if (hasResultRole(entry, result))
    return entry.emitError()
           << "result " << result << " cannot be a state: it has a role";
  auto name = entry.getArgAttrOfType<StringAttr>(argument, stateAttrName);
  if (StringAttr given = givenName(entry, roles, argument))
    name = given;
  if (!name) {
    llvm::StringSet<> taken = takenNames(entry);
    name = uniqueName(context, taken, defaultName(entry, argument));
  }
  entry.setArgAttr(argument, stateAttrName, name);
  entry.setResultAttr(result, stateAttrName, name);
  return success();
}

static LogicalResult applyParam(func::FuncOp entry, const Signature &roles,
                                int64_t index) {
  if (failed(checkIndex(entry, "params", index, entry.getNumArguments(),
                        "argument")) ||
      failed(checkFree(entry, index, paramAttrName)))
    return failure();
  if (StringAttr name = givenName(entry, roles, index))
    entry.setArgAttr(index, paramAttrName, name);
  else if (!entry.getArgAttr(index, paramAttrName))
    entry.setArgAttr(index, paramAttrName, UnitAttr::get(entry.getContext()));
  return success();
}

static LogicalResult applyResults(func::FuncOp entry, const Signature &roles) {
  MLIRContext *context = entry.getContext();
  if (roles.lossResult) {
    int64_t index = *roles.lossResult;
    if (failed(checkIndex(entry, "loss-result", index, entry.getNumResults(),
                          "result")))
      return failure();
    if (!entry.getResultAttr(index, lossAttrName))
      entry.setResultAttr(index, lossAttrName, UnitAttr::get(context));
  }
  for (const auto &[index, name] : roles.metrics) {
    if (failed(checkIndex(entry, "metrics", index, entry.getNumResults(),
                          "result")))
      return failure();
    if (hasResultRole(entry, index))
      return entry.emitError()
             << "result " << index << " cannot be a metric: it has a role";
    entry.setResultAttr(index, metricAttrName, StringAttr::get(context, name));
  }
  return success();
}

LogicalResult ckpt::applyRoles(func::FuncOp entry, const Signature &roles) {
  MLIRContext *context = entry.getContext();
  if (failed(applyResults(entry, roles)))
    return failure();
  for (int64_t index : roles.params)
    if (failed(applyParam(entry, roles, index)))
      return failure();
  for (auto [argument, result] : roles.states)
    if (failed(applyState(entry, roles, argument, result)))
      return failure();
  for (const auto &[index, name] : roles.datas) {
    if (failed(checkIndex(entry, "data", index, entry.getNumArguments(),
                          "argument")) ||
        failed(checkFree(entry, index, dataAttrName)))
      return failure();
    entry.setArgAttr(index, dataAttrName,
                     StringAttr::get(context, name.empty()
                                                  ? defaultName(entry, index)
                                                  : name));
  }
  for (const auto &[index, init] : roles.inits)
    if (index < entry.getNumArguments())
      entry.setArgAttr(index, initAttrName, StringAttr::get(context, init));
  return success();
}

static bool isFloatScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 &&
         isa<FloatType>(tensor.getElementType());
}

static LogicalResult findLoss(func::FuncOp entry) {
  SmallVector<unsigned> candidates;
  for (auto [i, type] : llvm::enumerate(entry.getResultTypes())) {
    if (entry.getResultAttr(i, lossAttrName))
      return success();
    if (isFloatScalar(type) && !hasResultRole(entry, i))
      candidates.push_back(i);
  }
  if (candidates.empty())
    return entry.emitError() << "'" << entry.getSymName()
                             << "' has no loss: no result with 'ckpt.loss', "
                                "and none that is a float scalar";
  if (candidates.size() > 1)
    return entry.emitError()
           << "'" << entry.getSymName() << "' has no 'ckpt.loss', and results "
           << candidates[0] << " and " << candidates[1]
           << " could be it: say which one with loss-result";
  entry.setResultAttr(candidates[0], lossAttrName,
                      UnitAttr::get(entry.getContext()));
  return success();
}

LogicalResult ckpt::completeRoles(func::FuncOp entry, bool needsLoss,
                                  bool dataKnown) {
  if (needsLoss && failed(findLoss(entry)))
    return failure();
  bool anyRole = false;
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    anyRole |= hasRole(entry, i);
  if (!anyRole)
    return success();
  llvm::StringSet<> taken = takenNames(entry);
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    if (hasRole(entry, i))
      continue;
    if (dataKnown)
      return emitError(entry.getArgument(i).getLoc())
             << "argument " << i << " has no role: it is neither among the "
             << "parameters, nor the states, nor the data";
    entry.setArgAttr(
        i, dataAttrName,
        uniqueName(entry.getContext(), taken, defaultName(entry, i)));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Two arguments of one role and name would be saved and loaded as one.
static LogicalResult checkNames(func::FuncOp func) {
  llvm::StringMap<unsigned> seen;
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    StringRef name = nameOfRole(func, i);
    if (name.empty())
      continue;
    auto [entry, isNew] = seen.try_emplace(name, i);
    if (!isNew)
      return emitError(func.getArgument(i).getLoc())
             << "arguments " << entry->second << " and " << i
             << " are both called '" << name << "'";
  }
  return success();
}

static LogicalResult checkLosses(func::FuncOp func) {
  SmallVector<unsigned> losses;
  for (auto [i, type] : llvm::enumerate(func.getResultTypes())) {
    if (!func.getResultAttr(i, lossAttrName))
      continue;
    losses.push_back(i);
    if (!isFloatScalar(type))
      return func.emitError() << "result " << i << " is a loss, so it must be "
                              << "a tensor of rank 0 of floats, not " << type;
  }
  if (losses.size() > 1 && !func->hasAttr(objectivesAttrName))
    return func.emitError()
           << "results " << losses[0] << " and " << losses[1]
           << " are both losses; several need 'ckpt.objectives'";
  return readObjectives(func);
}

static LogicalResult checkStates(func::FuncOp func) {
  llvm::StringMap<unsigned> results;
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (auto name = func.getResultAttrOfType<StringAttr>(i, stateAttrName))
      if (!results.try_emplace(name.getValue(), i).second)
        return func.emitError() << "two results are the state " << name;
  // Only a function that renews states returns them; an evaluation reads.
  bool renews = !results.empty() ||
                llvm::any_of(llvm::seq(func.getNumResults()), [&](unsigned i) {
                  return func.getResultAttr(i, lossAttrName);
                });
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    auto name = func.getArgAttrOfType<StringAttr>(i, stateAttrName);
    if (!name)
      continue;
    auto found = results.find(name.getValue());
    Location location = func.getArgument(i).getLoc();
    if (found == results.end()) {
      if (renews)
        return emitError(location)
               << "state " << name << " has no result with its new value";
      continue;
    }
    Type type = func.getResultTypes()[found->second];
    if (type != func.getArgumentTypes()[i])
      return emitError(location)
             << "state " << name << " is " << func.getArgumentTypes()[i]
             << " as argument and " << type << " as result";
    results.erase(found);
  }
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (auto name = func.getResultAttrOfType<StringAttr>(i, stateAttrName);
        name && results.contains(name.getValue()))
      return func.emitError() << "result " << i << " is the state " << name
                              << ", which no argument is";
  return success();
}

/// A first value that nobody can make is found before anything is compiled.
static LogicalResult checkInit(func::FuncOp func, unsigned index) {
  auto init = func.getArgAttrOfType<StringAttr>(index, initAttrName);
  if (!init)
    return success();
  std::string name = ("argument " + Twine(index)).str();
  for (StringRef role : {paramAttrName, stateAttrName})
    if (auto given = func.getArgAttrOfType<StringAttr>(index, role))
      name = given.str();
  if (llvm::Error error = data::checkInit(init, name))
    return emitError(func.getArgument(index).getLoc())
           << llvm::toString(std::move(error));
  return success();
}

LogicalResult ckpt::checkRoles(func::FuncOp func) {
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes())) {
    unsigned roles = 0;
    for (StringRef role :
         {paramAttrName, stateAttrName, optStateAttrName, dataAttrName})
      roles += func.getArgAttr(i, role) != nullptr;
    Location location = func.getArgument(i).getLoc();
    if (roles > 1)
      return emitError(location) << "argument " << i << " has several roles";
    if (roles == 0)
      continue;
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return emitError(location)
             << "argument " << i << " has a role, so it must be a tensor, not "
             << type;
    if (func.getArgAttr(i, paramAttrName) &&
        !isa<FloatType>(tensor.getElementType()))
      return emitError(location)
             << "argument " << i << " is a parameter, so "
             << "it must hold floats, not " << tensor.getElementType();
    if (failed(checkInit(func, i)))
      return failure();
  }
  return failure(failed(checkNames(func)) || failed(checkLosses(func)) ||
                 failed(checkStates(func)));
}
