//===- Windows1D.cpp - Windows along one dimension ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions and pools along one dimension are those along two of which the
// first has one element.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ckpt;

namespace {
using Create = Operation *(*)(OpBuilder &, Location, ValueRange, Value,
                              Attribute, Attribute);

/// The op along two dimensions, and where operands get a unit dimension.
struct Widening {
  Create create = nullptr;
  int64_t image = 1, filter = 0;
};
} // namespace

template <typename Wide>
static Operation *createWide(OpBuilder &builder, Location loc,
                             ValueRange inputs, Value init, Attribute strides,
                             Attribute dilations) {
  return Wide::create(builder, loc, TypeRange(init.getType()), inputs,
                      ValueRange(init), strides, dilations);
}

template <typename Wide>
static Widening widening(int64_t image, int64_t filter) {
  return {createWide<Wide>, image, filter};
}

static std::optional<Widening> getWidening(Operation *op) {
  using namespace linalg;
  if (isa<Conv1DNcwFcwOp>(op))
    return widening<Conv2DNchwFchwOp>(2, 2);
  if (isa<Conv1DNwcWcfOp>(op))
    return widening<Conv2DNhwcHwcfOp>(1, 0);
  if (isa<DepthwiseConv1DNcwCwOp>(op))
    return widening<DepthwiseConv2DNchwChwOp>(2, 1);
  if (isa<DepthwiseConv1DNwcWcOp>(op))
    return widening<DepthwiseConv2DNhwcHwcOp>(1, 0);
  if (isa<DepthwiseConv1DNwcWcmOp>(op))
    return widening<DepthwiseConv2DNhwcHwcmOp>(1, 0);
  if (isa<PoolingNcwMaxOp>(op))
    return widening<PoolingNchwMaxOp>(2, 0);
  if (isa<PoolingNcwSumOp>(op))
    return widening<PoolingNchwSumOp>(2, 0);
  if (isa<PoolingNwcMaxOp>(op))
    return widening<PoolingNhwcMaxOp>(1, 0);
  if (isa<PoolingNwcSumOp>(op))
    return widening<PoolingNhwcSumOp>(1, 0);
  return std::nullopt;
}

/// Groups that make dimension `dim` of a tensor of rank `rank` from two.
static SmallVector<ReassociationIndices> unitGroups(int64_t rank, int64_t dim) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0, next = 0; i < rank; ++i) {
    groups.push_back({next++});
    if (i == dim)
      groups.back().push_back(next++);
  }
  return groups;
}

/// `value` with a unit dimension before dimension `dim`.
static Value widen(OpBuilder &builder, Location loc, Value value, int64_t dim) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + dim, 1);
  return tensor::ExpandShapeOp::create(builder, loc, type.clone(shape), value,
                                       unitGroups(type.getRank(), dim));
}

/// The image; a pad of it comes after the new dimension, where the pattern of
/// the wider op finds it.
static Value widenImage(OpBuilder &builder, Location loc, Value image,
                        int64_t dim) {
  auto pad = image.getDefiningOp<tensor::PadOp>();
  if (!pad || !pad.getLow().empty() || !pad.getHigh().empty() ||
      !pad.getConstantPaddingValue())
    return widen(builder, loc, image, dim);
  Value source = widen(builder, loc, pad.getSource(), dim);
  SmallVector<OpFoldResult> low = pad.getMixedLowPad();
  SmallVector<OpFoldResult> high = pad.getMixedHighPad();
  low.insert(low.begin() + dim, builder.getIndexAttr(0));
  high.insert(high.begin() + dim, builder.getIndexAttr(0));
  return tensor::PadOp::create(builder, loc, Type(), source, low, high,
                               pad.getConstantPaddingValue());
}

namespace {
struct WidenWindow : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Widening> widening = getWidening(op);
    if (!widening || !op.hasPureTensorSemantics())
      return failure();
    for (Value operand : op->getOperands())
      if (!cast<RankedTensorType>(operand.getType()).hasStaticShape())
        return failure();
    Location loc = op.getLoc();
    Value image = widenImage(rewriter, loc, op->getOperand(0), widening->image);
    Value filter = widen(rewriter, loc, op->getOperand(1), widening->filter);
    Value init = widen(rewriter, loc, op->getOperand(2), widening->image);
    auto stepsOf = [&](StringRef name) {
      auto along = op->getAttrOfType<DenseIntElementsAttr>(name);
      int64_t step = along ? *along.getValues<int64_t>().begin() : 1;
      return rewriter.getI64VectorAttr({1, step});
    };
    Operation *wide =
        widening->create(rewriter, loc, {image, filter}, init,
                         stepsOf("strides"), stepsOf("dilations"));
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
        op, wide->getResult(0),
        unitGroups(cast<RankedTensorType>(op->getResult(0).getType()).getRank(),
                   widening->image));
    return success();
  }
};
} // namespace

void ckpt::populateWindow1DPatterns(RewritePatternSet &patterns) {
  patterns.add<WidenWindow>(patterns.getContext());
}
