//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An example of a solver of one's own: ask for it by name.
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/Generators.h"
#include "ckpt/Planning/Plan.h"

#include <gtest/gtest.h>

using namespace ckpt::planning;

namespace {

/// Recomputes every node just before each of its readers, as long as that is
/// allowed for its own inputs: keeps almost nothing.
class KeepNothing : public Solver {
public:
  void solve(const Request &request, Incumbent &incumbent) override {
    const Graph &graph = request.graph;
    Schedule schedule;
    for (int32_t v = 0; v < graph.numNodes; ++v) {
      for (int32_t u : graph.inputs[v]) {
        int32_t input = graph.owner[u];
        if (graph.recomputable[input] && graph.overwriters[input].empty() &&
            graph.inputs[input].empty() && input + 1 != v)
          schedule.push_back(input);
      }
      schedule.push_back(v);
    }
    ++incumbent.steps;
    incumbent.offer(schedule, "keep-nothing");
  }
};

TEST(SolverExample, RegistersAndIsAskedForByName) {
  SolverRegistry solvers;
  ASSERT_TRUE(solvers.add("keep-nothing",
                          [] { return std::make_unique<KeepNothing>(); }));
  EXPECT_FALSE(solvers.add("keep-nothing", nullptr)) << "the name is taken";
  EXPECT_EQ(solvers.names().back(), "keep-nothing");

  // in(8) is read by both ends of a chain.
  Problem p;
  auto add = [&](int64_t bytes, std::vector<ValueRef> inputs) {
    Node node;
    node.outputs = {bytes};
    node.time = 1;
    node.inputs = std::move(inputs);
    p.nodes.push_back(node);
  };
  add(8, {});
  add(1, {{0, 0}});
  add(9, {{1, 0}});
  add(1, {{2, 0}});
  add(1, {{3, 0}, {0, 0}});
  PlanOptions options;
  options.solver = "keep-nothing";
  EXPECT_EQ(plan(p, options).status, Status::Error) << "in no registry";
  options.solvers = &solvers;
  options.budgetBytes = 10;
  Plan r = plan(p, options);
  EXPECT_TRUE(r.fits());
  EXPECT_EQ(r.solver, "keep-nothing");
  EXPECT_EQ(r.schedule, (Schedule{0, 1, 2, 3, 0, 4}));
}

TEST(Fronts, AreMonotoneAndEndAtTheSmallestPeak) {
  Problem p = *generate("unet", 41, 1);
  PlanOptions options;
  options.effort = Effort::Quick;
  std::vector<Plan> front = paretoFront(p, options, 6);
  ASSERT_GE(front.size(), 4u);
  EXPECT_EQ(front[0].overheadPercent, 0);
  for (size_t i = 1; i < front.size(); ++i) {
    EXPECT_LE(front[i].peak, front[i - 1].peak);
    EXPECT_GE(front[i].overheadPercent, front[i - 1].overheadPercent);
    EXPECT_EQ(evaluate(p, front[i].schedule).peak, front[i].peak);
  }
  Plan lowest = minimizePeak(p, options);
  EXPECT_LE(lowest.peak, front.back().peak);
  EXPECT_GE(lowest.peak, lowest.floorBytes);
}

TEST(Fronts, OfAChainAreProved) {
  Problem p = *generate("chain", 35, 1);
  PlanOptions options;
  options.effort = Effort::Quick;
  for (const Plan &plan : paretoFront(p, options, 4))
    EXPECT_EQ(plan.status, Status::Optimal) << plan.peak;
}

TEST(Plan, IsNeverWorseThanASeed) {
  Problem p = *generate("training", 101, 1);
  PlanOptions options;
  options.budgetBytes = evaluate(p, referenceSchedule(p)).peak / 3;
  Plan good = plan(p, options);
  ASSERT_TRUE(good.fits());
  options.seeds = {good.schedule};
  options.solver = "sqrt";
  EXPECT_LE(plan(p, options).time, good.time);
}

} // namespace
