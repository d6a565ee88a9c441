//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties over random problems with every field: two evaluations agree, the
// editable sequence agrees with them after any edit, every solver honours all
// fields and never exceeds the budget.
//
//===----------------------------------------------------------------------===//

#include "Annealing/Annealer.h"
#include "RandomProblem.h"
#include "ckpt/Planning/Plan.h"
#include "ckpt/Planning/ProblemIO.h"

#include <gtest/gtest.h>

using namespace ckpt::planning;
using ckpt::planning::testing::RandomProblem;

namespace {

TEST(PlanningProperties, CostAgreesWithEvaluate) {
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    RandomProblem random(seed);
    Problem p = random.make(1 + random.below(14), seed % 4 != 0);
    ASSERT_FALSE(verify(p)) << *verify(p);
    Graph graph(p);
    Schedule s = random.schedule(p, 20);
    Evaluation e = evaluate(p, s);
    ASSERT_TRUE(e.valid()) << e.error;
    Cost c;
    std::vector<int64_t> memory;
    ASSERT_TRUE(cost(graph, s, c, &memory));
    EXPECT_EQ(memory, e.memory) << "seed " << seed;
    EXPECT_EQ(c.peak, e.peak);
    EXPECT_EQ(static_cast<double>(c.time), e.time);
  }
}

TEST(PlanningProperties, CostAndEvaluateRejectTheSame) {
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    RandomProblem random(seed);
    int32_t n = 2 + random.below(6);
    Problem p = random.make(n, true);
    Schedule s = referenceSchedule(p);
    for (int i = 0; i < 3; ++i)
      s.insert(s.begin() + random.below(static_cast<int32_t>(s.size())),
               random.below(n));
    std::swap(s[random.below(n)], s[random.below(n)]);
    Graph graph(p);
    Cost c;
    EXPECT_EQ(cost(graph, s, c), evaluate(p, s).valid()) << "seed " << seed;
  }
}

/// After a whole annealing cycle (thousands of edits and undone edits) the
/// incrementally kept sums equal those of the evaluation.
TEST(PlanningProperties, SequenceStaysConsistent) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    RandomProblem random(seed);
    Problem p = random.make(3 + random.below(25), seed % 4 != 0);
    Graph graph(p);
    Cost reference;
    ASSERT_TRUE(cost(graph, referenceSchedule(p), reference));
    int64_t budget = std::max<int64_t>(1, reference.peak * 7 / 10);
    AnnealingOptions options;
    options.keepOrder = seed % 2;
    options.seed = seed + 1;
    Annealer annealer(graph, budget, options);
    Request request{graph,           budget, options.keepOrder,
                    Effort::Default, 1,      std::nullopt};
    annealer.cycle(referenceSchedule(p), 3000, request);
    Cost c;
    std::vector<int64_t> memory;
    ASSERT_TRUE(cost(graph, annealer.current(), c, &memory)) << "seed " << seed;
    int64_t over = 0;
    for (int64_t m : memory)
      over += std::max<int64_t>(0, m - budget);
    // The end event counts the kept values once more.
    Evaluation e = evaluate(p, annealer.current());
    ASSERT_TRUE(e.valid()) << e.error;
    int64_t kept = 0;
    for (const Node &node : p.nodes)
      for (int32_t k : node.keep)
        kept += node.outputs[k];
    over += std::max<int64_t>(0, kept - budget);
    EXPECT_EQ(over, annealer.sequence().over) << "seed " << seed;
    EXPECT_EQ(c.time, annealer.sequence().time) << "seed " << seed;
  }
}

TEST(PlanningProperties, EverySolverHonoursEveryField) {
  for (const std::string &solver : SolverRegistry().names())
    for (uint32_t seed = 0; seed < 60; ++seed) {
      RandomProblem random(seed);
      Problem p = random.make(4 + random.below(20), true);
      int64_t peak = evaluate(p, referenceSchedule(p)).peak;
      PlanOptions options;
      options.budgetBytes = peak * (60 + random.below(40)) / 100;
      options.keepOrder = seed % 2;
      options.effort = Effort::Quick;
      options.solver = solver;
      Plan r = plan(p, options);
      ASSERT_NE(r.status, Status::Error) << solver << ": " << r.error;
      if (!r.fits())
        continue;
      Evaluation e = evaluate(p, r.schedule);
      ASSERT_TRUE(e.valid()) << solver << " seed " << seed << ": " << e.error;
      EXPECT_LE(e.peak, options.budgetBytes);
      EXPECT_EQ(e.peak, r.peak);
      if (options.keepOrder) {
        int32_t next = 0;
        for (int32_t v : r.schedule) {
          EXPECT_LE(v, next) << solver << " seed " << seed;
          next += v == next;
        }
      }
    }
}

TEST(PlanningProperties, ProblemSurvivesWritingAndReading) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    RandomProblem random(seed);
    Problem p = random.make(1 + random.below(20), true), q;
    std::string text = writeProblem(p);
    auto error = parseProblem(text, q);
    ASSERT_FALSE(error) << *error;
    EXPECT_EQ(writeProblem(q), text);
    Schedule s = random.schedule(p, 10), t;
    ASSERT_FALSE(parseSchedule(writeSchedule(s), t));
    EXPECT_EQ(s, t);
  }
}

} // namespace
