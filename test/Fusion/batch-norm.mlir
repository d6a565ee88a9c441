// RUN: ckpt-opt %s --ckpt-fuse | FileCheck %s

// Batch norm and relu before a contraction, forward and backward: the sums are
// one sweep with the channel vector as epilogue, the normalised values and the
// mask are computed again from x in the gradient, the sums of the backward are
// one sweep, and all contributions to the gradient of x are one sweep, which
// reads its slice of the incoming gradient in place.

// CHECK-LABEL: func.func @bn_step
// CHECK: %[[S:.*]]:3 = ckpt.launch @[[SUMS:k0_[a-z_]*_reduce]](%[[X:arg4]], %[[SCALE:.*]]) {ckpt.marks = array<i64: 0>, ckpt.name = "bn.avg", ckpt.names = ["avg", "", ""]}
// CHECK-NEXT: %[[Y:.*]] = ckpt.launch @k1_sub_mul_add_max(%[[X]], %[[S]]#0, %[[S]]#2, %[[SHIFT:.*]]) {ckpt.marks = array<i64: 0>, ckpt.name = "bn.sub_mul_add_max"}
// CHECK-NEXT: %[[C:.*]] = ckpt.launch @k2_contract(%[[Y]], %[[W:.*]]) {ckpt.marks
// CHECK-NEXT: ckpt.gradient
// CHECK-NEXT: %[[DY:.*]] = ckpt.launch @k3_contract(%[[G:.*]], %[[W]]) {ckpt.name = "grad.w.contract"}
// CHECK-NEXT: %[[T:.*]]:2 = ckpt.launch @[[BSUMS:k4_[a-z_]*_reduce]](%[[X]], %[[S]]#0, %[[S]]#2, %[[SHIFT]], %[[DY]])
// CHECK-NEXT: %[[DX:.*]] = ckpt.launch @[[SWEEP:k5_[a-z_]*]](%arg6, %[[X]], %[[S]]#0, %[[S]]#2, %[[SHIFT]], %[[DY]], %[[T]]#1, %[[S]]#1)
// CHECK-NEXT: %[[NEW:.*]] = ckpt.launch @[[UPDATE:k6_[a-z_]*]](%[[SCALE]], %[[T]]#0, %{{.*}}) {ckpt.name = "update.scale"}
// CHECK-NEXT: ckpt.yield %[[DX]], %[[NEW]]
// CHECK-NEXT: }
// CHECK-NEXT: return

// CHECK: ckpt.kernel @[[SUMS]](
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]
// CHECK: ckpt.kernel @[[BSUMS]](
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]
// CHECK-NOT: iterator_types = ["reduction", "parallel"]
// CHECK: ckpt.kernel @[[SWEEP]](
// CHECK: tensor.extract_slice
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
// CHECK-NOT: linalg.generic
// CHECK: ckpt.kernel @[[UPDATE]](

