// RUN: ckpt-opt %s --ckpt-fuse=report=%t.json -o %t.mlir
// RUN: FileCheck %s < %t.json
// RUN: not ckpt-opt %s --ckpt-fuse=report=%t.missing/report.json 2>&1 | FileCheck %s --check-prefix=ERROR

// Two elementwise ops become one kernel; its result has to be stored for the
// contraction: 7 MiB in three ops, 5 in two kernels, and 16 KiB of weights.

// CHECK: "distinct_kernels": 2
// CHECK: "function": "f"
// CHECK: "kernel": "k0_add_max"
// CHECK: "read_bytes": 2097152
// CHECK: "written_bytes": 1048576
// CHECK: "saved_bytes": 2097152
// CHECK: "stored"
// CHECK: "bytes": 1048576
// CHECK: "why": "a kernel of its own reads it"
// CHECK: "traffic_bytes": 5259264
// CHECK: "traffic_unfused_bytes": 7356416
// CHECK: "schema": "ckpt-fusion/1"

// ERROR: error: cannot write the fusion report

#v = affine_map<(d0, d1) -> (d0, d1)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
!t = tensor<4096x64xf32>
!w = tensor<64x64xf32>
func.func @f(%x: !t, %y: !t, %w: !w) -> !t {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %z = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %a = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : !t, !t) outs(%e : !t) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %t : f32
  } -> !t
  %b = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%a : !t) outs(%e : !t) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.maximumf %p, %zero : f32
    linalg.yield %t : f32
  } -> !t
  %c = linalg.contract indexing_maps = [#lhs, #rhs, #acc] ins(%b, %w : !t, !w) outs(%z : !t) -> !t
  return %c : !t
}
