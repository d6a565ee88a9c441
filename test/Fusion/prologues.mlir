// RUN: ckpt-opt %s --ckpt-fuse="report=%t.json" -split-input-file | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.json

// Elementwise work on the way into pointwise convolutions and their filter
// gradients is computed in these kernels and not stored.

#m = affine_map<(n, h, w, c) -> (n, h, w, c)>
!x = tensor<64x14x14x32xf32>
!y = tensor<64x14x14x16xf32>
!w = tensor<1x1x32x16xf32>

// CHECK-LABEL: func.func @step
// CHECK-NEXT: %[[Y:.*]] = ckpt.launch @[[FORWARD:.*conv_max.*]](%arg0, %arg1) {ckpt.marks = array<i64: 0>
// CHECK-NEXT: ckpt.gradient
// CHECK-NEXT: ckpt.launch @[[GRADIENT:.*conv_backward_filter_max.*]](%arg0, %[[Y]])
// CHECK-NEXT: ckpt.yield
// CHECK: ckpt.kernel @[[FORWARD]]
// CHECK: %[[H:.*]] = linalg.generic
// CHECK: ckpt.conv %[[H]], %arg1
// CHECK: ckpt.kernel @[[GRADIENT]]
// CHECK: %[[H:.*]] = linalg.generic
// CHECK: ckpt.conv_backward_filter %[[H]], %arg1
func.func @step(%x: !x, %w: !w) -> (!y, !w)
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, policy = "nothing"}]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !x
  %h = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : !x) outs(%e : !x) attrs = {ckpt.marks = array<i64: 0>} {
  ^bb0(%p: f32, %o: f32):
    %t = arith.maximumf %p, %zero : f32
    linalg.yield %t : f32
  } -> !x
  %y = ckpt.conv %h, %w {ckpt.marks = array<i64: 0>} : (!x, !w) -> !y
  %g = ckpt.gradient -> !w {
    %d = ckpt.conv_backward_filter %h, %y : (!x, !y) -> !w
    ckpt.yield %d : !w
  }
  return %y, %g : !y, !w
}

// -----

// Not where another kernel needs it stored, or where the library computes much
// faster.

#m = affine_map<(n, h, w, c) -> (n, h, w, c)>
!x = tensor<64x14x14x32xf32>
!y = tensor<64x14x14x16xf32>
!z = tensor<64x14x14x256xf32>

// CHECK-LABEL: func.func @stored
// CHECK-NEXT: %[[H:.*]] = ckpt.launch @{{.*}}max(%arg0)
// CHECK-NEXT: ckpt.launch @{{.*}}conv(%[[H]], %arg1)
// CHECK-NEXT: ckpt.launch @{{.*}}conv(%[[H]], %arg2)
// CHECK-NEXT: %[[G:.*]] = ckpt.launch @{{.*}}max(%arg3)
// CHECK-NEXT: ckpt.launch @{{.*}}conv(%[[G]], %arg4)

// REPORT: "why": "a kernel of its own reads it"
// REPORT: "why": "the contractions that read it are faster in the library"
func.func @stored(%x: !x, %v: tensor<1x1x32x16xf32>, %w: tensor<3x3x32x16xf32>,
                  %z: !z, %u: tensor<1x1x256x256xf32>) -> (!y, !y, !z) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !x
  %h = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : !x) outs(%e : !x) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.maximumf %p, %zero : f32
    linalg.yield %t : f32
  } -> !x
  %a = ckpt.conv %h, %v : (!x, tensor<1x1x32x16xf32>) -> !y
  %b = ckpt.conv %h, %w {pad_low = array<i64: 1, 1>, pad_high = array<i64: 1, 1>} : (!x, tensor<3x3x32x16xf32>) -> !y
  %f = tensor.empty() : !z
  %g = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%z : !z) outs(%f : !z) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.maximumf %p, %zero : f32
    linalg.yield %t : f32
  } -> !z
  %c = ckpt.conv %g, %u : (!z, tensor<1x1x256x256xf32>) -> !z
  return %a, %b, %c : !y, !y, !z
}