#v = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
#id1 = affine_map<(d0) -> (d0)>
#scalar = affine_map<(d0) -> ()>
#sum1 = {indexing_maps = [#v, #c], iterator_types = ["reduction", "parallel"]}
#sum5 = {indexing_maps = [#v, #c, #c, #c, #v, #c], iterator_types = ["reduction", "parallel"]}
#map5 = {indexing_maps = [#v, #c, #c, #c, #v, #v], iterator_types = ["parallel", "parallel"]}
#map4 = {indexing_maps = [#v, #c, #c, #c, #v], iterator_types = ["parallel", "parallel"]}
#map2 = {indexing_maps = [#v, #v, #v], iterator_types = ["parallel", "parallel"]}
#mapc = {indexing_maps = [#v, #c, #v], iterator_types = ["parallel", "parallel"]}
#vec3 = {indexing_maps = [#id1, #id1, #id1, #id1], iterator_types = ["parallel"]}
#update = {indexing_maps = [#id1, #id1, #scalar, #id1], iterator_types = ["parallel"]}
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#rhst = affine_map<(m, n, k) -> (n, k)>
#acc = affine_map<(m, n, k) -> (m, n)>
!t = tensor<1024x64xf32>
!v = tensor<64xf32>
!w = tensor<64x16xf32>
!y = tensor<1024x16xf32>
func.func @bn_step(%scale: !v {ckpt.param = "scale"}, %shift: !v {ckpt.param = "shift"},
    %w: !w {ckpt.param = "w"}, %lr: tensor<f32> {ckpt.lr}, %x: !t {ckpt.data = "x"},
    %g: !y {ckpt.data = "g"}, %gx: tensor<1024x80xf32> {ckpt.data = "gx"})
    -> (!y, !t, !v {ckpt.param = "scale", ckpt.donates = 0 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, name = "bn", policy = "nothing"}]} {
  %zero = arith.constant 0.0 : f32
  %share = arith.constant 9.765625e-4 : f32
  %ev = tensor.empty() : !v
  %et = tensor.empty() : !t
  %ey = tensor.empty() : !y
  %zv = linalg.fill ins(%zero : f32) outs(%ev : !v) -> !v
  %zy = linalg.fill ins(%zero : f32) outs(%ey : !y) -> !y
  %avg = linalg.generic #sum1 ins(%x : !t) outs(%zv : !v) attrs = {ckpt.marks = array<i64: 0>, ckpt.name = "avg"} {
  ^bb0(%v: f32, %a: f32):
    %r = arith.mulf %v, %share : f32
    %t = arith.addf %a, %r : f32
    linalg.yield %t : f32
  } -> !v
  %sq = linalg.generic #sum1 ins(%x : !t) outs(%zv : !v) attrs = {ckpt.marks = array<i64: 0>} {
  ^bb0(%v: f32, %a: f32):
    %s = arith.mulf %v, %v : f32
    %r = arith.mulf %s, %share : f32
    %t = arith.addf %a, %r : f32
    linalg.yield %t : f32
  } -> !v
  %gain = linalg.generic #vec3 ins(%avg, %sq, %scale : !v, !v, !v) outs(%ev : !v) attrs = {ckpt.marks = array<i64: 0>} {
  ^bb0(%m: f32, %q: f32, %s: f32, %o: f32):
    %n = arith.mulf %m, %m : f32
    %u = arith.subf %q, %n : f32
    %r = math.rsqrt %u : f32
    %t = arith.mulf %r, %s : f32
    linalg.yield %t : f32
  } -> !v
  %relu = linalg.generic #map4 ins(%x, %avg, %gain, %shift : !t, !v, !v, !v) outs(%et : !t) attrs = {ckpt.marks = array<i64: 0>} {
  ^bb0(%v: f32, %m: f32, %k: f32, %b: f32, %o: f32):
    %c = arith.subf %v, %m : f32
    %n = arith.mulf %c, %k : f32
    %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32
    linalg.yield %t : f32
  } -> !t
  %y = linalg.contract indexing_maps = [#lhs, #rhs, #acc] ins(%relu, %w : !t, !w) outs(%zy : !y) {ckpt.marks = array<i64: 0>} -> !y
  %r:2 = ckpt.gradient -> !t, !v {
    %zt = linalg.fill ins(%zero : f32) outs(%et : !t) -> !t
    %dy = linalg.contract indexing_maps = [#lhs, #rhst, #acc] ins(%g, %w : !y, !w) outs(%zt : !t) -> !t
    %dn = linalg.generic #map5 ins(%x, %avg, %gain, %shift, %dy : !t, !v, !v, !v, !t) outs(%et : !t) {
    ^bb0(%v: f32, %m: f32, %k: f32, %b: f32, %d: f32, %o: f32):
      %c = arith.subf %v, %m : f32
      %n = arith.mulf %c, %k : f32
      %p = arith.addf %n, %b : f32
      %is = arith.cmpf ogt, %p, %zero : f32
      %t = arith.select %is, %d, %zero : f32
      linalg.yield %t : f32
    } -> !t
    %dshift = linalg.generic #sum1 ins(%dn : !t) outs(%zv : !v) {
    ^bb0(%v: f32, %a: f32):
      %t = arith.addf %a, %v : f32
      linalg.yield %t : f32
    } -> !v
    %dgain = linalg.generic #sum5 ins(%x, %avg, %gain, %shift, %dn : !t, !v, !v, !v, !t) outs(%zv : !v) {
    ^bb0(%v: f32, %m: f32, %k: f32, %b: f32, %d: f32, %a: f32):
      %c = arith.subf %v, %m : f32
      %n = arith.mulf %c, %d : f32
      %t = arith.addf %a, %n : f32
      linalg.yield %t : f32
    } -> !v
    %dx = linalg.generic #mapc ins(%dn, %gain : !t, !v) outs(%et : !t) {
    ^bb0(%d: f32, %k: f32, %o: f32):
      %t = arith.mulf %d, %k : f32
      linalg.yield %t : f32
    } -> !t
    %dvar = linalg.generic #vec3 ins(%dgain, %avg, %sq : !v, !v, !v) outs(%ev : !v) {
    ^bb0(%d: f32, %m: f32, %q: f32, %o: f32):
      %n = arith.mulf %d, %m : f32
      %t = arith.addf %n, %q : f32
      linalg.yield %t : f32
    } -> !v
    %far = linalg.generic #mapc ins(%x, %dvar : !t, !v) outs(%et : !t) {
    ^bb0(%v: f32, %d: f32, %o: f32):
      %t = arith.mulf %v, %d : f32
      linalg.yield %t : f32
    } -> !t
    %before = tensor.extract_slice %gx[0, 0] [1024, 64] [1, 1] : tensor<1024x80xf32> to !t
    %sum1 = linalg.generic #map2 ins(%before, %dx : !t, !t) outs(%et : !t) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %t = arith.addf %a, %b : f32
      linalg.yield %t : f32
    } -> !t
    %sum2 = linalg.generic #map2 ins(%sum1, %far : !t, !t) outs(%et : !t) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %t = arith.addf %a, %b : f32
      linalg.yield %t : f32
    } -> !t
    %new = linalg.generic #update ins(%scale, %dshift, %lr : !v, !v, tensor<f32>) outs(%ev : !v) {
    ^bb0(%p: f32, %d: f32, %l: f32, %o: f32):
      %s = arith.mulf %d, %l : f32
      %t = arith.subf %p, %s : f32
      linalg.yield %t : f32
    } -> !v
    ckpt.yield %sum2, %new : !t, !v
  }
  return %y, %r#0, %r#1 : !y, !t, !v
}
