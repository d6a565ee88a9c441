// RUN: ckpt-opt %s -split-input-file --ckpt-fuse | FileCheck %s

// A chain is one kernel; a channel vector that needs a root is not computed
// again for each element.

// CHECK-LABEL: func.func @chain
// CHECK: %[[GAIN:.*]] = ckpt.launch @k0_add_rsqrt(%arg1)
// CHECK-NEXT: %[[R:.*]] = ckpt.launch @k1_mul_max(%arg0, %[[GAIN]])
// CHECK-NEXT: return %[[R]]
// CHECK: ckpt.kernel @k0_add_rsqrt(%{{.*}}: tensor<64xf32>) -> tensor<64xf32>
// CHECK: ckpt.kernel @k1_mul_max(%{{.*}}: tensor<4096x64xf32>, %{{.*}}: tensor<64xf32>)
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK-NEXT: arith.maximumf
// CHECK-NOT: linalg.generic
#v = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
#id1 = affine_map<(d0) -> (d0)>
func.func @chain(%x: tensor<4096x64xf32>, %var: tensor<64xf32>) -> tensor<4096x64xf32> {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-3 : f32
  %e1 = tensor.empty() : tensor<64xf32>
  %e2 = tensor.empty() : tensor<4096x64xf32>
  %gain = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %epsilon : f32
    %t = math.rsqrt %s : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %scaled = linalg.generic {indexing_maps = [#v, #c, #v], iterator_types = ["parallel", "parallel"]}
      ins(%x, %gain : tensor<4096x64xf32>, tensor<64xf32>) outs(%e2 : tensor<4096x64xf32>) {
  ^bb0(%a: f32, %g: f32, %o: f32):
    %t = arith.mulf %a, %g : f32
    linalg.yield %t : f32
  } -> tensor<4096x64xf32>
  %relu = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%scaled : tensor<4096x64xf32>) outs(%e2 : tensor<4096x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.maximumf %a, %zero : f32
    linalg.yield %t : f32
  } -> tensor<4096x64xf32>
  return %relu : tensor<4096x64xf32>
}

// -----

// A sum of two values that die is stored once for its two readers (adding again
// would keep both alive); what reads one value is computed by each reader.

// CHECK-LABEL: func.func @several_readers
// CHECK: %[[A:.*]] = ckpt.launch @k0_contract(%arg0, %arg1)
// CHECK: %[[B:.*]] = ckpt.launch @k0_contract(%arg0, %arg2)
// CHECK: %[[S:.*]] = ckpt.launch @k1_add(%[[A]], %[[B]])
// CHECK: %[[C:.*]] = ckpt.launch @k0_contract(%[[S]], %arg1)
// CHECK: %[[D:.*]] = ckpt.launch @k2_max_mul(%[[S]], %[[C]])
// CHECK: %[[E:.*]] = ckpt.launch @k3_max_sub(%[[S]], %[[C]])
// CHECK: return %[[D]], %[[E]]
#v = affine_map<(d0, d1) -> (d0, d1)>
#b = {indexing_maps = [#v, #v, #v], iterator_types = ["parallel", "parallel"]}
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
!t = tensor<4096x64xf32>
!w = tensor<64x64xf32>
func.func @several_readers(%x: !t, %w1: !w, %w2: !w) -> (!t, !t) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %init = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %a = linalg.contract indexing_maps = [#lhs, #rhs, #acc] ins(%x, %w1 : !t, !w) outs(%init : !t) -> !t
  %b = linalg.contract indexing_maps = [#lhs, #rhs, #acc] ins(%x, %w2 : !t, !w) outs(%init : !t) -> !t
  %s = linalg.generic #b ins(%a, %b : !t, !t) outs(%e : !t) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %t : f32
  } -> !t
  %relu = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%s : !t) outs(%e : !t) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.maximumf %p, %zero : f32
    linalg.yield %t : f32
  } -> !t
  %c = linalg.contract indexing_maps = [#lhs, #rhs, #acc] ins(%s, %w1 : !t, !w) outs(%init : !t) -> !t
  %d = linalg.generic #b ins(%relu, %c : !t, !t) outs(%e : !t) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.mulf %p, %q : f32
    linalg.yield %t : f32
  } -> !t
  %f = linalg.generic #b ins(%relu, %c : !t, !t) outs(%e : !t) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.subf %p, %q : f32
    linalg.yield %t : f32
  } -> !t
  return %d, %f : !t, !t
}

// -----

// An exponential of a large tensor is never computed twice.

// CHECK-LABEL: func.func @expensive
// CHECK: %[[E:.*]] = ckpt.launch @k0_exp(%arg0)
// CHECK: ckpt.launch @k1_mul(%[[E]])
// CHECK: ckpt.launch @k2_neg(%[[E]])
#v = affine_map<(d0, d1) -> (d0, d1)>
#u = {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
!t = tensor<4096x64xf32>
func.func @expensive(%x: !t) -> (!t, !t) {
  %e = tensor.empty() : !t
  %a = linalg.generic #u ins(%x : !t) outs(%e : !t) {
  ^bb0(%p: f32, %o: f32):
    %t = math.exp %p : f32
    linalg.yield %t : f32
  } -> !t
  %b = linalg.generic #u ins(%a : !t) outs(%e : !t) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.mulf %p, %p : f32
    linalg.yield %t : f32
  } -> !t
  %c = linalg.generic #u ins(%a : !t) outs(%e : !t) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.negf %p : f32
    linalg.yield %t : f32
  } -> !t
  return %b, %c : !t, !t
}
