//===- MathModels.cpp - Rules of the math dialect -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At points without a derivative: absf has 0 at 0; rounding has 0 everywhere;
// clampf lets the gradient through on its bounds.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "ckpt/Models/Models.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ckpt;

namespace {
constexpr double ln2 = 0.693147180559945309417;
constexpr double ln10 = 2.302585092994045684018;
constexpr double twoOverSqrtPi = 1.128379167095512573896;

enum class Reads { Operand, Result };

/// An op of one operand whose gradient is a function of the adjoint and of
/// either the operand or the result, whatever gives the shorter formula.
template <typename Op, Reads what, Value (*gradient)(Adjoint &, Value, Value)>
struct UnaryRule {
  static Value read(Op op) {
    return what == Reads::Operand ? op->getOperand(0) : Value(op->getResult(0));
  }
  static bool reads(Op op, Value value, Wants) { return value == read(op); }
  static void apply(Op op, Adjoint &a) {
    if (!a.wants(op->getOperand(0)))
      return;
    a.accumulate(op->getOperand(0), gradient(a, a.dy, a.forward(read(op))));
  }
};

/// An op that is constant almost everywhere.
template <typename Op> struct FlatRule {
  static bool reads(Op, Value, Wants) { return false; }
  static void apply(Op, Adjoint &) {}
};

Value exp(Adjoint &a, Value dy, Value y) { return a.mul(dy, y); }
Value exp2(Adjoint &a, Value dy, Value y) { return a.mul(a.scale(ln2, dy), y); }
Value expm1(Adjoint &a, Value dy, Value y) {
  return a.mul(dy, a.add(y, a.constant(1.0)));
}
Value log(Adjoint &a, Value dy, Value x) { return a.div(dy, x); }
Value log1p(Adjoint &a, Value dy, Value x) {
  return a.div(dy, a.add(x, a.constant(1.0)));
}
Value log2(Adjoint &a, Value dy, Value x) {
  return a.div(a.scale(1.0 / ln2, dy), x);
}
Value log10(Adjoint &a, Value dy, Value x) {
  return a.div(a.scale(1.0 / ln10, dy), x);
}
Value sqrt(Adjoint &a, Value dy, Value y) { return a.div(a.scale(0.5, dy), y); }
Value rsqrt(Adjoint &a, Value dy, Value y) {
  return a.mul(a.scale(-0.5, dy), a.mul(y, a.square(y)));
}
Value cbrt(Adjoint &a, Value dy, Value y) {
  return a.div(dy, a.scale(3.0, a.square(y)));
}
Value sin(Adjoint &a, Value dy, Value x) {
  return a.mul(dy, a.make<math::CosOp>(x));
}
Value cos(Adjoint &a, Value dy, Value x) {
  return a.neg(a.mul(dy, a.make<math::SinOp>(x)));
}
Value tan(Adjoint &a, Value dy, Value y) {
  return a.mul(dy, a.add(a.constant(1.0), a.square(y)));
}
Value sinh(Adjoint &a, Value dy, Value x) {
  return a.mul(dy, a.make<math::CoshOp>(x));
}
Value cosh(Adjoint &a, Value dy, Value x) {
  return a.mul(dy, a.make<math::SinhOp>(x));
}
Value tanh(Adjoint &a, Value dy, Value y) {
  return a.mul(dy, a.sub(a.constant(1.0), a.square(y)));
}
/// (1 - x)(1 + x) is exact near 1, where 1 - x*x is not.
Value oneMinusSquare(Adjoint &a, Value x) {
  Value one = a.constant(1.0);
  return a.mul(a.sub(one, x), a.add(one, x));
}
Value asin(Adjoint &a, Value dy, Value x) {
  return a.div(dy, a.make<math::SqrtOp>(oneMinusSquare(a, x)));
}
Value acos(Adjoint &a, Value dy, Value x) { return a.neg(asin(a, dy, x)); }
Value atan(Adjoint &a, Value dy, Value x) {
  return a.div(dy, a.add(a.constant(1.0), a.square(x)));
}
Value asinh(Adjoint &a, Value dy, Value x) {
  return a.div(dy, a.make<math::SqrtOp>(a.add(a.constant(1.0), a.square(x))));
}
Value acosh(Adjoint &a, Value dy, Value x) {
  Value one = a.constant(1.0);
  return a.div(dy, a.make<math::SqrtOp>(a.mul(a.sub(x, one), a.add(x, one))));
}
Value atanh(Adjoint &a, Value dy, Value x) {
  return a.div(dy, oneMinusSquare(a, x));
}
Value erf(Adjoint &a, Value dy, Value x) {
  Value bell = a.make<math::ExpOp>(a.neg(a.square(x)));
  return a.mul(a.scale(twoOverSqrtPi, dy), bell);
}
Value erfc(Adjoint &a, Value dy, Value x) { return a.neg(erf(a, dy, x)); }
Value absolute(Adjoint &a, Value dy, Value x) {
  Value zero = a.constant(0.0);
  Value negative =
      a.select(a.compare(arith::CmpFPredicate::OLT, x, zero), a.neg(dy), zero);
  return a.select(a.compare(arith::CmpFPredicate::OGT, x, zero), dy, negative);
}

struct Atan2Rule {
  static bool reads(math::Atan2Op op, Value value, Wants) {
    return value != op.getResult();
  }
  static void apply(math::Atan2Op op, Adjoint &a) {
    Value y = a.forward(op.getLhs()), x = a.forward(op.getRhs());
    Value scaled = a.div(a.dy, a.add(a.square(x), a.square(y)));
    if (a.wants(op.getLhs()))
      a.accumulate(op.getLhs(), a.mul(scaled, x));
    if (a.wants(op.getRhs()))
      a.accumulate(op.getRhs(), a.neg(a.mul(scaled, y)));
  }
};

/// The sign of the result follows the second operand, which gets nothing.
struct CopySignRule {
  static bool reads(math::CopySignOp op, Value value, Wants) {
    return value != op.getResult();
  }
  static void apply(math::CopySignOp op, Adjoint &a) {
    if (!a.wants(op.getLhs()))
      return;
    Value one = a.constant(1.0);
    Value signs = a.mul(a.make<math::CopySignOp>(one, a.forward(op.getLhs())),
                        a.make<math::CopySignOp>(one, a.forward(op.getRhs())));
    a.accumulate(op.getLhs(), a.mul(a.dy, signs));
  }
};

struct FmaRule {
  static bool reads(math::FmaOp op, Value value, Wants wants) {
    return (value == op.getB() && wants(op.getA())) ||
           (value == op.getA() && wants(op.getB()));
  }
  static void apply(math::FmaOp op, Adjoint &a) {
    if (a.wants(op.getA()))
      a.accumulate(op.getA(), a.mul(a.dy, a.forward(op.getB())));
    if (a.wants(op.getB()))
      a.accumulate(op.getB(), a.mul(a.dy, a.forward(op.getA())));
    a.accumulate(op.getC(), a.dy);
  }
};

/// d/dx x^p = p x^(p-1), 0 where p is 0; d/dp x^p = x^p ln x, 0 where x is 0.
struct PowRule {
  static bool reads(math::PowFOp op, Value value, Wants wants) {
    return value != op.getResult() || wants(op.getRhs());
  }
  static void apply(math::PowFOp op, Adjoint &a) {
    Value x = a.forward(op.getLhs()), p = a.forward(op.getRhs());
    if (a.wants(op.getLhs()))
      a.accumulate(op.getLhs(), a.mul(a.dy, slope(a, x, p)));
    if (!a.wants(op.getRhs()))
      return;
    Value zero = a.constant(0.0);
    Value slope = a.mul(a.forward(op.getResult()), a.make<math::LogOp>(x));
    Value isZero = a.compare(arith::CmpFPredicate::OEQ, x, zero);
    a.accumulate(op.getRhs(), a.mul(a.dy, a.select(isZero, zero, slope)));
  }

private:
  static Value slope(Adjoint &a, Value x, Value p) {
    APFloat exponent(0.0);
    if (matchPattern(p, m_ConstantFloat(&exponent)) &&
        exponent.isExactlyValue(2.0))
      return a.scale(2.0, x);
    Value power = a.make<math::PowFOp>(x, a.sub(p, a.constant(1.0)));
    Value zero = a.constant(0.0);
    return a.select(a.compare(arith::CmpFPredicate::OEQ, p, zero), zero,
                    a.mul(p, power));
  }
};

/// As x^p, with an integer exponent.
struct PowIRule {
  static bool reads(math::FPowIOp op, Value value, Wants) {
    return value != op.getResult();
  }
  static void apply(math::FPowIOp op, Adjoint &a) {
    if (!a.wants(op.getLhs()))
      return;
    Value x = a.forward(op.getLhs()), n = a.forward(op.getRhs());
    Value one = a.integer(n, 1);
    Value power = a.make<math::FPowIOp>(x, a.make<arith::SubIOp>(n, one));
    Value factor = a.make<arith::SIToFPOp>(x.getType(), n);
    Value isZero =
        a.make<arith::CmpIOp>(arith::CmpIPredicate::eq, n, a.integer(n, 0));
    Value slope = a.select(isZero, a.constant(0.0), a.mul(factor, power));
    a.accumulate(op.getLhs(), a.mul(a.dy, slope));
  }
};

struct ClampRule {
  static bool reads(math::ClampFOp op, Value value, Wants) {
    return value != op.getResult();
  }
  static void apply(math::ClampFOp op, Adjoint &a) {
    Value x = a.forward(op.getValue()), zero = a.constant(0.0);
    Value below =
        a.compare(arith::CmpFPredicate::OLT, x, a.forward(op.getMin()));
    Value above =
        a.compare(arith::CmpFPredicate::OGT, x, a.forward(op.getMax()));
    if (a.wants(op.getValue()))
      a.accumulate(op.getValue(),
                   a.select(below, zero, a.select(above, zero, a.dy)));
    if (a.wants(op.getMin()))
      a.accumulate(op.getMin(), a.select(below, a.dy, zero));
    if (a.wants(op.getMax()))
      a.accumulate(op.getMax(), a.select(above, a.dy, zero));
  }
};

/// Two results, so not an elementwise rule of the common shape.
struct SinCosModel
    : DifferentiableOpInterface::ExternalModel<SinCosModel, math::SincosOp> {
  bool needsForward(Operation *op, Value value, Wants) const {
    return value != op->getOperand(0);
  }
  LogicalResult buildAdjoint(Operation *op, OpBuilder &builder,
                             AdjointContext &context) const {
    auto sincos = cast<math::SincosOp>(op);
    Value sine = sincos.getSin(), cosine = sincos.getCos();
    auto term = [&](Value dy, Value factor) {
      return builder.createOrFold<arith::MulFOp>(
          op->getLoc(), dy, context.forward(builder, factor));
    };
    if (Value dy = context.adjoint(sine))
      context.accumulate(builder, sincos.getOperand(), term(dy, cosine));
    if (Value dy = context.adjoint(cosine))
      context.accumulate(
          builder, sincos.getOperand(),
          builder.createOrFold<arith::NegFOp>(op->getLoc(), term(dy, sine)));
    return success();
  }
};

template <typename Op, Value (*gradient)(Adjoint &, Value, Value)>
using OfOperand = UnaryRule<Op, Reads::Operand, gradient>;
template <typename Op, Value (*gradient)(Adjoint &, Value, Value)>
using OfResult = UnaryRule<Op, Reads::Result, gradient>;
} // namespace

