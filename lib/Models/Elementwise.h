//===- Elementwise.h - Float arithmetic for rules ---------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_MODELS_ELEMENTWISE_H
#define CKPT_LIB_MODELS_ELEMENTWISE_H

#include "ckpt/Interfaces/Differentiation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace ckpt {

/// Builds float arithmetic in the type of one value, a scalar or a tensor, and
/// folds what is trivial.
class Elementwise {
public:
  Elementwise(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value like)
      : builder(builder), loc(loc), like(like) {}

  mlir::Value constant(double value);
  /// An integer constant of the type of `like`.
  mlir::Value integer(mlir::Value like, int64_t value);
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::AddFOp>(a, b);
  }
  mlir::Value sub(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::SubFOp>(a, b);
  }
  mlir::Value mul(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::MulFOp>(a, b);
  }
  mlir::Value div(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::DivFOp>(a, b);
  }
  mlir::Value neg(mlir::Value a) { return make<mlir::arith::NegFOp>(a); }
  mlir::Value square(mlir::Value a) { return mul(a, a); }
  mlir::Value scale(double factor, mlir::Value a) {
    return mul(constant(factor), a);
  }
  mlir::Value reciprocal(mlir::Value a) { return div(constant(1.0), a); }
  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value a,
                      mlir::Value b) {
    return builder.createOrFold<mlir::arith::CmpFOp>(loc, predicate, a, b);
  }
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::SelectOp>(loc, condition, a, b);
  }
  template <typename Op, typename... Operands>
  mlir::Value make(Operands... operands) {
    return builder.createOrFold<Op>(loc, operands...);
  }

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Value like;
};

} // namespace ckpt

#endif // CKPT_LIB_MODELS_ELEMENTWISE_H
