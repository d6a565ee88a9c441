//===- WindowGenerics.cpp - Generics that read windows --------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some exporters write convolutions and pools as generics that read at sums of
// loop counters. Those that have a name get it. The others (a cumulative sum
// as a window over all that came before) gather: a gather has a gradient at
// any position.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ckpt;

/// Whether each result is a loop, or zero.
static bool isPlain(AffineMap map) {
  return map.isProjectedPermutation(/*allowZeroInResults=*/true);
}

static bool readsWindows(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() &&
         !llvm::all_of(op.getIndexingMapsArray(), isPlain);
}

template <typename Op>
static bool nameAs(linalg::GenericOp op, PatternRewriter &rewriter) {
  SmallVector<int64_t> dilations, strides;
  if (!linalg::isaConvolutionOpOfType<Op>(op, &dilations, &strides))
    return false;
  auto named =
      Op::create(rewriter, op.getLoc(), op.getResultTypes(), op.getDpsInputs(),
                 op.getDpsInits(), rewriter.getI64VectorAttr(strides),
                 rewriter.getI64VectorAttr(dilations));
  rewriter.replaceOp(op, named);
  return true;
}

template <typename... Ops>
static bool nameAsOneOf(linalg::GenericOp op, PatternRewriter &rewriter) {
  return (nameAs<Ops>(op, rewriter) || ...);
}

namespace {
struct NameWindow : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    using namespace linalg;
    if (!readsWindows(op) || op.getNumDpsInputs() != 2 ||
        op.getNumDpsInits() != 1)
      return failure();
    return success(
        nameAsOneOf<Conv2DNhwcHwcfOp, Conv2DNhwcFhwcOp, Conv2DNchwFchwOp,
                    DepthwiseConv2DNhwcHwcOp, DepthwiseConv2DNhwcHwcmOp,
                    DepthwiseConv2DNchwChwOp, Conv2DNgchwGfchwOp,
                    Conv2DNgchwFgchwOp, Conv2DNhwgcGfhwcOp, PoolingNhwcMaxOp,
                    PoolingNhwcSumOp, PoolingNchwMaxOp, PoolingNchwSumOp,
                    Conv1DNcwFcwOp, Conv1DNwcWcfOp, DepthwiseConv1DNcwCwOp,
                    DepthwiseConv1DNwcWcOp, DepthwiseConv1DNwcWcmOp,
                    PoolingNcwMaxOp, PoolingNcwSumOp, PoolingNwcMaxOp,
                    PoolingNwcSumOp>(op, rewriter));
  }
};

struct GatherWindow : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!readsWindows(op))
      return failure();
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    SmallVector<std::pair<unsigned, AffineMap>> gathered;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      if (isPlain(map) || !isa<RankedTensorType>(input->get().getType())) {
        inputs.push_back(input->get());
        maps.push_back(map);
      } else {
        gathered.push_back({input->getOperandNumber(), map});
      }
    }
    for (OpOperand &init : op.getDpsInitsMutable())
      maps.push_back(op.getMatchingIndexingMap(&init));
    // The sizes of all loops must still follow from the other operands.
    if (gathered.empty() ||
        !inversePermutation(concatAffineMaps(maps, op.getContext())))
      return failure();
    auto replacement = linalg::GenericOp::create(
        rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getDpsInits(),
        maps, op.getIteratorTypesArray(), /*bodyBuild=*/nullptr,
        linalg::getPrunedAttributeList(op));
    rewriter.inlineRegionBefore(op.getRegion(), replacement.getRegion(),
                                replacement.getRegion().begin());
    Block *body = replacement.getBody();
    rewriter.setInsertionPointToStart(body);
    SmallVector<Value> counters;
    for (unsigned dim = 0; dim < maps.front().getNumDims(); ++dim)
      counters.push_back(linalg::IndexOp::create(rewriter, op.getLoc(), dim));
    for (auto [number, map] : llvm::reverse(gathered)) {
      SmallVector<Value> position;
      for (AffineExpr result : map.getResults())
        position.push_back(affine::expandAffineExpr(rewriter, op.getLoc(),
                                                    result, counters, {}));
      Value element = tensor::ExtractOp::create(
          rewriter, op.getLoc(), op->getOperand(number), position);
      rewriter.replaceAllUsesWith(body->getArgument(number), element);
      body->eraseArgument(number);
    }
    rewriter.replaceOp(op, replacement);
    return success();
  }
};

struct GeneralizeWindow3D : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    using namespace linalg;
    if (!isa<Conv3DNdhwcDhwcfOp, Conv3DNcdhwFcdhwOp, DepthwiseConv3DNdhwcDhwcOp,
             DepthwiseConv3DNdhwcDhwcmOp, DepthwiseConv3DNcdhwCdhwOp,
             PoolingNdhwcMaxOp, PoolingNdhwcSumOp>(op) ||
        !op.hasPureTensorSemantics())
      return failure();
    return generalizeNamedOp(rewriter, op);
  }
};
} // namespace

void ckpt::populateWindowGenericPatterns(RewritePatternSet &patterns) {
  patterns.add<NameWindow>(patterns.getContext(), /*benefit=*/2);
  patterns.add<GatherWindow, GeneralizeWindow3D>(patterns.getContext());
}
