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

/// What exceeds the budget, with the end event's kept values.
static int64_t overflow(const Problem &p, const Graph &graph, const Schedule &s,
                        int64_t budget) {
  Cost c;
  std::vector<int64_t> memory;
  EXPECT_TRUE(cost(graph, s, c, &memory));
  int64_t kept = 0, over = 0;
  for (const Node &node : p.nodes)
    for (int32_t k : node.keep)
      kept += node.outputs[k];
  memory.push_back(kept);
  for (int64_t m : memory)
    over += std::max<int64_t>(0, m - budget);
  return over;
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
    ASSERT_TRUE(cost(graph, annealer.current(), c)) << "seed " << seed;
    Evaluation e = evaluate(p, annealer.current());
    ASSERT_TRUE(e.valid()) << e.error;
    EXPECT_EQ(overflow(p, graph, annealer.current(), budget),
              annealer.sequence().over)
        << "seed " << seed;
    EXPECT_EQ(c.time, annealer.sequence().time) << "seed " << seed;
  }
}

/// Moves over readers and other copies as well, as long as they are valid.
TEST(PlanningProperties, MovesKeepTheSums) {
  int32_t moves = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    RandomProblem random(seed);
    Problem p = random.make(3 + random.below(25), seed % 4 != 0);
    Graph graph(p);
    Schedule start = random.schedule(p, 20);
    Cost c;
    ASSERT_TRUE(cost(graph, start, c));
    int64_t budget = std::max<int64_t>(1, c.peak * 7 / 10);
    EventSequence s(graph, budget);
    s.assign(start);
    for (int i = 0; i < 100; ++i) {
      int32_t e = s.slots[random.below(s.numSlots())];
      int32_t g = s.eventFrom(random.below(s.pos[s.endEvent] + 1));
      if (e < 0 || e == s.endEvent || g == e || g == s.eventAfter(e))
        continue;
      Schedule expected;
      for (int32_t f : s.slots) {
        if (f < 0)
          continue;
        if (f == g)
          expected.push_back(s.node[e]);
        if (f != e && f != s.endEvent)
          expected.push_back(s.node[f]);
      }
      if (!cost(graph, expected, c))
        continue;
      s.move(e, g);
      ++moves;
      ASSERT_EQ(s.schedule(), expected) << "seed " << seed;
      ASSERT_EQ(s.over, overflow(p, graph, expected, budget))
          << "seed " << seed;
      ASSERT_EQ(s.time, c.time) << "seed " << seed;
    }
  }
  EXPECT_GT(moves, 5000);
}

TEST(PlanningProperties, RangeKernelsAgree) {
  std::vector<RangeKernels> kernels = supportedRangeKernels();
  ASSERT_FALSE(kernels.empty());
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    std::vector<int64_t> memory(random() % 200);
    for (int64_t &m : memory)
      m = random() % 4 ? static_cast<int64_t>(random() % 100) : INT64_MIN / 4;
    int64_t w = static_cast<int64_t>(random() % 60) - 30;
    int64_t budget = random() % 120,
            count = static_cast<int64_t>(memory.size());
    std::vector<int64_t> expected = memory;
    int64_t before = 0, after = 0, first = -1;
    for (int64_t k = count; k-- > 0;) {
      if (memory[k] > budget)
        first = k;
      before += std::max<int64_t>(0, memory[k] - budget);
      expected[k] += w;
      after += std::max<int64_t>(0, expected[k] - budget);
    }
    for (const RangeKernels &kernel : kernels) {
      std::vector<int64_t> changed = memory;
      EXPECT_EQ(kernel.findAbove(memory.data(), count, budget), first);
      EXPECT_EQ(kernel.gain(memory.data(), count, w, budget), after - before);
      EXPECT_EQ(kernel.add(changed.data(), count, w, budget), after - before);
      EXPECT_EQ(changed, expected) << kernel.name;
    }
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
