// RUN: ckpt-opt %s --ckpt-kernels | FileCheck %s

#m = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
#r = affine_map<(d0, d1) -> (d0)>

// Rows are reduced: two sums in registers over the chunk's rows, partial sums
// in the workspace, and a second phase that adds them in order.
// CHECK-LABEL: func.func private @channels$p0
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>, vector<16xf32>)
// CHECK: vector.load
// CHECK-NOT: vector.load
// CHECK: vector.store {{.*}}, %view
// CHECK: vector.store {{.*}}, %view
// CHECK-LABEL: func.func private @channels$p1
// CHECK: ckpt.kernel @channels
// CHECK-SAME: phases = [{chunks = 25 : i64, fn = @channels$p0}, {chunks = 1 : i64, fn = @channels$p1}], workspace = 3200 : i64
ckpt.kernel @channels(%a: tensor<100000x16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %r:2 = linalg.generic {indexing_maps = [#m, #c, #c], iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<100000x16xf32>) outs(%f, %f : tensor<16xf32>, tensor<16xf32>) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %0 = arith.addf %o, %x : f32
    %1 = arith.mulf %x, %x : f32
    %2 = arith.addf %p, %1 : f32
    linalg.yield %0, %2 : f32, f32
  } -> (tensor<16xf32>, tensor<16xf32>)
  ckpt.yield %r#0, %r#1 : tensor<16xf32>, tensor<16xf32>
}

// Columns are reduced: lanes, added as a tree at the end of each row.
// CHECK-LABEL: func.func private @rows$p0
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>)
// CHECK-COUNT-8: vector.shuffle
// CHECK: memref.store
// CHECK: ckpt.kernel @rows
// CHECK-SAME: workspace = 0
ckpt.kernel @rows(%a: tensor<100x64xf32>) -> tensor<100xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<100xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  %r = linalg.generic {indexing_maps = [#m, #r], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<100x64xf32>) outs(%f : tensor<100xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  } -> tensor<100xf32>
  ckpt.yield %r : tensor<100xf32>
}
