//===- Contractions.cpp - linalg.contract is the one form -----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Named contractions (matmul, batch_matmul, vecmat, dot, ...) and generics that
// multiply and add become linalg.contract on a zero fill. What they accumulate
// onto is added afterwards.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ckpt;

/// Exactly `acc + lhs * rhs` on floats.
static bool isMultiplyAdd(Block &body) {
  if (body.getOperations().size() != 3 || body.getNumArguments() != 3)
    return false;
  auto product = dyn_cast<arith::MulFOp>(body.front());
  auto sum = dyn_cast<arith::AddFOp>(*std::next(body.begin()));
  if (!product || !sum || body.getTerminator()->getOperand(0) != sum)
    return false;
  auto isPair = [](Operation *op, Value a, Value b) {
    return (op->getOperand(0) == a && op->getOperand(1) == b) ||
           (op->getOperand(0) == b && op->getOperand(1) == a);
  };
  return isPair(product, body.getArgument(0), body.getArgument(1)) &&
         isPair(sum, product, body.getArgument(2));
}

namespace {
struct FormContract : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 2 ||
        op.getNumDpsInits() != 1 || !isMultiplyAdd(*op.getBlock()))
      return failure();
    Value init = op.getDpsInits()[0];
    bool startsFromZero = isZero(init);
    if (isa<linalg::ContractOp>(op) && startsFromZero)
      return failure();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    if (!isContraction(maps))
      return failure();
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(init.getType());
    Value start = init;
    if (!startsFromZero) {
      Value zero = arith::ConstantOp::create(
          rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
      start = linalg::FillOp::create(rewriter, loc, zero,
                                     createEmptyLike(rewriter, loc, init))
                  .getResult(0);
    }
    Value result =
        linalg::ContractOp::create(rewriter, loc, op.getDpsInputs(), start,
                                   rewriter.getAffineMapArrayAttr(maps))
            .getResult(0);
    if (!startsFromZero)
      result = createAdd(rewriter, loc, result, init);
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void ckpt::populateContractionPatterns(RewritePatternSet &patterns) {
  patterns.add<FormContract>(patterns.getContext());
}
