//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/Solver.h"
#include "Solvers/BuiltIn.h"

#include <algorithm>
#include <map>
#include <mutex>

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

namespace {

/// Registration happens rarely and from any thread; the order is kept.
struct Registry {
  Registry() {
    for (auto &[name, factory] : builtInSolvers()) {
      names.push_back(name);
      factories.emplace(name, factory);
    }
  }
  static Registry &get() {
    static Registry registry;
    return registry;
  }
  std::mutex mutex;
  std::vector<std::string> names;
  std::map<std::string, SolverFactory> factories;
};

} // namespace

bool ckpt::planning::registerSolver(const std::string &name,
                                    SolverFactory factory) {
  Registry &registry = Registry::get();
  std::lock_guard<std::mutex> lock(registry.mutex);
  if (!registry.factories.emplace(name, std::move(factory)).second)
    return false;
  registry.names.push_back(name);
  return true;
}

std::unique_ptr<Solver> ckpt::planning::createSolver(const std::string &name) {
  Registry &registry = Registry::get();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto it = registry.factories.find(name);
  return it == registry.factories.end() ? nullptr : it->second();
}

std::vector<std::string> ckpt::planning::solverNames() {
  Registry &registry = Registry::get();
  std::lock_guard<std::mutex> lock(registry.mutex);
  return registry.names;
}
