//===- TensorOpsTest.cpp - Slices, concatenation, padding, shapes
//-----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "gtest/gtest.h"

using namespace ckpt::test;

namespace {

TEST(TensorOps, SlicesAndConcatenation) {
  for (const char *type : {"f32", "f64"})
    checkKernel(fill(R"(
#m = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
ckpt.kernel @k(%a: tensor<6x5x4x{T}>, %b: tensor<6x5x7x{T}>)
    -> (tensor<6x5x11x{T}>, tensor<3x5x2x{T}>) {
  %e = tensor.empty() : tensor<6x5x4x{T}>
  %s = linalg.generic {indexing_maps = [#m, #m],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<6x5x4x{T}>) outs(%e : tensor<6x5x4x{T}>) {
  ^bb0(%x: {T}, %o: {T}):
    %0 = arith.addf %x, %x : {T}
    linalg.yield %0 : {T}
  } -> tensor<6x5x4x{T}>
  %c = tensor.concat dim(2) %s, %b
      : (tensor<6x5x4x{T}>, tensor<6x5x7x{T}>) -> tensor<6x5x11x{T}>
  %d = tensor.extract_slice %c[1, 0, 3] [3, 5, 2] [2, 1, 3]
      : tensor<6x5x11x{T}> to tensor<3x5x2x{T}>
  ckpt.yield %c, %d : tensor<6x5x11x{T}>, tensor<3x5x2x{T}>
})",
                     {{"T", type}}));
}

TEST(TensorOps, AProducerWritesIntoTheConcatenation) {
  CompiledKernel kernel(R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
ckpt.kernel @k(%a: tensor<6x16xf32>, %b: tensor<6x16xf32>) -> tensor<6x32xf32> {
  %e = tensor.empty() : tensor<6x16xf32>
  %s = linalg.generic {indexing_maps = [#m, #m],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<6x16xf32>) outs(%e : tensor<6x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  } -> tensor<6x16xf32>
  %c = tensor.concat dim(1) %s, %b
      : (tensor<6x16xf32>, tensor<6x16xf32>) -> tensor<6x32xf32>
  ckpt.yield %c : tensor<6x32xf32>
})");
  ASSERT_TRUE(kernel.ok());
  EXPECT_EQ(kernel.entry().workspaceBytes, 0);
}

TEST(TensorOps, InsertsAndPads) {
  checkKernel(R"(
ckpt.kernel @k(%a: tensor<4x5xf32>, %b: tensor<6x8xf32>)
    -> (tensor<6x8xf32>, tensor<7x9xf32>, tensor<6x8xf32>) {
  %v = arith.constant 1.5 : f32
  %i = tensor.insert_slice %a into %b[1, 2] [4, 5] [1, 1]
      : tensor<4x5xf32> into tensor<6x8xf32>
  %p = tensor.pad %a low[1, 3] high[2, 1] {
  ^bb0(%x: index, %y: index):
    tensor.yield %v : f32
  } : tensor<4x5xf32> to tensor<7x9xf32>
  %e = tensor.empty() : tensor<6x8xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %j = tensor.insert_slice %a into %f[0, 3] [4, 5] [1, 1]
      : tensor<4x5xf32> into tensor<6x8xf32>
  ckpt.yield %i, %p, %j : tensor<6x8xf32>, tensor<7x9xf32>, tensor<6x8xf32>
})");
}

TEST(TensorOps, ReshapesWithAndWithoutCopy) {
  checkKernel(R"(
ckpt.kernel @k(%a: tensor<4x6x5xf32>) -> (tensor<24x5xf32>, tensor<60xf32>) {
  %c = tensor.collapse_shape %a [[0, 1], [2]] : tensor<4x6x5xf32> into tensor<24x5xf32>
  %s = tensor.extract_slice %a[0, 1, 0] [4, 3, 5] [1, 2, 1]
      : tensor<4x6x5xf32> to tensor<4x3x5xf32>
  %d = tensor.collapse_shape %s [[0, 1, 2]] : tensor<4x3x5xf32> into tensor<60xf32>
  ckpt.yield %c, %d : tensor<24x5xf32>, tensor<60xf32>
})");
}

TEST(TensorOps, ConstantsArgumentsAndFillsAreYielded) {
  checkKernel(R"(
ckpt.kernel @k(%a: tensor<2x3xf32>)
    -> (tensor<2x3xf32>, tensor<4xf32>, tensor<2x3xf32>, tensor<3xi1>, tensor<3xi1>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.5]> : tensor<4xf32>
  %s = arith.constant dense<7.0> : tensor<2x3xf32>
  %t = arith.constant dense<true> : tensor<3xi1>
  %u = arith.constant dense<[true, false, true]> : tensor<3xi1>
  ckpt.yield %a, %c, %s, %t, %u
      : tensor<2x3xf32>, tensor<4xf32>, tensor<2x3xf32>, tensor<3xi1>, tensor<3xi1>
})");
}

/// Parts of a tensor, each with a sum over the rows and its share of a result:
/// all of them run block by block of the same rows.
TEST(TensorOps, PartsOfAConcatenationShareAPhase) {
  const char *text = R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
ckpt.kernel @k(%x: tensor<{R}x20xf32>, %y: tensor<{R}x16xf32>, %z: tensor<{R}x4xf32>)
    -> (tensor<{R}x20xf32>, tensor<16xf32>, tensor<4xf32>, tensor<{R}x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{R}x16xf32>
  %g = tensor.empty() : tensor<{R}x4xf32>
  %h = tensor.empty() : tensor<16xf32>
  %i = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%h : tensor<16xf32>) -> tensor<16xf32>
  %k = linalg.fill ins(%zero : f32) outs(%i : tensor<4xf32>) -> tensor<4xf32>
  %a = tensor.extract_slice %x[0, 0] [{R}, 16] [1, 1] : tensor<{R}x20xf32> to tensor<{R}x16xf32>
  %b = tensor.extract_slice %x[0, 16] [{R}, 4] [1, 1] : tensor<{R}x20xf32> to tensor<{R}x4xf32>
  %r:2 = linalg.generic {indexing_maps = [#m, #m, #m, #c], iterator_types = ["reduction", "parallel"]}
      ins(%a, %y : tensor<{R}x16xf32>, tensor<{R}x16xf32>) outs(%e, %f : tensor<{R}x16xf32>, tensor<16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32, %t: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %t, %0 : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<{R}x16xf32>, tensor<16xf32>)
  %s = linalg.generic {indexing_maps = [#m, #m, #c], iterator_types = ["reduction", "parallel"]}
      ins(%b, %z : tensor<{R}x4xf32>, tensor<{R}x4xf32>) outs(%k : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %t: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %t, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %u = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<{R}x4xf32>) outs(%g : tensor<{R}x4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.addf %p, %p : f32
    linalg.yield %0 : f32
  } -> tensor<{R}x4xf32>
  // Row by row after its producer.
  %v = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%u, %b : tensor<{R}x4xf32>, tensor<{R}x4xf32>) outs(%g : tensor<{R}x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.mulf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<{R}x4xf32>
  %w = tensor.concat dim(1) %r#0, %u : (tensor<{R}x16xf32>, tensor<{R}x4xf32>) -> tensor<{R}x20xf32>
  ckpt.yield %w, %r#1, %s, %v : tensor<{R}x20xf32>, tensor<16xf32>, tensor<4xf32>, tensor<{R}x4xf32>
})";
  for (const char *rows : {"7", "8000", "8013"})
    checkKernel(fill(text, {{"R", rows}}), 2e-3);
  CompiledKernel kernel(fill(text, {{"R", "8013"}}));
  ASSERT_TRUE(kernel.ok());
  // The sweep over the rows, and the sum of the partial sums.
  EXPECT_EQ(kernel.entry().phases.size(), 2u);
  EXPECT_GT(kernel.entry().phases[0].chunks, 1);
}

} // namespace
