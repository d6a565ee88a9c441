//===- Rules.h - Shapes of elementwise rules --------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An elementwise rule is a struct with two static functions:
//   bool reads(Op op, Value value, Wants wants)   see needsForward
//   void apply(Op op, Adjoint &a)                 adds to the operands
// and is attached with attachRule<Rule, Op>(context).
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_MODELS_RULES_H
#define CKPT_LIB_MODELS_RULES_H

#include "Elementwise.h"

namespace ckpt {

using Wants = llvm::function_ref<bool(mlir::Value)>;

/// What a rule of an elementwise op with one result works with.
struct Adjoint : Elementwise {
  Adjoint(mlir::Operation *op, mlir::OpBuilder &builder,
          AdjointContext &context)
      : Elementwise(builder, op->getLoc(), context.adjoint(op->getResult(0))),
        dy(context.adjoint(op->getResult(0))), builder(builder),
        context(context) {}

  mlir::Value forward(mlir::Value value) {
    return context.forward(builder, value);
  }
  bool wants(mlir::Value operand) { return context.wants(operand); }
  void accumulate(mlir::Value operand, mlir::Value gradient) {
    context.accumulate(builder, operand, gradient);
  }

  mlir::Value dy;

private:
  mlir::OpBuilder &builder;
  AdjointContext &context;
};

template <typename Rule, typename Op>
struct RuleModel
    : DifferentiableOpInterface::ExternalModel<RuleModel<Rule, Op>, Op> {
  bool needsForward(mlir::Operation *op, mlir::Value value, Wants wants) const {
    return Rule::reads(llvm::cast<Op>(op), value, wants);
  }

  llvm::LogicalResult buildAdjoint(mlir::Operation *op,
                                   mlir::OpBuilder &builder,
                                   AdjointContext &context) const {
    Adjoint adjoint(op, builder, context);
    Rule::apply(llvm::cast<Op>(op), adjoint);
    return llvm::success();
  }
};

template <typename Rule, typename Op>
void attachRule(mlir::MLIRContext *context) {
  Op::template attachInterface<RuleModel<Rule, Op>>(*context);
}

} // namespace ckpt

#endif // CKPT_LIB_MODELS_RULES_H
