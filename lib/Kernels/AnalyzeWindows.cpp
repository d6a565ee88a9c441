//===- AnalyzeWindows.cpp - Convolutions and pools as loop nests ----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the padding (and, for the data gradient of a strided convolution, the
// zeros between rows) written out in a copy, a convolution and its two
// gradients are contractions whose addresses are linear in all dimensions.
//
//===----------------------------------------------------------------------===//

#include "Analyzer.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace ckpt::kernels {

using Pair = std::array<int64_t, 2>;

static Pair pairOf(ArrayRef<int64_t> values) { return {values[0], values[1]}; }

/// The view with its dimensions in another order.
static View permute(const View &view, ArrayRef<int> order) {
  View result = view;
  for (auto [i, from] : llvm::enumerate(order)) {
    result.shape[i] = view.shape[from];
    result.strides[i] = view.strides[from];
  }
  return result;
}

/// An image in the order (n, h, w, c), a filter in the order (h, w, c, f).
static View imageView(const View &view, Layout layout) {
  return layout == Layout::NHWC ? view : permute(view, {0, 2, 3, 1});
}
static View filterView(const View &view, Layout layout) {
  return layout == Layout::NHWC ? view : permute(view, {2, 3, 1, 0});
}

LogicalResult Analyzer::visitWindowOp(Operation *op) {
  auto element =
      cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
  for (Value operand : op->getOperands())
    if (cast<RankedTensorType>(operand.getType()).getElementType() != element)
      return op->emitError("mixes element types");
  if (auto conv = dyn_cast<ConvOp>(op))
    visitConv(conv);
  else if (auto data = dyn_cast<ConvBackwardDataOp>(op))
    visitConvBackwardData(data);
  else if (auto filter = dyn_cast<ConvBackwardFilterOp>(op))
    visitConvBackwardFilter(filter);
  else
    visitPool(op);
  return success();
}

View Analyzer::paddedImage(const View &image, Pair low, Pair size, Pair spread,
                           Type element, Location loc) {
  bool same = low[0] == 0 && low[1] == 0 && spread[0] == 1 && spread[1] == 1 &&
              size[0] <= image.shape[1] && size[1] <= image.shape[2];
  if (same)
    return image;
  View padded = workspaceView(RankedTensorType::get(
      {image.shape[0], size[0], size[1], image.shape[3]}, element));
  Type stored = storageType(element);
  addFill(Builder(element.getContext()).getZeroAttr(stored), padded, loc);
  View from = image;
  for (int d = 0; d < 2; ++d)
    from.shape[1 + d] = std::min<int64_t>(
        image.shape[1 + d], llvm::divideCeil(size[d] - low[d], spread[d]));
  View inside = sliceView(padded, {0, low[0], low[1], 0}, from.shape,
                          {1, spread[0], spread[1], 1});
  addCopy(from, inside, loc);
  return padded;
}

/// A contraction over the dimensions (g, n, i, j, a | kh, kw, b): which of them
/// are reduced follows from the output's zeros.
static Nest contraction(Location loc, ArrayRef<int64_t> extents, Type type) {
  Nest nest(loc);
  nest.kind = Nest::Kind::Contract;
  nest.extents.assign(extents.begin(), extents.end());
  nest.inputs.resize(2);
  nest.outputs.resize(1);
  for (Input &input : nest.inputs)
    input.type = type;
  nest.outputs[0].type = type;
  nest.outputs[0].combine =
      isa<FloatType>(type) ? Combine::AddF : Combine::AddI;
  nest.outputs[0].initial.type = type;
  nest.outputs[0].initial.constant =
      Builder(type.getContext()).getZeroAttr(type);
  return nest;
}

static void setAccess(Access &access, const View &view, int64_t offset,
                      ArrayRef<int64_t> coefs) {
  access.buffer = view.buffer;
  access.offset = view.offset + offset;
  access.coefs.assign(coefs.begin(), coefs.end());
}

