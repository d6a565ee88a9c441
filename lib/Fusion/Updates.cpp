//===- Updates.cpp - Updates after the last reader ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Updates.h"

#include "Cleanup.h"
#include "Ops.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

using Order = llvm::DenseMap<Operation *, int64_t>;

/// The ops of `block` that read `value`, through views. An op in the gradient
/// counts as the gradient, seen from the function's block.
static SmallVector<Operation *> readersIn(Value value, Block *block) {
  SmallVector<Operation *> readers;
  SmallVector<Value> pending{value};
  while (!pending.empty()) {
    for (Operation *user : pending.pop_back_val().getUsers()) {
      if (classify(user) == Kind::View)
        pending.push_back(user->getResult(0));
      else if (Operation *inBlock = block->findAncestorOpInBlock(*user))
        readers.push_back(inBlock);
    }
  }
  return readers;
}

/// For each result of the gradient or the function that is written over an
/// argument: the launch that computes it, and the argument.
static SmallVector<std::pair<LaunchOp, BlockArgument>>
findUpdates(func::FuncOp function) {
  SmallVector<std::pair<LaunchOp, BlockArgument>> updates;
  Operation *end = function.getBody().front().getTerminator();
  for (auto [index, value] : llvm::enumerate(end->getOperands())) {
    auto donated =
        function.getResultAttrOfType<IntegerAttr>(index, donatesAttrName);
    if (!donated)
      continue;
    if (auto gradient = value.getDefiningOp<GradientOp>())
      value = gradient.getBody().front().getTerminator()->getOperand(
          cast<OpResult>(value).getResultNumber());
    if (auto launch = value.getDefiningOp<LaunchOp>())
      updates.emplace_back(launch, function.getArgument(donated.getInt()));
  }
  return updates;
}

void fusion::delayUpdates(func::FuncOp function) {
  Order order;
  int64_t next = 0;
  for (Block *block : blocksOf(function))
    for (Operation &op : *block)
      order[&op] = next++;
  // The latest reader of what each update overwrites.
  llvm::MapVector<Operation *, Operation *> latest;
  for (auto [launch, argument] : findUpdates(function)) {
    Operation *&last = latest.insert({launch, launch}).first->second;
    for (Operation *reader : readersIn(argument, launch->getBlock()))
      if (!reader->hasTrait<OpTrait::IsTerminator>() &&
          order.lookup(reader) > order.lookup(last))
        last = reader;
  }
  for (const auto &entry : latest) {
    Operation *launch = entry.first, *last = entry.second;
    bool free = llvm::all_of(launch->getUsers(), [&](Operation *user) {
      return user->hasTrait<OpTrait::IsTerminator>() ||
             order.lookup(user) > order.lookup(last);
    });
    if (last != launch && free)
      launch->moveAfter(last);
  }
}
