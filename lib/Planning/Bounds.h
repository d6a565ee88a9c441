//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lower bounds that cost little.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_BOUNDS_H
#define CKPT_LIB_PLANNING_BOUNDS_H

#include "ckpt/Planning/Graph.h"

namespace ckpt::planning {

/// What one node needs at least: its distinct inputs, its outputs and its
/// workspace, less what may be in place. Returns the largest and its node.
std::pair<int64_t, int32_t> peakFloor(const Graph &graph);

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_BOUNDS_H
