//===- WindowOps.cpp - Convolution and pooling ----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Ckpt.h"

using namespace mlir;
using namespace ckpt;

namespace {
/// One spatial dimension of a window op.
struct Window {
  ArrayRef<int64_t> size, strides, dilations, padLow, padHigh;
};
} // namespace

static LogicalResult verifyWindow(Operation *op, const Window &window) {
  auto pair = [&](ArrayRef<int64_t> values, int64_t least,
                  StringRef name) -> LogicalResult {
    if (values.size() != 2 || values[0] < least || values[1] < least)
      return op->emitOpError() << "'" << name << "' needs two integers, each "
                               << least << " or more";
    return success();
  };
  if (failed(pair(window.strides, 1, "strides")) ||
      failed(pair(window.dilations, 1, "dilations")) ||
      failed(pair(window.padLow, 0, "pad_low")) ||
      failed(pair(window.padHigh, 0, "pad_high")))
    return failure();
  return success();
}

/// Checks output = (input + pads - extent of the window) / stride + 1.
static LogicalResult verifyExtent(Operation *op, const Window &window, int i,
                                  int64_t input, int64_t output) {
  if (ShapedType::isDynamic(input) || ShapedType::isDynamic(output) ||
      ShapedType::isDynamic(window.size[i]))
    return success();
  int64_t extent = (window.size[i] - 1) * window.dilations[i] + 1;
  int64_t padded = input + window.padLow[i] + window.padHigh[i];
  int64_t expected =
      padded < extent ? 0 : (padded - extent) / window.strides[i] + 1;
  if (expected != output || expected < 1)
    return op->emitOpError()
           << "spatial dimension " << i << ": input " << input << " gives "
           << expected << " windows, not " << output;
  return success();
}

static bool agree(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) || ShapedType::isDynamic(b) || a == b;
}

/// `image`, `filter` and `output` in the roles of the forward convolution.
template <typename Op>
static LogicalResult verifyConv(Op op, RankedTensorType image,
                                RankedTensorType filter,
                                RankedTensorType output) {
  if (image.getRank() != 4 || filter.getRank() != 4 || output.getRank() != 4)
    return op.emitOpError("needs tensors of rank 4");
  if (image.getElementType() != output.getElementType() ||
      filter.getElementType() != output.getElementType() ||
      !isa<FloatType>(output.getElementType()))
    return op.emitOpError("needs one float element type");
  bool nhwc = op.getLayout() == Layout::NHWC;
  int64_t c = op.getChannelDim(), s = op.getSpatialDim();
  int64_t filterSpatial = nhwc ? 0 : 2, filterIn = nhwc ? 2 : 1;
  int64_t filterOut = nhwc ? 3 : 0;
  SmallVector<int64_t, 2> size{filter.getDimSize(filterSpatial),
                               filter.getDimSize(filterSpatial + 1)};
  Window window{size, op.getStrides(), op.getDilations(), op.getPadLow(),
                op.getPadHigh()};
  if (failed(verifyWindow(op, window)))
    return failure();
  int64_t groups = op.getGroups();
  if (groups < 1)
    return op.emitOpError("'groups' needs to be 1 or more");
  int64_t in = filter.getDimSize(filterIn);
  if (!agree(image.getDimSize(c), ShapedType::isDynamic(in) ? in : in * groups))
    return op.emitOpError("the filter reads ")
           << in << " channels in each of " << groups
           << " groups, the input has " << image.getDimSize(c);
  if (!agree(filter.getDimSize(filterOut), output.getDimSize(c)) ||
      (!output.isDynamicDim(c) && output.getDimSize(c) % groups != 0))
    return op.emitOpError("the channels of filter and output do not agree");
  if (!agree(image.getDimSize(0), output.getDimSize(0)))
    return op.emitOpError("the batches of input and output do not agree");
  for (int i = 0; i < 2; ++i)
    if (failed(verifyExtent(op, window, i, image.getDimSize(s + i),
                            output.getDimSize(s + i))))
      return failure();
  return success();
}

LogicalResult ConvOp::verify() {
  return verifyConv(*this, getLhs().getType(), getRhs().getType(), getType());
}

LogicalResult ConvBackwardDataOp::verify() {
  return verifyConv(*this, getType(), getRhs().getType(), getLhs().getType());
}

LogicalResult ConvBackwardFilterOp::verify() {
  return verifyConv(*this, getLhs().getType(), getType(), getRhs().getType());
}

template <typename Op>
static LogicalResult verifyPool(Op op, RankedTensorType image,
                                RankedTensorType output) {
  if (image.getRank() != 4 || output.getRank() != 4)
    return op.emitOpError("needs tensors of rank 4");
  if (image.getElementType() != output.getElementType() ||
      !isa<FloatType>(output.getElementType()))
    return op.emitOpError("needs one float element type");
  if (op.getWindow().size() != 2 || op.getWindow()[0] < 1 ||
      op.getWindow()[1] < 1)
    return op.emitOpError("'window' needs two integers, each 1 or more");
  Window window{op.getWindow(), op.getStrides(), op.getDilations(),
                op.getPadLow(), op.getPadHigh()};
  if (failed(verifyWindow(op, window)))
    return failure();
  if (!agree(image.getDimSize(0), output.getDimSize(0)) ||
      !agree(image.getDimSize(op.getChannelDim()),
             output.getDimSize(op.getChannelDim())))
    return op.emitOpError("batch and channels of input and output differ");
  for (int i = 0; i < 2; ++i)
    if (failed(verifyExtent(op, window, i,
                            image.getDimSize(op.getSpatialDim() + i),
                            output.getDimSize(op.getSpatialDim() + i))))
      return failure();
  return success();
}

LogicalResult PoolOp::verify() {
  return verifyPool(*this, getInput().getType(), getType());
}

LogicalResult PoolBackwardOp::verify() {
  if ((getKind() == PoolKind::Max) != static_cast<bool>(getInput()))
    return emitOpError("'max' needs the forward's input, the others do not");
  if (getInput() && getInput().getType() != getType())
    return emitOpError("the gradient has the type of the forward's input");
  return verifyPool(*this, getType(), getDOutput().getType());
}
