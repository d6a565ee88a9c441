//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps values again where a schedule has room.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_CONSTRUCTOR_REFILL_H
#define CKPT_LIB_PLANNING_CONSTRUCTOR_REFILL_H

#include "ckpt/Planning/Graph.h"
#include "ckpt/Planning/Schedule.h"

namespace ckpt::planning {

/// Removes recomputations, the dearest per byte first, as long as the copy
/// before fits over the span. Returns a valid schedule; within the budget when
/// `schedule` is and nothing was shared in a way this does not follow (check).
Schedule refill(const Graph &graph, const Schedule &schedule, int64_t budget);

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_CONSTRUCTOR_REFILL_H
