//===- Insertions.cpp - Slices of zeros as concatenations -----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a slice is inserted into zeros, and the gradients of several
// slices are added. As concatenations of a constant, the slice and a constant
// they are read as parts, so that only the sum is stored.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

#include "Cleanup.h"
#include "Ops.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

/// The only dimension in which the slice is smaller than the whole; -1 if it
/// is not of that kind.
static int64_t insertedDim(tensor::InsertSliceOp op) {
  if (!op.hasUnitStride())
    return -1;
  int64_t found = -1;
  ArrayRef<int64_t> shape = op.getDestType().getShape();
  for (auto [dim, size] : llvm::enumerate(op.getStaticSizes())) {
    int64_t offset = op.getStaticOffsets()[dim];
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(offset))
      return -1;
    if (size == shape[dim])
      continue;
    if (found != -1)
      return -1;
    found = dim;
  }
  return found;
}

/// `source` with the unit dimension `dim` that the insertion adds.
static Value withDim(RewriterBase &rewriter, tensor::InsertSliceOp op,
                     int64_t dim) {
  Value source = op.getSource();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  if (dropped.none())
    return source;
  int64_t rank = op.getSourceType().getRank();
  if (dropped.count() != 1 || !dropped.test(dim) || rank == 0)
    return {};
  SmallVector<ReassociationIndices> groups(rank);
  for (int64_t i = 0; i <= rank; ++i) {
    int64_t group = i <= dim ? i : i - 1;
    groups[std::min(group, rank - 1)].push_back(i);
  }
  SmallVector<int64_t> shape(op.getDestType().getShape());
  shape[dim] = 1;
  auto type = RankedTensorType::get(shape, op.getSourceType().getElementType());
  return tensor::ExpandShapeOp::create(rewriter, op.getLoc(), type, source,
                                       groups);
}

static void convert(RewriterBase &rewriter, tensor::InsertSliceOp op) {
  int64_t dim = insertedDim(op);
  if (dim < 0)
    return;
  rewriter.setInsertionPoint(op);
  Value scalar = splatScalar(rewriter, op.getDest());
  Value source = scalar ? withDim(rewriter, op, dim) : Value();
  if (!source)
    return;
  SmallVector<int64_t> shape(op.getDestType().getShape());
  auto filled = [&](int64_t size) -> Value {
    shape[dim] = size;
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), shape,
                                          op.getDestType().getElementType());
    return linalg::FillOp::create(rewriter, op.getLoc(), scalar, empty)
        .getResult(0);
  };
  int64_t before = op.getStaticOffsets()[dim];
  int64_t after =
      op.getDestType().getDimSize(dim) - before - op.getStaticSizes()[dim];
  SmallVector<Value> parts;
  if (before > 0)
    parts.push_back(filled(before));
  parts.push_back(source);
  if (after > 0)
    parts.push_back(filled(after));
  auto concat = tensor::ConcatOp::create(rewriter, op.getLoc(), dim, parts);
  concat->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.getResult().replaceAllUsesWith(concat.getResult());
  op.erase();
}

void fusion::insertionsToConcats(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  for (Block *block : blocksOf(function))
    for (auto op :
         llvm::make_early_inc_range(block->getOps<tensor::InsertSliceOp>()))
      convert(rewriter, op);
}
