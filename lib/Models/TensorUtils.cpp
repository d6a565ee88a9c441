//===- TensorUtils.cpp - Small tensor builders for rules ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ckpt;

Value ckpt::createEmpty(OpBuilder &builder, Location loc, Value like,
                        Type elementType) {
  auto type = cast<RankedTensorType>(like.getType());
  if (!elementType)
    elementType = type.getElementType();
  if (type.hasStaticShape())
    return tensor::EmptyOp::create(builder, loc, type.getShape(), elementType);
  return tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, like), elementType);
}

Value ckpt::createFilled(OpBuilder &builder, Location loc, Value like,
                         double value, Type elementType) {
  Value empty = createEmpty(builder, loc, like, elementType);
  Type scalar = cast<RankedTensorType>(empty.getType()).getElementType();
  Value constant =
      arith::ConstantOp::create(builder, loc, FloatAttr::get(scalar, value));
  return linalg::FillOp::create(builder, loc, constant, empty).getResult(0);
}

TypedAttr ckpt::getSplat(Value value) {
  // A fill forwards a scalar; follow at most that one step.
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs().front();
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
    return dyn_cast<FloatAttr>(splat.getSplatValue<Attribute>());
  return dyn_cast<FloatAttr>(constant.getValue());
}

static Value castScalar(OpBuilder &builder, Location loc, Value value,
                        Type type) {
  unsigned from = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (to > from)
    return arith::ExtFOp::create(builder, loc, type, value);
  if (to < from)
    return arith::TruncFOp::create(builder, loc, type, value);
  // f16 and bf16 are equally wide; f32 holds both.
  Value wide = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  return arith::TruncFOp::create(builder, loc, type, wide);
}

Value ckpt::createFloatCast(OpBuilder &builder, Location loc, Value value,
                            Type elementType) {
  if (getElementTypeOrSelf(value.getType()) == elementType)
    return value;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return castScalar(builder, loc, value, elementType);
  Value empty = createEmpty(builder, loc, value, elementType);
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> parallel(type.getRank(),
                                            utils::IteratorType::parallel);
  auto body = [&](OpBuilder &b, Location l, ValueRange args) {
    linalg::YieldOp::create(b, l, castScalar(b, l, args[0], elementType));
  };
  return linalg::GenericOp::create(builder, loc, empty.getType(), value, empty,
                                   ArrayRef<AffineMap>{identity, identity},
                                   parallel, body)
      .getResult(0);
}
