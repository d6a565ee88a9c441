//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inner loop of the search: add a size to a range of the memory profile and
// sum what exceeds the budget. The widest vectors that the machine has are
// chosen at run time; all variants give the same integers.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_ANNEALING_RANGEKERNELS_H
#define CKPT_LIB_PLANNING_ANNEALING_RANGEKERNELS_H

#include <cstdint>
#include <vector>

namespace ckpt::planning {

struct RangeKernels {
  /// Adds `w` to each of `memory[0..count)`; returns by how much the sum of
  /// max(0, memory - budget) grew.
  int64_t (*add)(int64_t *memory, int64_t count, int64_t w, int64_t budget);
  /// The same sum without the change.
  int64_t (*gain)(const int64_t *memory, int64_t count, int64_t w,
                  int64_t budget);
  /// The first slot above the budget, or -1.
  int64_t (*findAbove)(const int64_t *memory, int64_t count, int64_t budget);
  const char *name;
};

/// The variants that run on this machine, the narrowest vectors first; all give
/// the same results.
std::vector<RangeKernels> supportedRangeKernels();

/// The widest of them.
const RangeKernels &rangeKernels();

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_ANNEALING_RANGEKERNELS_H
