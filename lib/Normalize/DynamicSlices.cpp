//===- DynamicSlices.cpp - Slices and elements at computed places ---------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views have static places. A slice whose place depends on data is a gather;
// an insertion there takes, element by element, the new value or the old one.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace ckpt;

static bool isBetweenTensors(Operation *op) {
  return !op->getParentOfType<linalg::LinalgOp>();
}

/// Whether sizes and strides are known and an offset is not.
static bool hasDynamicPlace(OffsetSizeAndStrideOpInterface slice) {
  return !ShapedType::isDynamicShape(slice.getStaticSizes()) &&
         !ShapedType::isDynamicShape(slice.getStaticStrides()) &&
         llvm::any_of(slice.getMixedOffsets(), [](OpFoldResult offset) {
           return !getConstantIntValue(offset);
         });
}

namespace {
struct SliceToGather : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!isBetweenTensors(op) || !hasDynamicPlace(op))
      return failure();
    RankedTensorType type = op.getType();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    Value empty = tensor::EmptyOp::create(
        rewriter, op.getLoc(), type.getShape(), type.getElementType());
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    ArrayRef<int64_t> strides = op.getStaticStrides();
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, ValueRange(), empty, ArrayRef<AffineMap>{map}, iterators,
        [&](OpBuilder &body, Location loc, ValueRange) {
          SmallVector<Value> place;
          unsigned loop = 0;
          for (auto [dim, offset] : llvm::enumerate(offsets)) {
            Value at = getValueOrCreateConstantIndexOp(body, loc, offset);
            if (!dropped.test(dim)) {
              Value step = linalg::IndexOp::create(body, loc, loop++);
              Value stride =
                  arith::ConstantIndexOp::create(body, loc, strides[dim]);
              step = body.createOrFold<arith::MulIOp>(loc, step, stride);
              at = body.createOrFold<arith::AddIOp>(loc, step, at);
            }
            place.push_back(at);
          }
          Value element =
              tensor::ExtractOp::create(body, loc, op.getSource(), place);
          linalg::YieldOp::create(body, loc, element);
        });
    return success();
  }
};

struct InsertionToSelect : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto isOne = [](int64_t stride) { return stride == 1; };
    if (!isBetweenTensors(op) || !hasDynamicPlace(op) ||
        !llvm::all_of(op.getStaticStrides(), isOne))
      return failure();
    RankedTensorType type = op.getDestType();
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    Value empty = createEmptyLike(rewriter, op.getLoc(), op.getDest());
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    ArrayRef<int64_t> sizes = op.getStaticSizes();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, op.getDest(), empty, ArrayRef<AffineMap>{map, map}, iterators,
        [&](OpBuilder &body, Location loc, ValueRange args) {
          using P = arith::CmpIPredicate;
          Value inside =
              arith::ConstantOp::create(body, loc, body.getBoolAttr(true));
          Value zero = arith::ConstantIndexOp::create(body, loc, 0);
          SmallVector<Value> place;
          for (auto [dim, offset] : llvm::enumerate(offsets)) {
            Value here = linalg::IndexOp::create(body, loc, dim);
            Value first = getValueOrCreateConstantIndexOp(body, loc, offset);
            Value at = body.createOrFold<arith::SubIOp>(loc, here, first);
            Value size = arith::ConstantIndexOp::create(body, loc, sizes[dim]);
            for (auto [predicate, bound] :
                 {std::pair(P::sge, zero), std::pair(P::slt, size)}) {
              Value holds =
                  arith::CmpIOp::create(body, loc, predicate, at, bound);
              inside = body.createOrFold<arith::AndIOp>(loc, holds, inside);
            }
            if (!dropped.test(dim))
              place.push_back(at);
          }
          Value element =
              tensor::ExtractOp::create(body, loc, op.getSource(), place);
          Value chosen =
              arith::SelectOp::create(body, loc, inside, element, args[0]);
          linalg::YieldOp::create(body, loc, chosen);
        });
    return success();
  }
};

/// An element of a tensor is a tensor of one element first.
struct ExtractElement : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getTensor().getType();
    if (!isBetweenTensors(op) || type.getNumElements() == 1)
      return failure();
    Location loc = op.getLoc();
    Value element;
    SmallVector<OpFoldResult> offsets;
    for (Value index : op.getIndices())
      if (std::optional<int64_t> place = getConstantIntValue(index))
        offsets.push_back(rewriter.getIndexAttr(*place));
    if (offsets.size() == size_t(type.getRank())) {
      SmallVector<OpFoldResult> ones(type.getRank(), rewriter.getIndexAttr(1));
      Value slice = tensor::ExtractSliceOp::create(
          rewriter, loc, op.getTensor(), offsets, ones, ones);
      element = tensor::CollapseShapeOp::create(
          rewriter, loc, slice, ArrayRef<ReassociationIndices>{});
    } else {
      auto spread = createSpread(rewriter, loc, op.getResult(), {});
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(spread.getBody());
      Value inner = rewriter.clone(*op)->getResult(0);
      rewriter.modifyOpInPlace(spread, [&] {
        spread.getBody()->getTerminator()->setOperand(0, inner);
      });
      element = spread.getResult(0);
    }
    rewriter.replaceOpWithNewOp<tensor::ExtractOp>(op, element, ValueRange());
    return success();
  }
};
} // namespace

void ckpt::populateDynamicSlicePatterns(RewritePatternSet &patterns) {
  // Constants fold first.
  patterns.add<SliceToGather, InsertionToSelect, ExtractElement>(
      patterns.getContext(), /*benefit=*/0);
}
