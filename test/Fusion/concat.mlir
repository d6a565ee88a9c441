// RUN: ckpt-opt %s --ckpt-fuse | FileCheck %s
// RUN: ckpt-opt %s --ckpt-fuse=read-parts=false | FileCheck %s --check-prefix=COPY

// Sums and elementwise work over a growing concatenation read its parts, also
// across marks; the result that a contraction needs dense is written in pieces.
// The last one is returned: it is stored, and all read it.

// CHECK-LABEL: func.func @grow
// CHECK-NOT: concat
// CHECK: %[[S:.*]] = ckpt.launch @[[SUM:k[0-9]_add_reduce]](%arg0, %arg1, %arg2) {ckpt.marks = array<i64: 0>
// CHECK-NEXT: %[[N:.*]] = ckpt.launch @[[SUB:k[0-9]_sub]](%[[S]], %arg0, %arg1, %arg2) {ckpt.marks = array<i64: 0>
// CHECK-NEXT: ckpt.launch @{{.*}}_contract(%[[N]], %arg3) {ckpt.marks = array<i64: 0>
// CHECK-NEXT: %[[D:.*]] = ckpt.launch @[[CONCAT:k[0-9]_concat]](%arg0, %arg1, %arg2)
// CHECK-NEXT: ckpt.launch @{{.*}}neg(%[[D]])

// CHECK: ckpt.kernel @[[SUM]]
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<1024x32xf32>)
// CHECK: linalg.generic {{.*}} ins(%arg1 : tensor<1024x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%arg2 : tensor<1024x16xf32>)
// CHECK: tensor.concat dim(0) {{.*}} -> tensor<56xf32>
// CHECK: ckpt.kernel @[[SUB]]
// CHECK-DAG: tensor.extract_slice %arg0[0] [32] [1]
// CHECK-DAG: tensor.extract_slice %arg0[32] [8] [1]
// CHECK-DAG: tensor.extract_slice %arg0[40] [16] [1]
// CHECK: tensor.concat dim(1) {{.*}} -> tensor<1024x56xf32>
// CHECK: ckpt.kernel @[[CONCAT]]

// COPY-LABEL: func.func @grow
// COPY: %[[B:.*]] = ckpt.launch @k0_concat(%arg0, %arg1)
// COPY: %[[C:.*]] = ckpt.launch @k1_concat(%[[B]], %arg2)
// COPY: ckpt.launch @{{.*}}_add_reduce(%[[C]])

#v = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
!x = tensor<1024x56xf32>
!d = tensor<1024x64xf32>
!v = tensor<56xf32>
func.func @grow(%a: tensor<1024x32xf32>, %b: tensor<1024x8xf32>, %c: tensor<1024x16xf32>, %w: tensor<56x4xf32>)
    -> (tensor<1024x4xf32>, !d, !d)
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, name = "bn", policy = "nothing"}]} {
  %zero = arith.constant 0.0 : f32
  %ev = tensor.empty() : !v
  %ex = tensor.empty() : !x
  %ed = tensor.empty() : !d
  %ey = tensor.empty() : tensor<1024x4xf32>
  %zv = linalg.fill ins(%zero : f32) outs(%ev : !v) -> !v
  %zy = linalg.fill ins(%zero : f32) outs(%ey : tensor<1024x4xf32>) -> tensor<1024x4xf32>
  %ab = tensor.concat dim(1) %a, %b : (tensor<1024x32xf32>, tensor<1024x8xf32>) -> tensor<1024x40xf32>
  %abc = tensor.concat dim(1) %ab, %c : (tensor<1024x40xf32>, tensor<1024x16xf32>) -> !x
  %sum = linalg.generic {indexing_maps = [#v, #c], iterator_types = ["reduction", "parallel"]}
      ins(%abc : !x) outs(%zv : !v) attrs = {ckpt.marks = array<i64: 0>} {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> !v
  %less = linalg.generic {indexing_maps = [#v, #c, #v], iterator_types = ["parallel", "parallel"]}
      ins(%abc, %sum : !x, !v) outs(%ex : !x) attrs = {ckpt.marks = array<i64: 0>} {
  ^bb0(%p: f32, %s: f32, %o: f32):
    %t = arith.subf %p, %s : f32
    linalg.yield %t : f32
  } -> !x
  %y = linalg.contract indexing_maps = [#lhs, #rhs, #acc] ins(%less, %w : !x, tensor<56x4xf32>)
      outs(%zy : tensor<1024x4xf32>) {ckpt.marks = array<i64: 0>} -> tensor<1024x4xf32>
  %d = tensor.concat dim(1) %abc, %b : (!x, tensor<1024x8xf32>) -> !d
  %n = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%d : !d) outs(%ed : !d) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.negf %p : f32
    linalg.yield %t : f32
  } -> !d
  return %y, %d, %n : tensor<1024x4xf32>, !d, !d
}
