//===- ContractionTest.cpp - Generated contractions
//-------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "gtest/gtest.h"

using namespace ckpt::test;

namespace {

const char *const contract = R"(
ckpt.kernel @k(%a: tensor<{A}x{T}>, %b: tensor<{B}x{T}>) -> tensor<{C}x{T}> {
  %z = arith.constant {first} : {T}
  %e = tensor.empty() : tensor<{C}x{T}>
  %f = linalg.fill ins(%z : {T}) outs(%e : tensor<{C}x{T}>) -> tensor<{C}x{T}>
  %r = linalg.contract indexing_maps = [affine_map<({D}) -> ({MA})>,
      affine_map<({D}) -> ({MB})>, affine_map<({D}) -> ({MC})>]
      ins(%a, %b : tensor<{A}x{T}>, tensor<{B}x{T}>)
      outs(%f : tensor<{C}x{T}>) -> tensor<{C}x{T}>
  ckpt.yield %r : tensor<{C}x{T}>
})";

void checkMatmul(int m, int n, int k, bool transposeA, bool transposeB,
                 bool transposeC, const char *type) {
  auto shape = [](int x, int y) {
    return std::to_string(x) + "x" + std::to_string(y);
  };
  checkKernel(fill(contract, {{"A", transposeA ? shape(k, m) : shape(m, k)},
                              {"B", transposeB ? shape(n, k) : shape(k, n)},
                              {"C", transposeC ? shape(n, m) : shape(m, n)},
                              {"D", "m, n, k"},
                              {"MA", transposeA ? "k, m" : "m, k"},
                              {"MB", transposeB ? "n, k" : "k, n"},
                              {"MC", transposeC ? "n, m" : "m, n"},
                              {"first", "0.0"},
                              {"T", type}}),
              1e-4 * k);
}

TEST(Contraction, AllTranspositions) {
  for (int bits = 0; bits < 8; ++bits)
    for (const char *type : {"f32", "f64"}) {
      checkMatmul(13, 17, 9, bits & 1, bits & 2, bits & 4, type);
      checkMatmul(64, 32, 40, bits & 1, bits & 2, bits & 4, type);
    }
}

TEST(Contraction, Sizes) {
  for (int n : {1, 3, 4, 8, 16, 17, 48, 64, 100})
    for (int m : {1, 2, 7, 30})
      checkMatmul(m, n, 5, false, false, false, "f32");
  checkMatmul(1, 1, 1, false, false, false, "f32");
  checkMatmul(3000, 32, 36, false, false, false, "f32"); // several chunks
  checkMatmul(36, 32, 4000, true, false, false, "f32");  // partial results
  checkMatmul(50, 250, 90, false, true, false, "f32");
}

TEST(Contraction, BatchesAndSeveralDimensions) {
  checkKernel(fill(contract, {{"A", "3x5x7"},
                              {"B", "3x7x20"},
                              {"C", "3x5x20"},
                              {"D", "b, m, n, k"},
                              {"MA", "b, m, k"},
                              {"MB", "b, k, n"},
                              {"MC", "b, m, n"},
                              {"first", "0.5"},
                              {"T", "f32"}}));
  // A 1x1 convolution with the image's dimensions kept apart.
  checkKernel(fill(contract, {{"A", "2x5x6x12"},
                              {"B", "12x16"},
                              {"C", "2x5x6x16"},
                              {"D", "n, h, w, f, c"},
                              {"MA", "n, h, w, c"},
                              {"MB", "c, f"},
                              {"MC", "n, h, w, f"},
                              {"first", "0.0"},
                              {"T", "f32"}}));
  // The batch is the last dimension of everything: no product of matrices.
  checkKernel(fill(contract, {{"A", "5x7x33"},
                              {"B", "7x4x33"},
                              {"C", "5x4x33"},
                              {"D", "b, m, n, k"},
                              {"MA", "m, k, b"},
                              {"MB", "k, n, b"},
                              {"MC", "m, n, b"},
                              {"first", "0.0"},
                              {"T", "f64"}}));
  // A sum of products with a result that repeats it.
  checkKernel(fill(contract, {{"A", "5x70"},
                              {"B", "70x5"},
                              {"C", "4"},
                              {"D", "x, y, z"},
                              {"MA", "x, y"},
                              {"MB", "y, x"},
                              {"MC", "z"},
                              {"first", "0.0"},
                              {"T", "f32"}}),
              1e-4);
}

