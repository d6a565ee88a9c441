// A flat joint graph of another compiler: no step, no gradient, ops that no rule
// of ckpt knows. They are pure, so they can run again; an op with effects cannot.
// RUN: ckpt-opt %s --ckpt-remat="budget=9KiB" | FileCheck %s
// RUN: ckpt-opt %s --ckpt-remat="budget=9KiB" --cse --canonicalize --ckpt-verify-memory="budget=9KiB" | FileCheck %s
// RUN: ckpt-opt %s --ckpt-remat="budget=100%%" | FileCheck %s --check-prefix=FITS
// RUN: not ckpt-opt %s --ckpt-remat="budget=9KiB" --ckpt-verify-memory="budget=8KiB" 2>&1 | FileCheck %s --check-prefix=VERIFY
// RUN: not ckpt-opt %s --ckpt-remat="budget=4KiB" 2>&1 | FileCheck %s --check-prefix=FLOOR

// FITS-NOT: clone_of

// The clone stands just before its reader, on a barrier.
// CHECK-LABEL: func.func @joint(
// CHECK-SAME:    %[[X:.*]]: tensor<256xf32>, %[[W:.*]]: tensor<256xf32>)
// CHECK-SAME:    ckpt.plan = {clones = 1 : i64,
// CHECK:         tosa.sigmoid %[[X]] {ckpt.name = "sigmoid.0"}
// CHECK:         %[[B:.*]] = ckpt.barrier %[[X]] after %[[D1:[a-z0-9]+]] :
// CHECK-NEXT:    %[[C:.*]] = tosa.sigmoid %[[B]] {ckpt.clone_of = "sigmoid.0"}
// CHECK-NEXT:    tosa.mul %[[C]], %[[D1]]
// VERIFY: error: needs 9216 bytes, the budget is 8192
// FLOOR: error: the budget of 4096 bytes cannot be met: no step can need less than 5120 bytes (2048 persistent), because 'mul.8' (tosa.mul) reads 'tanh.5' (1024 bytes, joint-graph.mlir:
// FLOOR: note: the floor of 5120 bytes is here
func.func @joint(%x: tensor<256xf32>, %w: tensor<256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %a0 = tosa.sigmoid %x : (tensor<256xf32>) -> tensor<256xf32>
  %a1 = tosa.tanh %a0 : (tensor<256xf32>) -> tensor<256xf32>
  %a2 = tosa.tanh %a1 : (tensor<256xf32>) -> tensor<256xf32>
  %a3 = tosa.tanh %a2 : (tensor<256xf32>) -> tensor<256xf32>
  %a4 = tosa.tanh %a3 : (tensor<256xf32>) -> tensor<256xf32>
  %a5 = tosa.tanh %a4 : (tensor<256xf32>) -> tensor<256xf32>
  %a6 = tosa.tanh %a5 : (tensor<256xf32>) -> tensor<256xf32>
  %d6 = tosa.mul %a6, %w, %shift : (tensor<256xf32>, tensor<256xf32>, tensor<1xi8>) -> tensor<256xf32>
  %d5 = tosa.mul %a5, %d6, %shift : (tensor<256xf32>, tensor<256xf32>, tensor<1xi8>) -> tensor<256xf32>
  %d4 = tosa.mul %a4, %d5, %shift : (tensor<256xf32>, tensor<256xf32>, tensor<1xi8>) -> tensor<256xf32>
  %d3 = tosa.mul %a3, %d4, %shift : (tensor<256xf32>, tensor<256xf32>, tensor<1xi8>) -> tensor<256xf32>
  %d2 = tosa.mul %a2, %d3, %shift : (tensor<256xf32>, tensor<256xf32>, tensor<1xi8>) -> tensor<256xf32>
  %d1 = tosa.mul %a1, %d2, %shift : (tensor<256xf32>, tensor<256xf32>, tensor<1xi8>) -> tensor<256xf32>
  %d0 = tosa.mul %a0, %d1, %shift : (tensor<256xf32>, tensor<256xf32>, tensor<1xi8>) -> tensor<256xf32>
  return %d0, %d6 : tensor<256xf32>, tensor<256xf32>
}
