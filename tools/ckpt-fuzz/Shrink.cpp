//===- Shrink.cpp - The smallest model that still fails -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shrink.h"

#include <optional>

using namespace ckpt::fuzz;

/// Without nodes and parameters that lead to nothing: `node` and, one after the
/// other, arguments that nobody reads then.
static std::optional<Program> withoutNode(const Program &program, size_t node) {
  std::vector<int> uses = countUses(program);
  if (uses[node] != 0 || program.nodes.size() == 1)
    return std::nullopt;
  std::vector<bool> removed(program.nodes.size());
  removed[node] = true;
  for (int input : program.nodes[node].inputs) {
    const Node &argument = program.nodes[size_t(input)];
    if (--uses[size_t(input)] == 0 && isArgument(argument) &&
        argument.kind != Kind::Data)
      removed[size_t(input)] = true;
  }
  return withoutNodes(program, removed);
}

/// Every reader of `node` reads one of its operands of the same shape instead,
/// or it becomes a parameter.
static std::optional<Program> bypassed(const Program &program, size_t node,
                                       bool asParameter) {
  if (isArgument(program.nodes[node]))
    return std::nullopt;
  Program result = program;
  const Node &old = program.nodes[node];
  if (asParameter) {
    // Arguments may stand anywhere: the printer collects them.
    result.nodes[node] = {Kind::Param, old.shape, {}, "", {}};
    return result;
  }
  for (int input : old.inputs) {
    if (program.nodes[size_t(input)].shape != old.shape)
      continue;
    for (Node &other : result.nodes)
      for (int &read : other.inputs)
        if (read == int(node))
          read = input;
    for (StateUpdate &update : result.updates)
      if (update.value == int(node))
        update.value = input;
    std::vector<bool> removed(program.nodes.size());
    removed[node] = true;
    return withoutNodes(result, removed);
  }
  return std::nullopt;
}

namespace {
class Shrinker {
public:
  Shrinker(Program program,
           const std::function<bool(const Program &)> &stillFails, int tries)
      : best(std::move(program)), stillFails(stillFails), left(tries) {}

  Program run() {
    bool smaller = true;
    while (smaller && left > 0) {
      smaller = false;
      for (size_t i = best.regions.size(); i-- > 0;) {
        Program candidate = best;
        candidate.regions.erase(candidate.regions.begin() + long(i));
        smaller |= take(candidate);
      }
      for (size_t i = best.updates.size(); i-- > 0;) {
        Program candidate = best;
        candidate.nodes[size_t(best.updates[i].state)].kind = Kind::Param;
        candidate.updates.erase(candidate.updates.begin() + long(i));
        smaller |= take(candidate);
      }
      for (size_t i = best.nodes.size(); i-- > 0;) {
        if (i >= best.nodes.size())
          continue;
        smaller |= take(withoutNode(best, i)) ||
                   take(bypassed(best, i, false)) ||
                   take(bypassed(best, i, true));
      }
    }
    return std::move(best);
  }

private:
  bool take(const std::optional<Program> &candidate) {
    if (!candidate || left <= 0)
      return false;
    --left;
    if (!stillFails(*candidate))
      return false;
    best = *candidate;
    return true;
  }

  Program best;
  const std::function<bool(const Program &)> &stillFails;
  int left;
};
} // namespace

Program
ckpt::fuzz::shrink(Program program,
                   const std::function<bool(const Program &)> &stillFails,
                   int tries) {
  return Shrinker(std::move(program), stillFails, tries).run();
}
