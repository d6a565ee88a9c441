//===- CloneSafety.cpp - What runs once, whatever the policy --------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CloneSafety.h"
#include "ckpt/Dialect/Views.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace ckpt;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Whether the value is a memref, or a tensor made from one by nothing but
/// views.
static bool sharesMemory(Value value) {
  while (!isa<BaseMemRefType>(value.getType())) {
    Operation *op = value.getDefiningOp();
    if (!isa<TensorType>(value.getType()) || !op || op->getNumOperands() == 0)
      return false;
    bool isView = isStorageView(op) ||
                  isa<CastOpInterface, OffsetSizeAndStrideOpInterface>(op) ||
                  isa<BaseMemRefType>(op->getOperand(0).getType());
    if (!isView)
      return false;
    value = op->getOperand(0);
  }
  return true;
}

bool ckpt::dependsOnMemory(Operation *root) {
  if (!isMemoryEffectFree(root))
    return true;
  return root
      ->walk([](Operation *op) {
        return llvm::any_of(op->getOperands(), sharesMemory)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

static bool hasFloat(Type type) {
  return isa<FloatType>(getElementTypeOrSelf(type));
}

/// Whether a value of this type is a decision if it was made of floats.
static bool isChoice(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<IndexType>(element) ||
         (isa<IntegerType>(element) && !element.isInteger(1));
}

/// Whether a truth becomes an integer, or chooses what runs, through whatever
/// other truths and kernels.
static bool steers(Value truth, SymbolTableCollection &symbols) {
  llvm::SetVector<Value> work;
  work.insert(truth);
  for (size_t i = 0; i < work.size(); ++i)
    for (OpOperand &use : work[i].getUses()) {
      Operation *user = use.getOwner();
      unsigned number = use.getOperandNumber();
      if (isa<RegionBranchOpInterface>(user))
        return true;
      if (auto launch = dyn_cast<LaunchOp>(user)) {
        if (auto kernel = symbols.lookupNearestSymbolFrom<KernelOp>(
                launch, launch.getKernelAttr()))
          work.insert(kernel.getBody().getArgument(number));
        continue;
      }
      if (auto structured = dyn_cast<linalg::LinalgOp>(user)) {
        if (number < structured.getBlock()->getNumArguments())
          work.insert(structured.getMatchingBlockArgument(&use));
        continue;
      }
      for (Value result : user->getResults()) {
        if (isChoice(result.getType()))
          return true;
        if (getElementTypeOrSelf(result).isInteger(1))
          work.insert(result);
      }
    }
  return false;
}

/// The results of each node that the gradient depends on; that anything depends
/// on if there is none.
static std::vector<llvm::SmallBitVector> findNeeded(const StepGraph &graph) {
  bool hasGradient = llvm::any_of(
      graph.nodes, [](const StepNode &node) { return node.gradient; });
  std::vector<llvm::SmallBitVector> needed;
  for (const StepNode &node : graph.nodes)
    needed.emplace_back(node.op->getNumResults());
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    const StepNode &node = graph.nodes[i];
    if (hasGradient && !node.gradient && needed[i].none())
      continue;
    for (const StepSource &source : node.operands)
      if (source.isNode())
        needed[source.node].set(source.output);
  }
  return needed;
}

void ckpt::pinDecisions(StepGraph &graph) {
  SymbolTableCollection symbols;
  std::vector<llvm::SmallBitVector> needed = findNeeded(graph);
  for (auto [node, outputs] : llvm::zip_equal(graph.nodes, needed)) {
    if (llvm::none_of(node.reads,
                      [](Value v) { return hasFloat(v.getType()); }))
      continue;
    for (unsigned output : outputs.set_bits()) {
      Value result = node.op->getResult(output);
      if (isChoice(result.getType()) ||
          (getElementTypeOrSelf(result).isInteger(1) &&
           steers(result, symbols)))
        node.recomputable = false;
    }
  }
}
