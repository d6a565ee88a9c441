//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/SearchStatistics.h"
#include "Annealing/Annealer.h"

#include <algorithm>

using namespace ckpt::planning;

static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

SearchStatistics ckpt::planning::measureSearch(const Problem &problem,
                                               int64_t budget, int64_t steps) {
  Graph graph(problem);
  Annealer annealer(graph, budget, AnnealingOptions());
  Request request{graph, budget, false, Effort::Default, 1, std::nullopt};
  auto start = std::chrono::steady_clock::now();
  annealer.cycle(referenceSchedule(problem), steps, request);
  double total = secondsSince(start);
  const EventSequence &sequence = annealer.sequence();
  SearchStatistics result;
  double done = static_cast<double>(std::max<int64_t>(1, annealer.stepsDone()));
  double updates = static_cast<double>(sequence.rangeUpdates);
  result.stepsPerSecond = done / std::max(total, 1e-9);
  result.updatesPerStep = updates / done;
  result.slotsPerUpdate =
      static_cast<double>(sequence.rangeSlots) / std::max(1.0, updates);
  result.kernels = rangeKernels().name;

  // The same updates alone.
  std::vector<int64_t> memory(sequence.numSlots(), 0);
  int64_t length = std::min<int64_t>(
      sequence.numSlots(), static_cast<int64_t>(result.slotsPerUpdate) + 1);
  int64_t room = sequence.numSlots() - length + 1, at = 0, sum = 0;
  start = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < sequence.rangeUpdates; ++i) {
    sum += rangeKernels().add(memory.data() + at, length, i % 2 ? 1 : -1, sum);
    at = (at + 97) % room;
  }
  result.updateShare =
      std::min(1.0, secondsSince(start) / std::max(total, 1e-9));
  return result;
}
