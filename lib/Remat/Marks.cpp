//===- Marks.cpp - The clones that policies demand ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A policy is a constraint on which values may be live between a region's end
// and the gradient. It becomes part of the problem by construction: a value
// that may not be saved gets a clone, as a node of its own that the gradient
// reads instead. The solver may then recompute more, but cannot save less.
//
//===----------------------------------------------------------------------===//

#include "MarkedRegions.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <queue>
#include <tuple>

using namespace mlir;
using namespace ckpt;

namespace {
class MarkApplier : MarkedRegions {
public:
  MarkApplier(StepGraph &graph, Policy defaultPolicy)
      : MarkedRegions(graph, defaultPolicy), graph(graph) {}

  FailureOr<MarkedGraph> run() {
    if (failed(read()))
      return failure();
    if (isFree()) {
      for (size_t i = 0; i < graph.nodes.size(); ++i)
        marked.origin.push_back(i);
      return std::move(marked);
    }
    if (failed(analyze()))
      return failure();
    skipUseless();
    reportVain();
    for (size_t i = 0; i < regions.size(); ++i)
      if (regions[i].budget)
        limitBytes(i);
    if (failed(checkBudgets()))
      return failure();
    pinSaved();
    insertClones();
    delayOverwrites();
    marked.notes = std::move(notes);
    return std::move(marked);
  }

private:
  /// Saves of the values inside a region what its budget holds: those that take
  /// longest to compute again per byte first. What the gradient does not read
  /// is dropped too: a clone could read it.
  void limitBytes(size_t region) {
    std::vector<StepSource> candidates;
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      for (size_t output = 0; output < droppable[index].size(); ++output)
        if (isClonable(node) && !droppable[index][output] &&
            isInside(index, output, region) && !mustStay(index, output)) {
          droppable[index][output] = true;
          if (readByGradient[index][output])
            candidates.push_back({int32_t(index), int32_t(output), -1});
        }
    auto density = [&](const StepSource &source) {
      return graph.nodes[source.node].nanoseconds /
             std::max<int64_t>(bytesOf(source.node, source.output), 1);
    };
    std::sort(candidates.begin(), candidates.end(),
              [&](const StepSource &a, const StepSource &b) {
                if (density(a) != density(b))
                  return density(a) > density(b);
                return std::tie(a.node, a.output) < std::tie(b.node, b.output);
              });
    int64_t left = *regions[region].budget;
    for (const StepSource &source : candidates) {
      int64_t bytes = bytesOf(source.node, source.output);
      if (bytes > left)
        continue;
      left -= bytes;
      droppable[source.node][source.output] = false;
    }
  }

  /// `everything`: what the gradient reads is never computed again.
  bool mustStay(size_t node, size_t output) const {
    return readByGradient[node][output] && !droppable[node][output] &&
           llvm::any_of(marks[node], [&](int64_t region) {
             return regions[region].policy == Policy::Everything &&
                    isInside(node, output, region);
           });
  }

  void pinSaved() {
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      for (size_t output = 0; output < droppable[index].size(); ++output)
        node.pinned |= mustStay(index, output);
  }

  bool isDroppable(const StepSource &source) const {
    return source.isNode() && droppable[source.node][source.output];
  }

  /// Rebuilds the list of nodes with each clone before its first reader.
  void insertClones() {
    std::vector<StepNode> old = std::move(graph.nodes);
    graph.nodes.clear();
    std::vector<int32_t> position(old.size(), -1), clone(old.size(), -1);
    int32_t previous = -1, phase = 0;
    auto append = [&](int32_t origin, StepNode node, bool readsClones) {
      marked.origin.push_back(origin);
      for (int32_t &earlier : node.after)
        earlier = position[earlier];
      for (StepSource &source : node.operands) {
        if (!source.isNode())
          continue;
        bool useClone = readsClones && isDroppable(source);
        source.node = useClone ? clone[source.node] : position[source.node];
      }
      graph.nodes.push_back(std::move(node));
      return int32_t(graph.nodes.size() - 1);
    };
    for (auto [index, node] : llvm::enumerate(old)) {
      // Another gradient does not keep the clones of the one before.
      if (node.gradient && node.phase != phase) {
        clone.assign(old.size(), -1);
        phase = node.phase;
      }
      if (node.gradient)
        for (int32_t needed : missingClones(old, node, clone)) {
          StepNode copy = old[needed];
          copy.gradient = true;
          copy.phase = node.phase;
          copy.keep.clear();
          copy.cloneOf = position[needed];
          clone[needed] = append(needed, std::move(copy), true);
          places.push_back({clone[needed], previous});
          ++marked.clones;
        }
      previous = position[index] =
          append(index, node, /*readsClones=*/node.gradient);
    }
    for (StepSource &source : graph.results)
      if (source.isNode())
        source.node = position[source.node];
  }

