//===- TensorModels.cpp - Rules of the tensor dialect ---------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorUtils.h"
#include "ckpt/Interfaces/Differentiation.h"
#include "ckpt/Models/Models.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace ckpt;

/// The slice of `source` that has the shape of `like`.
static Value createSlice(OpBuilder &builder, Location loc, Value source,
                         Value like, ArrayRef<OpFoldResult> offsets) {
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      builder, loc, cast<RankedTensorType>(like.getType()), source, offsets,
      tensor::getMixedSizes(builder, loc, like), strides);
}

namespace {
/// All that these rules read are shapes.
template <typename Rule, typename Op>
struct TensorModel
    : DifferentiableOpInterface::ExternalModel<TensorModel<Rule, Op>, Op> {
  bool needsForward(Operation *, Value, function_ref<bool(Value)>) const {
    return false;
  }
  LogicalResult buildAdjoint(Operation *op, OpBuilder &builder,
                             AdjointContext &context) const {
    return Rule::apply(cast<Op>(op), builder, context);
  }
};

struct PadRule {
  static LogicalResult apply(tensor::PadOp op, OpBuilder &builder,
                             AdjointContext &context) {
    Value padding = op.getConstantPaddingValue();
    if (!padding || context.wants(padding))
      return op.emitError("cannot differentiate the padding value");
    Value gradient =
        createSlice(builder, op.getLoc(), context.adjoint(op.getResult()),
                    op.getSource(), op.getMixedLowPad());
    context.accumulate(builder, op.getSource(), gradient);
    return success();
  }
};

struct ConcatRule {
  static LogicalResult apply(tensor::ConcatOp op, OpBuilder &builder,
                             AdjointContext &context) {
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> offsets(op.getResultType().getRank(),
                                      builder.getIndexAttr(0));
    uint64_t dim = op.getDim();
    AffineExpr sum =
        builder.getAffineSymbolExpr(0) + builder.getAffineSymbolExpr(1);
    for (auto [i, input] : llvm::enumerate(op.getInputs())) {
      if (context.wants(input))
        context.accumulate(builder, input,
                           createSlice(builder, loc,
                                       context.adjoint(op.getResult()), input,
                                       offsets));
      if (i + 1 != op.getInputs().size())
        offsets[dim] = affine::makeComposedFoldedAffineApply(
            builder, loc, sum,
            {offsets[dim], tensor::getMixedSize(builder, loc, input, dim)});
    }
    return success();
  }
};

struct ExtractSliceRule {
  static LogicalResult apply(tensor::ExtractSliceOp op, OpBuilder &builder,
                             AdjointContext &context) {
    Value zero = createFilled(builder, op.getLoc(), op.getSource(), 0.0);
    Value gradient = tensor::InsertSliceOp::create(
        builder, op.getLoc(), context.adjoint(op.getResult()), zero,
        op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides());
    context.accumulate(builder, op.getSource(), gradient);
    return success();
  }
};

struct InsertSliceRule {
  static LogicalResult apply(tensor::InsertSliceOp op, OpBuilder &builder,
                             AdjointContext &context) {
    Location loc = op.getLoc();
    Value adjoint = context.adjoint(op.getResult());
    if (context.wants(op.getSource()))
      context.accumulate(builder, op.getSource(),
                         tensor::ExtractSliceOp::create(
                             builder, loc, op.getSourceType(), adjoint,
                             op.getMixedOffsets(), op.getMixedSizes(),
                             op.getMixedStrides()));
    if (!context.wants(op.getDest()))
      return success();
    Value zero = createFilled(builder, loc, op.getSource(), 0.0);
    context.accumulate(builder, op.getDest(),
                       tensor::InsertSliceOp::create(
                           builder, loc, zero, adjoint, op.getMixedOffsets(),
                           op.getMixedSizes(), op.getMixedStrides()));
    return success();
  }
};

struct ExpandRule {
  static LogicalResult apply(tensor::ExpandShapeOp op, OpBuilder &builder,
                             AdjointContext &context) {
    Value gradient = tensor::CollapseShapeOp::create(
        builder, op.getLoc(), op.getSrcType(), context.adjoint(op.getResult()),
        op.getReassociationIndices());
    context.accumulate(builder, op.getSrc(), gradient);
    return success();
  }
};

struct CollapseRule {
  static LogicalResult apply(tensor::CollapseShapeOp op, OpBuilder &builder,
                             AdjointContext &context) {
    Location loc = op.getLoc();
    Value gradient = tensor::ExpandShapeOp::create(
        builder, loc, op.getSrcType(), context.adjoint(op.getResult()),
        op.getReassociationIndices(),
        tensor::getMixedSizes(builder, loc, op.getSrc()));
    context.accumulate(builder, op.getSrc(), gradient);
    return success();
  }
};

struct CastRule {
  static LogicalResult apply(tensor::CastOp op, OpBuilder &builder,
                             AdjointContext &context) {
    Value gradient =
        tensor::CastOp::create(builder, op.getLoc(), op.getSource().getType(),
                               context.adjoint(op.getResult()));
    context.accumulate(builder, op.getSource(), gradient);
    return success();
  }
};

struct SplatRule {
  static LogicalResult apply(tensor::SplatOp op, OpBuilder &builder,
                             AdjointContext &context) {
    Location loc = op.getLoc();
    Value adjoint = context.adjoint(op.getResult());
    unsigned rank = op.getType().getRank();
    Value scalar = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>(),
                                           op.getInput().getType());
    SmallVector<AffineMap> maps{builder.getMultiDimIdentityMap(rank),
                                AffineMap::get(rank, 0, op.getContext())};
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::reduction);
    auto body = [](OpBuilder &b, Location l, ValueRange args) {
      Value sum = arith::AddFOp::create(b, l, args[1], args[0]);
      linalg::YieldOp::create(b, l, sum);
    };
    auto total = linalg::GenericOp::create(
        builder, loc, scalar.getType(), adjoint,
        createFilled(builder, loc, scalar, 0.0), maps, iterators, body);
    context.accumulate(builder, op.getInput(),
                       tensor::ExtractOp::create(
                           builder, loc, total.getResult(0), ValueRange()));
    return success();
  }
};

