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
  checkMatmul(300, 250, 260, false, true, false, "f32");
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
