//===- Explain.cpp - Why a budget cannot be met ---------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Locations.h"
#include "ckpt/Remat/Remat.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace mlir;
using namespace ckpt;
using planning::Node;
using planning::Problem;
using planning::ValueRef;

/// How many tensors are named that would lower the floor, or that have to stay.
static constexpr size_t floorTensors = 3;

static std::string valueName(const Problem &problem, ValueRef value) {
  const Node &node = problem.nodes[value.node];
  return node.outputs.size() == 1
             ? node.name
             : node.name + "#" + std::to_string(value.output);
}

namespace {
/// What each node needs by itself, as the planner's floor counts it, and how
/// much of that is one tensor's.
class Needs {
public:
  explicit Needs(const Problem &problem) : problem(problem) {
    for (size_t v = 0; v < problem.nodes.size(); ++v) {
      int64_t sum = problem.nodes[v].workspace;
      for (const auto &[value, bytes] : contributions(v))
        sum += bytes;
      // A pair that shares storage counts once, whichever of the two is absent.
      for (ValueRef input : sharedInputs(v))
        sum += problem.nodes[input.node].outputs[input.output];
      needs.push_back(sum);
      order.push_back(v);
    }
    std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      return std::make_pair(-needs[a], a) < std::make_pair(-needs[b], b);
    });
  }

  /// Bytes of node `v` that would be gone without the value.
  std::vector<std::pair<ValueRef, int64_t>> contributions(int32_t v) const {
    const Node &node = problem.nodes[v];
    std::vector<ValueRef> seen = sharedInputs(v);
    std::vector<char> isShared(node.outputs.size());
    for (planning::InPlacePair pair : usableInPlace(problem, v))
      isShared[pair.output] = true;
    std::vector<std::pair<ValueRef, int64_t>> result;
    for (ValueRef input : node.inputs) {
      if (llvm::is_contained(seen, input))
        continue;
      seen.push_back(input);
      result.push_back(
          {input, problem.nodes[input.node].outputs[input.output]});
    }
    for (size_t output = 0; output < node.outputs.size(); ++output)
      if (!isShared[output])
        result.push_back({{v, int32_t(output)}, node.outputs[output]});
    return result;
  }

  /// The largest need if `value` had no bytes.
  int64_t floorWithout(ValueRef value) const {
    int64_t most = 0;
    for (int32_t v : order) {
      // The needs fall: nothing after this node can be more.
      if (needs[v] <= most)
        break;
      int64_t need = needs[v];
      for (const auto &[other, bytes] : contributions(v))
        if (other == value)
          need -= bytes;
      most = std::max(most, need);
    }
    return most;
  }

private:
  /// The inputs whose place an output may take, each once.
  std::vector<ValueRef> sharedInputs(int32_t v) const {
    std::vector<ValueRef> result;
    for (planning::InPlacePair pair : usableInPlace(problem, v)) {
      ValueRef input = problem.nodes[v].inputs[pair.input];
      if (!llvm::is_contained(result, input))
        result.push_back(input);
    }
    return result;
  }

  const Problem &problem;
  std::vector<int64_t> needs;
  std::vector<int32_t> order;
};
} // namespace

static std::vector<FloorTensor> tensorsOf(const StepGraph &graph,
                                          const Problem &problem, int32_t node,
                                          int64_t persistentBytes,
                                          int64_t alignment) {
  std::vector<FloorTensor> tensors;
  int64_t floor = 0;
  if (node >= 0) {
    Needs needs(problem);
    floor = needs.floorWithout({-1, -1});
    for (const auto &[value, bytes] : needs.contributions(node)) {
      int64_t without = needs.floorWithout(value);
      if (without < floor)
        tensors.push_back({valueName(problem, value), bytes,
                           /*persistent=*/false, persistentBytes + without,
                           graph.nodes[value.node].op->getLoc()});
    }
  }
  PlannedStep planned;
  describeNodes(graph, problem, alignment, planned);
  for (const PlannedStorage &storage : planned.persistent)
    if (storage.bytes > 0)
      tensors.push_back({storage.name, storage.bytes, /*persistent=*/true,
                         persistentBytes + floor - storage.bytes,
                         storage.location});
  std::sort(tensors.begin(), tensors.end(),
            [](const FloorTensor &a, const FloorTensor &b) {
              return a.floorWithout != b.floorWithout
                         ? a.floorWithout < b.floorWithout
                         : a.name < b.name;
            });
  if (tensors.size() > floorTensors)
    tensors.erase(tensors.begin() + floorTensors, tensors.end());
  return tensors;
}