/// Rows or columns of the padded image that the windows touch.
static int64_t touched(int64_t outputs, int64_t stride, int64_t kernel,
                       int64_t dilation) {
  return (outputs - 1) * stride + (kernel - 1) * dilation + 1;
}

void Analyzer::visitConv(ConvOp op) {
  Location loc = op.getLoc();
  Type type = op.getType().getElementType();
  Pair s = pairOf(op.getStrides()), d = pairOf(op.getDilations());
  View image = imageView(view(op.getLhs(), loc), op.getLayout());
  View filter = filterView(view(op.getRhs(), loc), op.getLayout());
  View out = imageView(destination(op.getResult()), op.getLayout());
  int64_t kh = filter.shape[0], kw = filter.shape[1], c = filter.shape[2];
  int64_t groups = op.getGroups(), f = out.shape[3] / groups;
  View x = paddedImage(image, pairOf(op.getPadLow()),
                       {touched(out.shape[1], s[0], kh, d[0]),
                        touched(out.shape[2], s[1], kw, d[1])},
                       {1, 1}, type, loc);
  // (g, n, oh, ow, f, kh, kw, c)
  Nest nest = contraction(
      loc, {groups, out.shape[0], out.shape[1], out.shape[2], f, kh, kw, c},
      type);
  setAccess(nest.inputs[0].access, x, 0,
            {x.strides[3] * c, x.strides[0], x.strides[1] * s[0],
             x.strides[2] * s[1], 0, x.strides[1] * d[0], x.strides[2] * d[1],
             x.strides[3]});
  setAccess(nest.inputs[1].access, filter, 0,
            {filter.strides[3] * f, 0, 0, 0, filter.strides[3],
             filter.strides[0], filter.strides[1], filter.strides[2]});
  setAccess(nest.outputs[0].access, out, 0,
            {out.strides[3] * f, out.strides[0], out.strides[1], out.strides[2],
             out.strides[3], 0, 0, 0});
  program.nests.push_back(std::move(nest));
}

void Analyzer::visitConvBackwardData(ConvBackwardDataOp op) {
  Location loc = op.getLoc();
  Type type = op.getType().getElementType();
  Pair s = pairOf(op.getStrides()), d = pairOf(op.getDilations());
  Pair pad = pairOf(op.getPadLow());
  View dOut = imageView(view(op.getLhs(), loc), op.getLayout());
  View filter = filterView(view(op.getRhs(), loc), op.getLayout());
  View dIn = imageView(destination(op.getResult()), op.getLayout());
  int64_t kh = filter.shape[0], kw = filter.shape[1], c = filter.shape[2];
  int64_t groups = op.getGroups(), f = dOut.shape[3] / groups;
  // Output row o meets input row i through kernel row k when
  // o * stride = i + pad - k * dilation; row x of the spread image holds
  // o * stride = x - low.
  Pair low, size;
  for (int a = 0; a < 2; ++a) {
    int64_t reach = (filter.shape[a] - 1) * d[a];
    low[a] = std::max<int64_t>(0, reach - pad[a]);
    size[a] = dIn.shape[1 + a] + pad[a] + low[a];
  }
  View y = paddedImage(dOut, low, size, s, type, loc);
  int64_t start =
      (pad[0] + low[0]) * y.strides[1] + (pad[1] + low[1]) * y.strides[2];
  // (g, n, ih, iw, c, kh, kw, f)
  Nest nest = contraction(
      loc, {groups, dIn.shape[0], dIn.shape[1], dIn.shape[2], c, kh, kw, f},
      type);
  setAccess(nest.inputs[0].access, y, start,
            {y.strides[3] * f, y.strides[0], y.strides[1], y.strides[2], 0,
             -d[0] * y.strides[1], -d[1] * y.strides[2], y.strides[3]});
  setAccess(nest.inputs[1].access, filter, 0,
            {filter.strides[3] * f, 0, 0, 0, filter.strides[2],
             filter.strides[0], filter.strides[1], filter.strides[3]});
  setAccess(nest.outputs[0].access, dIn, 0,
            {dIn.strides[3] * c, dIn.strides[0], dIn.strides[1], dIn.strides[2],
             dIn.strides[3], 0, 0, 0});
  program.nests.push_back(std::move(nest));
}

