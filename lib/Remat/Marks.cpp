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
      if (!node.gradient) {
        previous = position[index] = append(index, moved(node, position),
                                            /*readsClones=*/false);
        continue;
      }
      // Another gradient does not keep the clones of the one before.
      if (node.phase != phase)
        clone.assign(old.size(), -1);
      phase = node.phase;
      for (int32_t needed : missingClones(old, node, clone)) {
        StepNode copy = old[needed];
        copy.gradient = true;
        copy.phase = node.phase;
        copy.keep.clear();
        copy.cloneOf = position[needed];
        // Not before the place that it is for, nor among the forward nodes.
        copy.after.push_back(previous);
        clone[needed] = append(needed, std::move(copy), true);
        ++marked.clones;
      }
      previous = position[index] = append(index, moved(node, position),
                                          /*readsClones=*/true);
    }
    for (StepSource &source : graph.results)
      if (source.isNode())
        source.node = position[source.node];
  }

  /// The node with the new places of those that it must come after.
  static StepNode moved(StepNode node, const std::vector<int32_t> &position) {
    for (int32_t &earlier : node.after)
      earlier = position[earlier];
    return node;
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
};
} // namespace

FailureOr<MarkedGraph> ckpt::applyMarks(StepGraph &graph,
                                        Policy defaultPolicy) {
  return MarkApplier(graph, defaultPolicy).run();
}
