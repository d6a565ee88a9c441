// RUN: ckpt-opt %s -split-input-file --ckpt-fuse | FileCheck %s

// Equal ops of different marks stay apart; no kernel mixes marks; a value that
// a policy names is stored.

// CHECK-LABEL: func.func @marks
// CHECK-DAG: ckpt.launch @k0_add(%arg0) {ckpt.marks = array<i64: 0>, ckpt.name = "one.add"}
// CHECK-DAG: ckpt.launch @k0_add(%arg0) {ckpt.marks = array<i64: 0, 1>, ckpt.name = "two.wanted", ckpt.names = ["wanted"]}
// CHECK: ckpt.launch @k1_mul
// CHECK: ckpt.launch @k1_mul
#id = affine_map<(d0) -> (d0)>
#u = {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
!t = tensor<65536xf32>
func.func @marks(%x: !t) -> (!t, !t) attributes {ckpt.step, ckpt.regions = [
    {id = 0 : i64, name = "one", policy = "nothing"},
    {id = 1 : i64, name = "two", policy = "names", names = ["wanted"], parent = 0 : i64}]} {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : !t
  %a = linalg.generic #u ins(%x : !t) outs(%e : !t) attrs = {ckpt.marks = array<i64: 0>} {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %p, %one : f32
    linalg.yield %t : f32
  } -> !t
  %b = linalg.generic #u ins(%x : !t) outs(%e : !t) attrs = {ckpt.marks = array<i64: 0, 1>, ckpt.name = "wanted"} {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %p, %one : f32
    linalg.yield %t : f32
  } -> !t
  %c = linalg.generic #u ins(%a : !t) outs(%e : !t) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.mulf %p, %p : f32
    linalg.yield %t : f32
  } -> !t
  %d = linalg.generic #u ins(%b : !t) outs(%e : !t) attrs = {ckpt.marks = array<i64: 0, 1>} {
  ^bb0(%p: f32, %o: f32):
    %t = arith.mulf %p, %p : f32
    linalg.yield %t : f32
  } -> !t
  return %c, %d : !t, !t
}

// -----

// Returned arguments, views and constants; a slice or a fill that must be
// dense has a kernel.

// CHECK-LABEL: func.func @returned
// CHECK-DAG: %[[CST:.*]] = arith.constant dense<[1.0{{.*}}, 2.0{{.*}}]>
// CHECK-DAG: %[[VIEW:.*]] = tensor.collapse_shape %arg0
// CHECK-DAG: %[[ZERO:.*]] = ckpt.launch @[[FILL:k[0-9]_fill]]()
// CHECK-DAG: %[[PART:.*]] = ckpt.launch @[[SLICE:k[0-9]_slice]](%arg0)
// CHECK-DAG: %[[SUM:.*]] = ckpt.launch @[[ADD:k[0-9]_add]](%[[CST]])
// CHECK: return %arg0, %[[VIEW]], %[[ZERO]], %[[PART]], %[[SUM]]
#id = affine_map<(d0) -> (d0)>
func.func @returned(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<16xf32>, tensor<3xf32>, tensor<2x4xf32>, tensor<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e3 = tensor.empty() : tensor<3xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %v = tensor.collapse_shape %x [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %s = tensor.extract_slice %x[1, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %k = arith.constant dense<3.0> : tensor<2xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%c, %k : tensor<2xf32>, tensor<2xf32>) outs(%e2 : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  return %x, %v, %z, %s, %sum : tensor<4x4xf32>, tensor<16xf32>, tensor<3xf32>, tensor<2x4xf32>, tensor<2xf32>
}

// -----

// New parameter and moments are one sweep; equal shapes share the kernel; dead
// work disappears.

// CHECK-LABEL: func.func @momentum
// CHECK: %[[A:.*]]:2 = ckpt.launch @k0_mul_add_sub(%arg2, %arg4, %arg0) {ckpt.name = "update.m0"}
// CHECK: %[[B:.*]]:2 = ckpt.launch @k0_mul_add_sub(%arg3, %arg5, %arg1) {ckpt.name = "update.m1"}
// CHECK: return %[[A]]#1, %[[A]]#0, %[[B]]#1, %[[B]]#0
#id = affine_map<(d0) -> (d0)>
#b = {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
!t = tensor<65536xf32>
func.func @momentum(%p0: !t, %p1: !t, %m0: !t, %m1: !t, %g: !t, %g1: !t)
    -> (!t {ckpt.param = "p0", ckpt.donates = 0 : i64}, !t {ckpt.opt_state = "m0", ckpt.donates = 2 : i64},
        !t {ckpt.param = "p1", ckpt.donates = 1 : i64}, !t {ckpt.opt_state = "m1", ckpt.donates = 3 : i64}) attributes {ckpt.step} {
  %rate = arith.constant 0.9 : f32
  %e = tensor.empty() : !t
  %n0 = linalg.generic #b ins(%m0, %g : !t, !t) outs(%e : !t) {
  ^bb0(%m: f32, %d: f32, %o: f32):
    %s = arith.mulf %m, %rate : f32
    %t = arith.addf %s, %d : f32
    linalg.yield %t : f32
  } -> !t
  %q0 = linalg.generic #b ins(%p0, %n0 : !t, !t) outs(%e : !t) {
  ^bb0(%p: f32, %m: f32, %o: f32):
    %t = arith.subf %p, %m : f32
    linalg.yield %t : f32
  } -> !t
  %dead = linalg.generic #b ins(%p0, %g : !t, !t) outs(%e : !t) {
  ^bb0(%m: f32, %d: f32, %o: f32):
    %t = arith.divf %m, %d : f32
    linalg.yield %t : f32
  } -> !t
  %n1 = linalg.generic #b ins(%m1, %g1 : !t, !t) outs(%e : !t) {
  ^bb0(%m: f32, %d: f32, %o: f32):
    %s = arith.mulf %m, %rate : f32
    %t = arith.addf %s, %d : f32
    linalg.yield %t : f32
  } -> !t
  %q1 = linalg.generic #b ins(%p1, %n1 : !t, !t) outs(%e : !t) {
  ^bb0(%p: f32, %m: f32, %o: f32):
    %t = arith.subf %p, %m : f32
    linalg.yield %t : f32
  } -> !t
  return %q0, %n0, %q1, %n1 : !t, !t, !t, !t
}

// -----

// Without a gradient, regions do not separate.

// CHECK-LABEL: func.func @regions
// CHECK-NEXT: %[[R:.*]] = ckpt.launch @k0_add_mul(%arg0)
// CHECK-NEXT: return %[[R]]
#id = affine_map<(d0) -> (d0)>
#u = {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
!t = tensor<65536xf32>
func.func @regions(%x: !t) -> !t {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : !t
  %r = ckpt.region "outer" -> !t {
    %a = linalg.generic #u ins(%x : !t) outs(%e : !t) {
    ^bb0(%p: f32, %o: f32):
      %t = arith.addf %p, %one : f32
      linalg.yield %t : f32
    } -> !t
    %b = ckpt.region "inner" -> !t {
      %c = linalg.generic #u ins(%a : !t) outs(%e : !t) {
      ^bb0(%p: f32, %o: f32):
        %t = arith.mulf %p, %p : f32
        linalg.yield %t : f32
      } -> !t
      ckpt.yield %c : !t
    }
    ckpt.yield %b : !t
  }
  return %r : !t
}
