//===- StepGraph.cpp - A step as nodes and values -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/StepGraph.h"

using namespace mlir;
using namespace ckpt;

/// Bits of an element as it is stored.
static int64_t elementBits(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * elementBits(complex.getElementType());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * elementBits(vector.getElementType());
  // An index or what another dialect stores: a word.
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
}

int64_t ckpt::bufferBytes(Type type, int64_t alignment) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return 0;
  int64_t bits = elementBits(tensor.getElementType());
  int64_t bytes = tensor.getNumElements() * ((bits + 7) / 8);
  return (bytes + alignment - 1) / alignment * alignment;
}

ArrayRef<int64_t> StepNode::marks() const {
  auto attribute = op->getAttrOfType<DenseI64ArrayAttr>(marksAttrName);
  return attribute ? attribute.asArrayRef() : ArrayRef<int64_t>();
}

int64_t StepGraph::persistentBytes(int64_t alignment) const {
  int64_t sum = 0;
  for (const PersistentStorage &storage : persistent)
    sum += bufferBytes(storage.type, alignment);
  for (const StepNode &node : nodes)
    if (node.loop && node.cloneOf < 0)
      sum += node.loop->graph->persistentBytes(alignment);
  return sum;
}

static int64_t roundUp(int64_t bytes, int64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// What the planner sees of one node.
static planning::Node describe(const StepNode &node, const NodeTime &time,
                               int64_t alignment,
                               const std::vector<char> &overwritten) {
  planning::Node out;
  out.name = node.name;
  if (node.loop) {
    out.time = node.loop->trips * node.loop->time;
    out.workspace = node.loop->peak;
  } else if (KernelOp kernel = node.kernel) {
    out.time = time(kernel);
    out.workspace = roundUp(kernel.getWorkspace().value_or(0), alignment);
  } else {
    out.time = time(node.op);
  }
  out.after = node.after;
  out.recompute = node.recomputable && !node.pinned;
  out.keep = node.keep;
  for (auto [index, type] : llvm::enumerate(node.op->getResultTypes())) {
    int32_t storage = node.storage[index];
    out.outputs.push_back(storage >= 0 ? 0 : bufferBytes(type, alignment));
    if (storage >= 0)
      out.overwritesPersistent.push_back(storage);
  }
  // Position of each read among the planner's inputs, or -1.
  std::vector<int32_t> position;
  for (const StepSource &source : node.operands) {
    position.push_back(source.isNode() ? int32_t(out.inputs.size()) : -1);
    if (source.isNode())
      out.inputs.push_back({source.node, source.output});
    else if (source.isPersistent() && overwritten[source.persistent])
      out.readsPersistent.push_back(source.persistent);
  }
  for (auto [result, read] : node.inPlace)
    if (position[read] >= 0 && node.storage[result] < 0)
      out.inPlace.push_back({result, position[read]});
  return out;
}

planning::Problem StepGraph::problem(const NodeTime &time, int64_t alignment,
                                     int64_t minBytes) const {
  planning::Problem problem;
  problem.name = func::FuncOp(step).getName().str();
  std::vector<char> overwritten(persistent.size());
  for (const StepNode &node : nodes)
    for (int32_t storage : node.storage)
      if (storage >= 0)
        overwritten[storage] = true;
  for (const StepNode &node : nodes) {
    problem.nodes.push_back(describe(node, time, alignment, overwritten));
    planning::Node &out = problem.nodes.back();
    int64_t bytes = 0;
    for (int64_t output : out.outputs)
      bytes += output;
    out.recompute &= bytes >= minBytes;
  }
  return problem;
}
