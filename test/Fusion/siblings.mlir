// RUN: ckpt-opt %s -split-input-file --ckpt-fuse | FileCheck %s

// The masked gradient is stored for a contraction and summed for the bias in
// one sweep.

// CHECK-LABEL: func.func @bias
// CHECK: %[[D:.*]]:2 = ckpt.launch @k0_cmp_select_add_reduce(%arg0, %arg1)
// CHECK: ckpt.launch @k1_contract(%[[D]]#0, %arg2)
// CHECK: return %{{.*}}, %[[D]]#1
// CHECK: ckpt.kernel @k0_cmp_select_add_reduce
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]
// CHECK-NOT: linalg.generic
#v = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#acc = affine_map<(m, n, k) -> (m, n)>
!t = tensor<4096x64xf32>
!w = tensor<32x64xf32>
!d = tensor<4096x32xf32>
func.func @bias(%y: !t, %g: !t, %w: !w) -> (!d, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %ed = tensor.empty() : !d
  %ev = tensor.empty() : tensor<64xf32>
  %zd = linalg.fill ins(%zero : f32) outs(%ed : !d) -> !d
  %zv = linalg.fill ins(%zero : f32) outs(%ev : tensor<64xf32>) -> tensor<64xf32>
  %masked = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%y, %g : !t, !t) outs(%e : !t) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %is = arith.cmpf ogt, %p, %zero : f32
    %t = arith.select %is, %q, %zero : f32
    linalg.yield %t : f32
  } -> !t
  %dx = linalg.contract indexing_maps = [#lhs, #rhs, #acc] ins(%masked, %w : !t, !w) outs(%zd : !d) -> !d
  %db = linalg.generic {indexing_maps = [#v, #c], iterator_types = ["reduction", "parallel"]}
      ins(%masked : !t) outs(%zv : tensor<64xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  return %dx, %db : !d, tensor<64xf32>
}

// -----

// A reduction that needs the other's result is no sibling; the joined pair of
// maximum and label pick keeps its place before it.

// CHECK-LABEL: func.func @softmax
// CHECK: ckpt.launch @k0_
// CHECK-NEXT: return
// CHECK: ckpt.kernel @k0_
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: arith.maximumf
// CHECK: arith.cmpi
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: math.exp
#r = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
!l = tensor<64x10xf32>
!n = tensor<64xf32>
func.func @softmax(%logits: !l, %label: tensor<64xi32>) -> (!n, !n) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : !n
  %z = linalg.fill ins(%zero : f32) outs(%e : !n) -> !n
  %low = linalg.fill ins(%lowest : f32) outs(%e : !n) -> !n
  %max = linalg.generic {indexing_maps = [#r, #row], iterator_types = ["parallel", "reduction"]}
      ins(%logits : !l) outs(%low : !n) {
  ^bb0(%v: f32, %a: f32):
    %t = arith.maximumf %a, %v : f32
    linalg.yield %t : f32
  } -> !n
  %sum = linalg.generic {indexing_maps = [#r, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%logits, %max : !l, !n) outs(%z : !n) {
  ^bb0(%v: f32, %m: f32, %a: f32):
    %d = arith.subf %v, %m : f32
    %x = math.exp %d : f32
    %t = arith.addf %a, %x : f32
    linalg.yield %t : f32
  } -> !n
  %pick = linalg.generic {indexing_maps = [#r, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%logits, %label : !l, tensor<64xi32>) outs(%z : !n) {
  ^bb0(%v: f32, %y: i32, %a: f32):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i32
    %is = arith.cmpi eq, %k, %y : i32
    %p = arith.select %is, %v, %zero : f32
    %t = arith.addf %a, %p : f32
    linalg.yield %t : f32
  } -> !n
  return %sum, %pick : !n, !n
}
