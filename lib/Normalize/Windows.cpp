//===- Windows.cpp - Convolutions and pools -------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tensor.pad + linalg.conv_2d_* -> ckpt.conv, tensor.pad + linalg.pooling_* ->
// ckpt.pool. Other layouts of filters and grouped or depthwise images are
// brought to HWCF or FCHW by reshapes and transposes of the operands. What the
// convolution started from (a bias) is added afterwards, unless it is zero.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ckpt;

namespace {
using Groups = SmallVector<ReassociationIndices>;

/// How the operands of a linalg op become those of `ckpt.conv`.
struct ConvForm {
  Layout layout = Layout::NHWC;
  /// First spatial dimension in the op's own image.
  int64_t spatial = 1;
  /// The two spatial dimensions of the op's own filter.
  std::array<int64_t, 2> filterSpatial = {0, 1};
  /// Transposition of the filter, then groups to collapse and groups to expand,
  /// each only where not empty.
  SmallVector<int64_t> filterOrder;
  Groups filterCollapse, filterExpand;
  /// Collapse of image and result (groups beside channels).
  Groups imageCollapse, resultCollapse;
  /// Dimension of the op's own image that counts the groups; -1: no groups.
  int64_t groupDim = -1;
};

struct Padding {
  SmallVector<int64_t> low, high;
};

/// Everything but the operands of a window op, in its own terms.
struct Window {
  SmallVector<int64_t> size, strides, dilations;
};
} // namespace

static ConvForm nchwForm() {
  ConvForm form;
  form.layout = Layout::NCHW;
  form.spatial = 2;
  form.filterSpatial = {2, 3};
  return form;
}

/// NGCHW images; the filter is GFCHW, after `order` if that is given.
static ConvForm ngchwForm(ArrayRef<int64_t> order) {
  ConvForm form;
  form.layout = Layout::NCHW;
  form.spatial = 3;
  form.filterSpatial = {3, 4};
  form.filterOrder.assign(order.begin(), order.end());
  form.filterCollapse = {{0, 1}, {2}, {3}, {4}};
  form.imageCollapse = form.resultCollapse = {{0}, {1, 2}, {3}, {4}};
  form.groupDim = 1;
  return form;
}

static std::optional<ConvForm> getConvForm(Operation *op) {
  ConvForm form;
  if (isa<linalg::Conv2DNhwcHwcfOp>(op))
    return form;
  if (isa<linalg::Conv2DNhwcFhwcOp>(op)) {
    form.filterOrder = {1, 2, 3, 0};
    form.filterSpatial = {1, 2};
    return form;
  }
  if (isa<linalg::Conv2DNchwFchwOp>(op))
    return nchwForm();
  if (isa<linalg::DepthwiseConv2DNhwcHwcOp>(op)) {
    form.filterExpand = {{0}, {1}, {2, 3}};
    form.groupDim = 3;
    return form;
  }
  if (isa<linalg::DepthwiseConv2DNhwcHwcmOp>(op)) {
    form.filterCollapse = {{0}, {1}, {2, 3}};
    form.filterExpand = {{0}, {1}, {2, 3}};
    form.resultCollapse = {{0}, {1}, {2}, {3, 4}};
    form.groupDim = 3;
    return form;
  }
  if (isa<linalg::DepthwiseConv2DNchwChwOp>(op)) {
    form = nchwForm();
    form.filterSpatial = {1, 2};
    form.filterExpand = {{0, 1}, {2}, {3}};
    form.groupDim = 1;
    return form;
  }
  if (isa<linalg::Conv2DNgchwGfchwOp>(op))
    return ngchwForm({});
  if (isa<linalg::Conv2DNgchwFgchwOp>(op))
    return ngchwForm({1, 0, 2, 3, 4});
  if (isa<linalg::Conv2DNhwgcGfhwcOp>(op)) {
    form.filterOrder = {2, 3, 4, 0, 1};
    form.filterSpatial = {2, 3};
    form.filterCollapse = {{0}, {1}, {2}, {3, 4}};
    form.imageCollapse = form.resultCollapse = {{0}, {1}, {2}, {3, 4}};
    form.groupDim = 3;
    return form;
  }
  return std::nullopt;
}

/// The two integers of a `strides` or `dilations` attribute; ones without it.
static SmallVector<int64_t> getPair(Operation *op, StringRef name) {
  if (auto attr = op->getAttrOfType<DenseIntElementsAttr>(name))
    return llvm::to_vector(attr.getValues<int64_t>());
  return {1, 1};
}

static bool isLowest(const APFloat &value) {
  return value.isInfinity() ? value.isNegative()
                            : value.isLargest() && value.isNegative();
}

