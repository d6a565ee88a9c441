//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules and the one function that says what a schedule costs.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PLANNING_SCHEDULE_H
#define CKPT_PLANNING_SCHEDULE_H

#include "ckpt/Planning/Problem.h"

namespace ckpt::planning {

/// Node indices; a node may occur several times. Each use reads the latest
/// earlier occurrence.
using Schedule = std::vector<int32_t>;

/// One output computed by one event.
struct Copy {
  int32_t event;
  int32_t output;
  /// The last event that reads this copy; `event` when there is none. Kept
  /// values end at the last event of the schedule.
  int32_t lastUse;
  /// Index of the copy whose storage this one takes at `event`, or -1.
  int32_t inPlaceOf = -1;
  /// Nothing reads it, and it is not kept.
  bool unread = false;
};

struct Evaluation {
  /// Empty when the schedule is valid; then the rest is set.
  std::string error;
  int64_t peak = 0;
  int32_t peakEvent = 0;
  double time = 0;
  /// Bytes live at each event: copies live there, each shared storage counted
  /// once, and the workspace.
  std::vector<int64_t> memory;
  /// All copies, by event and then by output. Event e's first copy is
  /// copies[firstCopy[e]]; firstCopy has one entry more than there are events.
  std::vector<Copy> copies;
  std::vector<int32_t> firstCopy;
  /// For every event, the copies that its node's inputs read, in input order.
  std::vector<int32_t> reads;
  std::vector<int32_t> firstRead;

  bool valid() const { return error.empty(); }
};

/// Evaluates a schedule. A copy is live from its event to its last use, both
/// included. Where a node's `inPlace` allows it and the event is the last use
/// of the input's copy, the pairs are taken greedily in their listed order
/// (an output and a copy are each used once), and that storage is counted once
/// at that event. `problem` must be verified.
Evaluation evaluate(const Problem &problem, const Schedule &schedule);

/// The reference order: every node once.
Schedule referenceSchedule(const Problem &problem);

/// True when first occurrences stand in the reference order.
bool keepsReferenceOrder(const Schedule &schedule);

/// Sum of the times of all nodes once.
double baseTime(const Problem &problem);

} // namespace ckpt::planning

#endif // CKPT_PLANNING_SCHEDULE_H
