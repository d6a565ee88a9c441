//===- Objectives.cpp - Several losses, each with its parameters ----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Objectives.h"

using namespace mlir;
using namespace ckpt;

SmallVector<StringRef> ckpt::groupsOf(DictionaryAttr objective) {
  SmallVector<StringRef> groups;
  Attribute params = objective.get("params");
  if (auto one = dyn_cast_or_null<StringAttr>(params))
    groups.push_back(one.getValue());
  else if (auto list = dyn_cast_or_null<ArrayAttr>(params))
    for (Attribute entry : list)
      groups.push_back(cast<StringAttr>(entry).getValue());
  return groups;
}

static bool isInGroup(StringRef name, StringRef group) {
  return !name.empty() && (name == group || (name.consume_front(group) &&
                                             name.starts_with(".")));
}

namespace {
class ObjectiveReader {
public:
  explicit ObjectiveReader(func::FuncOp function) : function(function) {}

  FailureOr<SmallVector<Objective>> run() {
    auto entries = function->getAttrOfType<ArrayAttr>(objectivesAttrName);
    if (!entries)
      return std::move(objectives);
    owner.assign(function.getNumArguments(), -1);
    for (Attribute entry : entries)
      if (failed(read(cast<DictionaryAttr>(entry), entries.size() == 1)))
        return failure();
    if (failed(checkAllUsed()))
      return failure();
    return std::move(objectives);
  }

private:
  LogicalResult read(DictionaryAttr entry, bool isOnly) {
    Objective objective;
    auto loss = entry.getAs<StringAttr>("loss");
    if (!loss)
      return error("an objective needs the name of a 'loss'");
    objective.loss = loss.str();
    if (failed(findLoss(objective)))
      return failure();
    objective.optimizer = entry.get("optimizer");
    SmallVector<StringRef> groups = groupsOf(entry);
    if (groups.empty() && !isOnly)
      return error("the objective '" + objective.loss +
                   "' needs 'params': there are others");
    for (unsigned i = 0; groups.empty() && i < owner.size(); ++i)
      if (isParameter(i) && failed(add(objective, i)))
        return failure();
    for (StringRef group : groups)
      if (failed(addGroup(objective, group)))
        return failure();
    objectives.push_back(std::move(objective));
    return success();
  }

  LogicalResult findLoss(Objective &objective) {
    for (unsigned i = 0; i < function.getNumResults(); ++i) {
      auto name = function.getResultAttrOfType<StringAttr>(i, lossAttrName);
      if (!name || name.getValue() != objective.loss)
        continue;
      objective.result = i;
      return success();
    }
    return error("no result is the loss '" + objective.loss +
                 "' of an objective");
  }

  LogicalResult addGroup(Objective &objective, StringRef group) {
    bool any = false;
    for (unsigned i = 0; i < owner.size(); ++i) {
      if (!isInGroup(nameOf(i), group))
        continue;
      any = true;
      if (failed(add(objective, i)))
        return failure();
    }
    return any ? success()
               : error("no parameter is in the group '" + group +
                       "' of the objective '" + objective.loss + "'");
  }

  LogicalResult add(Objective &objective, unsigned argument) {
    int64_t index = objectives.size();
    if (owner[argument] == index)
      return success();
    if (owner[argument] >= 0)
      return error(
          "the parameter '" + nameOf(argument) + "' is in the objectives '" +
          objectives[owner[argument]].loss + "' and '" + objective.loss + "'");
    owner[argument] = index;
    objective.params.push_back(argument);
    return success();
  }

  LogicalResult checkAllUsed() {
    for (unsigned i = 0; i < owner.size(); ++i)
      if (isParameter(i) && owner[i] < 0)
        return error("the parameter '" + nameOf(i) + "' is in no objective");
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (function.getResultAttr(i, lossAttrName) &&
          llvm::none_of(objectives,
                        [&](const Objective &o) { return o.result == i; }))
        return error("result " + Twine(i) + " is a loss, but of no objective");
    return success();
  }

  bool isParameter(unsigned argument) {
    return function.getArgAttr(argument, paramAttrName) != nullptr;
  }

  /// Empty for what is no parameter with a name.
  StringRef nameOf(unsigned argument) {
    auto name = function.getArgAttrOfType<StringAttr>(argument, paramAttrName);
    return name ? name.getValue() : StringRef();
  }

  LogicalResult error(const Twine &text) {
    return function.emitError("'") << objectivesAttrName << "': " << text;
  }

  func::FuncOp function;
  SmallVector<Objective> objectives;
  /// By argument: the objective that trains it, or -1.
  SmallVector<int64_t> owner;
};
} // namespace

FailureOr<SmallVector<Objective>> ckpt::readObjectives(func::FuncOp function) {
  return ObjectiveReader(function).run();
}
