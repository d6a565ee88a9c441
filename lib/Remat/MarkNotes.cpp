//===- MarkNotes.cpp - Regions that save nothing, budgets of regions ---===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkedRegions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ckpt;

void MarkedRegions::note(size_t region, const std::string &text, bool error) {
  notes.push_back({int64_t(region),
                   "region '" + regions[region].name + "': " + text, error});
}

std::string MarkedRegions::describe(const StepSource &source) const {
  return "'" + graph.nodes[source.node].name + "' (" +
         std::to_string(bytesOf(source.node, source.output)) + " bytes)";
}

//===----------------------------------------------------------------------===//
// Regions that save nothing
//===----------------------------------------------------------------------===//

/// No node is left that was written in the region.
bool MarkedRegions::isEmpty(int64_t region) const {
  return llvm::none_of(marks, [&](ArrayRef<int64_t> list) {
    return llvm::is_contained(list, region);
  });
}

/// Values of other regions, and yields, that clones of `region` would read
/// and that would not have been kept without them.
std::vector<StepSource>
MarkedRegions::keptFor(const std::vector<StepSource> &dropped,
                       int64_t region) const {
  std::vector<StepSource> kept;
  llvm::SetVector<int32_t> needed;
  for (const StepSource &source : dropped)
    needed.insert(source.node);
  llvm::SmallDenseSet<std::pair<int32_t, int32_t>> seen;
  for (size_t i = 0; i < needed.size(); ++i)
    for (const StepSource &source : graph.nodes[needed[i]].operands) {
      if (!source.isNode() || !seen.insert({source.node, source.output}).second)
        continue;
      if (isInside(source.node, source.output, region) &&
          !maySave(regions[region], graph.nodes[source.node], source.output) &&
          isClonable(graph.nodes[source.node]))
        needed.insert(source.node);
      else if (!readByGradient[source.node][source.output] &&
               !droppable[source.node][source.output])
        kept.push_back(source);
    }
  return kept;
}

std::vector<StepSource> MarkedRegions::droppedBy(int64_t region) const {
  std::vector<StepSource> dropped;
  for (size_t node = 0; node < droppable.size(); ++node)
    for (size_t output = 0; output < droppable[node].size(); ++output)
      if (readByGradient[node][output] && isClonable(graph.nodes[node]) &&
          isInside(node, output, region) &&
          !maySave(regions[region], graph.nodes[node], output))
        dropped.push_back({int32_t(node), int32_t(output), -1});
  return dropped;
}

void MarkedRegions::skipUseless() {
  std::vector<size_t> useless;
  for (auto [index, region] : llvm::enumerate(regions)) {
    if (!region.drops() || region.strict || isEmpty(index))
      continue;
    std::vector<StepSource> dropped = droppedBy(index);
    std::vector<StepSource> kept = keptFor(dropped, index);
    int64_t freed = 0;
    for (const StepSource &source : dropped)
      freed += bytesOf(source.node, source.output);
    for (const StepSource &source : kept)
      freed -= bytesOf(source.node, source.output);
    if (freed > 0)
      continue;
    useless.push_back(index);
    note(index, "saves 0 bytes: " + reason(index, dropped, kept), false);
  }
  for (size_t index : useless)
    regions[index].skipped = true;
  if (!useless.empty())
    findDroppable();
}