/// Looks through a `tensor.pad` of the two spatial dimensions with the neutral
/// element of the window's reduction.
static Value stripPadding(Value image, int64_t spatial,
                          function_ref<bool(const APFloat &)> isNeutral,
                          Padding &padding) {
  padding = {{0, 0}, {0, 0}};
  auto pad = image.getDefiningOp<tensor::PadOp>();
  if (!pad || !pad.getLow().empty() || !pad.getHigh().empty())
    return image;
  Value filler = pad.getConstantPaddingValue();
  std::optional<APFloat> constant;
  if (filler)
    constant = getSplatFloat(filler);
  if (!constant || !isNeutral(*constant))
    return image;
  ArrayRef<int64_t> low = pad.getStaticLow(), high = pad.getStaticHigh();
  for (int64_t dim = 0, rank = low.size(); dim < rank; ++dim) {
    bool isSpatial = dim == spatial || dim == spatial + 1;
    if (low[dim] < 0 || high[dim] < 0 || (!isSpatial && low[dim] + high[dim]))
      return image;
  }
  padding = {SmallVector<int64_t>(low.slice(spatial, 2)),
             SmallVector<int64_t>(high.slice(spatial, 2))};
  return pad.getSource();
}

/// linalg lets a window op leave the end of its input unread. Padding there is
/// dropped; fails where more is unread than the stride explains.
static LogicalResult trimPadding(Value image, RankedTensorType output,
                                 int64_t spatial, const Window &window,
                                 Padding &padding) {
  auto type = cast<RankedTensorType>(image.getType());
  for (int i = 0; i < 2; ++i) {
    int64_t extent = (window.size[i] - 1) * window.dilations[i] + 1;
    int64_t last = output.getDimSize(spatial + i) - 1;
    int64_t padded = type.getDimSize(spatial + i) + padding.low[i];
    int64_t needed = last * window.strides[i] + extent - padded;
    padding.high[i] = std::min(padding.high[i], std::max<int64_t>(needed, 0));
    if ((padded + padding.high[i] - extent) / window.strides[i] != last)
      return failure();
  }
  return success();
}

static Value collapse(OpBuilder &builder, Location loc, Value value,
                      const Groups &groups) {
  if (groups.empty())
    return value;
  return tensor::CollapseShapeOp::create(builder, loc, value, groups);
}

/// The filter in HWCF or FCHW. A group is expanded by a unit dimension: before
/// the channels of the output (HWCF), or after them (FCHW).
static Value convertFilter(OpBuilder &builder, Location loc, Value filter,
                           const ConvForm &form) {
  if (!form.filterOrder.empty())
    filter = createTranspose(builder, loc, filter, form.filterOrder);
  filter = collapse(builder, loc, filter, form.filterCollapse);
  if (form.filterExpand.empty())
    return filter;
  auto type = cast<RankedTensorType>(filter.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + (form.layout == Layout::NHWC ? 2 : 1), 1);
  return tensor::ExpandShapeOp::create(builder, loc, type.clone(shape), filter,
                                       form.filterExpand);
}

static RankedTensorType collapsedType(RankedTensorType type,
                                      const Groups &groups) {
  if (groups.empty())
    return type;
  SmallVector<int64_t> shape;
  for (const ReassociationIndices &group : groups) {
    int64_t size = 1;
    for (int64_t dim : group)
      size *= type.getDimSize(dim);
    shape.push_back(size);
  }
  return type.clone(shape);
}

/// One static float type of ranked tensors, which is all that ckpt.conv takes.
static bool isSupported(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1)
    return false;
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  for (Value operand : {op->getOperand(0), op->getOperand(1)}) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || !type.hasStaticShape() ||
        type.getElementType() != result.getElementType())
      return false;
  }
  return result.hasStaticShape() && isa<FloatType>(result.getElementType());
}

