//===- MarkedRegions.cpp - What policies say about the values ----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkedRegions.h"

using namespace mlir;
using namespace ckpt;

LogicalResult MarkedRegions::read() {
  auto list = graph.step->getAttrOfType<ArrayAttr>(regionsAttrName);
  if (!list)
    return success();
  for (Attribute entry : list) {
    auto dictionary = cast<DictionaryAttr>(entry);
    RegionPolicy region;
    if (auto policy = dictionary.getAs<StringAttr>("policy"))
      region.policy = symbolizePolicy(policy.getValue()).value_or(Policy::Auto);
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

LogicalResult MarkedRegions::readBudget(DictionaryAttr entry,
                                        RegionPolicy &region) {
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
    return emitError(func::FuncOp(graph.step).getLoc())
           << "region '" << (name ? name.getValue() : "") << "': " << error;
  }
  region.budget = budget->resolve(0, 0);
  return success();
}

bool MarkedRegions::isFree() const {
  return llvm::none_of(regions, [](const RegionPolicy &region) {
    return region.drops() || region.budget ||
           region.policy == Policy::Everything;
  });
}

LogicalResult MarkedRegions::analyze() {
  for (const StepNode &node : graph.nodes) {
    for (int64_t region : node.marks())
      if (region < 0 || region >= int64_t(regions.size()))
        return node.op->emitError("is marked with region ")
               << region << ", but there are " << regions.size();
    marks.push_back(node.marks());
  }
  findReadByGradient();
  findLeaving();
  findDroppable();
  return success();
}

StringRef MarkedRegions::nameOf(const StepNode &node, unsigned output) {
  if (!node.launch) {
    auto name = node.op->getAttrOfType<StringAttr>(nameAttrName);
    return name ? name.getValue() : StringRef();
  }
  auto names = node.op->getAttrOfType<ArrayAttr>(namesAttrName);
  return names && output < names.size()
             ? cast<StringAttr>(names[output]).getValue()
             : StringRef();
}

bool MarkedRegions::maySave(const RegionPolicy &region, const StepNode &node,
                            unsigned output) const {
  if (!region.drops())
    return true;
  return region.policy == Policy::Names &&
         region.names.contains(nameOf(node, output));
}

void MarkedRegions::findReadByGradient() {
  for (const StepNode &node : graph.nodes)
    readByGradient.emplace_back(node.op->getNumResults());
  for (const StepNode &node : graph.nodes)
    for (const StepSource &source : node.operands)
      if (node.gradient && source.isNode())
        readByGradient[source.node][source.output] = true;
}

/// A value leaves the regions that do not hold all of its forward readers.
void MarkedRegions::findLeaving() {
  for (const StepNode &node : graph.nodes)
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

/// droppable[n][o]: some region around it does not let it be saved, and it
/// does not leave that region.
void MarkedRegions::findDroppable() {
  droppable.clear();
  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    std::vector<char> flags(node.op->getNumResults());
    for (size_t output = 0; isClonable(node) && output < flags.size(); ++output)
      for (int64_t region : marks[index])
        flags[output] |= isInside(index, output, region) &&
                         !maySave(regions[region], node, output);
    droppable.push_back(std::move(flags));
  }
}
