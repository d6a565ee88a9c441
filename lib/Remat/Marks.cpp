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

  bool readsPersistent(const StepNode &node, int32_t storage) const {
    return llvm::any_of(node.operands, [&](const StepSource &source) {
      return source.isPersistent() && source.persistent == storage;
    });
  }

  /// The last clone that reads what node `index` overwrites, if the node can
  /// wait for it; else the node itself. `reading`: the last clone that reads
  /// each persistent value.
  size_t
  lastReadingClone(size_t index,
                   const llvm::DenseMap<int32_t, size_t> &reading) const {
    const StepNode &node = graph.nodes[index];
    size_t last = index;
    if (node.gradient || !node.writesPersistent())
      return last;
    for (int32_t storage : node.storage)
      if (auto reader = reading.find(storage); reader != reading.end())
        last = std::max(last, reader->second);
    for (size_t i = index + 1; i <= last; ++i) {
      const StepNode &other = graph.nodes[i];
      bool blocks = llvm::any_of(other.operands, [&](const StepSource &source) {
        return source.isNode() && source.node == int32_t(index);
      });
      for (int32_t storage : other.storage)
        blocks |= storage >= 0 && readsPersistent(node, storage);
      if (blocks)
        return index;
    }
    return last;
  }

  /// A state that the forward part updates, and that clones read: the update
  /// waits for them.
  void delayOverwrites() {
    size_t count = graph.nodes.size();
    llvm::DenseMap<int32_t, size_t> reading;
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      for (const StepSource &source : node.operands)
        if (node.cloneOf >= 0 && source.isPersistent())
          reading[source.persistent] = index;
    if (reading.empty())
      return;
    std::vector<std::vector<int32_t>> waiting(count);
    bool any = false;
    for (size_t i = 0; i < count; ++i) {
      waiting[lastReadingClone(i, reading)].push_back(i);
      any |= waiting[i].empty() || waiting[i].back() != int32_t(i);
    }
    if (!any)
      return;
    std::vector<int32_t> order, place(count);
    for (std::vector<int32_t> &list : waiting) {
      // The clone itself is the last of its list: the others came earlier.
      if (!list.empty())
        std::rotate(list.begin(), list.end() - 1, list.end());
      for (int32_t node : list) {
        place[node] = order.size();
        order.push_back(node);
      }
    }
    reorder(order, place);
  }

  void reorder(llvm::ArrayRef<int32_t> order, llvm::ArrayRef<int32_t> place) {
    std::vector<StepNode> nodes;
    std::vector<int32_t> origin;
    auto move = [&](int32_t &node) {
      if (node >= 0)
        node = place[node];
    };
    for (int32_t index : order) {
      StepNode &node = nodes.emplace_back(std::move(graph.nodes[index]));
      origin.push_back(marked.origin[index]);
      move(node.cloneOf);
      for (StepSource &source : node.operands)
        move(source.node);
      // What it waits for without reading it may have been delayed itself.
      for (int32_t &earlier : node.after)
        move(earlier);
      llvm::erase_if(node.after, [&](int32_t earlier) {
        return earlier >= int32_t(nodes.size()) - 1;
      });
    }
    graph.nodes = std::move(nodes);
    marked.origin = std::move(origin);
    for (StepSource &source : graph.results)
      move(source.node);
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
