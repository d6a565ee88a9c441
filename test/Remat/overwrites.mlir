// What overwrites a parameter or a state waits for the clones that read the old
// value, and what reads the new one waits with it.
// RUN: ckpt-opt %s --ckpt-remat="policy=nothing" | FileCheck %s
// RUN: ckpt-opt %s --ckpt-remat="policy=nothing" --ckpt-memory --ckpt-verify-memory | FileCheck %s --check-prefix=MEMORY

ckpt.kernel @f(%a: tensor<256xf32>) -> tensor<256xf32> {
  ckpt.yield %a : tensor<256xf32>
}
ckpt.kernel @update(%a: tensor<256xf32>, %d: tensor<256xf32>) -> tensor<256xf32> attributes {inplace = array<i64: 0, 1>} {
  ckpt.yield %d : tensor<256xf32>
}

// The gradient of w is complete before the clone of a, which reads w.
// CHECK-LABEL: func.func @parameter
// CHECK:         ckpt.gradient
// CHECK:           %[[DW:.*]] = ckpt.launch @f(%{{.*}}) {ckpt.name = "dw"}
// CHECK:           %[[W:.*]] = ckpt.barrier %arg1
// CHECK:           %[[A:.*]] = ckpt.launch @f(%[[W]]) {ckpt.clone_of = "a"
// CHECK:           ckpt.launch @update(%[[DW]], %arg1)
// CHECK:           %[[DV:.*]] = ckpt.launch @update(%{{.*}}, %[[A]])
// CHECK:           ckpt.launch @update(%[[DV]], %arg2)
// MEMORY-LABEL: func.func @parameter
// MEMORY:         ckpt.clone_of = "a"
func.func @parameter(%x: tensor<256xf32>, %w: tensor<256xf32> {ckpt.param = "w"}, %v: tensor<256xf32> {ckpt.param = "v"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64}, tensor<256xf32> {ckpt.donates = 2 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, policy = "auto"}]} {
  %a = ckpt.launch @f(%w) {ckpt.marks = array<i64: 0>, ckpt.name = "a"} : (tensor<256xf32>) -> tensor<256xf32>
  %b = ckpt.launch @update(%x, %a) {ckpt.marks = array<i64: 0>, ckpt.name = "b"} : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %l = ckpt.launch @f(%b) {ckpt.name = "loss"} : (tensor<256xf32>) -> tensor<256xf32>
  %g:2 = ckpt.gradient -> tensor<256xf32>, tensor<256xf32> {
    %dw = ckpt.launch @f(%l) {ckpt.name = "dw"} : (tensor<256xf32>) -> tensor<256xf32>
    %wn = ckpt.launch @update(%dw, %w) {ckpt.name = "w.new"} : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %dv = ckpt.launch @update(%l, %a) {ckpt.name = "dv"} : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %vn = ckpt.launch @update(%dv, %v) {ckpt.name = "v.new"} : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %wn, %vn : tensor<256xf32>, tensor<256xf32>
  }
  return %l, %g#0, %g#1 : tensor<256xf32>, tensor<256xf32>, tensor<256xf32>
}

// The forward part updates s and reads the new state.
// CHECK-LABEL: func.func @state
// CHECK-NOT:     @update
// CHECK:         %[[S:.*]] = ckpt.barrier %arg2
// CHECK:         %[[A:.*]] = ckpt.launch @f(%[[S]]) {ckpt.clone_of = "a"
// CHECK:         %[[N:.*]] = ckpt.launch @update(%arg0, %arg2)
// CHECK:         ckpt.launch @f(%[[N]]) {ckpt.name = "metric"}
// CHECK:         ckpt.launch @update(%[[A]], %arg1)
// MEMORY-LABEL: func.func @state
// MEMORY:         ckpt.clone_of = "a"
func.func @state(%x: tensor<256xf32>, %w: tensor<256xf32> {ckpt.param = "w"}, %s: tensor<256xf32> {ckpt.state = "s"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.metric = "m"}, tensor<256xf32> {ckpt.donates = 2 : i64}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, policy = "auto"}]} {
  %a = ckpt.launch @f(%s) {ckpt.marks = array<i64: 0>, ckpt.name = "a"} : (tensor<256xf32>) -> tensor<256xf32>
  %l = ckpt.launch @f(%a) {ckpt.marks = array<i64: 0>, ckpt.name = "loss"} : (tensor<256xf32>) -> tensor<256xf32>
  %n = ckpt.launch @update(%x, %s) {ckpt.name = "s.new"} : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %m = ckpt.launch @f(%n) {ckpt.name = "metric"} : (tensor<256xf32>) -> tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %wn = ckpt.launch @update(%a, %w) {ckpt.name = "w.new"} : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %wn : tensor<256xf32>
  }
  return %l, %m, %n, %g : tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>
}
