//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gap program: a lower bound for schedules whose first occurrences stay in
// the reference order, and often the optimum.
//
// A column is a gap (a, b) between consecutive uses of a node's outputs. x = 1:
// the node is recomputed at least once inside the gap, for `cost`. If it is
// not, what is read at b was live through the whole gap. So for every event j
//
//   sum of bytes of the columns over j that are dropped >= reference(j) -
//   budget
//
// must hold. The bound prices the rows (Lagrange) and, at the row with the
// highest price, solves the remaining 0/1 knapsack exactly.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_GAPPROGRAM_GAPPROGRAM_H
#define CKPT_LIB_PLANNING_GAPPROGRAM_GAPPROGRAM_H

#include "../Emission.h"

namespace ckpt::planning {

class GapProgram {
public:
  struct Interval {
    int32_t first, last; // events, both included
    int64_t bytes;
  };
  struct Column {
    int32_t node;
    int32_t begin, end; // the uses around the gap
    int32_t gap; // index in the gap table, or -1 when it cannot be emitted
    int64_t cost;
    int32_t firstInterval, endInterval;
  };

  GapProgram(const Graph &graph, const GapTable &table, int64_t budget);

  int32_t numColumns() const { return static_cast<int32_t>(columns.size()); }
  const Column &column(int32_t c) const { return columns[c]; }
  /// Bytes that must be freed at event `j`; not positive when none.
  int64_t need(int32_t j) const { return needs[j]; }
  int64_t greatestNeed() const;
  /// True when even dropping everything leaves some event over the budget: then
  /// no schedule in the reference order fits.
  bool impossible() const;

  /// What branching has decided about a column.
  enum Fixing : char { Free, Zero, One };
  struct Decision {
    Fixing fixing = Free;
    /// Recomputed at least twice inside the gap, for twice the cost.
    bool twice = false;
    /// Frees only the events first..last.
    int32_t first = 0, last = INT32_MAX;
    /// Recomputed for the last time behind this event; -1 when undecided.
    int32_t behind = -1;
  };
  using Decisions = std::vector<Decision>;

  /// The node of column `v` is recomputed from the value of column `u` while
  /// that is dropped as well: if both happen once, one of the two stays longer
  /// than its column says.
  struct Conflict {
    int32_t v, u;
  };
  const std::vector<Conflict> &conflicts() const { return conflictList; }

  /// Value and choice for given row prices (cost per byte).
  double price(const std::vector<double> &prices, const Decisions &decisions,
               std::vector<char> &chosen, std::vector<double> &reduced) const;
  /// need(j) minus what `chosen` frees, for every event.
  void slack(const std::vector<char> &chosen, const Decisions &decisions,
             std::vector<int64_t> &missing) const;
  /// Bytes that column `c` frees at event `j`.
  int64_t freed(int32_t c, int32_t j, const Decision &decision) const;

private:
  void addColumns(const GapTable &table, int32_t v);
  void addIntervals(int32_t v, int32_t a, int32_t b, int32_t limit);
  void findConflicts();

  const Graph &graph;
  std::vector<Column> columns;
  std::vector<Interval> intervals;
  std::vector<int32_t> firstColumn; // by node
  std::vector<Conflict> conflictList;
  std::vector<int64_t> needs;
  mutable std::vector<double> prefix;
};

/// Exact minimum of sum cost x with sum bytes x >= need over 0/1 x, or `limit`
/// when it is not below that. `complete` is false when it gave up: then the
/// result is only a lower bound.
struct CoverItem {
  double cost;   // > 0
  int64_t bytes; // > 0
  int32_t column;
};
struct CoverResult {
  double value;
  bool complete;
  int64_t work;                // states that were looked at
  std::vector<int32_t> chosen; // columns, when a solution below limit exists
};
CoverResult solveCover(std::vector<CoverItem> items, int64_t need, double limit,
                       int64_t maxWork);

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_GAPPROGRAM_GAPPROGRAM_H
