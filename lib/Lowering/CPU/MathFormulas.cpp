//===- MathFormulas.cpp - Functions of f32 as arithmetic ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Polynomials after Moshier's Cephes library (exp, log, tanh) and after N.
// Juffa (erf); expm1 and log1p after Kahan. Errors against the C library are
// below two units in the last place for exp, log, tanh and erf, below four for
// the others (test/Unit/Kernels/MathTest.cpp). Fused multiply-adds stand only
// where they are written here.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace ckpt {

namespace {

/// Arithmetic on f32 scalars or vectors of one type.
class Arithmetic {
public:
  Arithmetic(PatternRewriter &rewriter, Location loc, Type type)
      : rewriter(rewriter), loc(loc), type(type) {
    intType = rewriter.getI32Type();
    if (auto vector = dyn_cast<VectorType>(type))
      intType = vector.clone(intType);
  }

  Value real(double value) const {
    Type element = getElementTypeOrSelf(type);
    return splat(type, rewriter.getFloatAttr(element, value));
  }
  Value integer(int32_t value) const {
    return splat(intType, rewriter.getI32IntegerAttr(value));
  }
  Value add(Value a, Value b) const { return make<arith::AddFOp>(a, b); }
  Value sub(Value a, Value b) const { return make<arith::SubFOp>(a, b); }
  Value mul(Value a, Value b) const { return make<arith::MulFOp>(a, b); }
  Value div(Value a, Value b) const { return make<arith::DivFOp>(a, b); }
  Value fma(Value a, Value b, Value c) const {
    return make<math::FmaOp>(a, b, c);
  }
  Value abs(Value a) const { return make<math::AbsFOp>(a); }
  Value select(Value condition, Value a, Value b) const {
    return make<arith::SelectOp>(condition, a, b);
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) const {
    return make<arith::CmpFOp>(predicate, a, b);
  }
  Value isNaN(Value a) const {
    return compare(arith::CmpFPredicate::UNO, a, a);
  }
  Value bits(Value a) const { return make<arith::BitcastOp>(intType, a); }
  Value fromBits(Value a) const { return make<arith::BitcastOp>(type, a); }

  /// c[0] + x * (c[1] + x * (c[2] + ...)).
  Value polynomial(Value x, ArrayRef<double> coefficients) const {
    Value sum = real(coefficients.back());
    for (double c : llvm::reverse(coefficients.drop_back()))
      sum = fma(sum, x, real(c));
    return sum;
  }

  Value exp(Value x) const;
  Value log(Value x) const;
  Value expm1(Value x) const;
  Value log1p(Value x) const;
  Value tanh(Value x) const;
  Value erf(Value x) const;
  Value rsqrt(Value x) const { return div(real(1), make<math::SqrtOp>(x)); }

  template <typename Op, typename... Args> Value make(Args... args) const {
    return Op::create(rewriter, loc, args...);
  }

private:
  /// 2^n for integers in the range of normal numbers.
  Value powerOfTwo(Value n) const {
    Value biased = make<arith::AddIOp>(n, integer(127));
    return fromBits(make<arith::ShLIOp>(biased, integer(23)));
  }
  Value splat(Type wanted, TypedAttr value) const {
    if (auto vector = dyn_cast<VectorType>(wanted))
      return make<arith::ConstantOp>(
          cast<TypedAttr>(Attribute(DenseElementsAttr::get(vector, value))));
    return make<arith::ConstantOp>(value);
  }

