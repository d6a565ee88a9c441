//===- WindowTest.cpp - Generated convolutions and pools ------------------===//
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

/// A rectified concatenation on its way into a pointwise convolution and into
/// the gradient of its filter.
const char *const pointwise = R"(
#m = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
ckpt.kernel @k(%x: tensor<{N}x7x5x20x{T}>, %y: tensor<{N}x7x5x4x{T}>, %s: tensor<24x{T}>,
               %w: {OTHER}) -> {RESULT} {
  %zero = arith.constant 0.0 : {T}
  %e = tensor.empty() : tensor<{N}x7x5x20x{T}>
  %f = tensor.empty() : tensor<{N}x7x5x4x{T}>
  %u = tensor.extract_slice %s[0] [20] [1] : tensor<24x{T}> to tensor<20x{T}>
  %v = tensor.extract_slice %s[20] [4] [1] : tensor<24x{T}> to tensor<4x{T}>
  %a = linalg.generic {indexing_maps = [#m, #c, #m],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %u : tensor<{N}x7x5x20x{T}>, tensor<20x{T}>) outs(%e : tensor<{N}x7x5x20x{T}>) {
  ^bb0(%p: {T}, %q: {T}, %o: {T}):
    %0 = arith.addf %p, %q : {T}
    %1 = arith.maximumf %0, %zero : {T}
    linalg.yield %1 : {T}
  } -> tensor<{N}x7x5x20x{T}>
  %b = linalg.generic {indexing_maps = [#m, #c, #m],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %v : tensor<{N}x7x5x4x{T}>, tensor<4x{T}>) outs(%f : tensor<{N}x7x5x4x{T}>) {
  ^bb0(%p: {T}, %q: {T}, %o: {T}):
    %0 = arith.addf %p, %q : {T}
    %1 = arith.maximumf %0, %zero : {T}
    linalg.yield %1 : {T}
  } -> tensor<{N}x7x5x4x{T}>
  %d = tensor.concat dim(3) %a, %b
      : (tensor<{N}x7x5x20x{T}>, tensor<{N}x7x5x4x{T}>) -> tensor<{N}x7x5x24x{T}>
  %r = ckpt.{OP} %d, %w : (tensor<{N}x7x5x24x{T}>, {OTHER}) -> {RESULT}
  ckpt.yield %r : {RESULT}
})";

std::string pointwiseKernel(bool forward, int batch, const char *type) {
  std::string filter = shape({1, 1, 24, 16}, type);
  std::string output = shape({batch, 7, 5, 16}, type);
  return fill(pointwise, {{"N", std::to_string(batch)},
                          {"T", type},
                          {"OP", forward ? "conv" : "conv_backward_filter"},
                          {"OTHER", forward ? filter : output},
                          {"RESULT", forward ? output : filter}});
}

TEST(Window, PartsOnTheWayIntoAPointwiseConvolution) {
  for (bool forward : {true, false}) {
    for (const char *type : {"f32", "f64"})
      for (int batch : {2, 150})
        checkKernel(pointwiseKernel(forward, batch, type), 3e-3);
    CompiledKernel kernel(pointwiseKernel(forward, 1000, "f32"));
    ASSERT_TRUE(kernel.ok());
    // Parts and product pass over the rows together; only a block of the
    // concatenation exists in each chunk. Partial sums of the gradient are
    // added in a second phase.
    EXPECT_EQ(kernel.entry().phases.size(), forward ? 1u : 2u);
    EXPECT_LE(kernel.entry().workspaceBytes,
              64 * (64 * 1024 + (forward ? 0 : 24 * 16 * 4)));
  }
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
