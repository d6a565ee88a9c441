//===- Copies.cpp - Readers read what a copy was made of ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transpose or a broadcast is a generic that only yields its input. A generic
// or a contraction that reads it can read the source through a composed map:
// nothing is stored, and the gradient of a broadcast is one reduction. A
// contraction that only a transpose reads writes in that order by itself. A
// copy that is named for a policy stays.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ckpt;

std::optional<AffineMap> ckpt::getCopyMap(Value value) {
  auto copy = value.getDefiningOp<linalg::GenericOp>();
  if (!copy || copy->hasAttr(nameAttrName) || !copy.hasPureTensorSemantics() ||
      copy.getNumDpsInputs() != 1 || copy.getNumDpsInits() != 1 ||
      copy.getNumParallelLoops() != copy.getNumLoops())
    return std::nullopt;
  Operation *yield = copy.getBody()->getTerminator();
  if (yield->getOperand(0) != copy.getBody()->getArgument(0))
    return std::nullopt;
  SmallVector<AffineMap> maps = copy.getIndexingMapsArray();
  if (!maps[1].isPermutation() || !maps[0].isProjectedPermutation())
    return std::nullopt;
  return maps[0].compose(inversePermutation(maps[1]));
}

namespace {
template <typename Op> struct ReadThroughCopy : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    for (OpOperand *operand : op.getDpsInputOperands()) {
      std::optional<AffineMap> copy = getCopyMap(operand->get());
      if (!copy)
        continue;
      unsigned index = operand->getOperandNumber();
      SmallVector<AffineMap> composed = maps;
      composed[index] = copy->compose(maps[index]);
      if (!isLegal(composed, op.getContext()))
        continue;
      auto source = operand->get().template getDefiningOp<linalg::GenericOp>();
      rewriter.modifyOpInPlace(op, [&] {
        operand->set(source.getDpsInputs()[0]);
        op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(composed));
      });
      return success();
    }
    return failure();
  }

private:
  /// The sizes of all loops must still follow from the operands.
  static bool isLegal(ArrayRef<AffineMap> maps, MLIRContext *context) {
    if (std::is_same_v<Op, linalg::ContractOp>)
      return isContraction(maps);
    return llvm::all_of(
               maps,
               [](AffineMap map) { return map.isProjectedPermutation(); }) &&
           inversePermutation(concatAffineMaps(maps, context));
  }
};

/// JAX transposes the gradients of weights after their contraction.
struct WriteThroughTranspose : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<AffineMap> copy =
        op->getNumResults() == 1 ? getCopyMap(op.getResult(0)) : std::nullopt;
    if (!copy || !copy->isPermutation())
      return failure();
    auto contract = op.getDpsInputs()[0].getDefiningOp<linalg::ContractOp>();
    if (!contract || !contract->hasOneUse() || contract->hasAttr(nameAttrName))
      return failure();
    SmallVector<Value> inputs = contract.getDpsInputs();
    SmallVector<AffineMap> maps = contract.getIndexingMapsArray();
    maps[2] = inversePermutation(*copy).compose(maps[2]);
    if (!isMatrixOrder(maps)) {
      std::swap(inputs[0], inputs[1]);
      std::swap(maps[0], maps[1]);
      if (!isMatrixOrder(maps))
        return failure();
    }
    FloatAttr zero = rewriter.getFloatAttr(
        getElementTypeOrSelf(op.getResult(0).getType()), 0.0);
    if (!isZero(contract.getDpsInits()[0]))
      return failure();
    Location loc = contract.getLoc();
    Value constant = arith::ConstantOp::create(rewriter, loc, zero);
    Value start =
        linalg::FillOp::create(rewriter, loc, constant,
                               createEmptyLike(rewriter, loc, op.getResult(0)))
            .getResult(0);
    rewriter.replaceOpWithNewOp<linalg::ContractOp>(
        op, inputs, start, rewriter.getAffineMapArrayAttr(maps));
    return success();
  }

private:
  /// Whether the output has first the dimensions of both inputs, then those of
  /// the first alone, then those of the second: libraries write such products.
  static bool isMatrixOrder(ArrayRef<AffineMap> maps) {
    int last = 0;
    for (AffineExpr result : maps[2].getResults()) {
      unsigned dim = cast<AffineDimExpr>(result).getPosition();
      bool left = maps[0].isFunctionOfDim(dim);
      bool right = maps[1].isFunctionOfDim(dim);
      int role = left && right ? 0 : left ? 1 : 2;
      if (role < last)
        return false;
      last = role;
    }
    return true;
  }
};
} // namespace

void ckpt::populateCopyPatterns(RewritePatternSet &patterns) {
  patterns.add<ReadThroughCopy<linalg::GenericOp>,
               ReadThroughCopy<linalg::ContractOp>, WriteThroughTranspose>(
      patterns.getContext());
}
