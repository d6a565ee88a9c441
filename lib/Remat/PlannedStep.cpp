//===- PlannedStep.cpp - What Remat decided, for reports ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/PlannedStep.h"
#include "ckpt/Remat/StepGraph.h"

using namespace mlir;
using namespace ckpt;

static PlannedStorage describe(func::FuncOp step,
                               const PersistentStorage &storage,
                               int64_t alignment) {
  PlannedStorage out{"", "argument", bufferBytes(storage.type, alignment),
                     step.getLoc()};
  if (storage.kind == PersistentStorage::Kind::Constant) {
    out.role = "constant";
    out.name = "constant";
    out.location = storage.value.getLoc();
    return out;
  }
  if (storage.kind == PersistentStorage::Kind::Result) {
    out.role = "result";
    out.name = "result" + std::to_string(storage.index);
    for (StringRef attribute :
         {lossAttrName, metricAttrName, stateAttrName, paramAttrName})
      if (Attribute name = step.getResultAttr(storage.index, attribute)) {
        auto text = dyn_cast<StringAttr>(name);
        out.name = text ? text.str() : "loss";
      }
    return out;
  }
  out.name = "arg" + std::to_string(storage.index);
  out.location = storage.value.getLoc();
  const std::pair<StringRef, const char *> roles[] = {
      {paramAttrName, "parameter"},
      {optStateAttrName, "optimizer"},
      {stateAttrName, "state"},
      {dataAttrName, "data"}};
  for (auto [attribute, role] : roles)
    if (Attribute name = step.getArgAttr(storage.index, attribute)) {
      out.role = role;
      if (auto text = dyn_cast<StringAttr>(name))
        out.name = text.str();
    }
  return out;
}

void ckpt::describeNodes(const StepGraph &graph,
                         const planning::Problem &problem, int64_t alignment,
                         PlannedStep &planned) {
  planned.function = func::FuncOp(graph.step).getName().str();
  for (const PersistentStorage &storage : graph.persistent)
    planned.persistent.push_back(describe(graph.step, storage, alignment));
  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    PlannedNode out{problem.nodes[index].name,
                    node.launch ? LaunchOp(node.launch).getKernel().str()
                                : node.op->getName().getStringRef().str(),
                    node.op->getLoc(),
                    node.gradient,
                    /*region=*/-1,
                    node.cloneOf,
                    {},
                    node.storage};
    if (!node.marks().empty())
      out.region = node.marks().back();
    for (size_t output = 0; output < node.storage.size(); ++output)
      out.values.push_back(node.storage.size() == 1
                               ? out.name
                               : out.name + "#" + std::to_string(output));
    planned.nodes.push_back(std::move(out));
  }
}
