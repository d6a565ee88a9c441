// RUN: ckpt-opt %s --ckpt-kernels --ckpt-lower-to-cpu | FileCheck %s

#m = affine_map<(d0) -> (d0)>

// One table of addresses and the number of the chunk; plain pointers inside.
// CHECK-LABEL: llvm.func @k$p0(%arg0: !llvm.ptr, %arg1: i64)
// CHECK: llvm.getelementptr %arg0[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK: llvm.load {{.*}} -> vector<16xf32>
// CHECK-NOT: math.
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK: llvm.return
// CHECK-NOT: unrealized_conversion_cast
// CHECK: ckpt.kernel @k
ckpt.kernel @k(%a: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]}
      ins(%a : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = math.exp %x : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  ckpt.yield %r : tensor<64xf32>
}
