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

/// Extends the maps of the inputs to the loops of `outputs`; returns the loops
/// whose extents follow from no operand.
llvm::SmallBitVector StructuredBody::extendMaps(ArrayRef<Output> outputs) {
  unsigned loops = outputs.front().map.getNumDims();
  llvm::SmallBitVector missing(loops, true);
  auto cover = [&](AffineMap map) {
    for (AffineExpr result : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(result))
        missing.reset(dim.getPosition());
  };
  for (AffineMap &map : maps) {
    map = AffineMap::get(loops, 0, map.getResults(), op.getContext());
    cover(map);
  }
  for (const Output &output : outputs)
    cover(output.map);
  return missing;
}

/// What does not depend on a loop is multiplied by its extent instead of being
/// summed over it. Returns false if the extents are not known, or the number of
/// the iteration is used, in the body or as a part of a subscript.
bool StructuredBody::dropLoops(const llvm::SmallBitVector &missing,
                               MutableArrayRef<Output> outputs) {
  int64_t iterations = 1;
  for (unsigned loop : missing.set_bits()) {
    int64_t extent = op.getStaticLoopRanges()[loop];
    auto uses = [&](AffineMap map) { return map.isFunctionOfDim(loop); };
    if (ShapedType::isDynamic(extent) || llvm::any_of(maps, uses) ||
        llvm::any_of(outputs, [&](Output &o) { return uses(o.map); }))
      return false;
    iterations *= extent;
  }
  for (auto index : body->getOps<linalg::IndexOp>())
    if (missing.test(index.getDim()))
      return false;
  unsigned loops = 0;
  SmallVector<unsigned> newLoops;
  SmallVector<AffineExpr> newDims;
  for (unsigned loop = 0; loop < missing.size(); ++loop) {
    newLoops.push_back(loops);
    newDims.push_back(missing.test(loop) ? builder.getAffineConstantExpr(0)
                                         : builder.getAffineDimExpr(loops++));
  }
  for (auto index : body->getOps<linalg::IndexOp>())
    index.setDim(newLoops[index.getDim()]);
  for (AffineMap &map : maps)
    map = map.replaceDimsAndSymbols(newDims, {}, loops, 0);
  for (Output &output : outputs) {
    output.map = output.map.replaceDimsAndSymbols(newDims, {}, loops, 0);
    Value factor = arith::ConstantOp::create(
        builder, op.getLoc(),
        FloatAttr::get(output.element.getType(), double(iterations)));
    output.element =
        arith::MulFOp::create(builder, op.getLoc(), output.element, factor);
  }
  return true;
}

/// Gives loops their extents by an operand that is never read.
void StructuredBody::addShapeOperand(OpBuilder &outer,
                                     const llvm::SmallBitVector &loops,
                                     Type elementType) {
  SmallVector<OpFoldResult> extents;
  SmallVector<AffineExpr> dims;
  for (unsigned loop : loops.set_bits()) {
    extents.push_back(getLoopExtent(outer, op, loop));
    dims.push_back(outer.getAffineDimExpr(loop));
  }
  tensors.push_back(
      tensor::EmptyOp::create(outer, op.getLoc(), extents, elementType));
  maps.push_back(AffineMap::get(loops.size(), 0, dims, op.getContext()));
  body->addArgument(elementType, op.getLoc());
}

linalg::GenericOp StructuredBody::finish(OpBuilder &outer,
                                         MutableArrayRef<Output> outputs) {
  Location loc = op.getLoc();
  // Yielding makes a use; so the unused are dropped only after.
  SmallVector<Value> yields;
  for (const Output &output : outputs)
    yields.push_back(output.element);
  auto yield = linalg::YieldOp::create(builder, loc, yields);
  dropUnused();
  builder.setInsertionPoint(yield);
  llvm::SmallBitVector missing = extendMaps(outputs);
  if (missing.any() && !dropLoops(missing, outputs))
    addShapeOperand(outer, missing, outputs.front().element.getType());
  SmallVector<Value> inits;
  SmallVector<AffineMap> allMaps = maps;
  for (auto [i, output] : llvm::enumerate(outputs)) {
    Type type = output.element.getType();
    BlockArgument sum = body->addArgument(type, loc);
    Value element = output.element;
    if (output.init)
      element = arith::AddFOp::create(builder, loc, sum, element);
    yield->setOperand(i, element);
    inits.push_back(output.init ? output.init
                                : createEmpty(outer, loc, output.like, type));
    allMaps.push_back(output.map);
  }
  auto generic = linalg::GenericOp::create(
      outer, loc, ValueRange(inits).getTypes(), tensors, inits, allMaps,
      getOutputIterators(outputs.front().map));
  generic.getRegion().push_back(body.release());
  return generic;
}
