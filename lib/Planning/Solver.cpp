//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/Solver.h"
#include "Solvers/BuiltIn.h"

#include <algorithm>

using namespace ckpt::planning;

bool Incumbent::offer(const Schedule &candidate, const std::string &name) {
  Cost c;
  if (!cost(graph, candidate, c))
    return false;
  if (c.peak < lowest) {
    lowest = c.peak;
    lowestSchedule = candidate;
  }
  if (c.peak > budget)
    return false;
  auto rank = [](const Cost &c, const Schedule &s) {
    return std::make_tuple(c.time, !keepsReferenceOrder(s), s.size(), c.peak);
  };
  if (found && rank(c, candidate) >= rank(bestCost, schedule))
    return false;
  found = true;
  bestCost = c;
  schedule = candidate;
  solver = name;
  return true;
}

void Incumbent::bound(int64_t time, bool anyOrder) {
  boundKept = std::max(boundKept, time);
  if (anyOrder || graph.singleOrder)
    boundAny = std::max(boundAny, time);
}

SolverRegistry::SolverRegistry() : factories(builtInSolvers()) {}

bool SolverRegistry::add(const std::string &name, SolverFactory factory) {
  for (const auto &known : factories)
    if (known.first == name)
      return false;
  factories.emplace_back(name, std::move(factory));
  return true;
}

std::unique_ptr<Solver> SolverRegistry::create(const std::string &name) const {
  for (const auto &[known, factory] : factories)
    if (known == name)
      return factory();
  return nullptr;
}

std::vector<std::string> SolverRegistry::names() const {
  std::vector<std::string> names;
  for (const auto &known : factories)
    names.push_back(known.first);
  return names;
}
