//===- Differentiation.cpp - Interfaces of AutoDiff -----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Interfaces/Differentiation.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace ckpt;

#include "ckpt/Interfaces/DifferentiationTypes.cpp.inc"

#include "ckpt/Interfaces/DifferentiationOps.cpp.inc"

AdjointContext::~AdjointContext() = default;

bool ckpt::hasGradient(Type type) {
  auto gradientType = dyn_cast<GradientTypeInterface>(type);
  return gradientType && gradientType.hasGradient();
}

void ckpt::forEachUsedValue(Operation *op, function_ref<void(Value)> visit) {
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!op->isAncestor(operand.getParentRegion()->getParentOp()))
          used.insert(operand);
    });
  for (Value value : used)
    visit(value);
}
