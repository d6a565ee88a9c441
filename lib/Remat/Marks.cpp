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
#include <optional>
#include <string>

using namespace mlir;
using namespace ckpt;

namespace {
struct RegionPolicy {
  Policy policy = Policy::Auto;
  llvm::StringSet<> names;
  /// Bytes defined inside that may be saved.
  std::optional<int64_t> budget;
};

class MarkApplier {
public:
  MarkApplier(StepGraph &graph, bool autoMeansNothing)
      : graph(graph), autoMeansNothing(autoMeansNothing) {}

  FailureOr<MarkedGraph> run() {
    if (failed(readRegions()))
      return failure();
    if (llvm::none_of(regions, [&](const RegionPolicy &region) {
          return drops(region) || region.budget ||
                 region.policy == Policy::Everything;
        })) {
      for (size_t i = 0; i < graph.nodes.size(); ++i)
        marked.origin.push_back(i);
      return std::move(marked);
    }
    if (failed(readMarks()))
      return failure();
    findReadByGradient();
    findLeaving();
    findDroppable();
    for (size_t i = 0; i < regions.size(); ++i)
      if (regions[i].budget)
        limitBytes(i);
    pinSaved();
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
      if (auto policy = dictionary.getAs<StringAttr>("policy"))
        region.policy =
            symbolizePolicy(policy.getValue()).value_or(Policy::Auto);
      if (auto names = dictionary.getAs<ArrayAttr>("names"))
        for (Attribute name : names)
          region.names.insert(cast<StringAttr>(name).getValue());
      if (failed(readBudget(dictionary, region)))
        return failure();
      regions.push_back(std::move(region));
    }
    return success();
  }

  LogicalResult readBudget(DictionaryAttr entry, RegionPolicy &region) {
    auto text = entry.getAs<StringAttr>("budget");
    if (!text)
      return success();
    std::string error;
    std::optional<measure::Budget> budget =
        measure::Budget::parse(text.getValue(), error);
    if (budget && budget->isPercent())
      error = "a region's budget needs bytes, not a percentage";
    if (!error.empty()) {
      auto name = entry.getAs<StringAttr>("name");
      return graph.step.emitError("region '")
             << (name ? name.getValue() : "") << "': " << error;
    }
    region.budget = budget->resolve(0, 0);
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

  void findReadByGradient() {
    for (StepNode &node : graph.nodes)
      readByGradient.emplace_back(node.launch.getNumResults());
    for (StepNode &node : graph.nodes)
      for (const StepSource &source : node.operands)
        if (node.gradient && !source.isPersistent())
          readByGradient[source.node][source.output] = true;
  }

  /// A value leaves the regions that do not hold all of its forward readers.
  void findLeaving() {
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
  }

  /// Whether the node can be computed again, as far as marks are concerned.
  static bool isClonable(const StepNode &node) {
    return node.recomputable && !node.gradient && !node.writesPersistent();
  }

  /// Whether this result is defined in `region` and stays there.
  bool isInside(size_t node, size_t output, int64_t region) const {
    return llvm::is_contained(marks[node], region) &&
           !leaves[node][output].contains(region);
  }

  /// droppable[n][o]: some region around it does not let it be saved, and it
  /// does not leave that region.
  void findDroppable() {
    for (auto [index, node] : llvm::enumerate(graph.nodes)) {
      std::vector<char> flags(node.launch.getNumResults());
      for (size_t output = 0; isClonable(node) && output < flags.size();
           ++output)
        for (int64_t region : marks[index])
          flags[output] |= isInside(index, output, region) &&
                           !maySave(regions[region], node, output);
      droppable.push_back(std::move(flags));
    }
  }

  /// Saves of the values inside a region the first ones that its budget holds.
  /// What the gradient does not read is dropped too: a clone could read it.
  void limitBytes(size_t region) {
    int64_t left = *regions[region].budget;
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      for (size_t output = 0; output < droppable[index].size(); ++output) {
        if (!isClonable(node) || droppable[index][output] ||
            !isInside(index, output, region))
          continue;
        int64_t bytes =
            bufferBytes(node.launch->getResult(output).getType(), cpuAlignment);
        bool saved = readByGradient[index][output] && bytes <= left;
        if (saved)
          left -= bytes;
        droppable[index][output] = !saved;
      }
  }

  /// `everything`: what the gradient reads is never computed again.
  void pinSaved() {
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      for (size_t output = 0; output < droppable[index].size(); ++output)
        for (int64_t region : marks[index])
          node.pinned |= regions[region].policy == Policy::Everything &&
                         readByGradient[index][output] &&
                         !droppable[index][output] &&
                         isInside(index, output, region);
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
  std::vector<std::vector<char>> droppable, readByGradient;
  /// For each result of each node the regions that it leaves.
  std::vector<std::vector<llvm::SmallDenseSet<int64_t, 4>>> leaves;
};
} // namespace

FailureOr<MarkedGraph> ckpt::applyMarks(StepGraph &graph,
                                        bool autoMeansNothing) {
  return MarkApplier(graph, autoMeansNothing).run();
}
