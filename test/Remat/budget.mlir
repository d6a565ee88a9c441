// RUN: ckpt-opt %s --ckpt-remat="budget=12KiB" | FileCheck %s --check-prefix=FITS
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB" --cse --ckpt-memory --ckpt-verify-memory="budget=10KiB" | FileCheck %s --check-prefix=TIGHT
// RUN: not ckpt-opt %s --ckpt-remat="budget=4KiB" 2>&1 | FileCheck %s --check-prefix=FLOOR
// RUN: not ckpt-opt %s --ckpt-remat="budget=5KiB" 2>&1 | FileCheck %s --check-prefix=PROVED
// RUN: not ckpt-opt %s --ckpt-remat="budget=100B" 2>&1 | FileCheck %s --check-prefix=PERSISTENT
// RUN: not ckpt-opt %s --ckpt-remat="budget=40" 2>&1 | FileCheck %s --check-prefix=UNIT
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB" --ckpt-erase-barriers | FileCheck %s --check-prefix=ERASED

ckpt.kernel @layer(%a: tensor<256xf32>) -> tensor<256xf32> {
  ckpt.yield %a : tensor<256xf32>
}
ckpt.kernel @backward(%a: tensor<256xf32>, %d: tensor<256xf32>) -> tensor<256xf32> attributes {inplace = array<i64: 0, 1>} {
  ckpt.yield %d : tensor<256xf32>
}

// Six activations of 1 KiB, 3 KiB persistent.
// FITS-LABEL: func.func @step
// FITS-NOT:     clone_of
// TIGHT:        ckpt.clone_of
// ERASED-NOT:   ckpt.barrier
// FLOOR:  error: the budget of 4096 bytes cannot be met: no step can need less than 5{{[0-9]+}} bytes (3072 persistent), because launch
// FLOOR-SAME: 'a1' of kernel @layer reads 'a0' (1024 bytes, budget.mlir:[[#@LINE+10]]:9) and writes 1024 bytes, budget.mlir:[[#@LINE+11]]:9
// FLOOR-SAME: it would be 4096 without 'loss' (1024 persistent bytes,
// FLOOR:  budget.mlir:[[#@LINE+9]]:9: note: the floor of 5120 bytes is here
// FLOOR:  budget.mlir:[[#@LINE+7]]:9: note: it reads 'a0' of 1024 bytes
// PROVED: error: the budget of 5120 bytes cannot be met: every launch alone would fit, but the planner has proved that no order of them does; the largest launch needs 5120 bytes (3072 persistent), because
// PERSISTENT: error: the budget of 100 bytes cannot be met: parameters, states and the batch alone need 3072 bytes
// UNIT: error: budget: {{.*}}40
func.func @step(%x: tensor<256xf32> {ckpt.data = "x"}, %w: tensor<256xf32> {ckpt.param = "w"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step} {
  %a0 = ckpt.launch @layer(%x) {ckpt.name = "a0"} : (tensor<256xf32>) -> tensor<256xf32>
  %a1 = ckpt.launch @layer(%a0) {ckpt.name = "a1"} : (tensor<256xf32>) -> tensor<256xf32>
  %a2 = ckpt.launch @layer(%a1) {ckpt.name = "a2"} : (tensor<256xf32>) -> tensor<256xf32>
  %a3 = ckpt.launch @layer(%a2) {ckpt.name = "a3"} : (tensor<256xf32>) -> tensor<256xf32>
  %a4 = ckpt.launch @layer(%a3) {ckpt.name = "a4"} : (tensor<256xf32>) -> tensor<256xf32>
  %a5 = ckpt.launch @layer(%a4) {ckpt.name = "a5"} : (tensor<256xf32>) -> tensor<256xf32>
  %a6 = ckpt.launch @layer(%a5) {ckpt.name = "a6"} : (tensor<256xf32>) -> tensor<256xf32>
  %l = ckpt.launch @layer(%a6) {ckpt.name = "loss"} : (tensor<256xf32>) -> tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %d6 = ckpt.launch @backward(%a6, %l) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d5 = ckpt.launch @backward(%a5, %d6) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d4 = ckpt.launch @backward(%a4, %d5) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d3 = ckpt.launch @backward(%a3, %d4) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d2 = ckpt.launch @backward(%a2, %d3) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d1 = ckpt.launch @backward(%a1, %d2) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d0 = ckpt.launch @backward(%a0, %d1) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %wn = ckpt.launch @backward(%d0, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %wn : tensor<256xf32>
  }
  return %l, %g : tensor<256xf32>, tensor<256xf32>
}
