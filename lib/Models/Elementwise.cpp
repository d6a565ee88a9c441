//===- Elementwise.cpp - Float arithmetic for rules -----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "TensorUtils.h"

using namespace mlir;
using namespace ckpt;

Value Elementwise::constant(double value) {
  Type type = like.getType();
  auto shaped = dyn_cast<RankedTensorType>(type);
  if (!shaped)
    return arith::ConstantOp::create(builder, loc, FloatAttr::get(type, value));
  if (!shaped.hasStaticShape())
    return createFilled(builder, loc, like, value);
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(shaped,
                             FloatAttr::get(shaped.getElementType(), value)));
}

Value Elementwise::integer(Value like, int64_t value) {
  Type type = like.getType();
  TypedAttr attribute =
      builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attribute = DenseElementsAttr::get(shaped, Attribute(attribute));
  return arith::ConstantOp::create(builder, loc, attribute);
}
