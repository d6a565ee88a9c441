//===- WindowTest.cpp - Generated convolutions and pools
//--------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "gtest/gtest.h"

using namespace ckpt::test;

namespace {

struct Geometry {
  int n, h, w, c, f, kh, kw;
  int stride = 1, dilation = 1, low = 0, high = 0, groups = 1;
};

std::string shape(std::initializer_list<int> extents, const char *type) {
  std::string text = "tensor<";
  for (int extent : extents)
    text += std::to_string(extent) + "x";
  return text + type + ">";
}

int outputs(int extent, int kernel, const Geometry &g) {
  return (extent + g.low + g.high - (kernel - 1) * g.dilation - 1) / g.stride +
         1;
}

std::string attributes(const Geometry &g, bool last, const char *extra = "") {
  auto pair = [](int value) {
    return "array<i64: " + std::to_string(value) + ", " +
           std::to_string(value) + ">";
  };
  return "{strides = " + pair(g.stride) + ", dilations = " + pair(g.dilation) +
         ", pad_low = " + pair(g.low) + ", pad_high = " + pair(g.high) +
         (last ? "" : ", layout = #ckpt.layout<nchw>") + extra + "}";
}

void checkConvolution(const Geometry &g, bool last, const char *type,
                      double tolerance = 1e-4) {
  int oh = outputs(g.h, g.kh, g), ow = outputs(g.w, g.kw, g);
  std::string x = last ? shape({g.n, g.h, g.w, g.c}, type)
                       : shape({g.n, g.c, g.h, g.w}, type);
  std::string w = last ? shape({g.kh, g.kw, g.c / g.groups, g.f}, type)
                       : shape({g.f, g.c / g.groups, g.kh, g.kw}, type);
  std::string y =
      last ? shape({g.n, oh, ow, g.f}, type) : shape({g.n, g.f, oh, ow}, type);
  std::string groups = ", groups = " + std::to_string(g.groups) + " : i64";
  auto check = [&](const char *op, const std::string &a, const std::string &b,
                   const std::string &r) {
    checkKernel("ckpt.kernel @k(%a: " + a + ", %b: " + b + ") -> " + r +
                    " {\n  %r = ckpt." + op + " %a, %b " +
                    attributes(g, last, groups.c_str()) + " : (" + a + ", " +
                    b + ") -> " + r + "\n  ckpt.yield %r : " + r + "\n}",
                tolerance);
  };
  check("conv", x, w, y);
  check("conv_backward_data", y, w, x);
  check("conv_backward_filter", x, y, w);
}

TEST(Window, Convolutions) {
  for (bool last : {true, false})
    for (const char *type : {"f32", "f64"}) {
      checkConvolution({2, 7, 6, 3, 5, 3, 3}, last, type);
      checkConvolution({2, 7, 6, 4, 16, 3, 2, 1, 1, 1, 1}, last, type);
      checkConvolution({1, 9, 9, 2, 4, 5, 5, 2, 1, 1, 2}, last, type);
      checkConvolution({2, 11, 10, 3, 8, 3, 3, 1, 2, 2, 2}, last, type);
      checkConvolution({2, 8, 8, 6, 9, 3, 3, 2, 1, 0, 1, 3}, last, type);
      checkConvolution({2, 6, 6, 4, 4, 3, 3, 1, 1, 1, 1, 4}, last, type);
      checkConvolution({2, 5, 5, 3, 17, 1, 1}, last, type);
      checkConvolution({2, 9, 9, 2, 3, 2, 2, 3, 2, 3, 0}, last, type);
    }
}

TEST(Window, SeveralChunks) {
  checkConvolution({40, 14, 14, 16, 8, 3, 3, 1, 1, 1, 1}, true, "f32", 3e-3);
}

void checkPool(const Geometry &g, const std::string &kind, bool last,
               const char *type) {
  int oh = outputs(g.h, g.kh, g), ow = outputs(g.w, g.kw, g);
  std::string x = last ? shape({g.n, g.h, g.w, g.c}, type)
                       : shape({g.n, g.c, g.h, g.w}, type);
  std::string y =
      last ? shape({g.n, oh, ow, g.c}, type) : shape({g.n, g.c, oh, ow}, type);
  std::string window = ", window = array<i64: " + std::to_string(g.kh) + ", " +
                       std::to_string(g.kw) + ">";
  std::string attrs = attributes(g, last, window.c_str());
  checkKernel("ckpt.kernel @k(%a: " + x + ") -> " + y +
              " {\n  %r = ckpt.pool " + kind + " %a " + attrs + " : " + x +
              " -> " + y + "\n  ckpt.yield %r : " + y + "\n}");
  bool isMax = kind == "max";
  checkKernel("ckpt.kernel @k(%g: " + y + ", %a: " + x + ") -> " + x +
              " {\n  %r = ckpt.pool_backward " + kind + " %g" +
              (isMax ? ", %a " : " ") + attrs + " : " + y +
              (isMax ? ", " + x : "") + " -> " + x +
              "\n  ckpt.yield %r : " + x + "\n}");
}

TEST(Window, Pools) {
  for (const char *kind : {"max", "average", "sum"})
    for (bool last : {true, false})
      for (int channels : {1, 3, 20})
        for (const char *type : {"f32", channels == 3 ? "f64" : "f32"}) {
          checkPool({2, 7, 7, channels, 0, 2, 2, 2}, kind, last, type);
          checkPool({2, 6, 7, channels, 0, 3, 2, 1, 1, 1, 1}, kind, last, type);
          checkPool({1, 9, 9, channels, 0, 3, 3, 2, 2, 2, 1}, kind, last, type);
        }
}

TEST(Window, TheFirstOfEqualMaximaGetsTheGradient) {
  CompiledKernel kernel(R"(
ckpt.kernel @k(%g: tensor<1x1x1x1xf32>, %a: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %r = ckpt.pool_backward max %g, %a {window = array<i64: 2, 2>}
      : tensor<1x1x1x1xf32>, tensor<1x2x2x1xf32> -> tensor<1x2x2x1xf32>
  ckpt.yield %r : tensor<1x2x2x1xf32>
})");
  ASSERT_TRUE(kernel.ok());
  std::vector<Tensor> inputs = kernel.randomInputs(1);
  inputs[0].elements = {2};
  inputs[1].elements = {1, 3, 3, 3};
  EXPECT_EQ(kernel.run(inputs)[0].elements, (std::vector<double>{0, 2, 0, 0}));
}

} // namespace
