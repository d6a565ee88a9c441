//===- ReductionTest.cpp - Reductions over every set of dimensions
//----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "gtest/gtest.h"

using namespace ckpt::test;

namespace {

std::string reduction(const std::string &shape, int rank, int reduced,
                      const std::string &type, const std::string &op,
                      const std::string &first) {
  std::string all, kept, keptShape, iterators;
  size_t from = 0;
  for (int d = 0; d < rank; ++d) {
    size_t to = shape.find('x', from);
    std::string extent = shape.substr(from, to - from);
    from = to + 1;
    all += (d ? ", d" : "d") + std::to_string(d);
    bool isReduced = reduced >> d & 1;
    iterators += std::string(d ? ", " : "") +
                 (isReduced ? "\"reduction\"" : "\"parallel\"");
    if (!isReduced) {
      kept += (kept.empty() ? "d" : ", d") + std::to_string(d);
      keptShape += extent + "x";
    }
  }
  // Two results: of the values, and of their squares.
  return fill(R"(
#m = affine_map<({all}) -> ({all})>
#k = affine_map<({all}) -> ({kept})>
ckpt.kernel @k(%a: tensor<{S}x{T}>) -> (tensor<{K}{T}>, tensor<{K}{T}>) {
  %z = arith.constant {first} : {T}
  %e = tensor.empty() : tensor<{K}{T}>
  %f = linalg.fill ins(%z : {T}) outs(%e : tensor<{K}{T}>) -> tensor<{K}{T}>
  %r:2 = linalg.generic {indexing_maps = [#m, #k, #k], iterator_types = [{it}]}
      ins(%a : tensor<{S}x{T}>) outs(%f, %f : tensor<{K}{T}>, tensor<{K}{T}>) {
  ^bb0(%x: {T}, %o: {T}, %p: {T}):
    %0 = arith.{op} %o, %x : {T}
    %1 = arith.mulf %x, %x : {T}
    %2 = arith.{op} %1, %p : {T}
    linalg.yield %0, %2 : {T}, {T}
  } -> (tensor<{K}{T}>, tensor<{K}{T}>)
  ckpt.yield %r#0, %r#1 : tensor<{K}{T}>, tensor<{K}{T}>
})",
              {{"all", all},
               {"kept", kept},
               {"S", shape},
               {"K", keptShape},
               {"it", iterators},
               {"T", type},
               {"op", op},
               {"first", first}});
}

TEST(Reduction, EverySubsetOfDimensions) {
  for (const char *shape : {"5x7x3", "6x4x33", "40x30x70"})
    for (int subset = 1; subset < 8; ++subset)
      for (const char *type : {"f32", "f64"})
        checkKernel(reduction(shape, 3, subset, type, "addf", "0.0"), 2e-4);
}

TEST(Reduction, ChannelsLast) {
  for (const char *channels : {"1", "3", "4", "8", "16", "17", "48", "200"})
    for (const char *rows : {"9", "3000"})
      checkKernel(reduction(std::string(rows) + "x" + channels, 2, 1, "f32",
                            "addf", "0.0"),
                  2e-3);
}

TEST(Reduction, OtherCombinationsAndFirstValues) {
  for (const char *shape : {"500x48", "3000x17"})
    for (int subset : {1, 2, 3}) {
      checkKernel(reduction(shape, 2, subset, "f32", "maximumf", "-3.0e+38"));
      checkKernel(reduction(shape, 2, subset, "f32", "minimumf", "0.5"));
      checkKernel(reduction(shape, 2, subset, "f64", "addf", "2.5"));
    }
}

/// As in a softmax that looks whether everything is masked.
TEST(Reduction, MaximumAndWhetherAllOrAnyAreSmall) {
  for (const char *op : {"andi", "ori"})
    for (const char *columns : {"5", "16", "100"})
      checkKernel(fill(R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
ckpt.kernel @k(%a: tensor<37x{C}xf32>) -> (tensor<37xf32>, tensor<37xi1>) {
  %low = arith.constant -3.0 : f32
  %limit = arith.constant 1.5 : f32
  %first = arith.constant {FIRST}
  %e = tensor.empty() : tensor<37xf32>
  %g = tensor.empty() : tensor<37xi1>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %h = linalg.fill ins(%first : i1) outs(%g : tensor<37xi1>) -> tensor<37xi1>
  %r:2 = linalg.generic {indexing_maps = [#m, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<37x{C}xf32>) outs(%f, %h : tensor<37xf32>, tensor<37xi1>) {
  ^bb0(%x: f32, %o: f32, %p: i1):
    %0 = arith.maximumf %x, %o : f32
    %1 = arith.cmpf olt, %x, %limit : f32
    %2 = arith.{OP} %1, %p : i1
    linalg.yield %0, %2 : f32, i1
  } -> (tensor<37xf32>, tensor<37xi1>)
  ckpt.yield %r#0, %r#1 : tensor<37xf32>, tensor<37xi1>
})",
                       {{"C", columns},
                        {"OP", op},
                        {"FIRST", *op == 'a' ? "true" : "false"}}));
}

TEST(Reduction, AccumulatesIntoAnOperand) {
  for (const char *rows : {"10", "9000"})
    checkKernel(fill(R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
#k = affine_map<(d0, d1) -> (d1)>
ckpt.kernel @k(%a: tensor<{R}x24xf32>, %s: tensor<24xf32>) -> tensor<24xf32> {
  %r = linalg.generic {indexing_maps = [#m, #k],
      iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<{R}x24xf32>) outs(%s : tensor<24xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  } -> tensor<24xf32>
  ckpt.yield %r : tensor<24xf32>
})",
                     {{"R", rows}}),
                1e-3);
}

TEST(Reduction, KeepsAnElementwiseResultBesides) {
  for (const char *shape : {"700x20", "7x300", "64x64"})
    for (const char *map : {"d0", "d1"})
      checkKernel(
          fill(R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
#k = affine_map<(d0, d1) -> ({M})>
ckpt.kernel @k(%a: tensor<{S}xf32>) -> (tensor<{S}xf32>, tensor<{K}xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{S}xf32>
  %g = tensor.empty() : tensor<{K}xf32>
  %f = linalg.fill ins(%z : f32) outs(%g : tensor<{K}xf32>) -> tensor<{K}xf32>
  %r:2 = linalg.generic {indexing_maps = [#m, #m, #k],
      iterator_types = [{I}]}
      ins(%a : tensor<{S}xf32>) outs(%e, %f : tensor<{S}xf32>, tensor<{K}xf32>) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %0 = arith.mulf %x, %x : f32
    %1 = arith.addf %p, %0 : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<{S}xf32>, tensor<{K}xf32>)
  ckpt.yield %r#0, %r#1 : tensor<{S}xf32>, tensor<{K}xf32>
})",
               {{"S", shape},
                {"M", map},
                {"I", map[1] == '0' ? R"("parallel", "reduction")"
                                    : R"("reduction", "parallel")"},
                {"K", map[1] == '0' ? std::string(shape).substr(
                                          0, std::string(shape).find('x'))
                                    : std::string(shape).substr(
                                          std::string(shape).find('x') + 1)}}),
          1e-3);
}

TEST(Reduction, RunningValuesOfTheBodyItself) {
  // The place of the maximum: two running values that depend on each other.
  checkKernel(R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
#k = affine_map<(d0, d1) -> (d0)>
ckpt.kernel @k(%a: tensor<90x10xf32>) -> (tensor<90xf32>, tensor<90xi64>) {
  %low = arith.constant -1.0e+30 : f32
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<90xf32>
  %g = tensor.empty() : tensor<90xi64>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<90xf32>) -> tensor<90xf32>
  %h = linalg.fill ins(%zero : i64) outs(%g : tensor<90xi64>) -> tensor<90xi64>
  %r:2 = linalg.generic {indexing_maps = [#m, #k, #k],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<90x10xf32>) outs(%f, %h : tensor<90xf32>, tensor<90xi64>) {
  ^bb0(%x: f32, %best: f32, %place: i64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i64
    %0 = arith.cmpf ogt, %x, %best : f32
    %1 = arith.select %0, %x, %best : f32
    %2 = arith.select %0, %j, %place : i64
    linalg.yield %1, %2 : f32, i64
  } -> (tensor<90xf32>, tensor<90xi64>)
  ckpt.yield %r#0, %r#1 : tensor<90xf32>, tensor<90xi64>
})");
}

TEST(Reduction, SoftmaxInSeveralGenerics) {
  checkKernel(R"(
#m = affine_map<(d0, d1) -> (d0, d1)>
#k = affine_map<(d0, d1) -> (d0)>
ckpt.kernel @k(%a: tensor<1024x10xf32>) -> tensor<1024x10xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024xf32>
  %b = tensor.empty() : tensor<1024x10xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %h = linalg.fill ins(%zero : f32) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %max = linalg.generic {indexing_maps = [#m, #k],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<1024x10xf32>) outs(%f : tensor<1024xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.maxnumf %x, %o : f32
    linalg.yield %0 : f32
  } -> tensor<1024xf32>
  %sum = linalg.generic {indexing_maps = [#m, #k, #k],
      iterator_types = ["parallel", "reduction"]}
      ins(%a, %max : tensor<1024x10xf32>, tensor<1024xf32>) outs(%h : tensor<1024xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.subf %x, %y : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %o : f32
    linalg.yield %2 : f32
  } -> tensor<1024xf32>
  %r = linalg.generic {indexing_maps = [#m, #k, #k, #m],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %max, %sum : tensor<1024x10xf32>, tensor<1024xf32>, tensor<1024xf32>)
      outs(%b : tensor<1024x10xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %0 = arith.subf %x, %y : f32
    %1 = math.exp %0 : f32
    %2 = arith.divf %1, %z : f32
    linalg.yield %2 : f32
  } -> tensor<1024x10xf32>
  ckpt.yield %r : tensor<1024x10xf32>
})");
}

} // namespace