  PatternRewriter &rewriter;
  Location loc;
  Type type, intType;
};

Value Arithmetic::exp(Value x) const {
  // x = n ln 2 + r with |r| <= ln 2 / 2. Beyond the limits the result is 0 or
  // infinity; a NaN takes the lower limit here and returns at the end.
  Value low = real(-104), high = real(89);
  Value bounded = select(compare(arith::CmpFPredicate::OGT, x, low), x, low);
  bounded =
      select(compare(arith::CmpFPredicate::OLT, bounded, high), bounded, high);
  Value n = make<math::RoundEvenOp>(mul(bounded, real(1.44269504088896341)));
  Value r = fma(n, real(-0.693359375), bounded);
  r = fma(n, real(2.12194440e-4), r);
  Value p = polynomial(r, {5.0000001201e-1, 1.6666665459e-1, 4.1665795894e-2,
                           8.3334519073e-3, 1.3981999507e-3, 1.9875691500e-4});
  p = add(fma(p, mul(r, r), r), real(1));
  // In two steps, because 2^n alone may leave the range.
  Value whole = make<arith::FPToSIOp>(intType, n);
  Value half = make<arith::ShRSIOp>(whole, integer(1));
  Value rest = make<arith::SubIOp>(whole, half);
  Value result = mul(mul(p, powerOfTwo(half)), powerOfTwo(rest));
  return select(isNaN(x), x, result);
}

Value Arithmetic::log(Value x) const {
  // Numbers below the normal range are scaled first.
  Value smallest = real(std::numeric_limits<float>::min());
  Value isSmall = compare(arith::CmpFPredicate::OLT, x, smallest);
  Value scaled = select(isSmall, mul(x, real(8388608)), x);
  Value word = bits(scaled);
  // x = m 2^e with sqrt(1/2) <= m < sqrt(2).
  Value shifted = make<arith::SubIOp>(word, integer(0x3F3504F3));
  Value e = make<arith::ShRSIOp>(shifted, integer(23));
  Value m =
      fromBits(make<arith::SubIOp>(word, make<arith::ShLIOp>(e, integer(23))));
  Value exponent = make<arith::SIToFPOp>(type, e);
  exponent = select(isSmall, sub(exponent, real(23)), exponent);
  Value f = sub(m, real(1));
  Value p = polynomial(f, {3.3333331174e-1, -2.4999993993e-1, 2.0000714765e-1,
                           -1.6668057665e-1, 1.4249322787e-1, -1.2420140846e-1,
                           1.1676998740e-1, -1.1514610310e-1, 7.0376836292e-2});
  Value square = mul(f, f);
  Value tail = mul(mul(p, f), square);
  tail = fma(exponent, real(-2.12194440e-4), tail);
  tail = fma(square, real(-0.5), tail);
  Value result = fma(exponent, real(0.693359375), add(f, tail));
  Value infinity = real(std::numeric_limits<double>::infinity());
  Value zero = real(0);
  result = select(compare(arith::CmpFPredicate::OEQ, x, infinity), x, result);
  result = select(compare(arith::CmpFPredicate::OEQ, x, zero),
                  real(-std::numeric_limits<double>::infinity()), result);
  // Negative numbers and NaN.
  return select(compare(arith::CmpFPredicate::ULT, x, zero),
                real(std::numeric_limits<double>::quiet_NaN()), result);
}

Value Arithmetic::expm1(Value x) const {
  // u - 1 carries the rounding of u = exp(x); log(u) says by how much.
  Value u = exp(x), one = real(1);
  Value less = sub(u, one);
  Value result = mul(less, div(x, log(u)));
  result = select(compare(arith::CmpFPredicate::OEQ, u, one), x, result);
  // Where exp(x) is far from 1 there is nothing to repair.
  Value far = compare(arith::CmpFPredicate::OGT, abs(x), real(1.5));
  return select(far, less, result);
}

Value Arithmetic::log1p(Value x) const {
  Value one = real(1), u = add(x, one);
  Value result = mul(log(u), div(x, sub(u, one)));
  result = select(compare(arith::CmpFPredicate::OEQ, u, one), x, result);
  Value infinity = real(std::numeric_limits<double>::infinity());
  return select(compare(arith::CmpFPredicate::OEQ, x, infinity), x, result);
}

Value Arithmetic::tanh(Value x) const {
  Value size = abs(x);
  // Small: x + x^3 P(x^2).
  Value square = mul(x, x);
  Value p = polynomial(square,
                       {-3.33332819422e-1, 1.33314422036e-1, -5.37397155531e-2,
                        2.06390887954e-2, -5.70498872745e-3});
  Value small = fma(mul(p, square), x, x);
  // Large: 1 - 2 / (exp(2 |x|) + 1), with the sign of x.
  Value e = exp(add(size, size));
  Value large = sub(real(1), div(real(2), add(e, real(1))));
  large = make<math::CopySignOp>(large, x);
  Value isSmall = compare(arith::CmpFPredicate::OLT, size, real(0.625));
  return select(isSmall, small, select(isNaN(x), x, large));
}

Value Arithmetic::erf(Value x) const {
  Value t = abs(x), s = mul(x, x);
  // Large: 1 - exp(polynomial).
  Value r = fma(real(-1.72853470e-5), t, real(3.83197126e-4));
  Value u = fma(real(-3.88396438e-3), t, real(2.42546219e-2));
  r = fma(r, s, u);
  r = fma(r, t, real(-1.06777877e-1));
  r = fma(r, t, real(-6.34846687e-1));
  r = fma(r, t, real(-1.28717512e-1));
  r = sub(mul(r, t), t);
  Value large = make<math::CopySignOp>(sub(real(1), exp(r)), x);
  // Small: x + x P(x^2).
  Value p = polynomial(s, {1.28379166e-1, -3.76125336e-1, 1.12819925e-1,
                           -2.67681349e-2, 4.99119423e-3, -5.96761703e-4});
  Value small = fma(p, x, x);
  Value isLarge = compare(arith::CmpFPredicate::OGT, t, real(0.927734375));
  return select(isLarge, large, small);
}

/// Replaces an operation on f32 by a formula.
template <typename Op, Value (Arithmetic::*formula)(Value) const>
struct FormulaPattern : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    bool anyFloat = std::is_same_v<Op, math::RsqrtOp>;
    if (!(element.isF32() || (anyFloat && element.isF64())))
      return failure();
    Arithmetic arithmetic(rewriter, op.getLoc(), op.getType());
    rewriter.replaceOp(op, (arithmetic.*formula)(op.getOperand()));
    return success();
  }
};

