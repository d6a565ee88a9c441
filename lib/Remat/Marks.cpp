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

#include "ckpt/Remat/Remat.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>

using namespace mlir;
using namespace ckpt;

namespace {
struct RegionPolicy {
  Policy policy = Policy::Auto;
  llvm::StringSet<> names;
};

class MarkApplier {
public:
  MarkApplier(StepGraph &graph, bool autoMeansNothing)
      : graph(graph), autoMeansNothing(autoMeansNothing) {}

  FailureOr<MarkedGraph> run() {
    if (failed(readRegions()))
      return failure();
    if (llvm::none_of(regions, [&](const RegionPolicy &region) {
          return drops(region);
        })) {
      for (size_t i = 0; i < graph.nodes.size(); ++i)
        marked.origin.push_back(i);
      return std::move(marked);
    }
    if (failed(readMarks()))
      return failure();
    findDroppable();
    insertClones();
    return std::move(marked);
  }

private:
  bool drops(const RegionPolicy &region) const {
    return region.policy == Policy::Nothing || region.policy == Policy::Names ||
           (region.policy == Policy::Auto && autoMeansNothing);
  }

  LogicalResult readRegions() {
    auto list = graph.step->getAttrOfType<ArrayAttr>(regionsAttrName);
    if (!list)
      return success();
    for (Attribute entry : list) {
      auto dictionary = cast<DictionaryAttr>(entry);
      RegionPolicy region;
      if (auto policy = dictionary.getAs<StringAttr>("policy")) {
        std::optional<Policy> parsed = symbolizePolicy(policy.getValue());
        if (!parsed)
          return graph.step.emitError("region with unknown policy '")
                 << policy.getValue() << "'";
        region.policy = *parsed;
      }
      if (auto names = dictionary.getAs<ArrayAttr>("names"))
        for (Attribute name : names)
          region.names.insert(cast<StringAttr>(name).getValue());
      regions.push_back(std::move(region));
    }
    return success();
  }

  LogicalResult readMarks() {
    for (StepNode &node : graph.nodes) {
      std::vector<int64_t> list;
      if (auto attribute =
              node.launch->getAttrOfType<DenseI64ArrayAttr>(marksAttrName))
        list.assign(attribute.asArrayRef().begin(),
                    attribute.asArrayRef().end());
      for (int64_t region : list)
        if (region < 0 || region >= int64_t(regions.size()))
          return node.launch.emitError("is marked with region ")
                 << region << ", but there are " << regions.size();
      marks.push_back(std::move(list));
    }
    return success();
  }

  /// Whether the policy of `region` lets this result of `node` be saved.
  bool maySave(const RegionPolicy &region, const StepNode &node,
               unsigned output) const {
    if (!drops(region))
      return true;
    if (region.policy != Policy::Names)
      return false;
    LaunchOp launch = node.launch;
    auto names = launch->getAttrOfType<ArrayAttr>(namesAttrName);
    return names && output < names.size() &&
           region.names.contains(cast<StringAttr>(names[output]).getValue());
  }

  /// droppable[n][o]: some region around it does not let it be saved, and it
  /// does not leave that region.
  void findDroppable() {
    // A value leaves the regions that do not hold all of its forward readers.
    std::vector<std::vector<llvm::SmallDenseSet<int64_t, 4>>> leaves;
    for (StepNode &node : graph.nodes)
      leaves.emplace_back(node.launch.getNumResults());
    auto leave = [&](const StepSource &source, ArrayRef<int64_t> readerMarks) {
      for (int64_t region : marks[source.node])
        if (!llvm::is_contained(readerMarks, region))
          leaves[source.node][source.output].insert(region);
    };
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      if (!node.gradient)
        for (const StepSource &source : node.operands)
          if (!source.isPersistent())
            leave(source, marks[index]);
    for (const StepSource &source : graph.results)
      if (!source.isPersistent())
        leave(source, {});

    for (auto [index, node] : llvm::enumerate(graph.nodes)) {
      std::vector<char> flags(node.launch.getNumResults());
      bool clonable = !node.gradient && !node.writesPersistent();
      for (size_t output = 0; clonable && output < flags.size(); ++output)
        for (int64_t region : marks[index])
          flags[output] |= !leaves[index][output].contains(region) &&
                           !maySave(regions[region], node, output);
      droppable.push_back(std::move(flags));
    }
  }

  bool isDroppable(const StepSource &source) const {
    return !source.isPersistent() && droppable[source.node][source.output];
  }

  /// Rebuilds the list of nodes with each clone before its first reader.
  void insertClones() {
    std::vector<StepNode> old = std::move(graph.nodes);
    graph.nodes.clear();
    std::vector<int32_t> position(old.size(), -1), clone(old.size(), -1);
    int32_t previousGradient = -1;
    auto append = [&](int32_t origin, StepNode node, bool readsClones) {
      marked.origin.push_back(origin);
      for (StepSource &source : node.operands) {
        if (source.isPersistent())
          continue;
        bool useClone = readsClones && isDroppable(source);
        source.node = useClone ? clone[source.node] : position[source.node];
      }
      graph.nodes.push_back(std::move(node));
      return int32_t(graph.nodes.size() - 1);
    };
    for (auto [index, node] : llvm::enumerate(old)) {
      if (!node.gradient) {
        position[index] = append(index, node, /*readsClones=*/false);
        continue;
      }
      for (int32_t needed : missingClones(old, node, clone)) {
        StepNode copy = old[needed];
        copy.gradient = true;
        copy.cloneOf = position[needed];
        if (previousGradient >= 0)
          copy.after.push_back(previousGradient);
        clone[needed] = append(needed, std::move(copy), true);
        ++marked.clones;
      }
      position[index] = append(index, node, /*readsClones=*/true);
      previousGradient = position[index];
    }
    for (StepSource &source : graph.results)
      if (!source.isPersistent())
        source.node = position[source.node];
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
  bool autoMeansNothing;
  std::vector<RegionPolicy> regions;
  std::vector<std::vector<int64_t>> marks;
  std::vector<std::vector<char>> droppable;
};
} // namespace

FailureOr<MarkedGraph> ckpt::applyMarks(StepGraph &graph,
                                        bool autoMeansNothing) {
  return MarkApplier(graph, autoMeansNothing).run();
}
