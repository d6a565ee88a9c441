//===- Decisions.cpp - What a plan does with each value -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/Remat.h"

using namespace mlir;
using namespace ckpt;

static void readRegions(func::FuncOp step, RematResult &result) {
  auto list = step->getAttrOfType<ArrayAttr>(regionsAttrName);
  if (!list)
    return;
  for (Attribute entry : list) {
    auto dictionary = cast<DictionaryAttr>(entry);
    RegionDecision region;
    if (auto name = dictionary.getAs<StringAttr>("name"))
      region.name = name.str();
    if (auto policy = dictionary.getAs<StringAttr>("policy"))
      region.policy = symbolizePolicy(policy.getValue()).value_or(Policy::Auto);
    result.regions.push_back(std::move(region));
  }
}

void ckpt::describeDecisions(const StepGraph &graph,
                             const planning::Problem &problem,
                             const planning::Schedule &schedule,
                             RematResult &result) {
  readRegions(graph.step, result);
  // Occurrences of each forward node beyond its first; clones that a mark
  // demands are nodes of their own and count for the node they repeat.
  std::vector<int64_t> again(graph.nodes.size(), -1);
  std::vector<char> demanded(graph.nodes.size());
  auto originOf = [&](int32_t node) {
    int32_t original = graph.nodes[node].cloneOf;
    return original >= 0 ? original : node;
  };
  for (int32_t node : schedule)
    ++again[originOf(node)];
  // Which outputs the gradient reads, itself or through a demanded clone.
  std::vector<std::vector<char>> read(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    read[i].resize(problem.nodes[i].outputs.size());
  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    if (node.cloneOf >= 0)
      demanded[node.cloneOf] = true;
    if (!node.gradient || node.cloneOf >= 0)
      continue;
    for (const StepSource &source : node.operands)
      if (source.isNode())
        read[originOf(source.node)][source.output] = true;
  }

  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    if (node.gradient)
      continue;
    for (int64_t region : node.marks())
      if (region < int64_t(result.regions.size()))
        result.regions[region].costNanoseconds +=
            again[index] * problem.nodes[index].time;
    for (auto [output, bytes] : llvm::enumerate(problem.nodes[index].outputs)) {
      if (!read[index][output])
        continue;
      TensorDecision tensor;
      tensor.name = problem.nodes[index].name;
      if (read[index].size() > 1)
        tensor.name += "#" + std::to_string(output);
      tensor.bytes = bytes;
      tensor.nanoseconds = problem.nodes[index].time;
      tensor.recomputed = again[index];
      tensor.demanded = demanded[index];
      if (!node.marks().empty())
        tensor.region = node.marks().back();
      for (int64_t region : node.marks()) {
        if (region >= int64_t(result.regions.size()))
          continue;
        RegionDecision &sum = result.regions[region];
        (tensor.recomputed ? sum.recomputedBytes : sum.savedBytes) += bytes;
      }
      result.tensors.push_back(std::move(tensor));
    }
  }
}
