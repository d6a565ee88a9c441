//===- BuiltinModels.cpp - Types with gradients ---------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorUtils.h"
#include "ckpt/Interfaces/Differentiation.h"
#include "ckpt/Models/Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ckpt;

namespace {
template <typename FloatTy>
struct FloatGradient
    : GradientTypeInterface::ExternalModel<FloatGradient<FloatTy>, FloatTy> {
  bool hasGradient(Type) const { return true; }

  Value createZero(Type type, OpBuilder &builder, Location loc, Value) const {
    return arith::ConstantOp::create(builder, loc, FloatAttr::get(type, 0.0));
  }

  Value createSum(Type, OpBuilder &builder, Location loc, Value lhs,
                  Value rhs) const {
    return builder.createOrFold<arith::AddFOp>(loc, lhs, rhs);
  }
};

struct TensorGradient
    : GradientTypeInterface::ExternalModel<TensorGradient, RankedTensorType> {
  bool hasGradient(Type type) const {
    return ckpt::hasGradient(cast<RankedTensorType>(type).getElementType());
  }

  Value createZero(Type, OpBuilder &builder, Location loc, Value like) const {
    return createFilled(builder, loc, like, 0.0);
  }

  // A structured op from the start, so that Fusion sees one form only.
  Value createSum(Type type, OpBuilder &builder, Location loc, Value lhs,
                  Value rhs) const {
    unsigned rank = cast<RankedTensorType>(type).getRank();
    SmallVector<AffineMap> maps(3, builder.getMultiDimIdentityMap(rank));
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    auto body = [](OpBuilder &b, Location l, ValueRange args) {
      Value sum = arith::AddFOp::create(b, l, args[0], args[1]);
      linalg::YieldOp::create(b, l, sum);
    };
    return linalg::GenericOp::create(builder, loc, type, ValueRange{lhs, rhs},
                                     createEmpty(builder, loc, lhs), maps,
                                     iterators, body)
        .getResult(0);
  }
};
} // namespace

void ckpt::registerBuiltinGradientTypes(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, BuiltinDialect *) {
    Float16Type::attachInterface<FloatGradient<Float16Type>>(*context);
    BFloat16Type::attachInterface<FloatGradient<BFloat16Type>>(*context);
    Float32Type::attachInterface<FloatGradient<Float32Type>>(*context);
    Float64Type::attachInterface<FloatGradient<Float64Type>>(*context);
    RankedTensorType::attachInterface<TensorGradient>(*context);
  });
}

void ckpt::registerDifferentiationModels(DialectRegistry &registry) {
  registerBuiltinGradientTypes(registry);
  registerArithDifferentiation(registry);
  registerMathDifferentiation(registry);
  registerTensorDifferentiation(registry);
  registerLinalgDifferentiation(registry);
  registerCkptDifferentiation(registry);
}
