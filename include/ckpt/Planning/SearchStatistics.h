//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Figures of the search's inner loop, for ckpt-bench.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PLANNING_SEARCHSTATISTICS_H
#define CKPT_PLANNING_SEARCHSTATISTICS_H

#include "ckpt/Planning/Problem.h"

namespace ckpt::planning {

struct SearchStatistics {
  double stepsPerSecond = 0;
  /// Memory-profile updates per step, and slots per update.
  double updatesPerStep = 0;
  double slotsPerUpdate = 0;
  /// Part of the time spent in these updates, from the same number of updates
  /// of the average length on their own.
  double updateShare = 0;
  /// The vector variant that was chosen at run time.
  std::string kernels;
};

/// Runs `steps` steps of the annealing search on one thread. `problem` must be
/// verified.
SearchStatistics measureSearch(const Problem &problem, int64_t budget,
                               int64_t steps);

} // namespace ckpt::planning

#endif // CKPT_PLANNING_SEARCHSTATISTICS_H
