//===- Generics.cpp - Named ops become generics; generics are tidied ------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Scalars.h"
#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ckpt;

//===----------------------------------------------------------------------===//
// Generalization
//===----------------------------------------------------------------------===//

/// Whether the tensor that `extract` reads has no other element.
static bool isOnlyElement(tensor::ExtractOp extract) {
  auto type = dyn_cast<RankedTensorType>(extract.getTensor().getType());
  return type && type.hasStaticShape() && type.getNumElements() == 1;
}

/// The tensor of one element that `extract` reads, as a 0-d tensor.
static Value getOnlyElement(OpBuilder &builder, tensor::ExtractOp extract) {
  if (extract.getTensor().getType().getRank() == 0)
    return extract.getTensor();
  return tensor::CollapseShapeOp::create(builder, extract.getLoc(),
                                         extract.getTensor(),
                                         ArrayRef<ReassociationIndices>{});
}

namespace {
/// linalg.map, reduce, broadcast, transpose, copy, exp, ...: everything whose
/// maps are plain. Fills and contractions have forms of their own; windows that
/// `ckpt.conv` and `ckpt.pool` do not cover stay recognizable.
struct GeneralizeNamed : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<linalg::GenericOp, linalg::FillOp, linalg::ContractOp>(op) ||
        !op.hasPureTensorSemantics())
      return failure();
    for (AffineMap map : op.getIndexingMapsArray())
      if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
        return failure();
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

/// linalg.softmax and its like are several reductions.
struct DecomposeAggregate
    : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!isa<linalg::SoftmaxOp>(op))
      return failure();
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }
};

/// tensor.splat of a scalar is a fill.
struct SplatToFill : OpRewritePattern<tensor::SplatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::SplatOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().hasStaticShape())
      return failure();
    Value empty = createEmptyLike(rewriter, op.getLoc(), op);
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, op.getInput(), empty);
    return success();
  }
};

/// A fill with a value that is no constant spreads that value.
struct FillWithValue : OpRewritePattern<linalg::FillOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::FillOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || matchPattern(op.value(), m_Constant()))
      return failure();
    auto type = cast<RankedTensorType>(op.getResult(0).getType());
    rewriter.replaceOp(
        op, createSpread(rewriter, op.getLoc(), op.value(), type.getShape()));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Clean-up
//===----------------------------------------------------------------------===//

/// A truncation of a constant rounds to nearest. (The folder of arith only
/// truncates exact values.)
struct TruncateConstant : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    FloatAttr constant;
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || !matchPattern(op.getIn(), m_Constant(&constant)))
      return failure();
    APFloat value = constant.getValue();
    bool losesInfo = false;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op,
                                                   FloatAttr::get(type, value));
    return success();
  }
};

/// A comparison of a widened value with a constant that the narrow type has,
/// too, needs no widening.
struct CompareNarrow : OpRewritePattern<arith::CmpFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CmpFOp op,
                                PatternRewriter &rewriter) const override {
    auto widened = op.getLhs().getDefiningOp<arith::ExtFOp>();
    FloatAttr constant;
    if (!widened || !matchPattern(op.getRhs(), m_Constant(&constant)))
      return failure();
    auto type = dyn_cast<FloatType>(widened.getIn().getType());
    if (!type)
      return failure();
    APFloat value = constant.getValue();
    bool losesInfo = false;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    if (losesInfo)
      return failure();
    Value narrow = arith::ConstantOp::create(rewriter, op.getLoc(),
                                             FloatAttr::get(type, value));
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, op.getPredicate(),
                                               widened.getIn(), narrow);
    return success();
  }
};

/// Constants that the file holds as a resource are constants like any other.
struct ReadResource : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue());
    AsmResourceBlob *blob =
        resource ? resource.getRawHandle().getBlob() : nullptr;
    bool isSplat = false;
    if (!blob || !DenseElementsAttr::isValidRawBuffer(resource.getType(),
                                                      blob->getData(), isSplat))
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                                blob->getData()));
    return success();
  }
};

/// A generic that reads nothing and yields one constant fills.
struct GenericToFill : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
        op.getNumParallelLoops() != op.getNumLoops())
      return failure();
    Value value = op.getBody()->getTerminator()->getOperand(0);
    if (value.getParentBlock() == op.getBody() ||
        !matchPattern(value, m_Constant()))
      return failure();
    Value empty = createEmptyLike(rewriter, op.getLoc(), op.getResult(0));
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, value, empty);
    return success();
  }
};