static void attachUnary(MLIRContext *context) {
  using namespace mlir::math;
  attachRule<OfResult<ExpOp, exp>, ExpOp>(context);
  attachRule<OfResult<Exp2Op, exp2>, Exp2Op>(context);
  attachRule<OfResult<ExpM1Op, expm1>, ExpM1Op>(context);
  attachRule<OfOperand<LogOp, log>, LogOp>(context);
  attachRule<OfOperand<Log1pOp, log1p>, Log1pOp>(context);
  attachRule<OfOperand<Log2Op, log2>, Log2Op>(context);
  attachRule<OfOperand<Log10Op, log10>, Log10Op>(context);
  attachRule<OfResult<SqrtOp, sqrt>, SqrtOp>(context);
  attachRule<OfResult<RsqrtOp, rsqrt>, RsqrtOp>(context);
  attachRule<OfResult<CbrtOp, cbrt>, CbrtOp>(context);
  attachRule<OfOperand<SinOp, sin>, SinOp>(context);
  attachRule<OfOperand<CosOp, cos>, CosOp>(context);
  attachRule<OfResult<TanOp, tan>, TanOp>(context);
  attachRule<OfOperand<SinhOp, sinh>, SinhOp>(context);
  attachRule<OfOperand<CoshOp, cosh>, CoshOp>(context);
  attachRule<OfResult<TanhOp, tanh>, TanhOp>(context);
  attachRule<OfOperand<AsinOp, asin>, AsinOp>(context);
  attachRule<OfOperand<AcosOp, acos>, AcosOp>(context);
  attachRule<OfOperand<AtanOp, atan>, AtanOp>(context);
  attachRule<OfOperand<AsinhOp, asinh>, AsinhOp>(context);
  attachRule<OfOperand<AcoshOp, acosh>, AcoshOp>(context);
  attachRule<OfOperand<AtanhOp, atanh>, AtanhOp>(context);
  attachRule<OfOperand<ErfOp, erf>, ErfOp>(context);
  attachRule<OfOperand<ErfcOp, erfc>, ErfcOp>(context);
  attachRule<OfOperand<AbsFOp, absolute>, AbsFOp>(context);
}

template <typename... Ops> static void attachFlat(MLIRContext *context) {
  (attachRule<FlatRule<Ops>, Ops>(context), ...);
}

void ckpt::registerMathDifferentiation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    using namespace mlir::math;
    context->loadDialect<arith::ArithDialect>();
    attachUnary(context);
    attachFlat<CeilOp, FloorOp, RoundOp, RoundEvenOp, TruncOp>(context);
    attachRule<Atan2Rule, Atan2Op>(context);
    attachRule<CopySignRule, CopySignOp>(context);
    attachRule<FmaRule, FmaOp>(context);
    attachRule<PowRule, PowFOp>(context);
    attachRule<PowIRule, FPowIOp>(context);
    attachRule<ClampRule, ClampFOp>(context);
    SincosOp::attachInterface<SinCosModel>(*context);
  });
}
