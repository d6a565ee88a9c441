//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rematerialization problem: what the planner sees of a training step. It
// knows nothing of any IR.
//
// Nodes stand in a reference order (inputs come first). Node times are in any
// unit (ns in ckpt); sizes are bytes. See DESIGN.md, section 5.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PLANNING_PROBLEM_H
#define CKPT_PLANNING_PROBLEM_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ckpt::planning {

/// One output of one node.
struct ValueRef {
  int32_t node = 0;
  int32_t output = 0;

  bool operator==(const ValueRef &o) const {
    return node == o.node && output == o.output;
  }
};

/// Output `output` may take the storage of the input at position `input` when
/// the event is that copy's last use. The sizes must be equal and the copy must
/// not be read through another operand that is not in place with the same
/// output; other pairs are never shared.
struct InPlacePair {
  int32_t output = 0;
  int32_t input = 0;
};

struct Node {
  std::string name;
  /// Bytes of each output. May be zero, e.g. when an output takes the place of
  /// a persistent buffer. A node may have no output at all.
  std::vector<int64_t> outputs;
  /// Bytes that live only during an event of this node.
  int64_t workspace = 0;
  double time = 0;
  std::vector<ValueRef> inputs;
  std::vector<InPlacePair> inPlace;
  /// Nodes that must have occurred before any occurrence of this one; has no
  /// effect on lifetimes.
  std::vector<int32_t> after;
  /// Buffers outside the problem (numbered by the caller, not counted in any
  /// peak) that this node reads, and those that it overwrites. In a schedule
  /// every occurrence of a reader of X comes before the node that overwrites X.
  /// A node that overwrites may read the same X, and is never recomputed.
  std::vector<int32_t> readsPersistent;
  std::vector<int32_t> overwritesPersistent;
  /// False: occurs exactly once.
  bool recompute = true;
  /// Outputs whose latest copy stays live to the end of the schedule (results
  /// of the step).
  std::vector<int32_t> keep;
  /// The checkpoint region, for reports only; -1 is none.
  int32_t region = -1;
};

struct Problem {
  std::string name;
  std::vector<Node> nodes;
};

/// The first thing that is wrong with the problem (a reference out of range or
/// against the reference order, a negative or overflowing size), or nothing.
std::optional<std::string> verify(const Problem &problem);

/// The in-place pairs of `node` that may ever be shared, in their order.
std::vector<InPlacePair> usableInPlace(const Problem &problem, int32_t node);

/// False for nodes with `recompute` false and for those that overwrite.
inline bool isRecomputable(const Node &node) {
  return node.recompute && node.overwritesPersistent.empty();
}

} // namespace ckpt::planning

#endif // CKPT_PLANNING_PROBLEM_H
