// A step with two gradients: each gets its own clones, and the forward work of
// the second stays between them.
// RUN: ckpt-opt %s --ckpt-remat="policy=nothing" | FileCheck %s
// RUN: ckpt-opt %s --ckpt-remat="policy=nothing" --cse --canonicalize --ckpt-memory --ckpt-verify-memory | FileCheck %s --check-prefix=MEMORY
// RUN: ckpt-opt %s --ckpt-remat="budget=70%%" --ckpt-memory --ckpt-verify-memory | FileCheck %s --check-prefix=PLANNED

ckpt.kernel @forward(%a: tensor<256xf32>) -> tensor<256xf32> {
  ckpt.yield %a : tensor<256xf32>
}
ckpt.kernel @backward(%a: tensor<256xf32>, %d: tensor<256xf32>) -> tensor<256xf32> attributes {inplace = array<i64: 0, 1>} {
  ckpt.yield %d : tensor<256xf32>
}

// CHECK-LABEL: func.func @step(
// CHECK:         ckpt.launch @forward({{.*}} ckpt.name = "a"
// CHECK:         ckpt.launch @forward({{.*}} ckpt.name = "b"
// CHECK:         %[[C:.*]] = ckpt.launch @forward({{.*}} ckpt.name = "c"
// CHECK:         %[[G1:.*]] = ckpt.gradient -> tensor<256xf32> {
// CHECK:           ckpt.clone_of = "a"
// CHECK:           ckpt.clone_of = "b"
// CHECK:         }
// CHECK:         ckpt.launch @forward({{.*}} ckpt.name = "d"
// CHECK:         ckpt.launch @forward({{.*}} ckpt.name = "e"
// CHECK:         %[[G2:.*]] = ckpt.gradient -> tensor<256xf32> {
// CHECK:           ckpt.clone_of = "d"
// CHECK:           ckpt.clone_of = "a"
// CHECK:           ckpt.clone_of = "b"
// CHECK:         }
// CHECK:         return %{{.*}}, %[[G1]], %[[G2]]
// MEMORY:        ckpt.clone_of = "a"
// MEMORY:        ckpt.clone_of = "a"
// PLANNED:       ckpt.plan = {clones = {{[1-9]}}
func.func @step(%x: tensor<256xf32>, %w: tensor<256xf32> {ckpt.param = "w"}, %v: tensor<256xf32> {ckpt.param = "v"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64}, tensor<256xf32> {ckpt.donates = 2 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, policy = "auto"}, {id = 1 : i64, policy = "auto"}]} {
  %a = ckpt.launch @forward(%x) {ckpt.marks = array<i64: 0>, ckpt.name = "a"} : (tensor<256xf32>) -> tensor<256xf32>
  %b = ckpt.launch @forward(%a) {ckpt.marks = array<i64: 0>, ckpt.name = "b"} : (tensor<256xf32>) -> tensor<256xf32>
  %c = ckpt.launch @forward(%b) {ckpt.marks = array<i64: 0>, ckpt.name = "c"} : (tensor<256xf32>) -> tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %dc = ckpt.launch @backward(%c, %x) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %db = ckpt.launch @backward(%b, %dc) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %da = ckpt.launch @backward(%a, %db) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %wn = ckpt.launch @backward(%da, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %wn : tensor<256xf32>
  }
  %d = ckpt.launch @forward(%c) {ckpt.marks = array<i64: 1>, ckpt.name = "d"} : (tensor<256xf32>) -> tensor<256xf32>
  %e = ckpt.launch @forward(%d) {ckpt.marks = array<i64: 1>, ckpt.name = "e"} : (tensor<256xf32>) -> tensor<256xf32>
  %l = ckpt.launch @forward(%e) {ckpt.name = "loss"} : (tensor<256xf32>) -> tensor<256xf32>
  %h = ckpt.gradient -> tensor<256xf32> {
    %de = ckpt.launch @backward(%e, %l) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %dd = ckpt.launch @backward(%d, %de) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %db = ckpt.launch @backward(%b, %dd) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %da = ckpt.launch @backward(%a, %db) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %vn = ckpt.launch @backward(%da, %v) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %vn : tensor<256xf32>
  }
  return %l, %g, %h : tensor<256xf32>, tensor<256xf32>, tensor<256xf32>
}
