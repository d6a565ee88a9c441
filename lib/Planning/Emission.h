//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From "which values are dropped between which uses" to a schedule.
//
// In the reference order a node has uses u0 = itself < u1 < u2 ... (the nodes
// that read any of its outputs). A gap (u_k, u_k+1) is dropped when the node is
// recomputed for u_k+1 or for whatever needs it first inside the gap.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_EMISSION_H
#define CKPT_LIB_PLANNING_EMISSION_H

#include "ckpt/Planning/Graph.h"
#include "ckpt/Planning/Schedule.h"

namespace ckpt::planning {

class GapTable {
public:
  explicit GapTable(const Graph &graph);

  struct Gap {
    int32_t node;
    int32_t begin, end; // uses; the gap is strictly between
  };
  /// All droppable gaps (with at least one event inside), by node and position.
  const std::vector<Gap> &all() const { return gaps; }
  int32_t size() const { return static_cast<int32_t>(gaps.size()); }
  /// The gaps of `node` are first(node) .. first(node + 1).
  int32_t first(int32_t node) const { return firstGap[node]; }
  /// The last use of a node that can be recomputed (itself, if nothing reads
  /// it); the end of the graph for others.
  int32_t lastUse(int32_t node) const { return lastUses[node]; }
  /// The node's longest gap, or -1.
  int32_t longest(int32_t node) const;

private:
  std::vector<Gap> gaps;
  std::vector<int32_t> firstGap;
  std::vector<int32_t> lastUses;
};

/// What happens to a value behind its last use when a recomputation needs it.
enum class Tails {
  Live, ///< its copy lives until then: right where few values are dropped
  Dead  ///< it is recomputed too: right for long chains
};

/// Emits schedules for drop sets; keeps its buffers between calls.
class Emitter {
public:
  Emitter(const Graph &graph, const GapTable &table, Tails tails = Tails::Live);

  /// `dropped` has one flag per gap of the table. Values recomputed for a chain
  /// whose root lies in another segment are forgotten after it, except those
  /// marked `lasting` (both optional, by node).
  /// Empty when the schedule would be absurdly long.
  Schedule emit(const std::vector<char> &dropped,
                const std::vector<int32_t> *segment = nullptr,
                const std::vector<char> *lasting = nullptr);

private:
  bool dead(int32_t node, int32_t position);
  void recompute(int32_t root, int32_t position, Schedule &out);

  const Graph &graph;
  const GapTable &table;
  const Tails tails;
  const std::vector<char> *dropped = nullptr;
  const std::vector<int32_t> *segment = nullptr;
  const std::vector<char> *lasting = nullptr;
  std::vector<int32_t> cursor;   // by node: its first gap not yet behind
  std::vector<int32_t> restored; // by node: the gap it was recomputed in
  std::vector<int32_t> stack, transient;
};

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_EMISSION_H
