// RUN: ckpt-opt %s --ckpt-train-step="optimizer=adam budget=100%" | FileCheck %s

// A kernel that begins before the last op of an earlier one reads a view of what
// that op computes.

// CHECK: ckpt.launch
func.func @main(%v0: tensor<1x1xf32> {ckpt.param = "p0"}, %v1: tensor<32x1xf32> {ckpt.param = "p1"}) -> (tensor<f32> {ckpt.loss}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %u0 = tensor.empty() : tensor<32x1xf32>
  %u1 = linalg.fill ins(%zero : f32) outs(%u0 : tensor<32x1xf32>) -> tensor<32x1xf32>
  %v2 = linalg.matmul ins(%v1, %v0 : tensor<32x1xf32>, tensor<1x1xf32>) outs(%u1 : tensor<32x1xf32>) -> tensor<32x1xf32>
  %u2 = tensor.empty() : tensor<1xf32>
  %u3 = linalg.fill ins(%zero : f32) outs(%u2 : tensor<1xf32>) -> tensor<1xf32>
  %v3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%v2 : tensor<32x1xf32>) outs(%u3 : tensor<1xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32
    linalg.yield %t : f32
  } -> tensor<1xf32>
  %u4 = tensor.empty() : tensor<32x1xf32>
  %v4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%v2, %v3 : tensor<32x1xf32>, tensor<1xf32>) outs(%u4 : tensor<32x1xf32>) {
  ^bb0(%v: f32, %w: f32, %acc: f32):
    %t = arith.minimumf %v, %w : f32
    linalg.yield %t : f32
  } -> tensor<32x1xf32>
  %u6 = arith.constant 0.031250 : f32
  %u7 = tensor.empty() : tensor<f32>
  %u8 = linalg.fill ins(%zero : f32) outs(%u7 : tensor<f32>) -> tensor<f32>
  %u5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%v4 : tensor<32x1xf32>) outs(%u8 : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %q = arith.mulf %v, %v : f32
    %m = arith.mulf %q, %u6 : f32
    %t = arith.addf %acc, %m : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %u5 : tensor<f32>
}
