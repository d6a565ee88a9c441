//===- ElementwiseTest.cpp - Elementwise kernels
//----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "gtest/gtest.h"

using namespace ckpt::test;

namespace {

const char *const broadcast = R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
#r = affine_map<(d0, d1) -> (d0)>
ckpt.kernel @k(%a: tensor<{R}x{C}x{T}>, %b: tensor<{C}x{T}>, %d: tensor<{R}x{T}>)
    -> (tensor<{R}x{C}x{T}>, tensor<{R}x{C}x{T}>) {
  %cst = arith.constant 0.0 : {T}
  %e = tensor.empty() : tensor<{R}x{C}x{T}>
  %r:2 = linalg.generic {indexing_maps = [#m, #c, #r, #m, #m],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %d : tensor<{R}x{C}x{T}>, tensor<{C}x{T}>, tensor<{R}x{T}>)
      outs(%e, %e : tensor<{R}x{C}x{T}>, tensor<{R}x{C}x{T}>) {
  ^bb0(%x: {T}, %y: {T}, %z: {T}, %o: {T}, %p: {T}):
    %0 = arith.addf %x, %y : {T}
    %1 = arith.mulf %0, %z : {T}
    %2 = arith.cmpf ogt, %1, %cst : {T}
    %3 = arith.select %2, %1, %cst : {T}
    %4 = arith.subf %z, %y : {T}
    linalg.yield %3, %4 : {T}, {T}
  } -> (tensor<{R}x{C}x{T}>, tensor<{R}x{C}x{T}>)
  ckpt.yield %r#0, %r#1 : tensor<{R}x{C}x{T}>, tensor<{R}x{C}x{T}>
})";

TEST(Elementwise, BroadcastsInManyShapes) {
  for (const char *type : {"f32", "f64"})
    for (int columns : {1, 3, 4, 8, 16, 17, 48, 100})
      for (int rows : {1, 5, 2000})
        checkKernel(fill(broadcast, {{"R", std::to_string(rows)},
                                     {"C", std::to_string(columns)},
                                     {"T", type}}));
}

TEST(Elementwise, SmallFloats) {
  for (const char *type : {"f16", "bf16"})
    checkKernel(fill(broadcast, {{"R", "7"}, {"C", "33"}, {"T", type}}), 3e-2);
}

const char *const flat = R"(
#m = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#s = affine_map<(d0, d1, d2) -> ()>
ckpt.kernel @k(%p: tensor<{S}xf32>, %g: tensor<{S}xf32>, %lr: tensor<f32>)
    -> tensor<{S}xf32> {
  %e = tensor.empty() : tensor<{S}xf32>
  %r = linalg.generic {indexing_maps = [#m, #s, #m],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%g, %lr : tensor<{S}xf32>, tensor<f32>) outs(%p : tensor<{S}xf32>) {
  ^bb0(%x: f32, %l: f32, %o: f32):
    %0 = arith.mulf %x, %l : f32
    %1 = arith.subf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<{S}xf32>
  ckpt.yield %r : tensor<{S}xf32>
})";

TEST(Elementwise, UpdatesInPlaceInManyChunks) {
  for (const char *shape : {"1x1x1", "3x5x7", "50x40x31", "100x40x100"})
    checkKernel(fill(flat, {{"S", shape}}));
}

TEST(Elementwise, UpdateMayShareWithTheParameterAndTheGradient) {
  CompiledKernel kernel(fill(flat, {{"S", "3x5x7"}}));
  ASSERT_TRUE(kernel.ok());
  auto pairs = kernel.op().getInplace();
  ASSERT_TRUE(pairs);
  EXPECT_EQ(*pairs, (llvm::ArrayRef<int64_t>{0, 0, 0, 1}));
}

TEST(Elementwise, Transposes) {
  const char *text = R"(
#in = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#m = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
ckpt.kernel @k(%a: tensor<{N}x{C}x5x6x{T}>) -> tensor<{N}x5x6x{C}x{T}> {
  %e = tensor.empty() : tensor<{N}x5x6x{C}x{T}>
  %r = linalg.generic {indexing_maps = [#in, #m],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<{N}x{C}x5x6x{T}>) outs(%e : tensor<{N}x5x6x{C}x{T}>) {
  ^bb0(%x: {T}, %o: {T}):
    %0 = arith.negf %x : {T}
    linalg.yield %0 : {T}
  } -> tensor<{N}x5x6x{C}x{T}>
  ckpt.yield %r : tensor<{N}x5x6x{C}x{T}>
})";
  for (const char *channels : {"1", "3", "16", "20"})
    for (const char *type : {"f32", "f64"})
      checkKernel(fill(text, {{"N", "3"}, {"C", channels}, {"T", type}}));
  // Large enough to run in bands.
  for (const char *channels : {"32", "48"})
    checkKernel(fill(text, {{"N", "70"}, {"C", channels}, {"T", "f32"}}));
}

/// The update of a filter whose gradient has another layout.
TEST(Elementwise, UpdatesThroughATransposition) {
  const char *text = R"(
#p = affine_map<(f, c, h, w) -> (f, c, h, w)>
#g = affine_map<(f, c, h, w) -> (h, w, c, f)>
ckpt.kernel @k(%p: tensor<64x40x3x3x{T}>, %g: tensor<3x3x40x64x{T}>) -> tensor<64x40x3x3x{T}> {
  %e = tensor.empty() : tensor<64x40x3x3x{T}>
  %r = linalg.generic {indexing_maps = [#p, #g, #p],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%p, %g : tensor<64x40x3x3x{T}>, tensor<3x3x40x64x{T}>) outs(%e : tensor<64x40x3x3x{T}>) {
  ^bb0(%x: {T}, %y: {T}, %o: {T}):
    %0 = arith.subf %x, %y : {T}
    linalg.yield %0 : {T}
  } -> tensor<64x40x3x3x{T}>
  ckpt.yield %r : tensor<64x40x3x3x{T}>
})";
  for (const char *type : {"f32", "f64"})
    checkKernel(fill(text, {{"T", type}}));
}

TEST(Elementwise, IndicesIntegersAndBooleans) {
  checkKernel(R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
ckpt.kernel @k(%labels: tensor<37xi32>, %mask: tensor<37x10xi1>)
    -> (tensor<37x10xf32>, tensor<37x10xi1>) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x10xf32>
  %b = tensor.empty() : tensor<37x10xi1>
  %r:2 = linalg.generic {indexing_maps = [#r, #m, #m, #m],
      iterator_types = ["parallel", "parallel"]}
      ins(%labels, %mask : tensor<37xi32>, tensor<37x10xi1>)
      outs(%e, %b : tensor<37x10xf32>, tensor<37x10xi1>) {
  ^bb0(%l: i32, %k: i1, %o: f32, %p: i1):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %0 = arith.cmpi eq, %j, %l : i32
    %1 = arith.select %0, %one, %zero : f32
    %2 = arith.xori %0, %k : i1
    linalg.yield %1, %2 : f32, i1
  } -> (tensor<37x10xf32>, tensor<37x10xi1>)
  ckpt.yield %r#0, %r#1 : tensor<37x10xf32>, tensor<37x10xi1>
})");
}

TEST(Elementwise, Gathers) {
  checkKernel(R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
ckpt.kernel @k(%table: tensor<6x9xf32>, %rows: tensor<11xi64>) -> tensor<11x9xf32> {
  %e = tensor.empty() : tensor<11x9xf32>
  %r = linalg.generic {indexing_maps = [#r, #m],
      iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<11xi64>) outs(%e : tensor<11x9xf32>) {
  ^bb0(%l: i64, %o: f32):
    %i = arith.index_cast %l : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<6x9xf32>
    linalg.yield %v : f32
  } -> tensor<11x9xf32>
  ckpt.yield %r : tensor<11x9xf32>
})");
}

TEST(Elementwise, AddressesThatAreNotLinear) {
  checkKernel(R"(
#q = affine_map<(d0) -> (d0 floordiv 5, d0 mod 5)>
#m = affine_map<(d0) -> (d0)>
ckpt.kernel @k(%a: tensor<4x6xf32>) -> tensor<20xf32> {
  %e = tensor.empty() : tensor<20xf32>
  %r = linalg.generic {indexing_maps = [#q, #m], iterator_types = ["parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<20xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<20xf32>
  ckpt.yield %r : tensor<20xf32>
})");
}

} // namespace