namespace {
struct FormConv : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<ConvForm> form = getConvForm(op);
    if (!form || !isSupported(op))
      return failure();
    Location loc = op.getLoc();
    Padding padding;
    Value image = stripPadding(
        op->getOperand(0), form->spatial,
        [](const APFloat &value) { return value.isZero(); }, padding);
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Window window{{}, getPair(op, "strides"), getPair(op, "dilations")};
    auto filterShape =
        cast<RankedTensorType>(op->getOperand(1).getType()).getShape();
    for (int64_t dim : form->filterSpatial)
      window.size.push_back(filterShape[dim]);
    if (failed(trimPadding(image, type, form->spatial, window, padding)))
      return rewriter.notifyMatchFailure(op, "reads a part of its input");
    int64_t groups = form->groupDim < 0
                         ? 1
                         : cast<RankedTensorType>(image.getType())
                               .getDimSize(form->groupDim);
    image = collapse(rewriter, loc, image, form->imageCollapse);
    Value filter = convertFilter(rewriter, loc, op->getOperand(1), *form);
    Value result =
        ConvOp::create(rewriter, loc, collapsedType(type, form->resultCollapse),
                       image, filter, window.strides, window.dilations,
                       padding.low, padding.high, groups, form->layout);
    if (!form->resultCollapse.empty())
      result = tensor::ExpandShapeOp::create(rewriter, loc, type, result,
                                             form->resultCollapse);
    Value init = op.getDpsInits()[0];
    if (!isZero(init))
      result = createAdd(rewriter, loc, result, init);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct FormPool : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    bool nhwc = isa<linalg::PoolingNhwcMaxOp, linalg::PoolingNhwcSumOp>(op);
    bool nchw = isa<linalg::PoolingNchwMaxOp, linalg::PoolingNchwSumOp>(op);
    if ((!nhwc && !nchw) || !isSupported(op))
      return failure();
    bool max = isa<linalg::PoolingNhwcMaxOp, linalg::PoolingNchwMaxOp>(op);
    // Some frameworks start a maximum from the lowest finite number; the two
    // differ only for a window of nothing but -infinity.
    auto isNeutral = [&](const APFloat &value) {
      return max ? isLowest(value) : value.isZero();
    };
    Value init = op.getDpsInits()[0];
    std::optional<APFloat> start = getSplatFloat(init);
    bool neutral = start && isNeutral(*start);
    if (max && !neutral)
      return rewriter.notifyMatchFailure(op, "maximum with a first value");
    Padding padding;
    Value image =
        stripPadding(op->getOperand(0), nhwc ? 1 : 2, isNeutral, padding);
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    auto shape = cast<RankedTensorType>(op->getOperand(1).getType()).getShape();
    Window window{SmallVector<int64_t>(shape), getPair(op, "strides"),
                  getPair(op, "dilations")};
    if (failed(trimPadding(image, type, nhwc ? 1 : 2, window, padding)))
      return rewriter.notifyMatchFailure(op, "reads a part of its input");
    Value result = PoolOp::create(
        rewriter, op.getLoc(), type, max ? PoolKind::Max : PoolKind::Sum, image,
        window.size, window.strides, window.dilations, padding.low,
        padding.high, nhwc ? Layout::NHWC : Layout::NCHW);
    if (!neutral)
      result = createAdd(rewriter, op.getLoc(), result, init);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// A sum that is only divided by the size of the window is an average.
struct FormAverage : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 1 ||
        op->getNumResults() != 1 ||
        !llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }))
      return failure();
    auto pool = op.getDpsInputs()[0].getDefiningOp<PoolOp>();
    if (!pool || pool.getKind() != PoolKind::Sum || !pool->hasOneUse() ||
        pool->hasAttr(nameAttrName))
      return failure();
    if (!dividesBy(*op.getBody(), pool.getWindow()[0] * pool.getWindow()[1]))
      return failure();
    rewriter.replaceOpWithNewOp<PoolOp>(
        op, pool.getType(), PoolKind::Average, pool.getInput(),
        pool.getWindow(), pool.getStrides(), pool.getDilations(),
        pool.getPadLow(), pool.getPadHigh(), pool.getLayout());
    return success();
  }

private:
  /// `x / size`, or `x * (1 / size)` where that is the same.
  static bool dividesBy(Block &body, int64_t size) {
    if (body.getOperations().size() != 2)
      return false;
    Operation &scale = body.front();
    if (!isa<arith::DivFOp, arith::MulFOp>(scale) ||
        body.getTerminator()->getOperand(0) != scale.getResult(0) ||
        scale.getOperand(0) != body.getArgument(0))
      return false;
    std::optional<APFloat> factor = getSplatFloat(scale.getOperand(1));
    if (!factor)
      return false;
    APFloat exact(static_cast<double>(size));
    bool losesInfo = false;
    exact.convert(factor->getSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    if (losesInfo)
      return false;
    if (isa<arith::DivFOp>(scale))
      return factor->compare(exact) == APFloat::cmpEqual;
    APFloat inverse(exact.getSemantics());
    return exact.getExactInverse(&inverse) &&
           factor->compare(inverse) == APFloat::cmpEqual;
  }
};
} // namespace

void ckpt::populateWindowPatterns(RewritePatternSet &patterns) {
  patterns.add<FormConv, FormPool, FormAverage>(patterns.getContext());
  populateWindow1DPatterns(patterns);
  populateWindowGenericPatterns(patterns);
}
