//===- MathTest.cpp - Accuracy of math functions
//----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace ckpt::test;

namespace {

struct Function {
  const char *op;
  double (*reference)(double);
  double low, high;
  double ulps;
};

const char *const apply = R"(
#m = affine_map<(d0) -> (d0)>
ckpt.kernel @k(%a: tensor<{N}x{T}>) -> tensor<{N}x{T}> {
  %e = tensor.empty() : tensor<{N}x{T}>
  %r = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]}
      ins(%a : tensor<{N}x{T}>) outs(%e : tensor<{N}x{T}>) {
  ^bb0(%x: {T}, %o: {T}):
    %0 = math.{op} %x : {T}
    linalg.yield %0 : {T}
  } -> tensor<{N}x{T}>
  ckpt.yield %r : tensor<{N}x{T}>
})";

double rsqrt(double x) { return 1 / std::sqrt(x); }

const Function functions[] = {
    {"exp", std::exp, -104, 90, 2},        {"exp", std::exp, -1, 1, 2},
    {"log", std::log, 1e-38, 1e-30, 2},    {"log", std::log, 0.5, 2, 2},
    {"log", std::log, 1e-3, 1e5, 2},       {"log1p", std::log1p, -0.9, 10, 4},
    {"log1p", std::log1p, -1e-3, 1e-3, 4}, {"expm1", std::expm1, -20, 20, 4},
    {"expm1", std::expm1, -1e-2, 1e-2, 4}, {"tanh", std::tanh, -10, 10, 2},
    {"tanh", std::tanh, -0.7, 0.7, 2},     {"erf", std::erf, -4, 4, 2},
    {"erf", std::erf, -1, 1, 2},           {"rsqrt", rsqrt, 1e-3, 1e3, 2},
    {"sqrt", std::sqrt, 0, 1e3, 1},        {"sin", std::sin, -1e4, 1e4, 2},
    {"cos", std::cos, -1e4, 1e4, 2},       {"atan", std::atan, -10, 10, 2},
    {"sinh", std::sinh, -5, 5, 4},         {"exp2", std::exp2, -20, 20, 2}};

template <typename Float>
void checkAccuracy(const Function &f, const char *type) {
  CompiledKernel kernel(
      fill(apply, {{"N", "50021"}, {"T", type}, {"op", f.op}}));
  ASSERT_TRUE(kernel.ok()) << f.op;
  std::vector<Tensor> inputs = kernel.randomInputs(7, f.low, f.high);
  std::vector<Tensor> outputs = kernel.run(inputs);
  double worst = 0, where = 0;
  for (size_t i = 0; i < inputs[0].elements.size(); ++i) {
    double x = inputs[0].elements[i];
    double wanted = f.reference(x), got = outputs[0].elements[i];
    Float rounded = Float(wanted);
    if (std::isinf(rounded) || std::isinf(got)) {
      EXPECT_EQ(double(rounded), got) << f.op << "(" << x << ")";
      continue;
    }
    double next = std::nextafter(std::fabs(rounded),
                                 std::numeric_limits<Float>::infinity());
    double ulps = std::fabs(got - wanted) / (next - std::fabs(rounded));
    if (ulps > worst) {
      worst = ulps;
      where = x;
    }
  }
  testing::Test::RecordProperty(std::string(f.op) + "_ulps",
                                std::to_string(worst));
  EXPECT_LE(worst, f.ulps) << f.op << " of " << type << " at " << where;
}

TEST(Math, SinglePrecision) {
  for (const Function &f : functions)
    checkAccuracy<float>(f, "f32");
}

TEST(Math, DoublePrecision) {
  for (const Function &f : functions)
    checkAccuracy<double>(f, "f64");
}

TEST(Math, LimitsAndNumbersThatAreNone) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  // An odd number of elements: the last ones are in the masked remainder.
  const std::vector<double> special = {
      0,    -0.0,  infinity, -infinity, nan,   1,    -1,  -2, 100, -100, 88.7,
      89.5, -87.5, -103.5,   -150,      1e-40, 1e38, 0.5, 3,  -3,  1e-10};
  for (const char *op : {"exp", "log", "log1p", "expm1", "tanh", "erf"}) {
    double (*reference)(double) = nullptr;
    for (const Function &f : functions)
      if (std::string(f.op) == op)
        reference = f.reference;
    CompiledKernel kernel(fill(
        apply,
        {{"N", std::to_string(special.size())}, {"T", "f32"}, {"op", op}}));
    ASSERT_TRUE(kernel.ok());
    std::vector<Tensor> inputs = kernel.randomInputs(1);
    inputs[0].elements = special;
    std::vector<double> got = kernel.run(inputs)[0].elements;
    for (size_t i = 0; i < special.size(); ++i) {
      float wanted = float(reference(double(float(special[i]))));
      if (std::isnan(wanted))
        EXPECT_TRUE(std::isnan(got[i])) << op << "(" << special[i] << ")";
      else if (std::isinf(wanted) || wanted == 0)
        EXPECT_EQ(got[i], wanted) << op << "(" << special[i] << ")";
      else
        EXPECT_NEAR(got[i] / wanted, 1, 1e-6) << op << "(" << special[i] << ")";
    }
  }
}

TEST(Math, BoundsKeepNaNAndTheSignOfZero) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const char *bound : {"0.0", "-0.0", "1.5"}) {
    CompiledKernel kernel(fill(R"(
#m = affine_map<(d0) -> (d0)>
ckpt.kernel @k(%a: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %c = arith.constant {B} : f32
  %e = tensor.empty() : tensor<5xf32>
  %r:2 = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel"]}
      ins(%a : tensor<5xf32>) outs(%e, %e : tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %0 = arith.maximumf %x, %c : f32
    %1 = arith.minimumf %x, %c : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>)
  ckpt.yield %r#0, %r#1 : tensor<5xf32>, tensor<5xf32>
})",
                               {{"B", bound}}));
    ASSERT_TRUE(kernel.ok());
    std::vector<Tensor> inputs = kernel.randomInputs(1);
    inputs[0].elements = {nan, -0.0, 0.0, 3, -3};
    std::vector<Tensor> got = kernel.run(inputs);
    double c = std::atof(bound);
    for (int i = 0; i < 5; ++i) {
      double x = inputs[0].elements[i];
      double high = got[0].elements[i], low = got[1].elements[i];
      if (std::isnan(x)) {
        EXPECT_TRUE(std::isnan(high) && std::isnan(low));
        continue;
      }
      EXPECT_EQ(high, std::fmax(x, c));
      EXPECT_EQ(low, std::fmin(x, c));
      if (x == 0 && c == 0) {
        EXPECT_EQ(std::signbit(high), std::signbit(x) && std::signbit(c));
        EXPECT_EQ(std::signbit(low), std::signbit(x) || std::signbit(c));
      }
    }
  }
}

TEST(Math, EveryPlaceInAVectorGivesTheSameBits) {
  for (const char *op : {"exp", "log", "tanh", "erf", "expm1", "sin"}) {
    CompiledKernel kernel(fill(apply, {{"N", "77"}, {"T", "f32"}, {"op", op}}));
    ASSERT_TRUE(kernel.ok());
    std::vector<Tensor> inputs = kernel.randomInputs(3, 0.1, 3);
    std::fill(inputs[0].elements.begin(), inputs[0].elements.end(),
              double(0.7311f));
    std::vector<double> got = kernel.run(inputs)[0].elements;
    for (double value : got)
      EXPECT_EQ(value, got[0]) << op;
  }
}

} // namespace
