//===- VerifyPlan.cpp - A step still runs its plan ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/Remat.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace ckpt;

/// The nodes in their order, those of loops inside.
static void printOrder(llvm::raw_ostream &os, const StepGraph &graph) {
  for (const StepNode &node : graph.nodes) {
    if (auto original = node.op->getAttrOfType<StringAttr>(cloneOfAttrName))
      os << "again " << original.getValue();
    else if (auto name = node.op->getAttrOfType<StringAttr>(nameAttrName))
      os << name.getValue();
    else
      os << node.op->getName();
    os << '\n';
    if (node.loop) {
      os << "{\n";
      printOrder(os, *node.loop->graph);
      os << "}\n";
    }
  }
}

std::string ckpt::orderHash(const StepGraph &graph) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printOrder(os, graph);
  return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, 16);
}

static int64_t countClones(const StepGraph &graph) {
  int64_t clones = 0;
  for (const StepNode &node : graph.nodes) {
    clones += node.op->hasAttr(cloneOfAttrName);
    if (node.loop)
      clones += countClones(*node.loop->graph);
  }
  return clones;
}

LogicalResult ckpt::verifyPlan(const StepGraph &graph, int64_t alignment) {
  func::FuncOp step = graph.step;
  auto plan = step->getAttrOfType<DictionaryAttr>(planAttrName);
  if (!plan)
    return success();
  StepGraph copy = graph;
  NodeTime noTime = [](Operation *) { return 0.0; };
  setReferenceBodies(copy, noTime, alignment);
  planning::Problem problem = copy.problem(noTime, alignment);
  int64_t peak = 0;
  if (!problem.nodes.empty()) {
    planning::Evaluation evaluation =
        evaluate(problem, referenceSchedule(problem));
    if (!evaluation.valid())
      return step.emitError("the step cannot run in this order: ")
             << evaluation.error;
    peak = evaluation.peak;
  }
  auto planned = plan.getAs<IntegerAttr>("peak");
  if (planned && planned.getInt() != peak)
    return step.emitError("the plan needs ")
           << planned.getInt() << " transient bytes, this order needs " << peak
           << ": a pass has merged or moved launches after planning";
  auto clones = plan.getAs<IntegerAttr>("clones");
  if (int64_t found = countClones(graph); clones && clones.getInt() != found)
    return step.emitError("the plan has ")
           << clones.getInt() << " clones, " << found
           << " are left: a pass has merged or removed launches after planning";
  for (const StepNode &node : graph.nodes)
    if (node.op->hasAttr(cloneOfAttrName) && !node.recomputable)
      return node.op->emitError("runs again, but what has effects, depends on "
                                "memory or decides may run only once");
  auto order = plan.getAs<StringAttr>("order");
  if (order && order.getValue() != orderHash(graph))
    return step.emitError("the launches are not in the planned order: a pass "
                          "has moved or merged some after planning");
  return success();
}