/// Batch norm and relu on the way into a product, and into the gradient of the
/// weights: the normalised values exist only for a block of rows.
TEST(Contraction, PrologueOfTheLeftOperand) {
  const char *text = R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
ckpt.kernel @k(%x: tensor<{R}x{C}x{T}>, %s: tensor<{C}x{T}>, %w: tensor<{B}x{T}>)
    -> tensor<{D}x{T}> {
  %zero = arith.constant 0.0 : {T}
  %e = tensor.empty() : tensor<{R}x{C}x{T}>
  %n = linalg.generic {indexing_maps = [#m, #c, #m], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<{R}x{C}x{T}>, tensor<{C}x{T}>) outs(%e : tensor<{R}x{C}x{T}>) {
  ^bb0(%p: {T}, %q: {T}, %o: {T}):
    %0 = arith.mulf %p, %q : {T}
    %1 = arith.maximumf %0, %zero : {T}
    linalg.yield %1 : {T}
  } -> tensor<{R}x{C}x{T}>
  %g = tensor.empty() : tensor<{D}x{T}>
  %f = linalg.fill ins(%zero : {T}) outs(%g : tensor<{D}x{T}>) -> tensor<{D}x{T}>
  %r = linalg.contract indexing_maps = [{M}] ins(%n, %w : tensor<{R}x{C}x{T}>, tensor<{B}x{T}>)
      outs(%f : tensor<{D}x{T}>) -> tensor<{D}x{T}>
  ckpt.yield %r : tensor<{D}x{T}>
})";
  const char *forward = "affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) "
                        "-> (k, n)>, affine_map<(m, n, k) -> (m, n)>";
  const char *weights = "affine_map<(k, m, n) -> (k, m)>, affine_map<(k, m, n) "
                        "-> (k, n)>, affine_map<(k, m, n) -> (m, n)>";
  for (const char *type : {"f32", "f64"})
    for (const char *rows : {"5", "3000", "5003"}) {
      std::string r = rows;
      checkKernel(fill(text, {{"R", r},
                              {"C", "36"},
                              {"B", "36x16"},
                              {"D", r + "x16"},
                              {"M", forward},
                              {"T", type}}),
                  1e-4);
      checkKernel(fill(text, {{"R", r},
                              {"C", "36"},
                              {"B", r + "x16"},
                              {"D", "36x16"},
                              {"M", weights},
                              {"T", type}}),
                  3e-3);
    }
  CompiledKernel kernel(fill(text, {{"R", "50000"},
                                    {"C", "36"},
                                    {"B", "36x16"},
                                    {"D", "50000x16"},
                                    {"M", forward},
                                    {"T", "f32"}}));
  ASSERT_TRUE(kernel.ok());
  EXPECT_EQ(kernel.entry().phases.size(), 1u);
  // A block of 192 rows in each chunk, not all rows.
  EXPECT_LE(kernel.entry().workspaceBytes, 64 * 192 * 36 * 4);
}

TEST(Contraction, Integers) {
  checkKernel(fill(contract, {{"A", "5x7"},
                              {"B", "7x20"},
                              {"C", "5x20"},
                              {"D", "m, n, k"},
                              {"MA", "m, k"},
                              {"MB", "k, n"},
                              {"MC", "m, n"},
                              {"first", "1"},
                              {"T", "i32"}}));
}

} // namespace
