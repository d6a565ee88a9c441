//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans for large chain-like graphs in near-linear time: cuts, a price, and a
// refill.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_CONSTRUCTOR_CUTS_H
#define CKPT_LIB_PLANNING_CONSTRUCTOR_CUTS_H

#include "../Emission.h"

namespace ckpt::planning {

/// The nodes whose longest gap meets the part of the reference order that is
/// over the budget: dropping them may help.
struct Candidates {
  Candidates(const Graph &graph, const GapTable &table, int64_t budget);

  std::vector<int32_t> gap;   // by node: its gap, or -1
  std::vector<int64_t> bytes; // by node: freed in the gap
  std::vector<double> ratios; // time per byte, sorted, one per candidate
};

/// Cut positions, and what crosses them. Where the candidates' bytes since the
/// last cut reach `cap`, the next cut is the position crossed by the fewest
/// bytes in the second half of that window.
struct Cuts {
  Cuts(const Graph &graph, const GapTable &table, const Candidates &candidates,
       int64_t cap, Tails tails);

  /// By node: the number of cuts before it.
  std::vector<int32_t> segment;
  /// By cut, the candidates that cross it.
  std::vector<std::vector<int32_t>> crossing;
};

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_CONSTRUCTOR_CUTS_H
