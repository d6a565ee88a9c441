// RUN: ckpt-opt %s --ckpt-kernels | FileCheck %s

#m = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>

// Identical shapes are one run of elements: full vectors, then the four
// elements that remain as a masked vector in the last chunk only.
// CHECK-LABEL: func.func private @flat$p0
// CHECK-SAME: (%[[A:.*]]: memref<100100xf32>, %[[B:.*]]: memref<100100xf32>, %[[R:.*]]: memref<100100xf32>, %{{.*}}: memref<0xi8>, %{{.*}}: index)
// CHECK: scf.for
// CHECK-NEXT: vector.load %[[A]]
// CHECK-NEXT: vector.load %[[B]]
// CHECK-NEXT: arith.addf {{.*}} : vector<16xf32>
// CHECK-NEXT: vector.store {{.*}}, %[[R]]
// CHECK: scf.if
// CHECK: vector.maskedload
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK: vector.maskedstore
// CHECK-NOT: scf.for
// CHECK: ckpt.kernel @flat
// CHECK-SAME: inplace = array<i64: 0, 0, 0, 1>
// CHECK-SAME: phases = [{chunks = 5 : i64, fn = @flat$p0}], workspace = 0 : i64
ckpt.kernel @flat(%a: tensor<1001x100xf32>, %b: tensor<1001x100xf32>) -> tensor<1001x100xf32> {
  %e = tensor.empty() : tensor<1001x100xf32>
  %r = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<1001x100xf32>, tensor<1001x100xf32>) outs(%e : tensor<1001x100xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<1001x100xf32>
  ckpt.yield %r : tensor<1001x100xf32>
}

// A row per step; f64 has eight lanes. The broadcast operand may not share.
// CHECK-LABEL: func.func private @rows$p0
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.mulf {{.*}} : vector<8xf64>
// CHECK: ckpt.kernel @rows
// CHECK-SAME: inplace = array<i64: 0, 0>
// CHECK-SAME: chunks = 1
ckpt.kernel @rows(%a: tensor<8x16xf64>, %b: tensor<16xf64>) -> tensor<8x16xf64> {
  %e = tensor.empty() : tensor<8x16xf64>
  %r = linalg.generic {indexing_maps = [#m, #c, #m], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<8x16xf64>, tensor<16xf64>) outs(%e : tensor<8x16xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %0 = arith.mulf %x, %y : f64
    linalg.yield %0 : f64
  } -> tensor<8x16xf64>
  ckpt.yield %r : tensor<8x16xf64>
}