struct ExtractRule {
  static LogicalResult apply(tensor::ExtractOp op, OpBuilder &builder,
                             AdjointContext &context) {
    Value zero = createFilled(builder, op.getLoc(), op.getTensor(), 0.0);
    Value gradient = tensor::InsertOp::create(builder, op.getLoc(),
                                              context.adjoint(op.getResult()),
                                              zero, op.getIndices());
    context.accumulate(builder, op.getTensor(), gradient);
    return success();
  }
};

struct InsertRule {
  static LogicalResult apply(tensor::InsertOp op, OpBuilder &builder,
                             AdjointContext &context) {
    Location loc = op.getLoc();
    Value adjoint = context.adjoint(op.getResult());
    if (context.wants(op.getScalar()))
      context.accumulate(
          builder, op.getScalar(),
          tensor::ExtractOp::create(builder, loc, adjoint, op.getIndices()));
    if (!context.wants(op.getDest()))
      return success();
    Value zero = arith::ConstantOp::create(
        builder, loc, FloatAttr::get(op.getScalar().getType(), 0.0));
    context.accumulate(
        builder, op.getDest(),
        tensor::InsertOp::create(builder, loc, zero, adjoint, op.getIndices()));
    return success();
  }
};

struct FromElementsRule {
  static LogicalResult apply(tensor::FromElementsOp op, OpBuilder &builder,
                             AdjointContext &context) {
    ArrayRef<int64_t> shape = op.getType().getShape();
    SmallVector<int64_t> strides = computeStrides(shape);
    for (auto [i, element] : llvm::enumerate(op.getElements())) {
      if (!context.wants(element))
        continue;
      SmallVector<Value> indices;
      for (int64_t index : delinearize(i, strides))
        indices.push_back(
            arith::ConstantIndexOp::create(builder, op.getLoc(), index));
      context.accumulate(
          builder, element,
          tensor::ExtractOp::create(builder, op.getLoc(),
                                    context.adjoint(op.getResult()), indices));
    }
    return success();
  }
};
} // namespace

template <typename Rule, typename Op> static void attach(MLIRContext *context) {
  Op::template attachInterface<TensorModel<Rule, Op>>(*context);
}

void ckpt::registerTensorDifferentiation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         linalg::LinalgDialect>();
    attach<PadRule, tensor::PadOp>(context);
    attach<ConcatRule, tensor::ConcatOp>(context);
    attach<ExtractSliceRule, tensor::ExtractSliceOp>(context);
    attach<InsertSliceRule, tensor::InsertSliceOp>(context);
    attach<ExpandRule, tensor::ExpandShapeOp>(context);
    attach<CollapseRule, tensor::CollapseShapeOp>(context);
    attach<CastRule, tensor::CastOp>(context);
    attach<SplatRule, tensor::SplatOp>(context);
    attach<ExtractRule, tensor::ExtractOp>(context);
    attach<InsertRule, tensor::InsertOp>(context);
    attach<FromElementsRule, tensor::FromElementsOp>(context);
  });
}
