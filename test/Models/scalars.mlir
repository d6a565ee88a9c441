// RUN: ckpt-opt %s --ckpt-differentiate=mode=gradients --split-input-file | FileCheck %s
// Rules on scalars of a function. The numbers are checked in gradients/.

// CHECK-LABEL: func.func @casts_gradients(%{{.*}}: f16, %{{.*}}: f64) -> (f32 {ckpt.loss}, f16, f64)
// CHECK:       ckpt.gradient -> f16, f64
// CHECK:         %[[ONE:.*]] = arith.constant 1.0{{.*}} : f32
// CHECK:         ckpt.yield %{{.*}}, %{{.*}} : f16, f64
func.func @casts(%a: f16, %b: f64) -> (f32 {ckpt.loss}) {
  %x = arith.extf %a : f16 to f32
  %y = arith.truncf %b : f64 to f32
  %z = arith.mulf %x, %y : f32
  return %z : f32
}

// -----

// What passes through integers or comparisons gets nothing; the constants of a
// quotient fold.
// CHECK-LABEL: func.func @integers_gradients
// CHECK:       ckpt.gradient -> f32
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f32
// CHECK:         ckpt.yield %[[ZERO]] : f32
func.func @integers(%a: f32) -> (f32 {ckpt.loss}) {
  %i = arith.fptosi %a : f32 to i32
  %x = arith.sitofp %i : i32 to f32
  %c = arith.constant 2.0 : f32
  %y = arith.divf %x, %c : f32
  return %y : f32
}

// -----

// A value used three times is summed in the order of the sweep.
// CHECK-LABEL: func.func @shared_gradients(
// CHECK-SAME:    %[[A:.*]]: f32)
// CHECK:       %[[E:.*]] = math.exp %[[A]]
// CHECK:       %[[M:.*]] = arith.mulf %[[E]], %[[A]]
// CHECK:       ckpt.gradient
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant
// CHECK-NEXT:    %[[S:.*]] = arith.addf %[[E]], %[[ONE]]
// CHECK-NEXT:    %[[T:.*]] = arith.mulf %[[A]], %[[E]]
// CHECK-NEXT:    %[[U:.*]] = arith.addf %[[S]], %[[T]]
// CHECK-NEXT:    ckpt.yield %[[U]]
func.func @shared(%a: f32) -> (f32 {ckpt.loss}) {
  %e = math.exp %a : f32
  %m = arith.mulf %e, %a : f32
  %s = arith.addf %m, %a : f32
  return %s : f32
}