/// A generic that reads the same constant everywhere has it in its body.
struct ReadSplatAsConstant : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    for (OpOperand *operand : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(operand);
      Type type = getElementTypeOrSelf(operand->get().getType());
      TypedAttr constant = getSplat(operand->get());
      if (!constant || argument.use_empty() || constant.getType() != type)
        continue;
      rewriter.setInsertionPoint(op);
      Value scalar = arith::ConstantOp::create(rewriter, op.getLoc(), constant);
      rewriter.modifyOpInPlace(op,
                               [&] { argument.replaceAllUsesWith(scalar); });
      return success();
    }
    return failure();
  }

private:
  static TypedAttr getSplat(Value value) {
    if (auto fill = value.getDefiningOp<linalg::FillOp>())
      value = fill.value();
    Attribute constant;
    if (!matchPattern(value, m_Constant(&constant)))
      return {};
    if (auto splat = dyn_cast<SplatElementsAttr>(constant))
      constant = splat.getSplatValue<Attribute>();
    return isa<FloatAttr, IntegerAttr>(constant) ? cast<TypedAttr>(constant)
                                                 : TypedAttr();
  }
};

/// A body that uses the element of a tensor of one element has it as an input:
/// bodies hold no values from outside but constants.
struct ReadScalarAsInput : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    tensor::ExtractOp extract = findExtract(op);
    if (!extract)
      return failure();
    rewriter.setInsertionPoint(op);
    Value source = getOnlyElement(rewriter, extract);
    SmallVector<Value> inputs = op.getDpsInputs();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    unsigned position = inputs.size();
    inputs.push_back(source);
    maps.insert(maps.begin() + position,
                AffineMap::get(op.getNumLoops(), 0, op.getContext()));
    auto replacement = linalg::GenericOp::create(
        rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getDpsInits(),
        maps, op.getIteratorTypesArray(), /*bodyBuild=*/nullptr,
        linalg::getPrunedAttributeList(op));
    rewriter.inlineRegionBefore(op.getRegion(), replacement.getRegion(),
                                replacement.getRegion().begin());
    Block *body = replacement.getBody();
    BlockArgument argument =
        body->insertArgument(position, extract.getType(), extract.getLoc());
    extract.getResult().replaceUsesWithIf(argument, [&](OpOperand &use) {
      return body->findAncestorOpInBlock(*use.getOwner()) != nullptr;
    });
    if (extract->getBlock() == body)
      rewriter.eraseOp(extract);
    rewriter.replaceOp(op, replacement);
    return success();
  }

private:
  static tensor::ExtractOp findExtract(linalg::GenericOp op) {
    for (Operation &inner : *op.getBody()) {
      auto extract = dyn_cast<tensor::ExtractOp>(inner);
      if (extract && isOnlyElement(extract) &&
          extract.getTensor().getParentBlock() != op.getBody())
        return extract;
      for (Value operand : inner.getOperands()) {
        extract = operand.getDefiningOp<tensor::ExtractOp>();
        if (extract && extract->getBlock() != op.getBody() &&
            isOnlyElement(extract))
          return extract;
      }
    }
    return {};
  }
};

/// An initial value that the body does not read is not kept alive.
struct ForgetUnreadInit : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    bool changed = false;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      if (init.get().getDefiningOp<tensor::EmptyOp>() ||
          !op.getMatchingBlockArgument(&init).use_empty() ||
          !cast<RankedTensorType>(init.get().getType()).hasStaticShape())
        continue;
      Value empty = createEmptyLike(rewriter, op.getLoc(), init.get());
      rewriter.modifyOpInPlace(op, [&] { init.set(empty); });
      changed = true;
    }
    return success(changed);
  }
};
} // namespace

void ckpt::populateGeneralizationPatterns(RewritePatternSet &patterns) {
  // Contractions and windows come first: they are named ops, too.
  patterns.add<GeneralizeNamed>(patterns.getContext(), /*benefit=*/0);
  patterns.add<DecomposeAggregate, SplatToFill, FillWithValue>(
      patterns.getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
}

void ckpt::populateGenericCleanupPatterns(RewritePatternSet &patterns) {
  patterns.add<ReadResource, TruncateConstant, CompareNarrow, GenericToFill,
               ReadSplatAsConstant, ReadScalarAsInput, ForgetUnreadInit>(
      patterns.getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
}
