//===- Scalars.cpp - Scalars at the level of a function -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step consists of ops on tensors. Scalars that are computed between them
// (the condition of a branch, a mean of sizes) go into the bodies that read
// them; what is left are elements of tensors, which are inputs.
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ckpt;

linalg::GenericOp ckpt::createSpread(OpBuilder &builder, Location location,
                                     Value scalar, ArrayRef<int64_t> shape) {
  Value empty =
      tensor::EmptyOp::create(builder, location, shape, scalar.getType());
  AffineMap map = builder.getMultiDimIdentityMap(shape.size());
  SmallVector<utils::IteratorType> iterators(shape.size(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
      builder, location, empty.getType(), ValueRange(), empty,
      ArrayRef<AffineMap>{map}, iterators,
      [&](OpBuilder &body, Location loc, ValueRange) {
        linalg::YieldOp::create(body, loc, scalar);
      });
}

Value ckpt::createSelect(OpBuilder &builder, Location location, Value condition,
                         Value ifTrue, Value ifFalse) {
  auto type = dyn_cast<RankedTensorType>(ifTrue.getType());
  if (!type)
    return arith::SelectOp::create(builder, location, condition, ifTrue,
                                   ifFalse);
  Value empty = createEmptyLike(builder, location, ifTrue);
  SmallVector<AffineMap> maps(3,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, location, type, ValueRange{ifTrue, ifFalse}, empty, maps,
             iterators,
             [&](OpBuilder &body, Location loc, ValueRange args) {
               Value chosen = arith::SelectOp::create(body, loc, condition,
                                                      args[0], args[1]);
               linalg::YieldOp::create(body, loc, chosen);
             })
      .getResult(0);
}

/// Whether `value` is computed by arithmetic on scalars.
static Operation *getScalarOp(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      op->hasTrait<OpTrait::ConstantLike>() ||
      !isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
      isa<ShapedType>(value.getType()))
    return nullptr;
  return op;
}

namespace {
/// A body that uses a scalar computed outside computes it itself.
struct SinkScalar : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    Block *body = op.getBody();
    for (Operation &inner : *body)
      for (Value operand : inner.getOperands()) {
        Operation *outer = getScalarOp(operand);
        if (!outer || outer->getBlock() == body)
          continue;
        rewriter.setInsertionPointToStart(body);
        Operation *copy = rewriter.clone(*outer);
        rewriter.replaceUsesWithIf(
            operand, copy->getResult(0),
            [&](OpOperand &use) { return use.getOwner()->getBlock() == body; });
        return success();
      }
    return failure();
  }
};

/// A tensor made of scalars: one of one element is filled with it, others are
/// put together from such.
struct FromElements : OpRewritePattern<tensor::FromElementsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::FromElementsOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    Location loc = op.getLoc();
    if (type.getNumElements() == 1) {
      rewriter.replaceOp(op, createSpread(rewriter, loc, op.getElements()[0],
                                          type.getShape()));
      return success();
    }
    if (type.getRank() != 1)
      return failure();
    SmallVector<Value> parts;
    for (Value element : op.getElements())
      parts.push_back(createSpread(rewriter, loc, element, ArrayRef<int64_t>{1})
                          .getResult(0));
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, /*dim=*/0, parts);
    return success();
  }
};
} // namespace

void ckpt::populateScalarPatterns(RewritePatternSet &patterns) {
  patterns.add<SinkScalar, FromElements>(patterns.getContext());
}
