// What has effects runs once, in its order, whatever the budget; a pure op with a
// body runs again with what the body uses from outside.
// RUN: ckpt-opt %s --ckpt-remat="budget=60%%" | FileCheck %s
// RUN: not ckpt-opt %s --ckpt-remat="budget=30%%" 2>&1 | FileCheck %s --check-prefix=FLOOR

// CHECK-LABEL: func.func @effects(
// CHECK:         %[[CALL:.*]] = call @read(%{{.*}})
// CHECK-NOT:     call @read({{.*}}clone_of
// CHECK:         call @write
// CHECK-NOT:     call @read
// CHECK:         ckpt.barrier
// CHECK:         tensor.generate
// CHECK:           tensor.extract
// CHECK:         {ckpt.clone_of = "generate.1"}
// CHECK-NOT:     call @
// FLOOR: error: the budget of {{.*}} bytes cannot be met
func.func private @read(tensor<256xf32>) -> tensor<256xf32>
func.func private @write(tensor<256xf32>)
func.func @effects(%x: tensor<256xf32>) -> tensor<256xf32> {
  %r = call @read(%x) : (tensor<256xf32>) -> tensor<256xf32>
  %a = tensor.generate {
  ^bb0(%i: index):
    %e = tensor.extract %r[%i] : tensor<256xf32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<256xf32>
  %b = math.exp %a : tensor<256xf32>
  %c = math.exp %b : tensor<256xf32>
  call @write(%c) : (tensor<256xf32>) -> ()
  %d = math.exp %c : tensor<256xf32>
  %e = math.exp %d : tensor<256xf32>
  %f = arith.mulf %d, %e : tensor<256xf32>
  %g = arith.mulf %f, %c : tensor<256xf32>
  %h = arith.mulf %g, %b : tensor<256xf32>
  %i = arith.mulf %h, %a : tensor<256xf32>
  %j = arith.mulf %i, %r : tensor<256xf32>
  return %j : tensor<256xf32>
}
