// RUN: ckpt-opt %s --ckpt-kernels | FileCheck %s
// RUN: ckpt-opt %s --ckpt-kernels="library=false" | FileCheck %s --check-prefix=GENERATED

// CHECK-NOT: func.func
// CHECK: ckpt.kernel @conv
// CHECK-SAME: primitive = {batch = 4 : i64
// CHECK-SAME: kind = "conv", output_channels = 8
// GENERATED-COUNT-4: phases = [
ckpt.kernel @conv(%a: tensor<4x7x7x3xf32>, %b: tensor<3x3x3x8xf32>) -> tensor<4x7x7x8xf32> {
  %r = ckpt.conv %a, %b {pad_low = array<i64: 1, 1>, pad_high = array<i64: 1, 1>} : (tensor<4x7x7x3xf32>, tensor<3x3x3x8xf32>) -> tensor<4x7x7x8xf32>
  ckpt.yield %r : tensor<4x7x7x8xf32>
}

// The dimensions of the image are one dimension of the product.
// CHECK: ckpt.kernel @pointwise
// CHECK-SAME: primitive = {batch = 1 : i64, k = 40 : i64, kind = "matmul", m = 196 : i64, n = 16 : i64}
ckpt.kernel @pointwise(%a: tensor<4x7x7x40xf32>, %b: tensor<40x16xf32>) -> tensor<4x7x7x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x7x7x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x7x7x16xf32>) -> tensor<4x7x7x16xf32>
  %r = linalg.contract indexing_maps = [affine_map<(n, h, w, k, c) -> (n, h, w, c)>, affine_map<(n, h, w, k, c) -> (c, k)>, affine_map<(n, h, w, k, c) -> (n, h, w, k)>]
      ins(%a, %b : tensor<4x7x7x40xf32>, tensor<40x16xf32>) outs(%f : tensor<4x7x7x16xf32>) -> tensor<4x7x7x16xf32>
  ckpt.yield %r : tensor<4x7x7x16xf32>
}

// CHECK: ckpt.kernel @weights
// CHECK-SAME: primitive = {batch = 1 : i64, k = 196 : i64, kind = "matmul", m = 40 : i64, n = 16 : i64, transpose_a}
ckpt.kernel @weights(%a: tensor<196x40xf32>, %b: tensor<196x16xf32>) -> tensor<40x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<40x16xf32>) -> tensor<40x16xf32>
  %r = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<196x40xf32>, tensor<196x16xf32>) outs(%f : tensor<40x16xf32>) -> tensor<40x16xf32>
  ckpt.yield %r : tensor<40x16xf32>
}

// No library for double precision.
// CHECK: func.func private @double$p0
ckpt.kernel @double(%a: tensor<4x4xf64>, %b: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x4xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x4xf64>) -> tensor<4x4xf64>
  %r = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<4x4xf64>, tensor<4x4xf64>) outs(%f : tensor<4x4xf64>) -> tensor<4x4xf64>
  ckpt.yield %r : tensor<4x4xf64>
}

// Bound by memory: generated code is faster than the library.
// CHECK: func.func private @thin$p0
// CHECK: math.fma {{.*}} : vector<16xf32>
// CHECK: ckpt.kernel @thin
ckpt.kernel @thin(%a: tensor<64x7x7x40xf32>, %b: tensor<1x1x40x16xf32>) -> tensor<64x7x7x16xf32> {
  %r = ckpt.conv %a, %b : (tensor<64x7x7x40xf32>, tensor<1x1x40x16xf32>) -> tensor<64x7x7x16xf32>
  ckpt.yield %r : tensor<64x7x7x16xf32>
}
