//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random problems with every field, and random valid schedules for them.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TEST_UNIT_PLANNING_RANDOMPROBLEM_H
#define CKPT_TEST_UNIT_PLANNING_RANDOMPROBLEM_H

#include "ckpt/Planning/Schedule.h"

#include <random>

namespace ckpt::planning::testing {

class RandomProblem {
public:
  explicit RandomProblem(uint32_t seed) : random(seed) {}

  int32_t below(int32_t n) { return static_cast<int32_t>(random() % n); }
  bool chance(int32_t percent) { return below(100) < percent; }

  Problem make(int32_t n, bool extended) {
    Problem p;
    p.name = "random";
    for (int32_t v = 0; v < n; ++v) {
      Node node;
      node.name = "n" + std::to_string(v);
      int32_t outputs = extended && chance(25) ? below(4) : 1;
      for (int32_t k = 0; k < outputs; ++k)
        node.outputs.push_back(chance(30) ? 4 : below(9));
      node.time = below(6);
      addInputs(p, node, v);
      if (extended)
        addExtras(p, node, v);
      p.nodes.push_back(std::move(node));
    }
    return p;
  }

  /// Recomputes random nodes at random places, where that is allowed.
  Schedule schedule(const Problem &p, int32_t tries) {
    Schedule s = referenceSchedule(p);
    for (int32_t i = 0; i < tries; ++i) {
      Schedule t = s;
      int32_t v = below(static_cast<int32_t>(p.nodes.size()));
      t.insert(t.begin() + below(static_cast<int32_t>(t.size()) + 1), v);
      if (evaluate(p, t).valid())
        s = t;
    }
    return s;
  }

private:
  void addInputs(const Problem &p, Node &node, int32_t v) {
    for (int32_t i = below(4); i > 0 && v > 0; --i) {
      int32_t u = chance(50) ? v - 1 - below(std::min(v, 3)) : below(v);
      if (!p.nodes[u].outputs.empty())
        node.inputs.push_back(
            {u, below(static_cast<int32_t>(p.nodes[u].outputs.size()))});
    }
  }

  void addExtras(const Problem &p, Node &node, int32_t v) {
    if (chance(25))
      node.workspace = below(8);
    for (size_t i = 0; i < node.inputs.size(); ++i)
      if (!node.outputs.empty() && chance(40)) {
        int32_t k = below(static_cast<int32_t>(node.outputs.size()));
        ValueRef in = node.inputs[i];
        if (chance(80))
          node.outputs[k] = p.nodes[in.node].outputs[in.output];
        node.inPlace.push_back({k, static_cast<int32_t>(i)});
      }
    if (v > 0 && chance(10))
      node.after.push_back(below(v));
    if (chance(10))
      node.recompute = false;
    if (!node.outputs.empty() && chance(10))
      node.keep.push_back(0);
    if (chance(20))
      node.readsPersistent.push_back(below(3));
    for (int32_t x = 0; x < 3; ++x)
      if (!overwritten[x] && v > 3 && chance(6)) {
        overwritten[x] = true;
        node.overwritesPersistent.push_back(x);
      }
    auto &reads = node.readsPersistent;
    for (size_t i = 0; i < reads.size();)
      if (overwritten[reads[i]])
        reads.erase(reads.begin() + i);
      else
        ++i;
  }

  std::mt19937 random;
  bool overwritten[3] = {false, false, false};
};

} // namespace ckpt::planning::testing

#endif // CKPT_TEST_UNIT_PLANNING_RANDOMPROBLEM_H
