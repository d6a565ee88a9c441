// RUN: ckpt-opt %s --ckpt-fuse | FileCheck %s

// Computing %dx in the later sweep makes that a reader of %scale; the update of
// %scale comes after it and can overwrite.

// CHECK-LABEL: func.func @late_reader
// CHECK: ckpt.gradient
// CHECK: %[[DX:.*]] = ckpt.launch @{{.*}} {ckpt.name = "grad.scale.mul_add"}
// CHECK: %[[NEW:.*]] = ckpt.launch @{{.*}} {ckpt.name = "update.scale"}
// CHECK: ckpt.yield %[[NEW]], %[[DX]]
#v = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
#id = affine_map<(d0) -> (d0)>
!t = tensor<4096x64xf32>
!v = tensor<64xf32>
func.func @late_reader(%scale: !v {ckpt.param = "scale"}, %x: !t {ckpt.data = "x"})
    -> (!v {ckpt.param = "scale", ckpt.donates = 0 : i64}, !t) attributes {ckpt.step} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %ev = tensor.empty() : !v
  %zv = linalg.fill ins(%zero : f32) outs(%ev : !v) -> !v
  %r:2 = ckpt.gradient -> !v, !t {
    %dx = linalg.generic {indexing_maps = [#v, #c, #v], iterator_types = ["parallel", "parallel"]}
        ins(%x, %scale : !t, !v) outs(%e : !t) {
    ^bb0(%p: f32, %s: f32, %o: f32):
      %t = arith.mulf %p, %s : f32
      linalg.yield %t : f32
    } -> !t
    %dscale = linalg.generic {indexing_maps = [#v, #c], iterator_types = ["reduction", "parallel"]}
        ins(%x : !t) outs(%zv : !v) {
    ^bb0(%p: f32, %o: f32):
      %t = arith.addf %o, %p : f32
      linalg.yield %t : f32
    } -> !v
    %new = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%scale, %dscale : !v, !v) outs(%ev : !v) {
    ^bb0(%p: f32, %d: f32, %o: f32):
      %t = arith.subf %p, %d : f32
      linalg.yield %t : f32
    } -> !v
    %sum = linalg.generic {indexing_maps = [#v, #c, #v], iterator_types = ["parallel", "parallel"]}
        ins(%dx, %dscale : !t, !v) outs(%e : !t) {
    ^bb0(%p: f32, %d: f32, %o: f32):
      %t = arith.addf %p, %d : f32
      linalg.yield %t : f32
    } -> !t
    ckpt.yield %new, %sum : !v, !t
  }
  return %r#0, %r#1 : !v, !t
}
