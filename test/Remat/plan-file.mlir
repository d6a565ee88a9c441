// A saved plan, applied again, gives the same IR without a search; a plan for
// another step is refused with the first difference.
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB plan-out=%t.json" -o %t.a.mlir
// RUN: ckpt-opt %s --ckpt-remat="plan-in=%t.json plan-out=%t.again.json" -o %t.b.mlir
// RUN: diff %t.a.mlir %t.b.mlir
// RUN: diff %t.json %t.again.json
// RUN: ckpt-opt %t.b.mlir --ckpt-memory --ckpt-verify-memory="budget=10KiB" -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB keep-order plan-out=%t.kept.json" -o /dev/null
// RUN: sed 's/"a3"/"other"/' %s | not ckpt-opt --ckpt-remat="plan-in=%t.json" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sed 's/@backward(%%a2, %%d3)/@backward(%%a1, %%d3)/' %s | not ckpt-opt --ckpt-remat="plan-in=%t.json" 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: sed 's/256xf32/512xf32/g' %s | not ckpt-opt --ckpt-remat="plan-in=%t.json" 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: sed 's/@step/@step2/' %s | not ckpt-opt --ckpt-remat="plan-in=%t.json" 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: grep -v '%%wn = ' %s | sed 's/yield %%wn/yield %%d0/' | not ckpt-opt --ckpt-remat="plan-in=%t.json" 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not ckpt-opt %s --ckpt-remat="plan-in=%t.json budget=9KiB" 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: sed '/"schedule"/,/]/d' %t.json > %t.broken.json
// RUN: not ckpt-opt %s --ckpt-remat="plan-in=%t.broken.json" 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: sed 's/"schedule": \[/&99,/' %t.json > %t.range.json
// RUN: not ckpt-opt %s --ckpt-remat="plan-in=%t.range.json" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not ckpt-opt %s --ckpt-remat="plan-in=%t.none.json" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not ckpt-opt %s --ckpt-remat="budget=10KiB plan-out=%t.no/where.json" 2>&1 | FileCheck %s --check-prefix=WRITE

// JSON: "schema": 1
// JSON: "function": "step"
// JSON: "hash": "{{[0-9a-f]+}}"
// JSON: "peak": {{[0-9]+}}
// JSON: "extra_time_percent":
// NAME: error: the plan is not for this step: node 3 is 'a3' (layer, 1024 bytes) in the plan and 'other' (layer, 1024 bytes) here
// INPUT: error: the plan is not for this step: node 12 'backward' reads something else in the plan, at input 0
// SIZE: error: the plan is not for this step: node 0 is 'a0' (layer, 1024 bytes) in the plan and 'a0' (layer, 2048 bytes) here
// FUNCTION: error: the plan has nothing for 'step2'
// COUNT: error: the plan is not for this step:
// BUDGET: error: the plan needs 10240 bytes, the budget is 9216
// BROKEN: error: plan: {{.*}}schedule
// RANGE: error: the plan is not for this step: its schedule names node 99
// MISSING: error: plan: cannot read
// WRITE: error: cannot write
ckpt.kernel @layer(%a: tensor<256xf32>) -> tensor<256xf32> {
  ckpt.yield %a : tensor<256xf32>
}
ckpt.kernel @backward(%a: tensor<256xf32>, %d: tensor<256xf32>) -> tensor<256xf32> attributes {inplace = array<i64: 0, 1>} {
  ckpt.yield %d : tensor<256xf32>
}
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
