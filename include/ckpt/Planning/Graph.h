//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The problem in the form that solvers work on: flat arrays, values numbered
// 0..numValues, integer times, in-place pairs already checked.
//
// An additional last node ("end") reads all kept values, takes no time and has
// no outputs. It makes "live to the end" an ordinary use. It is not part of any
// schedule that leaves a solver.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PLANNING_GRAPH_H
#define CKPT_PLANNING_GRAPH_H

#include "ckpt/Planning/Problem.h"

namespace ckpt::planning {

/// A read-only list of lists.
template <typename T> class Lists {
public:
  struct Range {
    const T *first, *last;
    const T *begin() const { return first; }
    const T *end() const { return last; }
    int32_t size() const { return static_cast<int32_t>(last - first); }
    bool empty() const { return first == last; }
    const T &operator[](int32_t i) const { return first[i]; }
    const T &back() const { return last[-1]; }
  };

  Range operator[](int32_t i) const {
    return {items.data() + offsets[i], items.data() + offsets[i + 1]};
  }
  int32_t size() const { return static_cast<int32_t>(offsets.size()) - 1; }
  /// Position of list `i`'s first item among all items.
  int32_t offset(int32_t i) const { return offsets[i]; }
  int32_t numItems() const { return static_cast<int32_t>(items.size()); }

  void push(T item) { items.push_back(item); }
  void finishList() { offsets.push_back(static_cast<int32_t>(items.size())); }

  /// Lists from (list, item) pairs, in the pairs' order.
  static Lists fromPairs(int32_t numLists,
                         const std::vector<std::pair<int32_t, T>> &pairs) {
    Lists result;
    result.offsets.assign(numLists + 1, 0);
    for (const auto &pair : pairs)
      ++result.offsets[pair.first + 1];
    for (int32_t i = 0; i < numLists; ++i)
      result.offsets[i + 1] += result.offsets[i];
    std::vector<int32_t> next(result.offsets.begin(), result.offsets.end() - 1);
    result.items.resize(pairs.size());
    for (const auto &pair : pairs)
      result.items[next[pair.first]++] = pair.second;
    return result;
  }

private:
  std::vector<int32_t> offsets{0};
  std::vector<T> items;
};

struct Graph {
  explicit Graph(const Problem &problem);

  /// A usable in-place pair: values and their (equal, positive) size.
  struct Share {
    int32_t output; // index among the node's outputs
    int32_t value;  // the input value
    int64_t bytes;
  };

  const Problem &problem;
  /// Nodes of the problem, and the end node's index.
  int32_t numNodes = 0;
  int32_t end = 0;
  int32_t numValues = 0;

  /// Values of node v are firstValue[v] .. firstValue[v + 1].
  std::vector<int32_t> firstValue;
  std::vector<int64_t> bytes;
  std::vector<int32_t> owner;

  /// By node: distinct input values. By value: distinct reading nodes.
  Lists<int32_t> inputs;
  Lists<int32_t> users;
  Lists<Share> shares;
  /// By node: nodes that must have occurred before, and the reverse.
  Lists<int32_t> after;
  Lists<int32_t> before;
  /// By node: the nodes that every occurrence must precede because they
  /// overwrite what it reads, and the reverse.
  Lists<int32_t> overwriters;
  Lists<int32_t> guarded;

  std::vector<int64_t> workspace;
  /// Times as integers; `timeUnit` of the problem's unit each. Exact when the
  /// problem's times are integers.
  std::vector<int64_t> time;
  double timeUnit = 1;
  int64_t baseTime = 0;
  std::vector<char> recomputable;
  /// Each node needs the one before it: first occurrences have no other order.
  bool singleOrder = true;

  int32_t numOutputs(int32_t node) const {
    return firstValue[node + 1] - firstValue[node];
  }
  /// Latest position in the reference order at which `node` may occur.
  int32_t deadline(int32_t node) const {
    return overwriters[node].empty() ? end : overwriters[node][0];
  }
};

/// Peak (bytes) and time (integer units) of a valid schedule, without the end
/// node. Agrees with `evaluate`; allocates little. Returns false when the
/// schedule is not valid.
struct Cost {
  int64_t peak = 0;
  int64_t time = 0;
};
bool cost(const Graph &graph, const std::vector<int32_t> &schedule, Cost &out,
          std::vector<int64_t> *memory = nullptr);

} // namespace ckpt::planning

#endif // CKPT_PLANNING_GRAPH_H
