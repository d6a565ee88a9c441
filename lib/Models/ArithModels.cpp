//===- ArithModels.cpp - Rules of the arith dialect -----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that end in integers, or begin with them, need no rule: integers have no
// gradient, so nothing flows.
//
// Ties. If both operands of a maximum get gradients, each gets half at a tie.
// If only one does, it gets nothing at a tie: relu has gradient 0 at 0.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "TensorUtils.h"
#include "ckpt/Models/Models.h"

using namespace mlir;
using namespace ckpt;

namespace {
struct AddRule {
  static bool reads(arith::AddFOp, Value, Wants) { return false; }
  static void apply(arith::AddFOp op, Adjoint &a) {
    a.accumulate(op.getLhs(), a.dy);
    a.accumulate(op.getRhs(), a.dy);
  }
};

struct SubRule {
  static bool reads(arith::SubFOp, Value, Wants) { return false; }
  static void apply(arith::SubFOp op, Adjoint &a) {
    a.accumulate(op.getLhs(), a.dy);
    if (a.wants(op.getRhs()))
      a.accumulate(op.getRhs(), a.neg(a.dy));
  }
};

struct MulRule {
  static bool reads(arith::MulFOp op, Value value, Wants wants) {
    return (value == op.getRhs() && wants(op.getLhs())) ||
           (value == op.getLhs() && wants(op.getRhs()));
  }
  static void apply(arith::MulFOp op, Adjoint &a) {
    if (op.getLhs() == op.getRhs()) {
      Value half = a.mul(a.dy, a.forward(op.getLhs()));
      a.accumulate(op.getLhs(), a.add(half, half));
      return;
    }
    if (a.wants(op.getLhs()))
      a.accumulate(op.getLhs(), a.mul(a.dy, a.forward(op.getRhs())));
    if (a.wants(op.getRhs()))
      a.accumulate(op.getRhs(), a.mul(a.dy, a.forward(op.getLhs())));
  }
};

struct DivRule {
  static bool reads(arith::DivFOp op, Value value, Wants wants) {
    return value == op.getRhs() ||
           (value == op.getResult() && wants(op.getRhs()));
  }
  static void apply(arith::DivFOp op, Adjoint &a) {
    Value quotient = a.div(a.dy, a.forward(op.getRhs()));
    a.accumulate(op.getLhs(), quotient);
    if (a.wants(op.getRhs()))
      a.accumulate(op.getRhs(),
                   a.neg(a.mul(quotient, a.forward(op.getResult()))));
  }
};

/// x - y * trunc(x / y)
struct RemRule {
  static bool reads(arith::RemFOp op, Value value, Wants wants) {
    return wants(op.getRhs()) && value != op.getResult();
  }
  static void apply(arith::RemFOp op, Adjoint &a) {
    a.accumulate(op.getLhs(), a.dy);
    if (!a.wants(op.getRhs()))
      return;
    Value quotient = a.div(a.forward(op.getLhs()), a.forward(op.getRhs()));
    Value whole = a.make<math::TruncOp>(quotient);
    a.accumulate(op.getRhs(), a.neg(a.mul(a.dy, whole)));
  }
};

struct NegRule {
  static bool reads(arith::NegFOp, Value, Wants) { return false; }
  static void apply(arith::NegFOp op, Adjoint &a) {
    a.accumulate(op.getOperand(), a.neg(a.dy));
  }
};

/// Maximum and minimum; `wins` is the comparison that holds for the operand
/// that is taken.
template <typename Op, arith::CmpFPredicate wins> struct ExtremumRule {
  /// Against a constant, as in relu, a tie has the gradient zero. Else both
  /// sides get half, also where only one is asked for: the other half may be
  /// asked for elsewhere, as the two may be one value.
  static bool sharesTies(Op op) {
    return !getSplat(op.getLhs()) && !getSplat(op.getRhs());
  }
  static bool reads(Op op, Value value, Wants wants) {
    if (sharesTies(op))
      return value != op.getResult();
    return value == op.getResult() ||
           value == (wants(op.getLhs()) ? op.getRhs() : op.getLhs());
  }
  static void apply(Op op, Adjoint &a) {
    Value lhs = op.getLhs(), rhs = op.getRhs();
    Value zero = a.constant(0.0);
    if (sharesTies(op)) {
      Value x = a.forward(lhs), y = a.forward(rhs);
      Value tie = a.compare(arith::CmpFPredicate::OEQ, x, y);
      Value atTie = a.select(tie, a.scale(0.5, a.dy), zero);
      if (a.wants(lhs))
        a.accumulate(lhs, a.select(a.compare(wins, x, y), a.dy, atTie));
      if (a.wants(rhs))
        a.accumulate(rhs, a.select(a.compare(wins, y, x), a.dy, atTie));
      return;
    }
    // The result tells as much as the operand, and is more often kept.
    bool left = a.wants(lhs);
    Value other = a.forward(left ? rhs : lhs);
    Value taken = a.compare(wins, a.forward(op.getResult()), other);
    a.accumulate(left ? lhs : rhs, a.select(taken, a.dy, zero));
  }
};

struct SelectRule {
  /// For `x > c ? x : c` with a constant c, the comparison, which then holds
  /// for the result exactly where it held for x.
  static arith::CmpFOp asExtremum(arith::SelectOp op) {
    using P = arith::CmpFPredicate;
    auto compare = op.getCondition().getDefiningOp<arith::CmpFOp>();
    if (!compare || compare.getLhs() != op.getTrueValue() ||
        !getSplat(compare.getRhs()) ||
        getSplat(compare.getRhs()) != getSplat(op.getFalseValue()))
      return {};
    bool strict = llvm::is_contained({P::OGT, P::UGT, P::OLT, P::ULT},
                                     compare.getPredicate());
    return strict ? compare : arith::CmpFOp();
  }
  static bool reads(arith::SelectOp op, Value value, Wants) {
    if (arith::CmpFOp compare = asExtremum(op))
      return value == op.getResult() || value == compare.getRhs();
    return value == op.getCondition();
  }
  static void apply(arith::SelectOp op, Adjoint &a) {
    Value zero = a.constant(0.0);
    Value condition;
    if (arith::CmpFOp compare = asExtremum(op))
      condition = a.compare(compare.getPredicate(), a.forward(op.getResult()),
                            a.forward(compare.getRhs()));
    else
      condition = a.forward(op.getCondition());
    if (a.wants(op.getTrueValue()))
      a.accumulate(op.getTrueValue(), a.select(condition, a.dy, zero));
    if (a.wants(op.getFalseValue()))
      a.accumulate(op.getFalseValue(), a.select(condition, zero, a.dy));
  }
};

template <typename Op, typename Inverse> struct CastRule {
  static bool reads(Op, Value, Wants) { return false; }
  static void apply(Op op, Adjoint &a) {
    a.accumulate(op.getIn(), a.make<Inverse>(op.getIn().getType(), a.dy));
  }
};

template <typename Op>
using MaximumRule = ExtremumRule<Op, arith::CmpFPredicate::OGT>;
template <typename Op>
using MinimumRule = ExtremumRule<Op, arith::CmpFPredicate::OLT>;
} // namespace

void ckpt::registerArithDifferentiation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    // The rule of the remainder truncates with math.
    context->loadDialect<math::MathDialect>();
    attachRule<AddRule, arith::AddFOp>(context);
    attachRule<SubRule, arith::SubFOp>(context);
    attachRule<MulRule, arith::MulFOp>(context);
    attachRule<DivRule, arith::DivFOp>(context);
    attachRule<RemRule, arith::RemFOp>(context);
    attachRule<NegRule, arith::NegFOp>(context);
    attachRule<MaximumRule<arith::MaximumFOp>, arith::MaximumFOp>(context);
    attachRule<MaximumRule<arith::MaxNumFOp>, arith::MaxNumFOp>(context);
    attachRule<MinimumRule<arith::MinimumFOp>, arith::MinimumFOp>(context);
    attachRule<MinimumRule<arith::MinNumFOp>, arith::MinNumFOp>(context);
    attachRule<SelectRule, arith::SelectOp>(context);
    attachRule<CastRule<arith::ExtFOp, arith::TruncFOp>, arith::ExtFOp>(
        context);
    attachRule<CastRule<arith::TruncFOp, arith::ExtFOp>, arith::TruncFOp>(
        context);
  });
}
