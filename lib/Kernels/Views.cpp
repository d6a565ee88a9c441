//===- Views.cpp - Tensors as strided pieces of buffers -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyzer.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace ckpt::kernels {

/// Matches groups of dimensions of equal size from the left; within a group the
/// old dimensions must follow each other without gaps.
std::optional<View> reshapeView(const View &view, ArrayRef<int64_t> shape) {
  View result;
  result.buffer = view.buffer;
  result.offset = view.offset;
  result.shape.assign(shape.begin(), shape.end());
  result.strides.assign(shape.size(), 1);
  Extents oldShape, oldStrides;
  for (auto [extent, stride] : llvm::zip(view.shape, view.strides))
    if (extent != 1) {
      oldShape.push_back(extent);
      oldStrides.push_back(stride);
    }
  size_t oldBegin = 0, newBegin = 0;
  while (oldBegin < oldShape.size() && newBegin < shape.size()) {
    size_t oldEnd = oldBegin + 1, newEnd = newBegin + 1;
    int64_t oldSize = oldShape[oldBegin], newSize = shape[newBegin];
    while (oldSize != newSize) {
      if (newSize < oldSize) {
        if (newEnd == shape.size())
          return std::nullopt;
        newSize *= shape[newEnd++];
      } else {
        if (oldEnd == oldShape.size())
          return std::nullopt;
        oldSize *= oldShape[oldEnd++];
      }
    }
    for (size_t i = oldBegin; i + 1 < oldEnd; ++i)
      if (oldStrides[i] != oldStrides[i + 1] * oldShape[i + 1])
        return std::nullopt;
    int64_t stride = oldStrides[oldEnd - 1];
    for (size_t i = newEnd; i-- > newBegin;) {
      result.strides[i] = stride;
      stride *= shape[i];
    }
    oldBegin = oldEnd;
    newBegin = newEnd;
  }
  return result;
}

View sliceView(const View &view, ArrayRef<int64_t> offsets,
               ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
  View result = view;
  for (size_t i = 0; i < offsets.size(); ++i) {
    result.offset += offsets[i] * view.strides[i];
    result.strides[i] *= strides[i];
    result.shape[i] = sizes[i];
  }
  return result;
}

View Analyzer::viewOfBuffer(int buffer, ArrayRef<int64_t> shape) {
  View view;
  view.buffer = buffer;
  view.shape.assign(shape.begin(), shape.end());
  view.strides = rowMajorStrides(shape);
  return view;
}

View Analyzer::workspaceView(RankedTensorType type) {
  int buffer =
      program.addWorkspace(type.getElementType(), type.getNumElements());
  return viewOfBuffer(buffer, type.getShape());
}

void Analyzer::addArguments() {
  auto add = [&](RankedTensorType type, Buffer::Kind kind, int64_t index) {
    Buffer buffer;
    buffer.kind = kind;
    buffer.index = index;
    buffer.element = storageType(type.getElementType());
    buffer.size = type.getNumElements();
    program.buffers.push_back(buffer);
    return viewOfBuffer(static_cast<int>(program.buffers.size()) - 1,
                        type.getShape());
  };
  for (BlockArgument argument : kernel.getBody().getArguments())
    values[argument].view = add(cast<RankedTensorType>(argument.getType()),
                                Buffer::Kind::Operand, argument.getArgNumber());
  Operation *yield = kernel.getBody().front().getTerminator();
  for (auto [index, value] : llvm::enumerate(yield->getOperands())) {
    View view = add(cast<RankedTensorType>(value.getType()),
                    Buffer::Kind::Result, index);
    // A value that is yielded twice is written once and copied.
    if (value.getDefiningOp())
      homes.try_emplace(value, view);
  }
}

