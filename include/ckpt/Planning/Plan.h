//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planner: a problem and a budget in, a schedule with its figures out.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PLANNING_PLAN_H
#define CKPT_PLANNING_PLAN_H

#include "ckpt/Planning/Solver.h"

namespace ckpt::planning {

struct PlanOptions {
  /// Limits the peak of the schedule. Persistent buffers are not part of a
  /// problem: take them off first.
  int64_t budgetBytes = 0;
  bool keepOrder = false;
  Effort effort = Effort::Default;
  /// Stops the search early when positive; then the result depends on the
  /// machine's speed, and `stoppedEarly` says so.
  double timeLimitSeconds = 0;
  /// Changes the speed only, never the result.
  unsigned threads = 2;
  /// The result is never worse than any of these that fits.
  std::vector<Schedule> seeds;
  /// Empty: the default sequence of solvers.
  std::string solver;
  /// Where `solver` is looked up; the built-in ones when null.
  const SolverRegistry *solvers = nullptr;
};

enum class Status {
  Optimal,    ///< proved, for the order that `boundKeepsOrder` says
  Feasible,   ///< fits; `lowerBoundPercent` and `gapPercent` are set
  Infeasible, ///< no schedule can fit; floor, node and operands say why
  NotFound,   ///< nothing found that fits; `schedule` has the lowest peak found
  Error       ///< bad input; `error` says what
};

const char *toString(Status status);

struct Plan {
  Status status = Status::Error;
  std::string error;
  Schedule schedule;
  int64_t peak = 0;
  /// In the problem's unit.
  double time = 0;
  double baseTime = 0;
  /// 100 * (time - baseTime) / baseTime.
  double overheadPercent = 0;
  double lowerBoundPercent = 0;
  double gapPercent = 0;
  /// The bound holds for schedules whose first occurrences are in the reference
  /// order only (else for every schedule).
  bool boundKeepsOrder = false;
  /// No schedule fits, although every node alone would (for the order that
  /// `boundKeepsOrder` says).
  bool provedImpossible = false;
  /// No schedule can have a lower peak than this: one node needs it.
  int64_t floorBytes = 0;
  int32_t floorNode = -1;
  std::vector<ValueRef> floorOperands;
  std::string solver;
  int64_t steps = 0;
  bool stoppedEarly = false;

  bool fits() const {
    return status == Status::Optimal || status == Status::Feasible;
  }
};

/// Plans. When the reference order fits it is returned unchanged.
Plan plan(const Problem &problem, const PlanOptions &options);

/// The smallest peak that the search reaches (`options.budgetBytes` is
/// ignored), by bisection between the floor and the reference peak.
Plan minimizePeak(const Problem &problem, const PlanOptions &options);

/// A monotone front: plans for falling budgets, from the reference peak down to
/// the smallest that is found, `points` of them at most. A plan for a smaller
/// budget serves a larger one when it is faster.
std::vector<Plan> paretoFront(const Problem &problem,
                              const PlanOptions &options, unsigned points);

} // namespace ckpt::planning

#endif // CKPT_PLANNING_PLAN_H