  /// For each node those that must come after it: its readers, those that say
  /// so, and what overwrites what it reads.
  std::vector<std::vector<int32_t>> successors() const {
    std::vector<std::vector<int32_t>> later(graph.nodes.size());
    llvm::DenseMap<int32_t, int32_t> writer;
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      for (int32_t storage : node.storage)
        if (storage >= 0)
          writer[storage] = index;
    for (auto [index, node] : llvm::enumerate(graph.nodes)) {
      for (int32_t earlier : node.after)
        later[earlier].push_back(index);
      for (const StepSource &source : node.operands) {
        if (source.isNode())
          later[source.node].push_back(index);
        else if (auto found = writer.find(source.persistent);
                 source.isPersistent() && found != writer.end() &&
                 found->second != int32_t(index))
          later[index].push_back(found->second);
      }
    }
    return later;
  }

  /// A clone may read what a node before it overwrites, a state of the forward
  /// part or a parameter whose gradient was complete early: such a node and
  /// what depends on it wait for the clone. All others stay in their order.
  void delayOverwrites() {
    std::vector<std::vector<int32_t>> later = successors();
    std::vector<int32_t> missing(graph.nodes.size()), order;
    for (llvm::ArrayRef<int32_t> list : later)
      for (int32_t node : list)
        ++missing[node];
    std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> ready;
    for (auto [index, count] : llvm::enumerate(missing))
      if (count == 0)
        ready.push(index);
    while (!ready.empty()) {
      order.push_back(ready.top());
      ready.pop();
      for (int32_t node : later[order.back()])
        if (--missing[node] == 0)
          ready.push(node);
    }
    assert(order.size() == graph.nodes.size() && "clones read saved values");
    reorder(order);
  }

  void reorder(llvm::ArrayRef<int32_t> order) {
    std::vector<int32_t> place(order.size());
    for (auto [index, node] : llvm::enumerate(order))
      place[node] = index;
    auto move = [&](int32_t &node) {
      if (node >= 0)
        node = place[node];
    };
    std::vector<StepNode> nodes;
    std::vector<int32_t> origin;
    for (int32_t index : order) {
      StepNode &node = nodes.emplace_back(std::move(graph.nodes[index]));
      origin.push_back(marked.origin[index]);
      move(node.cloneOf);
      for (StepSource &source : node.operands)
        move(source.node);
      for (int32_t &earlier : node.after)
        move(earlier);
    }
    // Not before the place that it is for, nor among the forward nodes.
    for (auto [clone, previous] : places) {
      int32_t at = place[clone], earlier = place[previous];
      nodes[at].after.push_back(earlier < at ? earlier : at - 1);
    }
    graph.nodes = std::move(nodes);
    marked.origin = std::move(origin);
    for (StepSource &source : graph.results)
      move(source.node);
  }

  /// The forward nodes that must be cloned before `reader`, in order.
  std::vector<int32_t> missingClones(const std::vector<StepNode> &nodes,
                                     const StepNode &reader,
                                     const std::vector<int32_t> &clone) const {
    llvm::SetVector<int32_t> needed;
    auto require = [&](const StepNode &node) {
      for (const StepSource &source : node.operands)
        if (isDroppable(source) && clone[source.node] < 0)
          needed.insert(source.node);
    };
    require(reader);
    for (size_t i = 0; i < needed.size(); ++i)
      require(nodes[needed[i]]);
    std::vector<int32_t> sorted(needed.begin(), needed.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

  StepGraph &graph;
  MarkedGraph marked;
  /// Clones, and the node before the reader that each is for.
  std::vector<std::pair<int32_t, int32_t>> places;
};
} // namespace

FailureOr<MarkedGraph> ckpt::applyMarks(StepGraph &graph,
                                        Policy defaultPolicy) {
  return MarkApplier(graph, defaultPolicy).run();
}
