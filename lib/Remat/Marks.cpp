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
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

using namespace mlir;
using namespace ckpt;

namespace {
struct RegionPolicy {
  std::string name;
  Policy policy = Policy::Auto;
  /// In their order, and whether some value has the name.
  llvm::MapVector<StringRef, bool> names;
  bool strict = false;
  /// It would save nothing, so it is not obeyed.
  bool skipped = false;
  /// Bytes defined inside that may be saved.
  std::optional<int64_t> budget;
};

class MarkApplier {
public:
  MarkApplier(StepGraph &graph, Policy defaultPolicy)
      : graph(graph), defaultPolicy(defaultPolicy) {}

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
    findNames();
    findDroppable();
    if (skipUseless())
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
    return !region.skipped &&
           (region.policy == Policy::Nothing || region.policy == Policy::Names);
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
      if (region.policy == Policy::Auto)
        region.policy = defaultPolicy;
      if (auto name = dictionary.getAs<StringAttr>("name"))
        region.name = name.str();
      region.strict = dictionary.contains("strict");
      if (auto names = dictionary.getAs<ArrayAttr>("names"))
        for (Attribute name : names)
          region.names.insert({cast<StringAttr>(name).getValue(), false});
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
      for (int64_t region : node.marks())
        if (region < 0 || region >= int64_t(regions.size()))
          return node.op->emitError("is marked with region ")
                 << region << ", but there are " << regions.size();
      marks.push_back(node.marks());
    }
    return success();
  }

  /// The name that the result has for policies; empty: none.
  static StringRef nameOf(const StepNode &node, unsigned output) {
    if (!node.launch) {
      auto name = node.op->getAttrOfType<StringAttr>(nameAttrName);
      return name ? name.getValue() : StringRef();
    }
    auto names = node.op->getAttrOfType<ArrayAttr>(namesAttrName);
    return names && output < names.size()
               ? cast<StringAttr>(names[output]).getValue()
               : StringRef();
  }

  /// Whether the policy of `region` lets this result of `node` be saved.
  bool maySave(const RegionPolicy &region, const StepNode &node,
               unsigned output) const {
    if (!drops(region))
      return true;
    return region.policy == Policy::Names &&
           region.names.contains(nameOf(node, output));
  }

  /// Reports the names of a policy that no value in the region has.
  void findNames() {
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      for (int64_t region : marks[index])
        for (size_t output = 0; output < node.op->getNumResults(); ++output)
          if (auto found = regions[region].names.find(nameOf(node, output));
              found != regions[region].names.end())
            found->second = true;
    for (auto [index, region] : llvm::enumerate(regions)) {
      if (region.policy != Policy::Names)
        continue;
      std::string missing;
      for (const auto &[name, found] : region.names)
        if (!found)
          missing += (missing.empty() ? "'" : ", '") + name.str() + "'";
      if (!missing.empty())
        note(index, "no value in it is called " + missing,
             /*error=*/region.strict);
    }
  }

  void note(size_t region, const std::string &text, bool error) {
    marked.notes.push_back({int64_t(region),
                            "region '" + regions[region].name + "': " + text,
                            error});
  }

  void findReadByGradient() {
    for (StepNode &node : graph.nodes)
      readByGradient.emplace_back(node.op->getNumResults());
    for (StepNode &node : graph.nodes)
      for (const StepSource &source : node.operands)
        if (node.gradient && source.isNode())
          readByGradient[source.node][source.output] = true;
  }

  /// A value leaves the regions that do not hold all of its forward readers.
  void findLeaving() {
    for (StepNode &node : graph.nodes)
      leaves.emplace_back(node.op->getNumResults());
    auto leave = [&](const StepSource &source, ArrayRef<int64_t> readerMarks) {
      for (int64_t region : marks[source.node])
        if (!llvm::is_contained(readerMarks, region))
          leaves[source.node][source.output].insert(region);
    };
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      if (!node.gradient)
        for (const StepSource &source : node.operands)
          if (source.isNode())
            leave(source, marks[index]);
    for (const StepSource &source : graph.results)
      if (source.isNode())
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
    droppable.clear();
    for (auto [index, node] : llvm::enumerate(graph.nodes)) {
      std::vector<char> flags(node.op->getNumResults());
      for (size_t output = 0; isClonable(node) && output < flags.size();
           ++output)
        for (int64_t region : marks[index])
          flags[output] |= isInside(index, output, region) &&
                           !maySave(regions[region], node, output);
      droppable.push_back(std::move(flags));
    }
  }

  int64_t bytesOf(size_t node, size_t output) const {
    return bufferBytes(graph.nodes[node].op->getResult(output).getType(),
                       cpuAlignment);
  }

  /// Values of other regions, and yields, that clones of `region` would read
  /// and that would not have been kept without them.
  std::vector<StepSource> keptFor(const std::vector<int32_t> &dropped,
                                  int64_t region) const {
    std::vector<StepSource> kept;
    llvm::SetVector<int32_t> needed(dropped.begin(), dropped.end());
    llvm::SmallDenseSet<std::pair<int32_t, int32_t>> seen;
    for (size_t i = 0; i < needed.size(); ++i)
      for (const StepSource &source : graph.nodes[needed[i]].operands) {
        if (!source.isNode() ||
            !seen.insert({source.node, source.output}).second)
          continue;
        if (isInside(source.node, source.output, region) &&
            !maySave(regions[region], graph.nodes[source.node],
                     source.output) &&
            isClonable(graph.nodes[source.node]))
          needed.insert(source.node);
        else if (!readByGradient[source.node][source.output] &&
                 !droppable[source.node][source.output])
          kept.push_back(source);
      }
    return kept;
  }

  /// Marks the regions that would free no bytes as skipped, and says why.
  bool skipUseless() {
    bool any = false;
    for (auto [index, region] : llvm::enumerate(regions)) {
      if (!drops(region) || region.strict || isEmpty(index))
        continue;
      std::vector<int32_t> dropped;
      int64_t freed = 0;
      for (size_t node = 0; node < graph.nodes.size(); ++node)
        for (size_t output = 0; output < droppable[node].size(); ++output)
          if (readByGradient[node][output] && isClonable(graph.nodes[node]) &&
              isInside(node, output, index) &&
              !maySave(region, graph.nodes[node], output)) {
            dropped.push_back(node);
            freed += bytesOf(node, output);
          }
      std::vector<StepSource> kept = keptFor(dropped, index);
      for (const StepSource &source : kept)
        freed -= bytesOf(source.node, source.output);
      if (freed > 0)
        continue;
      skipped.push_back(index);
      note(index, "saves 0 bytes: " + reason(index, dropped, kept), false);
      any = true;
    }
    for (size_t index : skipped)
      regions[index].skipped = true;
    return any;
  }

  /// No node is left that was written in the region.
  bool isEmpty(int64_t region) const {
    return llvm::none_of(marks, [&](ArrayRef<int64_t> list) {
      return llvm::is_contained(list, region);
    });
  }

  /// The largest value that the gradient reads among those that `filter` takes.
  template <typename Filter>
  std::optional<StepSource> largestRead(Filter filter) const {
    std::optional<StepSource> best;
    int64_t most = 0;
    for (size_t node = 0; node < graph.nodes.size(); ++node)
      for (size_t output = 0; output < readByGradient[node].size(); ++output)
        if (readByGradient[node][output] && bytesOf(node, output) > most &&
            filter(node, output)) {
          most = bytesOf(node, output);
          best = StepSource{int32_t(node), int32_t(output), -1};
        }
    return best;
  }

  std::string describe(const StepSource &source) const {
    return "'" + graph.nodes[source.node].name + "' (" +
           std::to_string(bytesOf(source.node, source.output)) + " bytes)";
  }

  std::string reason(int64_t region, const std::vector<int32_t> &dropped,
                     const std::vector<StepSource> &kept) const {
    if (!dropped.empty())
      return "to compute " + describe({dropped.front(), 0, -1}) +
             " again its input " + describe(kept.front()) + " must stay";
    // Read by a node of the region, defined outside.
    auto isInput = [&](size_t node, size_t output) {
      if (llvm::is_contained(marks[node], region))
        return false;
      for (size_t reader = 0; reader < graph.nodes.size(); ++reader)
        if (llvm::is_contained(marks[reader], region))
          for (const StepSource &source : graph.nodes[reader].operands)
            if (source.node == int32_t(node) &&
                source.output == int32_t(output))
              return true;
      return false;
    };
    if (auto input = largestRead(isInput))
      return "its only large value, " + describe(*input) +
             ", is also its input";
    auto isYield = [&](size_t node, size_t output) {
      return llvm::is_contained(marks[node], region) &&
             leaves[node][output].contains(region);
    };
    if (auto yield = largestRead(isYield))
      return "its only large value, " + describe(*yield) +
             ", is also its result";
    return "the gradient reads nothing that is defined in it and may be "
           "dropped";
  }

  /// Saves of the values inside a region what its budget holds: those that take
  /// longest to compute again per byte first. What the gradient does not read
  /// is dropped too: a clone could read it.
  void limitBytes(size_t region) {
    std::vector<StepSource> candidates;
    for (auto [index, node] : llvm::enumerate(graph.nodes))
      for (size_t output = 0; output < droppable[index].size(); ++output)
        if (isClonable(node) && !droppable[index][output] &&
            isInside(index, output, region)) {
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
    return source.isNode() && droppable[source.node][source.output];
  }

  /// Rebuilds the list of nodes with each clone before its first reader.
  void insertClones() {
    std::vector<StepNode> old = std::move(graph.nodes);
    graph.nodes.clear();
    std::vector<int32_t> position(old.size(), -1), clone(old.size(), -1);
    int32_t previousGradient = -1, phase = 0;
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
        position[index] = append(index, node, /*readsClones=*/false);
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
        if (previousGradient >= 0)
          copy.after.push_back(previousGradient);
        clone[needed] = append(needed, std::move(copy), true);
        ++marked.clones;
      }
      position[index] = append(index, node, /*readsClones=*/true);
      previousGradient = position[index];
    }
    for (StepSource &source : graph.results)
      if (source.isNode())
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
  Policy defaultPolicy;
  std::vector<RegionPolicy> regions;
  std::vector<size_t> skipped;
  std::vector<ArrayRef<int64_t>> marks;
  std::vector<std::vector<char>> droppable, readByGradient;
  /// For each result of each node the regions that it leaves.
  std::vector<std::vector<llvm::SmallDenseSet<int64_t, 4>>> leaves;
};
} // namespace

FailureOr<MarkedGraph> ckpt::applyMarks(StepGraph &graph,
                                        Policy defaultPolicy) {
  return MarkApplier(graph, defaultPolicy).run();
}