Floor ckpt::describeFloor(const StepGraph &graph, const Problem &problem,
                          int32_t index, int64_t persistentBytes,
                          int64_t alignment) {
  Floor floor;
  floor.tensors = tensorsOf(graph, problem, index, persistentBytes, alignment);
  if (index < 0)
    return floor;
  const Node &node = problem.nodes[index];
  const StepNode &step = graph.nodes[index];
  floor.name = node.name;
  floor.kernel = step.launch ? LaunchOp(step.launch).getKernel().str()
                             : step.op->getName().getStringRef().str();
  floor.isLaunch = bool(step.launch);
  floor.isLoop = step.loop.has_value();
  floor.location = step.op->getLoc();
  floor.workspace = node.workspace;
  std::vector<ValueRef> seen;
  for (ValueRef input : node.inputs) {
    if (llvm::is_contained(seen, input))
      continue;
    seen.push_back(input);
    floor.operands.push_back({valueName(problem, input),
                              problem.nodes[input.node].outputs[input.output],
                              /*result=*/false,
                              graph.nodes[input.node].op->getLoc()});
  }
  for (size_t output = 0; output < node.outputs.size(); ++output)
    floor.operands.push_back({valueName(problem, {index, int32_t(output)}),
                              node.outputs[output], /*result=*/true,
                              step.op->getLoc()});
  return floor;
}

/// ", model.mlir:3:5", or nothing; then the call that it came from.
static void printLocation(llvm::raw_ostream &os, Location location,
                          StringRef separator = ", ") {
  if (FileLineColLoc place = placeOf(location))
    os << separator << llvm::sys::path::filename(place.getFilename().getValue())
       << ":" << place.getLine() << ":" << place.getColumn();
  if (LocationAttr call = callSiteOf(location))
    printLocation(os, call, " called at ");
}

void ckpt::printFloor(llvm::raw_ostream &os, const Floor &floor) {
  if (floor.location) {
    os << "because ";
    if (floor.isLaunch)
      os << "launch '" << floor.name << "' of kernel @" << floor.kernel;
    else
      os << "'" << floor.name << "' (" << floor.kernel << ")";
    const char *separator = " reads ";
    for (const FloorOperand &operand : floor.operands) {
      if (operand.result)
        continue;
      os << separator << "'" << operand.name << "' (" << operand.bytes
         << " bytes";
      printLocation(os, operand.location);
      os << ")";
      separator = ", ";
    }
    separator = *separator == ',' ? " and writes " : " writes ";
    for (const FloorOperand &operand : floor.operands) {
      if (!operand.result)
        continue;
      os << separator << operand.bytes << " bytes";
      separator = ", ";
    }
    if (floor.workspace)
      os << (floor.isLoop ? " with a body that needs "
                          : " with a workspace of ")
         << floor.workspace << " bytes";
    printLocation(os, *floor.location);
  }
  const char *separator = "; it would be ";
  for (const FloorTensor &tensor : floor.tensors) {
    os << separator << tensor.floorWithout << " without '" << tensor.name
       << "' (" << tensor.bytes << (tensor.persistent ? " persistent" : "")
       << " bytes";
    printLocation(os, tensor.location);
    os << ")";
    separator = ", ";
  }
}

void ckpt::printRunOnce(llvm::raw_ostream &os, const StepGraph &graph,
                        const Problem &problem) {
  SmallVector<std::pair<int64_t, int32_t>> largest;
  for (auto [index, node] : llvm::enumerate(graph.nodes))
    if (int64_t bytes = llvm::sum_of(problem.nodes[index].outputs);
        bytes > 0 && !node.recomputable && !node.gradient)
      largest.push_back({-bytes, int32_t(index)});
  llvm::sort(largest);
  if (largest.size() > floorTensors)
    largest.resize(floorTensors);
  const char *separator = "; ";
  for (auto [bytes, index] : largest) {
    os << separator << "'" << problem.nodes[index].name << "' (" << -bytes
       << " bytes";
    printLocation(os, graph.nodes[index].op->getLoc());
    os << ")";
    separator = ", ";
  }
  if (!largest.empty())
    os << " may run only once";
}