/// A power with a constant integer is a chain of products; with another
/// exponent it is a power of floats.
struct IntegerPowerPattern : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Arithmetic arithmetic(rewriter, op.getLoc(), op.getType());
    APInt constant;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&constant))) {
      Value exponent = arith::SIToFPOp::create(rewriter, op.getLoc(),
                                               op.getType(), op.getRhs());
      rewriter.replaceOpWithNewOp<math::PowFOp>(op, op.getLhs(), exponent);
      return success();
    }
    Value product, square = op.getLhs();
    for (APInt n = constant.abs(); !n.isZero(); n.lshrInPlace(1)) {
      if (n[0])
        product = product ? arithmetic.mul(product, square) : square;
      if (n.ugt(1))
        square = arithmetic.mul(square, square);
    }
    Value one = arithmetic.real(1);
    if (!product)
      product = one;
    rewriter.replaceOp(op, constant.isNegative() ? arithmetic.div(one, product)
                                                 : product);
    return success();
  }
};

/// (The expansion that comes with MLIR 22 swaps the bounds.)
struct ClampPattern : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Value raised = arith::MaximumFOp::create(rewriter, op.getLoc(),
                                             op.getValue(), op.getMin());
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, raised, op.getMax());
    return success();
  }
};

/// Small floats are computed in f32 and rounded once.
struct WidenPattern : RewritePattern {
  explicit WidenPattern(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<math::MathDialect>(op->getDialect()) || op->getNumResults() != 1)
      return failure();
    Type type = op->getResult(0).getType();
    Type element = getElementTypeOrSelf(type);
    if (!isa<FloatType>(element) || element.getIntOrFloatBitWidth() >= 32)
      return failure();
    auto widened = [&](Type narrow) -> Type {
      Type f32 = rewriter.getF32Type();
      auto vector = dyn_cast<VectorType>(narrow);
      return vector ? Type(vector.clone(f32)) : f32;
    };
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(getElementTypeOrSelf(operand.getType()) == element
                             ? arith::ExtFOp::create(rewriter, op->getLoc(),
                                                     widened(operand.getType()),
                                                     operand)
                             : operand);
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(operands);
    state.addTypes(widened(type));
    state.addAttributes(op->getAttrs());
    Value wide = rewriter.create(state)->getResult(0);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, wide);
    return success();
  }
};

/// The maximum or minimum with a constant is one comparison: a NaN and what
/// lies beyond the constant pass, and the constant's zero wins over the other
/// one.
template <typename Op, arith::CmpFPredicate passes, bool zeroIsNegative>
struct BoundPattern : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    FloatAttr constant;
    DenseElementsAttr splat;
    if (matchPattern(op.getRhs(), m_Constant(&splat)) && splat.isSplat())
      constant = splat.getSplatValue<FloatAttr>();
    else
      matchPattern(op.getRhs(), m_Constant(&constant));
    if (!constant || constant.getValue().isNaN() ||
        (constant.getValue().isZero() &&
         constant.getValue().isNegative() != zeroIsNegative))
      return failure();
    Value beyond = arith::CmpFOp::create(rewriter, op.getLoc(), passes,
                                         op.getLhs(), op.getRhs());
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, beyond, op.getLhs(),
                                                 op.getRhs());
    return success();
  }
};

} // namespace

void populateMathFormulas(RewritePatternSet &patterns) {
  patterns.add<FormulaPattern<math::ExpOp, &Arithmetic::exp>,
               FormulaPattern<math::LogOp, &Arithmetic::log>,
               FormulaPattern<math::ExpM1Op, &Arithmetic::expm1>,
               FormulaPattern<math::Log1pOp, &Arithmetic::log1p>,
               FormulaPattern<math::TanhOp, &Arithmetic::tanh>,
               FormulaPattern<math::ErfOp, &Arithmetic::erf>,
               FormulaPattern<math::RsqrtOp, &Arithmetic::rsqrt>,
               IntegerPowerPattern, ClampPattern, WidenPattern>(
      patterns.getContext());
}

} // namespace ckpt
