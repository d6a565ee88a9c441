//===- Packing.h - Offsets in one arena -------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic storage allocation: intervals with sizes get offsets so that no two
// that are alive at the same time overlap, in as few bytes as possible. Plain
// C++; knows neither IR nor planner.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MEMORY_PACKING_H
#define CKPT_MEMORY_PACKING_H

#include <cstdint>
#include <vector>

namespace ckpt::memory {

/// Alive during the events first .. last, both included.
struct Interval {
  int64_t bytes = 0;
  int32_t first = 0;
  int32_t last = 0;
};

struct Packing {
  std::vector<int64_t> offsets;
  /// The arena's size.
  int64_t bytes = 0;
  /// The most bytes alive at one event: no arena can be smaller.
  int64_t lowerBound = 0;
};

struct PackingOptions {
  /// Pairs of intervals that the search looks at, at most: 50 million of them
  /// take about a second.
  int64_t effort = 200'000'000;
  /// The bound is aimed at with a quarter of the effort. The rest is for arenas
  /// that are larger than this; 0: than a fifth of a percent above the bound.
  int64_t goalBytes = 0;
};

/// First fit in an order that is improved by annealing. Deterministic. Sizes
/// are expected to be multiples of the alignment.
Packing pack(const std::vector<Interval> &intervals,
             const PackingOptions &options = {});

} // namespace ckpt::memory

#endif // CKPT_MEMORY_PACKING_H
