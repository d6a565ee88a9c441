//===- Patterns.cpp - What the rewrites share -----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ckpt;

std::optional<APFloat> ckpt::getSplatFloat(Value value) {
  while (Operation *view = value.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(view))
      break;
    value = view->getOperand(0);
  }
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.value();
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  if (auto splat = dyn_cast<SplatElementsAttr>(constant))
    constant = splat.getSplatValue<Attribute>();
  if (auto scalar = dyn_cast<FloatAttr>(constant))
    return scalar.getValue();
  return std::nullopt;
}

bool ckpt::isZero(Value value) {
  std::optional<APFloat> splat = getSplatFloat(value);
  return splat && splat->isZero();
}

Value ckpt::createEmptyLike(OpBuilder &builder, Location location,
                            Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return tensor::EmptyOp::create(builder, location, type.getShape(),
                                 type.getElementType());
}

Value ckpt::createTranspose(OpBuilder &builder, Location location, Value value,
                            ArrayRef<int64_t> permutation) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(type.getDimSize(dim));
  Value empty =
      tensor::EmptyOp::create(builder, location, shape, type.getElementType());
  AffineMap read = inversePermutation(
      AffineMap::getPermutationMap(permutation, builder.getContext()));
  AffineMap written = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, location, empty.getType(), value, empty,
             ArrayRef<AffineMap>{read, written}, iterators,
             [](OpBuilder &body, Location loc, ValueRange args) {
               linalg::YieldOp::create(body, loc, args[0]);
             })
      .getResult(0);
}

Value ckpt::createAdd(OpBuilder &builder, Location location, Value lhs,
                      Value rhs) {
  int64_t rank = cast<RankedTensorType>(lhs.getType()).getRank();
  SmallVector<AffineMap> maps(3, builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value empty = createEmptyLike(builder, location, lhs);
  return linalg::GenericOp::create(
             builder, location, lhs.getType(), ValueRange{lhs, rhs}, empty,
             maps, iterators,
             [](OpBuilder &body, Location loc, ValueRange args) {
               Value sum = arith::AddFOp::create(body, loc, args[0], args[1]);
               linalg::YieldOp::create(body, loc, sum);
             })
      .getResult(0);
}

bool ckpt::isContraction(ArrayRef<AffineMap> maps) {
  if (maps.size() != 3 || !llvm::all_of(maps, [](AffineMap map) {
        return map.isProjectedPermutation();
      }))
    return false;
  bool reduces = false;
  for (unsigned dim = 0; dim < maps[0].getNumDims(); ++dim) {
    bool left = maps[0].isFunctionOfDim(dim);
    bool right = maps[1].isFunctionOfDim(dim);
    bool out = maps[2].isFunctionOfDim(dim);
    if (out ? !(left || right) : !(left && right))
      return false;
    reduces |= !out;
  }
  return reduces;
}