/// A value that ends up inside another one is written there directly.
void Analyzer::passHomeToSources(Operation *op) {
  auto home = homes.find(op->getResult(0));
  // A concatenation that stays inside the kernel is written in parts, too.
  if (home == homes.end() && isa<tensor::ConcatOp>(op))
    home =
        homes
            .try_emplace(op->getResult(0), workspaceView(cast<RankedTensorType>(
                                               op->getResult(0).getType())))
            .first;
  if (home == homes.end())
    return;
  View place = home->second;
  auto give = [&](Value source, const View &view) {
    if (source.getDefiningOp() && !homes.count(source))
      homes[source] = view;
  };
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    Value source = op->getOperand(0);
    auto type = cast<RankedTensorType>(source.getType());
    if (std::optional<View> view = reshapeView(place, type.getShape()))
      give(source, *view);
    return;
  }
  if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    Extents offsets(place.shape.size(), 0), ones(place.shape.size(), 1);
    for (Value source : concat.getInputs()) {
      auto shape = cast<RankedTensorType>(source.getType()).getShape();
      give(source, sliceView(place, offsets, shape, ones));
      offsets[concat.getDim()] += shape[concat.getDim()];
    }
    return;
  }
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    // The source may be written early only into a destination that is already
    // there, and the destination in place only if nobody else reads it.
    Operation *dest = insert.getDest().getDefiningOp();
    Operation *source = insert.getSource().getDefiningOp();
    if (!dest || !insert.getDest().hasOneUse())
      return;
    give(insert.getDest(), place);
    bool sameRank =
        insert.getSourceType().getRank() == insert.getType().getRank();
    bool isStatic = !ShapedType::isDynamicShape(insert.getStaticSizes()) &&
                    !ShapedType::isDynamicShape(insert.getStaticStrides()) &&
                    !ShapedType::isDynamicShape(insert.getStaticOffsets());
    if (source && dest->isBeforeInBlock(source) && sameRank && isStatic)
      give(insert.getSource(),
           sliceView(place, insert.getStaticOffsets(), insert.getStaticSizes(),
                     insert.getStaticStrides()));
  }
}

void Analyzer::findHomes() {
  for (Operation &op : llvm::reverse(kernel.getBody().front()))
    if (op.getNumResults() == 1)
      passHomeToSources(&op);
}

View Analyzer::destination(Value value) {
  auto home = homes.find(value);
  View view = home != homes.end()
                  ? home->second
                  : workspaceView(cast<RankedTensorType>(value.getType()));
  values[value] = {view, {}};
  return view;
}

View Analyzer::view(Value value, Location loc) {
  TensorValue &known = values[value];
  if (known.view)
    return *known.view;
  TypedAttr splat = known.splat;
  View place = destination(value);
  if (splat)
    addFill(splat, place, loc);
  return place;
}

Access Analyzer::accessOf(const View &view, AffineMap map) {
  Access access;
  access.buffer = view.buffer;
  access.offset = view.offset;
  access.coefs.assign(map.getNumDims(), 0);
  for (auto [result, stride] : llvm::zip(map.getResults(), view.strides)) {
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(result, map.getNumDims(), 0, &flat)) ||
        flat.size() != map.getNumDims() + 1) {
      access.map = map;
      access.offset = view.offset;
      access.mapStrides = view.strides;
      return access;
    }
    for (unsigned d = 0; d < map.getNumDims(); ++d)
      access.coefs[d] += flat[d] * stride;
    access.offset += flat.back() * stride;
  }
  return access;
}

Input Analyzer::inputOf(Value value, AffineMap map, Location loc) {
  Input input;
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  input.type = tensor ? tensor.getElementType() : value.getType();
  TypedAttr scalar;
  if (!tensor) {
    matchPattern(value, m_Constant(&scalar));
    input.constant = scalar;
    return input;
  }
  const TensorValue &known = values[value];
  if (!known.view) {
    // What nobody wrote may be anything; zero is the repeatable choice.
    input.constant = known.splat
                         ? known.splat
                         : Builder(value.getContext()).getZeroAttr(input.type);
    return input;
  }
  (void)loc;
  input.access = accessOf(*known.view, map);
  return input;
}

Nest Analyzer::copyNest(ArrayRef<int64_t> shape, const View &to, Location loc) {
  Nest nest(loc);
  nest.extents.assign(shape.begin(), shape.end());
  Output output;
  output.type = program.buffers[to.buffer].element;
  output.access.buffer = to.buffer;
  output.access.offset = to.offset;
  output.access.coefs = to.strides;
  nest.outputs.push_back(output);
  return nest;
}

void Analyzer::addCopy(const View &from, const View &to, Location loc) {
  if (from.buffer == to.buffer && from.offset == to.offset)
    return; // written in place
  Nest nest = copyNest(to.shape, to, loc);
  Input input;
  input.type = nest.outputs[0].type;
  input.access.buffer = from.buffer;
  input.access.offset = from.offset;
  input.access.coefs = from.strides;
  nest.inputs.push_back(input);
  program.nests.push_back(std::move(nest));
}

void Analyzer::addFill(TypedAttr value, const View &to, Location loc) {
  Nest nest = copyNest(to.shape, to, loc);
  Input input;
  input.type = nest.outputs[0].type;
  // In memory an i1 is a byte.
  if (auto integer = dyn_cast<IntegerAttr>(value);
      integer && integer.getType() != input.type)
    value = IntegerAttr::get(
        input.type,
        integer.getValue().zextOrTrunc(input.type.getIntOrFloatBitWidth()));
  input.constant = value;
  nest.inputs.push_back(input);
  program.nests.push_back(std::move(nest));
}

} // namespace ckpt::kernels
