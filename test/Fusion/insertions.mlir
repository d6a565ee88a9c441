// RUN: ckpt-opt %s --ckpt-fuse | FileCheck %s

// The sum of slices inserted into zeros is one kernel that writes each part
// once, here the gradients of two of three slices.

// CHECK-LABEL: func.func @slices
// CHECK: %[[S:.*]] = ckpt.launch @k0_add(
// CHECK-NEXT: return %[[S]]
// CHECK: ckpt.kernel @k0_add(%[[A:.*]]: tensor<{{.*}}64x256xf32>, %[[C:.*]]: tensor<{{.*}}64x256xf32>) -> tensor<3x64x256xf32>
// CHECK-COUNT-3: linalg.generic
// CHECK: tensor.concat dim(0)
#v = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
!w = tensor<3x64x256xf32>
!s = tensor<64x256xf32>
func.func @slices(%a: !s, %c: !s) -> !w {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !w
  %z = linalg.fill ins(%zero : f32) outs(%e : !w) -> !w
  %ia = tensor.insert_slice %a into %z[0, 0, 0] [1, 64, 256] [1, 1, 1] : !s into !w
  %ic = tensor.insert_slice %c into %z[2, 0, 0] [1, 64, 256] [1, 1, 1] : !s into !w
  %sum = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ia, %ic : !w, !w) outs(%e : !w) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %t : f32
  } -> !w
  return %sum : !w
}