void Analyzer::visitConvBackwardFilter(ConvBackwardFilterOp op) {
  Location loc = op.getLoc();
  Type type = op.getType().getElementType();
  Pair s = pairOf(op.getStrides()), d = pairOf(op.getDilations());
  View image = imageView(view(op.getLhs(), loc), op.getLayout());
  View dOut = imageView(view(op.getRhs(), loc), op.getLayout());
  View dFilter = filterView(destination(op.getResult()), op.getLayout());
  int64_t kh = dFilter.shape[0], kw = dFilter.shape[1], c = dFilter.shape[2];
  int64_t groups = op.getGroups(), f = dOut.shape[3] / groups;
  View x = paddedImage(image, pairOf(op.getPadLow()),
                       {touched(dOut.shape[1], s[0], kh, d[0]),
                        touched(dOut.shape[2], s[1], kw, d[1])},
                       {1, 1}, type, loc);
  // (n, oh, ow | g, kh, kw, c, f)
  Nest nest = contraction(
      loc, {dOut.shape[0], dOut.shape[1], dOut.shape[2], groups, kh, kw, c, f},
      type);
  setAccess(nest.inputs[0].access, x, 0,
            {x.strides[0], x.strides[1] * s[0], x.strides[2] * s[1],
             x.strides[3] * c, x.strides[1] * d[0], x.strides[2] * d[1],
             x.strides[3], 0});
  setAccess(nest.inputs[1].access, dOut, 0,
            {dOut.strides[0], dOut.strides[1], dOut.strides[2],
             dOut.strides[3] * f, 0, 0, 0, dOut.strides[3]});
  setAccess(nest.outputs[0].access, dFilter, 0,
            {0, 0, 0, dFilter.strides[3] * f, dFilter.strides[0],
             dFilter.strides[1], dFilter.strides[2], dFilter.strides[3]});
  program.nests.push_back(std::move(nest));
}

template <typename PoolLike>
static Window windowOf(PoolLike op, const View &in, const View &out) {
  Window window;
  window.kind = op.getKind();
  window.batch = in.shape[0];
  window.channels = in.shape[3];
  window.input = {in.shape[1], in.shape[2]};
  window.output = {out.shape[1], out.shape[2]};
  window.size = pairOf(op.getWindow());
  window.strides = pairOf(op.getStrides());
  window.dilations = pairOf(op.getDilations());
  window.padLow = pairOf(op.getPadLow());
  return window;
}

void Analyzer::visitPool(Operation *op) {
  Nest nest(op->getLoc());
  Type type =
      cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
  auto addInput = [&](const View &view) {
    Input input;
    input.type = type;
    setAccess(input.access, view, 0, view.strides);
    nest.inputs.push_back(input);
  };
  auto addOutput = [&](const View &view) {
    Output output;
    output.type = type;
    setAccess(output.access, view, 0, view.strides);
    nest.outputs.push_back(output);
    nest.extents = view.shape;
  };
  if (auto pool = dyn_cast<PoolOp>(op)) {
    nest.kind = Nest::Kind::Pool;
    View in = imageView(view(pool.getInput(), op->getLoc()), pool.getLayout());
    View out = imageView(destination(pool.getResult()), pool.getLayout());
    nest.window = windowOf(pool, in, out);
    addInput(in);
    addOutput(out);
  } else {
    auto back = cast<PoolBackwardOp>(op);
    nest.kind = Nest::Kind::PoolBackward;
    View dOut =
        imageView(view(back.getDOutput(), op->getLoc()), back.getLayout());
    addInput(dOut);
    if (back.getInput())
      addInput(
          imageView(view(back.getInput(), op->getLoc()), back.getLayout()));
    View dIn = imageView(destination(back.getResult()), back.getLayout());
    nest.window = windowOf(back, dIn, dOut);
    addOutput(dIn);
  }
  program.nests.push_back(std::move(nest));
}

} // namespace ckpt::kernels
