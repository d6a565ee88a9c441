//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/Plan.h"

#include <algorithm>

using namespace ckpt::planning;

/// Bisection with quick searches; every search also reports the lowest peak it
/// saw, so a failed one still moves the upper end.
Plan ckpt::planning::minimizePeak(const Problem &problem,
                                  const PlanOptions &options) {
  PlanOptions quick = options;
  quick.budgetBytes = INT64_MAX;
  Plan best = plan(problem, quick);
  if (best.status == Status::Error)
    return best;
  auto start = std::chrono::steady_clock::now();
  auto timeLeft = [&] {
    return options.timeLimitSeconds -
           std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
               .count();
  };
  quick.effort = std::min(options.effort, Effort::Default);
  int64_t steps = 0;
  bool stopped = false;
  int64_t low = best.floorBytes, high = best.peak;
  while (low < high && !stopped) {
    if (options.timeLimitSeconds > 0)
      quick.timeLimitSeconds = std::max(1e-3, timeLeft());
    quick.budgetBytes = low + (high - low) / 2;
    Plan r = plan(problem, quick);
    steps += r.steps;
    stopped = r.stoppedEarly;
    // The last thousandth is not worth a search of its own each time.
    int64_t tolerance = std::max<int64_t>(1, best.floorBytes / 2000);
    if (!r.schedule.empty() && r.peak < high) {
      best = r;
      high = r.peak;
      quick.seeds.push_back(r.schedule);
    }
    if (!r.fits())
      low = std::min(high, quick.budgetBytes + tolerance);
  }
  best.steps = steps;
  best.stoppedEarly = stopped;
  if (best.status == Status::NotFound)
    best.status = Status::Feasible; // it fits what it reached
  return best;
}

std::vector<Plan> ckpt::planning::paretoFront(const Problem &problem,
                                              const PlanOptions &options,
                                              unsigned points) {
  PlanOptions quick = options;
  quick.effort = Effort::Quick;
  Plan lowest = minimizePeak(problem, quick);
  if (lowest.status == Status::Error)
    return {lowest};
  PlanOptions each = options;
  each.effort = std::min(options.effort, Effort::Default);
  each.budgetBytes = INT64_MAX;
  Plan reference = plan(problem, each);
  // From small budgets to large ones: a plan that fits a smaller one is a seed.
  std::vector<Plan> front;
  int64_t low = lowest.peak, high = reference.peak;
  each.seeds.push_back(lowest.schedule);
  for (unsigned i = 0; i < points && low < high; ++i) {
    each.budgetBytes = low + static_cast<int64_t>(
                                 static_cast<double>(high - low) * i / points);
    Plan r = plan(problem, each);
    if (!r.fits())
      continue;
    each.seeds.assign(1, r.schedule);
    front.push_back(std::move(r));
  }
  front.push_back(std::move(reference));
  std::reverse(front.begin(), front.end());
  return front;
}
