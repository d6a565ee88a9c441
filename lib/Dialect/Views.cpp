//===- Views.cpp - What a value of a step is a view of --------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Views.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace ckpt;

bool ckpt::isStorageView(Operation *op) {
  return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                         BarrierOp>(op);
}

Value ckpt::storageOf(Value value, SmallVectorImpl<Operation *> *views) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto gradient = dyn_cast<GradientOp>(op)) {
      value = gradient.getBody().front().getTerminator()->getOperand(
          cast<OpResult>(value).getResultNumber());
      continue;
    }
    if (!isStorageView(op))
      break;
    if (views && !isa<BarrierOp>(op))
      views->push_back(op);
    value = op->getOperand(0);
  }
  return value;
}

Value ckpt::rebuildViews(OpBuilder &builder, Value base,
                         ArrayRef<Operation *> views) {
  for (Operation *view : llvm::reverse(views)) {
    IRMapping mapping;
    mapping.map(view->getOperand(0), base);
    base = builder.clone(*view, mapping)->getResult(0);
  }
  return base;
}
