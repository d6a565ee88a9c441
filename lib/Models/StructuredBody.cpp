//===- StructuredBody.cpp - Reverse mode in a linalg body -----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredBody.h"
#include "TensorUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace ckpt;

StructuredBody::StructuredBody(linalg::LinalgOp op, ArrayRef<Value> sources,
                               ArrayRef<Value> adjointTensors,
                               ArrayRef<bool> readResults)
    : ReverseSweep(*op.getBlock(), sources), op(op),
      body(std::make_unique<Block>()), builder(op.getContext()) {
  builder.setInsertionPointToEnd(body.get());
  Operation *yield = op.getBlock()->getTerminator();
  // All that might be read comes in one order for all bodies of this op;
  // `finish` drops what is not.
  for (auto [i, tensor] : llvm::enumerate(adjointTensors))
    adjointArgs.push_back(
        tensor ? addInput(tensor,
                          op.getIndexingMapMatchingResult(op->getResult(i)))
               : Value());
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument arg = getBodyArgument(op, operand.getOperandNumber());
    if (!arg)
      continue;
    recomputed.map(
        arg, addInput(operand.get(), op.getMatchingIndexingMap(&operand)));
  }
  for (OpResult result : op->getResults()) {
    unsigned i = result.getResultNumber();
    resultArgs.push_back(
        addInput(result, op.getIndexingMapMatchingResult(result)));
    if (readResults[i])
      recomputed.map(yield->getOperand(i), resultArgs.back());
  }
}

Value StructuredBody::addInput(Value tensor, AffineMap map) {
  if (TypedAttr splat = getSplat(tensor))
    return arith::ConstantOp::create(builder, op.getLoc(), splat);
  tensors.push_back(tensor);
  maps.push_back(map);
  return body->addArgument(getElementTypeOrSelf(tensor.getType()),
                           tensor.getLoc());
}

Value StructuredBody::forward(OpBuilder &builder, Value value) {
  SmallVector<Value> pending{value};
  while (!pending.empty()) {
    Value current = pending.back();
    Operation *def = current.getDefiningOp();
    bool inside = op.getBlock() == current.getParentBlock();
    bool isConstant = def && def->hasTrait<OpTrait::ConstantLike>();
    if (recomputed.contains(current) || (!inside && !isConstant)) {
      pending.pop_back();
      continue;
    }
    size_t known = pending.size();
    forEachUsedValue(def, [&](Value used) {
      Operation *source = used.getDefiningOp();
      if (!recomputed.contains(used) &&
          (used.getParentBlock() == op.getBlock() ||
           (source && source->hasTrait<OpTrait::ConstantLike>())))
        pending.push_back(used);
    });
    if (pending.size() != known)
      continue;
    builder.clone(*def, recomputed);
    pending.pop_back();
  }
  return recomputed.lookupOrDefault(value);
}

void StructuredBody::dropUnused() {
  for (Operation &inner : llvm::make_early_inc_range(llvm::reverse(*body)))
    if (isOpTriviallyDead(&inner))
      inner.erase();
  for (unsigned i = body->getNumArguments(); i-- > 0;) {
    if (!body->getArgument(i).use_empty())
      continue;
    body->eraseArgument(i);
    tensors.erase(tensors.begin() + i);
    maps.erase(maps.begin() + i);
  }
}

/// The extent of a loop of `op`.
static OpFoldResult getLoopExtent(OpBuilder &builder, linalg::LinalgOp op,
                                  unsigned loop) {
  int64_t extent = op.getStaticLoopRanges()[loop];
  if (!ShapedType::isDynamic(extent))
    return builder.getIndexAttr(extent);
  Value operand;
  unsigned dim = 0;
  if (failed(op.mapIterationSpaceDimToOperandDim(loop, operand, dim)))
    llvm_unreachable("every loop of a structured op indexes an operand");
  return tensor::getMixedSize(builder, op.getLoc(), operand, dim);
}

/// Extends the maps to all loops. A loop that no remaining operand has gets its
/// extent from an operand that is never read.
void StructuredBody::coverLoops(OpBuilder &outer, ArrayRef<Output> outputs) {
  unsigned loops = outputs.front().map.getNumDims();
  for (AffineMap &map : maps)
    map = AffineMap::get(loops, 0, map.getResults(), op.getContext());
  llvm::SmallBitVector missing(loops, true);
  auto cover = [&](AffineMap map) {
    for (AffineExpr result : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(result))
        missing.reset(dim.getPosition());
  };
  llvm::for_each(maps, cover);
  for (const Output &output : outputs)
    cover(output.map);
  if (missing.none())
    return;
  SmallVector<OpFoldResult> extents;
  SmallVector<AffineExpr> dims;
  for (unsigned loop : missing.set_bits()) {
    extents.push_back(getLoopExtent(outer, op, loop));
    dims.push_back(outer.getAffineDimExpr(loop));
  }
  Type type = getElementTypeOrSelf(outputs.front().like.getType());
  Value shape = tensor::EmptyOp::create(outer, op.getLoc(), extents, type);
  tensors.push_back(shape);
  maps.push_back(AffineMap::get(loops, 0, dims, op.getContext()));
  body->addArgument(type, op.getLoc());
}

linalg::GenericOp
StructuredBody::finish(OpBuilder &outer, ArrayRef<Output> outputs,
                       ArrayRef<utils::IteratorType> iterators) {
  Location loc = op.getLoc();
  // Yielding makes a use; so the unused are dropped only after.
  SmallVector<Value> yields;
  for (const Output &output : outputs)
    yields.push_back(output.element);
  auto yield = linalg::YieldOp::create(builder, loc, yields);
  dropUnused();
  coverLoops(outer, outputs);
  builder.setInsertionPoint(yield);
  SmallVector<Value> inits;
  SmallVector<AffineMap> allMaps = maps;
  for (auto [i, output] : llvm::enumerate(outputs)) {
    Type type = output.element.getType();
    BlockArgument sum = body->addArgument(type, loc);
    if (output.init)
      yield->setOperand(
          i, arith::AddFOp::create(builder, loc, sum, output.element));
    inits.push_back(output.init ? output.init
                                : createEmpty(outer, loc, output.like, type));
    allMaps.push_back(output.map);
  }
  auto generic =
      linalg::GenericOp::create(outer, loc, ValueRange(inits).getTypes(),
                                tensors, inits, allMaps, iterators);
  generic.getRegion().push_back(body.release());
  return generic;
}
