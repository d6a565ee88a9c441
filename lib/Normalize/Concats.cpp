//===- Concats.cpp - Concatenations written as insertions -----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JAX and TOSA lower a concatenation to insertions, one after the other, that
// cover the destination. As a tensor.concat it is one value instead of one per
// part, and the gradient of each part is a slice.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ckpt;

/// The insertions of which `last` is the last one, first one first; each but
/// the last is only the destination of the next.
static SmallVector<tensor::InsertSliceOp> chainOf(tensor::InsertSliceOp last) {
  SmallVector<tensor::InsertSliceOp> chain{last};
  while (auto previous =
             chain.back().getDest().getDefiningOp<tensor::InsertSliceOp>()) {
    if (!previous->hasOneUse() || previous->hasAttr(nameAttrName) ||
        previous->getBlock() != last->getBlock())
      break;
    chain.push_back(previous);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

/// Whether `slice` has static places, unit strides and the rank of the
/// destination, of which it misses at most dimension `dim`.
static bool isPart(tensor::InsertSliceOp slice, int64_t dim) {
  auto part = slice.getSourceType(), whole = slice.getDestType();
  if (part.getRank() != whole.getRank() || !part.hasStaticShape() ||
      !slice.getOffsets().empty() || !slice.getSizes().empty() ||
      !slice.getStrides().empty() ||
      !llvm::all_of(slice.getStaticStrides(), [](int64_t s) { return s == 1; }))
    return false;
  for (int64_t i = 0; i < whole.getRank(); ++i)
    if (i != dim && part.getDimSize(i) != whole.getDimSize(i))
      return false;
  return true;
}

namespace {
struct InsertionsToConcat : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto type = op.getDestType();
    if (!type.hasStaticShape())
      return failure();
    SmallVector<tensor::InsertSliceOp> chain = chainOf(op);
    // The part that does not start at zero tells the dimension.
    ArrayRef<int64_t> offsets = op.getStaticOffsets();
    int64_t dim = llvm::find_if(offsets, [](int64_t o) { return o != 0; }) -
                  offsets.begin();
    if (chain.size() < 2 || dim == type.getRank())
      return failure();
    // The parts follow each other from the last one back; what was inserted
    // before the first of them is overwritten.
    int64_t end = type.getDimSize(dim);
    SmallVector<Value> parts;
    while (end > 0 && !chain.empty()) {
      tensor::InsertSliceOp slice = chain.pop_back_val();
      if (!isPart(slice, dim))
        return failure();
      int64_t begin = slice.getStaticOffsets()[dim];
      if (begin + slice.getSourceType().getDimSize(dim) != end || begin == end)
        return failure();
      parts.push_back(slice.getSource());
      end = begin;
    }
    if (end != 0)
      return failure();
    std::reverse(parts.begin(), parts.end());
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, type, dim, parts);
    return success();
  }
};
} // namespace

void ckpt::populateConcatPatterns(RewritePatternSet &patterns) {
  patterns.add<InsertionsToConcat>(patterns.getContext());
}
