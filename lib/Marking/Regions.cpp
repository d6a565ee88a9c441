//===- Regions.cpp - Regions by rule --------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops of the entry's body are cut into consecutive pieces. Constants and
// empty tensors stay outside: they are free. A region of the user ends a piece.
//
//===----------------------------------------------------------------------===//

#include "Regions.h"
#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>

using namespace mlir;
using namespace ckpt;

/// Bytes of the results of static shape.
static int64_t bytesOf(Operation *op) {
  int64_t bytes = 0;
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.hasStaticShape() &&
        tensor.getElementType().isIntOrFloat())
      bytes += tensor.getNumElements() *
               llvm::divideCeil(tensor.getElementTypeBitWidth(), 8);
  return bytes;
}

/// Runs of ops between which the user's regions stand.
static SmallVector<SmallVector<Operation *>> runsOf(func::FuncOp func) {
  SmallVector<SmallVector<Operation *>> runs(1);
  for (Operation &op : func.getBody().front().without_terminator()) {
    if (isa<RegionOp>(op))
      runs.emplace_back();
    else if (!op.hasTrait<OpTrait::ConstantLike>() &&
             !(isa<tensor::EmptyOp>(op) && op.getNumOperands() == 0))
      runs.back().push_back(&op);
  }
  return runs;
}

/// Moves `ops`, which are in order in one block, into a region in the place of
/// the last one.
static void formRegion(ArrayRef<Operation *> ops, StringRef label) {
  llvm::SmallPtrSet<Operation *, 16> inside(ops.begin(), ops.end());
  SetVector<Value> yields;
  for (Operation *op : ops)
    for (Value result : op->getResults())
      for (Operation *user : result.getUsers()) {
        Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
        if (!inside.contains(ancestor))
          yields.insert(result);
      }
  OpBuilder builder(ops.back());
  auto region = RegionOp::create(
      builder, ops.front()->getLoc(),
      ValueRange(yields.getArrayRef()).getTypes(), Policy::Auto, ArrayAttr(),
      StringAttr(), /*strict=*/false, builder.getStringAttr(label));
  Block &body = region.getBody().emplaceBlock();
  for (Operation *op : ops)
    op->moveBefore(&body, body.end());
  builder.setInsertionPointToEnd(&body);
  YieldOp::create(builder, ops.back()->getLoc(), yields.getArrayRef());
  for (auto [value, result] :
       llvm::zip_equal(yields.getArrayRef(), region.getResults()))
    Value(value).replaceUsesWithIf(result, [&](OpOperand &use) {
      return !region->isAncestor(use.getOwner());
    });
}

/// Cuts the runs where `isFull` says that a piece is complete after an op.
static void cut(func::FuncOp func, function_ref<bool(Operation *)> isFull) {
  unsigned number = 0;
  for (ArrayRef<Operation *> run : runsOf(func)) {
    SmallVector<Operation *> piece;
    for (Operation *op : run) {
      piece.push_back(op);
      if (isFull(op) || op == run.back()) {
        formRegion(piece, ("auto" + Twine(number++)).str());
        piece.clear();
      }
    }
  }
}

void ckpt::formRegionsOfOps(func::FuncOp func, int64_t size) {
  int64_t held = 0;
  cut(func, [&](Operation *) {
    if (++held < size)
      return false;
    held = 0;
    return true;
  });
}

void ckpt::formRegionsOfBytes(func::FuncOp func, int64_t count) {
  int64_t total = 0;
  for (ArrayRef<Operation *> run : runsOf(func))
    for (Operation *op : run)
      total += bytesOf(op);
  int64_t held = 0, number = 1;
  cut(func, [&](Operation *op) {
    held += bytesOf(op);
    // In 128 bits: the product of bytes and regions may exceed 64.
    if (number >= count || __int128(held) * count < __int128(total) * number)
      return false;
    while (number < count && __int128(held) * count >= __int128(total) * number)
      ++number;
    return true;
  });
}

void ckpt::formSqrtRegions(func::FuncOp func) {
  int64_t ops = 0;
  for (ArrayRef<Operation *> run : runsOf(func))
    ops += run.size();
  formRegionsOfOps(func, std::max<int64_t>(1, std::llround(std::sqrt(ops))));
}