std::optional<StepSource> MarkedRegions::largestRead(
    llvm::function_ref<bool(size_t, size_t)> filter) const {
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

std::string MarkedRegions::reason(int64_t region,
                                  const std::vector<StepSource> &dropped,
                                  const std::vector<StepSource> &kept) const {
  if (!dropped.empty())
    return "to compute " + describe(dropped.front()) + " again its input " +
           describe(kept.front()) + " must stay";
  // Read by a node of the region, defined outside.
  auto isInput = [&](size_t node, size_t output) {
    if (llvm::is_contained(marks[node], region))
      return false;
    for (size_t reader = 0; reader < graph.nodes.size(); ++reader)
      if (llvm::is_contained(marks[reader], region))
        for (const StepSource &source : graph.nodes[reader].operands)
          if (source.node == int32_t(node) && source.output == int32_t(output))
            return true;
    return false;
  };
  if (auto input = largestRead(isInput))
    return "its only large value, " + describe(*input) + ", is also its input";
  auto isYield = [&](size_t node, size_t output) {
    return llvm::is_contained(marks[node], region) &&
           leaves[node][output].contains(region);
  };
  if (auto yield = largestRead(isYield))
    return "its only large value, " + describe(*yield) + ", is also its result";
  return "the gradient reads nothing that is defined in it and may be "
         "dropped";
}

//===----------------------------------------------------------------------===//
// What cannot be obeyed
//===----------------------------------------------------------------------===//

void MarkedRegions::findNames() {
  for (auto [index, node] : llvm::enumerate(graph.nodes))
    for (int64_t region : marks[index])
      for (size_t output = 0; output < node.op->getNumResults(); ++output)
        if (auto found = regions[region].names.find(nameOf(node, output));
            found != regions[region].names.end())
          found->second = true;
}

void MarkedRegions::reportVain() {
  findNames();
  for (auto [index, region] : llvm::enumerate(regions)) {
    std::vector<std::string> missing;
    if (region.policy == Policy::Names)
      for (const auto &[name, found] : region.names)
        if (!found)
          missing.push_back("'" + name.str() + "'");
    if (!missing.empty())
      note(index, "no value in it is called " + llvm::join(missing, ", "),
           /*error=*/region.strict);
    std::vector<std::string> fixed;
    if (region.drops() && !isEmpty(index))
      for (const StepSource &source : fixedIn(index))
        if (!maySave(region, graph.nodes[source.node], source.output))
          fixed.push_back(describe(source));
    if (!fixed.empty())
      note(index,
           llvm::join(fixed, ", ") + " cannot be computed again and stays",
           /*error=*/region.strict);
  }
}

std::vector<StepSource> MarkedRegions::fixedIn(int64_t region) const {
  std::vector<StepSource> fixed;
  for (auto [index, node] : llvm::enumerate(graph.nodes))
    for (size_t output = 0; output < readByGradient[index].size(); ++output)
      if (!node.gradient && !isClonable(node) &&
          readByGradient[index][output] && isInside(index, output, region) &&
          node.storage[output] < 0 && bytesOf(index, output) > 0)
        fixed.push_back({int32_t(index), int32_t(output), -1});
  return fixed;
}

std::vector<StepSource> MarkedRegions::savedValues() const {
  llvm::SetVector<std::pair<int32_t, int32_t>> saved;
  llvm::SetVector<int32_t> readers;
  for (auto [index, node] : llvm::enumerate(graph.nodes))
    if (node.gradient)
      readers.insert(index);
  // A clone reads too.
  for (size_t i = 0; i < readers.size(); ++i)
    for (const StepSource &source : graph.nodes[readers[i]].operands) {
      if (!source.isNode() || graph.nodes[source.node].gradient)
        continue;
      if (droppable[source.node][source.output])
        readers.insert(source.node);
      else
        saved.insert({source.node, source.output});
    }
  std::vector<StepSource> result;
  for (auto [node, output] : saved)
    result.push_back({node, output, -1});
  llvm::sort(result, [](const StepSource &a, const StepSource &b) {
    return std::tie(a.node, a.output) < std::tie(b.node, b.output);
  });
  return result;
}

LogicalResult MarkedRegions::checkBudgets() const {
  std::vector<StepSource> saved = savedValues();
  for (auto [index, region] : llvm::enumerate(regions)) {
    if (!region.budget)
      continue;
    int64_t bytes = 0;
    std::vector<std::string> inside;
    for (const StepSource &source : saved)
      if (isInside(source.node, source.output, index)) {
        bytes += bytesOf(source.node, source.output);
        inside.push_back(describe(source));
      }
    if (bytes > *region.budget)
      return emitError(func::FuncOp(graph.step).getLoc())
             << "region '" << region.name << "': its budget of "
             << *region.budget << " bytes cannot be met: " << bytes
             << " bytes have to survive it: " << llvm::join(inside, ", ");
  }
  return success();
}
