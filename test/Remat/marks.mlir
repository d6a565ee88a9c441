// RUN: ckpt-opt %s --ckpt-remat="policy=nothing" | FileCheck %s
// RUN: ckpt-opt %s --ckpt-remat="policy=nothing" --cse --canonicalize --ckpt-memory --ckpt-verify-memory | FileCheck %s --check-prefix=MEMORY
// RUN: ckpt-opt %s --ckpt-remat | FileCheck %s --check-prefix=PLAIN

ckpt.kernel @big(%a: tensor<256xf32>) -> tensor<256xf32> attributes {inplace = array<i64: 0, 0>} {
  ckpt.yield %a : tensor<256xf32>
}
ckpt.kernel @backward(%a: tensor<256xf32>, %d: tensor<256xf32>) -> tensor<256xf32> attributes {inplace = array<i64: 0, 1>} {
  ckpt.yield %d : tensor<256xf32>
}

// The values inside the region are computed again just before their readers,
// each once, the second on the clone of the first; the yield is kept.
// CHECK-LABEL: func.func @step
// PLAIN-LABEL: func.func @step
// PLAIN-NOT:     ckpt.clone_of
func.func @step(%x: tensor<256xf32>, %w: tensor<256xf32> {ckpt.param = "w"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, policy = "auto"}]} {
  // CHECK: %[[A:.*]] = ckpt.launch @big(%{{.*}}) {ckpt.marks = array<i64: 0>, ckpt.name = "a"}
  %a = ckpt.launch @big(%x) {ckpt.marks = array<i64: 0>, ckpt.name = "a"} : (tensor<256xf32>) -> tensor<256xf32>
  %b = ckpt.launch @big(%a) {ckpt.marks = array<i64: 0>, ckpt.name = "b"} : (tensor<256xf32>) -> tensor<256xf32>
  // CHECK: %[[C:.*]] = ckpt.launch @big(%{{.*}}) {ckpt.marks = array<i64: 0>, ckpt.name = "c"}
  %c = ckpt.launch @big(%b) {ckpt.marks = array<i64: 0>, ckpt.name = "c"} : (tensor<256xf32>) -> tensor<256xf32>
  // CHECK: %[[L:.*]] = ckpt.launch @big(%[[C]]) {ckpt.name = "loss"}
  %l = ckpt.launch @big(%c) {ckpt.name = "loss"} : (tensor<256xf32>) -> tensor<256xf32>
  // CHECK: ckpt.gradient
  %g = ckpt.gradient -> tensor<256xf32> {
    // CHECK: %[[DC:.*]] = ckpt.launch @backward(%[[C]], %[[L]])
    %dc = ckpt.launch @backward(%c, %l) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    // CHECK: %[[XB:.*]] = ckpt.barrier %arg0 after %[[DC]]
    // CHECK: %[[A2:.*]] = ckpt.launch @big(%[[XB]]) {ckpt.clone_of = "a"
    // CHECK: %[[A2B:.*]] = ckpt.barrier %[[A2]] after %[[A2]]
    // CHECK: %[[B2:.*]] = ckpt.launch @big(%[[A2B]]) {ckpt.clone_of = "b"
    // CHECK: ckpt.launch @backward(%[[B2]], %[[DC]])
    %db = ckpt.launch @backward(%b, %dc) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    // CHECK: ckpt.launch @backward(%[[A2]], %
    %da = ckpt.launch @backward(%a, %db) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %wn = ckpt.launch @backward(%da, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %wn : tensor<256xf32>
  }
  return %l, %g : tensor<256xf32>, tensor<256xf32>
}

// After stock clean-up passes the clones are still there, and every buffer has
// its place: at most the clones of a and b and one gradient, 1 KiB each, are alive.
// MEMORY: ckpt.memory = {arena = 3072 : i64, peak = 3072 : i64, persistent = 3072 : i64}
// MEMORY: ckpt.clone_of = "a"
// MEMORY: ckpt.clone_of = "b"
// MEMORY: ckpt.launch @backward(%{{.*}}, %arg1) {backward, offsets = array<i64: -1>, tied = array<i64: 0, 1>}
