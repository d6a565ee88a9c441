//===- Domain.cpp - Which images change their layout ----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Domain.h"
#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ckpt;

bool ckpt::isChannelsFirst(Operation *op) {
  return TypeSwitch<Operation *, bool>(op)
      .Case<ConvOp, ConvBackwardDataOp, ConvBackwardFilterOp, PoolOp,
            PoolBackwardOp>(
          [](auto window) { return window.getLayout() == Layout::NCHW; })
      .Default(false);
}

SmallVector<Value> ckpt::getImageOperands(Operation *op) {
  if (isa<ConvOp, ConvBackwardDataOp>(op))
    return {op->getOperand(0)};
  return SmallVector<Value>(op->getOperands());
}

bool ckpt::hasImageResult(Operation *op) {
  return !isa<ConvBackwardFilterOp>(op);
}

static bool hasRankFour(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 4;
}

bool ckpt::isTransparent(Operation *op) {
  if (!isa<linalg::GenericOp, tensor::ConcatOp, tensor::PadOp,
           tensor::ExtractSliceOp, tensor::InsertSliceOp>(op))
    return false;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return generic.hasPureTensorSemantics();
  // Slices may drop dimensions; sizes may be values.
  return llvm::all_of(op->getOperands(), hasRankFour) &&
         llvm::all_of(op->getResults(), hasRankFour);
}

/// The values of `op` that have the layout that `value`, one of them, has.
static SmallVector<Value> getPeers(Operation *op, Value value) {
  SmallVector<Value> peers;
  if (isChannelsFirst(op)) {
    // An image that is only read as a filter is none.
    peers = getImageOperands(op);
    if (hasImageResult(op))
      peers.push_back(op->getResult(0));
    return llvm::is_contained(peers, value) ? peers : SmallVector<Value>();
  }
  if (!isTransparent(op))
    return peers;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic) {
    llvm::append_range(peers, op->getOperands());
    llvm::append_range(peers, op->getResults());
    return peers;
  }
  // Those that are read or written through the same map.
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get() == value)
      maps.push_back(generic.getMatchingIndexingMap(&operand));
  if (auto result = dyn_cast<OpResult>(value); result.getOwner() == op)
    maps.push_back(generic.getIndexingMapMatchingResult(result));
  for (OpOperand &operand : op->getOpOperands())
    if (llvm::is_contained(maps, generic.getMatchingIndexingMap(&operand)))
      peers.push_back(operand.get());
  for (OpResult result : op->getResults())
    if (llvm::is_contained(maps, generic.getIndexingMapMatchingResult(result)))
      peers.push_back(result);
  return peers;
}

/// Free values are made anew in the layout that their reader wants.
static bool canBeImage(Value value) {
  Operation *definition = value.getDefiningOp();
  return definition && hasRankFour(value) &&
         (isChannelsFirst(definition) || isTransparent(definition));
}

SetVector<Value> ckpt::findImages(func::FuncOp func) {
  SetVector<Value> images;
  SmallVector<Value> open;
  auto visit = [&](ArrayRef<Value> values) {
    for (Value value : values)
      if (canBeImage(value) && images.insert(value))
        open.push_back(value);
  };
  func.walk([&](Operation *op) {
    if (!isChannelsFirst(op))
      return;
    visit(getImageOperands(op));
    if (hasImageResult(op))
      visit({op->getResult(0)});
  });
  while (!open.empty()) {
    Value value = open.pop_back_val();
    visit(getPeers(value.getDefiningOp(), value));
    for (Operation *user : value.getUsers())
      visit(getPeers(user, value));
  }
  return images;
}
