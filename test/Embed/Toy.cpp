//===- Toy.cpp - A dialect that knows ckpt --------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Toy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace toy;

#include "ToyDialect.cpp.inc"
#define GET_OP_CLASSES
#include "Toy.cpp.inc"

void ToyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Toy.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// What the ops compute
//===----------------------------------------------------------------------===//

namespace {
/// Scalar arithmetic at one place.
struct Scalars {
  OpBuilder &builder;
  Location loc;

  Value number(double value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(value));
  }
  template <typename Op> Value op(ValueRange operands) {
    return Op::create(builder, loc, operands);
  }
  Value sigmoid(Value x) {
    Value e = op<math::ExpOp>(op<arith::NegFOp>(x));
    return op<arith::DivFOp>({number(1), op<arith::AddFOp>({number(1), e})});
  }
};
} // namespace

/// A linalg.generic that computes `body` for each element.
static Value elementwise(OpBuilder &builder, Location loc, ValueRange inputs,
                         function_ref<Value(Scalars &, ValueRange)> body) {
  auto type = cast<RankedTensorType>(inputs[0].getType());
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto build = [&](OpBuilder &b, Location l, ValueRange arguments) {
    Scalars scalars{b, l};
    linalg::YieldOp::create(b, l, body(scalars, arguments));
  };
  return linalg::GenericOp::create(builder, loc, type, inputs, empty, maps,
                                   iterators, build)
      .getResult(0);
}

FailureOr<SmallVector<Value>> SwishOp::decomposeOperation(OpBuilder &builder) {
  auto body = [](Scalars &s, ValueRange v) {
    return s.op<arith::MulFOp>({v[0], s.sigmoid(v[0])});
  };
  return SmallVector<Value>{elementwise(builder, getLoc(), getInput(), body)};
}

/// dy s (1 + x (1 - s)), s = sigmoid(x)
FailureOr<SmallVector<Value>>
SwishBackwardOp::decomposeOperation(OpBuilder &builder) {
  auto body = [](Scalars &s, ValueRange v) {
    Value sigmoid = s.sigmoid(v[0]);
    Value rest = s.op<arith::SubFOp>({s.number(1), sigmoid});
    Value slope =
        s.op<arith::AddFOp>({s.number(1), s.op<arith::MulFOp>({v[0], rest})});
    return s.op<arith::MulFOp>({v[1], s.op<arith::MulFOp>({sigmoid, slope})});
  };
  return SmallVector<Value>{
      elementwise(builder, getLoc(), {getInput(), getGradient()}, body)};
}

//===----------------------------------------------------------------------===//
// Interfaces in ODS
//===----------------------------------------------------------------------===//

bool SwishOp::needsForward(Value value, function_ref<bool(Value)>) {
  return value == getInput();
}

LogicalResult SwishOp::buildAdjoint(OpBuilder &builder,
                                    ckpt::AdjointContext &context) {
  Value gradient = SwishBackwardOp::create(builder, getLoc(),
                                           context.forward(builder, getInput()),
                                           context.adjoint(getResult()));
  context.accumulate(builder, getInput(), gradient);
  return success();
}

static int64_t flopsPerElement(Operation *op, int64_t count) {
  return count *
         cast<RankedTensorType>(op->getResult(0).getType()).getNumElements();
}

int64_t SwishOp::getFlops() { return flopsPerElement(*this, 24); }
int64_t SwishBackwardOp::getFlops() { return flopsPerElement(*this, 28); }

//===----------------------------------------------------------------------===//
// Interfaces by external models
//===----------------------------------------------------------------------===//

namespace {
struct ClipDifferentiation
    : ckpt::DifferentiableOpInterface::ExternalModel<ClipDifferentiation,
                                                     ClipOp> {
  bool needsForward(Operation *op, Value value,
                    function_ref<bool(Value)>) const {
    return value == op->getOperand(0);
  }

  /// dy / sqrt(1 + x x)^3
  LogicalResult buildAdjoint(Operation *op, OpBuilder &builder,
                             ckpt::AdjointContext &context) const {
    Value x = op->getOperand(0);
    auto body = [](Scalars &s, ValueRange v) {
      Value square = s.op<arith::MulFOp>({v[0], v[0]});
      Value sum = s.op<arith::AddFOp>({s.number(1), square});
      Value root = s.op<math::SqrtOp>(sum);
      return s.op<arith::DivFOp>({v[1], s.op<arith::MulFOp>({sum, root})});
    };
    Value gradient = elementwise(
        builder, op->getLoc(),
        {context.forward(builder, x), context.adjoint(op->getResult(0))}, body);
    context.accumulate(builder, x, gradient);
    return success();
  }
};

/// Say that it runs on a unit that must not be asked twice.
struct ClipRematerialization
    : ckpt::RematerializableOpInterface::ExternalModel<ClipRematerialization,
                                                       ClipOp> {
  bool isRecomputable(Operation *) const { return false; }
};

struct ClipCost : ckpt::CostOpInterface::ExternalModel<ClipCost, ClipOp> {
  int64_t getFlops(Operation *op) const { return flopsPerElement(op, 18); }
};

struct ClipParts
    : linalg::AggregatedOpInterface::ExternalModel<ClipParts, ClipOp> {
  FailureOr<SmallVector<Value>> decomposeOperation(Operation *op,
                                                   OpBuilder &builder) const {
    auto body = [](Scalars &s, ValueRange v) {
      Value square = s.op<arith::MulFOp>({v[0], v[0]});
      Value root =
          s.op<math::SqrtOp>(s.op<arith::AddFOp>({s.number(1), square}));
      return s.op<arith::DivFOp>({v[0], root});
    };
    return SmallVector<Value>{
        elementwise(builder, op->getLoc(), op->getOperands(), body)};
  }
};
} // namespace

void toy::registerToy(DialectRegistry &registry) {
  registry.insert<ToyDialect>();
  registry.addExtension(+[](MLIRContext *context, ToyDialect *) {
    ClipOp::attachInterface<ClipDifferentiation, ClipRematerialization,
                            ClipCost, ClipParts>(*context);
    // The ops are decomposed into these.
    context->loadDialect<arith::ArithDialect, linalg::LinalgDialect,
                         math::MathDialect, tensor::TensorDialect>();
  });
}
