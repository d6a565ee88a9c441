// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB solver=constructor plan-out=%t.1.json" -o /dev/null
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB effort=quick plan-out=%t.2.json" -o /dev/null
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB effort=high threads=2 plan-out=%t.3.json" -o /dev/null
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB effort=high threads=2 plan-out=%t.4.json" -o /dev/null
// RUN: diff %t.3.json %t.4.json
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB" | FileCheck %s --check-prefix=PLANNED
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB keep-order" | FileCheck %s --check-prefix=PLANNED
// RUN: ckpt-opt %s --ckpt-remat="policy=everything budget=1MB" | FileCheck %s --check-prefix=PLAIN
// RUN: not ckpt-opt %s --ckpt-remat="budget=10KiB policy=everything" 2>&1 | FileCheck %s --check-prefix=EVERYTHING
// RUN: ckpt-opt %s --ckpt-remat="policy=nothing" | FileCheck %s --check-prefix=NOTHING
// RUN: not ckpt-opt %s --ckpt-remat="budget=10KiB min-bytes=1025" 2>&1 | FileCheck %s --check-prefix=MIN
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB min-bytes=1024" | FileCheck %s --check-prefix=PLANNED
// RUN: not ckpt-opt %s --ckpt-remat="policy=names" 2>&1 | FileCheck %s --check-prefix=POLICY
// RUN: not ckpt-opt %s --ckpt-remat="effort=some" 2>&1 | FileCheck %s --check-prefix=EFFORT
// RUN: not ckpt-opt %s --ckpt-remat="device=abacus" 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not ckpt-opt %s --ckpt-remat="solver=oracle budget=10KiB" 2>&1 | FileCheck %s --check-prefix=SOLVER
// RUN: not ckpt-opt %s --ckpt-remat="cost-model=%t.none.json" 2>&1 | FileCheck %s --check-prefix=COST
// RUN: not ckpt-opt %s --ckpt-remat="min-bytes=-1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// PLANNED: ckpt.clone_of
// PLAIN-NOT: ckpt.clone_of
// NOTHING: ckpt.clone_of = "a0"
// NOTHING: ckpt.clone_of = "a4"
// EVERYTHING: error: the budget of 10240 bytes cannot be met: {{no plan below|every launch alone would fit}}
// MIN: error: the budget of 10240 bytes cannot be met: {{no plan below|every launch alone would fit}}
// POLICY: error: policy 'names' is none of auto, nothing, everything
// EFFORT: error: effort 'some' is none of quick, default, high
// DEVICE: error: unknown device 'abacus'
// SOLVER: error: {{.*}}unknown solver 'oracle'
// COST: error: cost model: {{.*}}none.json
// NEGATIVE: error: min-bytes is negative

ckpt.kernel @layer(%a: tensor<256xf32>) -> tensor<256xf32> {
  ckpt.yield %a : tensor<256xf32>
}
ckpt.kernel @backward(%a: tensor<256xf32>, %d: tensor<256xf32>) -> tensor<256xf32> attributes {inplace = array<i64: 0, 1>} {
  ckpt.yield %d : tensor<256xf32>
}
func.func @step(%x: tensor<256xf32> {ckpt.data = "x"}, %w: tensor<256xf32> {ckpt.param = "w"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, name = "all", policy = "auto"}]} {
  %a0 = ckpt.launch @layer(%x) {ckpt.name = "a0", ckpt.marks = array<i64: 0>} : (tensor<256xf32>) -> tensor<256xf32>
  %a1 = ckpt.launch @layer(%a0) {ckpt.name = "a1", ckpt.marks = array<i64: 0>} : (tensor<256xf32>) -> tensor<256xf32>
  %a2 = ckpt.launch @layer(%a1) {ckpt.name = "a2", ckpt.marks = array<i64: 0>} : (tensor<256xf32>) -> tensor<256xf32>
  %a3 = ckpt.launch @layer(%a2) {ckpt.name = "a3", ckpt.marks = array<i64: 0>} : (tensor<256xf32>) -> tensor<256xf32>
  %a4 = ckpt.launch @layer(%a3) {ckpt.name = "a4", ckpt.marks = array<i64: 0>} : (tensor<256xf32>) -> tensor<256xf32>
  %a5 = ckpt.launch @layer(%a4) {ckpt.name = "a5", ckpt.marks = array<i64: 0>} : (tensor<256xf32>) -> tensor<256xf32>
  %a6 = ckpt.launch @layer(%a5) {ckpt.name = "a6", ckpt.marks = array<i64: 0>} : (tensor<256xf32>) -> tensor<256xf32>
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
