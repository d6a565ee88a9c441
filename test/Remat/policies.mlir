// RUN: ckpt-opt %s --ckpt-remat=policy=nothing | FileCheck %s --check-prefixes=CHECK,MARKS
// RUN: ckpt-opt %s --ckpt-remat="budget=1MB" | FileCheck %s --check-prefixes=CHECK,ROOM
// RUN: not ckpt-opt %s --ckpt-remat="budget=7KiB" 2>&1 | FileCheck %s --check-prefix=TIGHT

// What a region demands holds with and without a budget for the whole step.
//
ckpt.kernel @forward(%a: tensor<256xf32>) -> tensor<256xf32> {
  ckpt.yield %a : tensor<256xf32>
}
ckpt.kernel @backward(%a: tensor<256xf32>, %d: tensor<256xf32>) -> tensor<256xf32> {
  ckpt.yield %d : tensor<256xf32>
}

// Two of the three named values may stay: the first two.
// CHECK-LABEL: func.func @names
// CHECK-NOT:     ckpt.clone_of = "a"
// CHECK-NOT:     ckpt.clone_of = "b"
// CHECK:         ckpt.clone_of = "c"
// CHECK-NOT:     ckpt.clone_of
func.func @names(%x: tensor<256xf32>, %w: tensor<256xf32> {ckpt.param = "w"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, name = "r", policy = "names", names = ["a", "b", "c"], budget = "2KiB"}]} {
  %a = ckpt.launch @forward(%x) {ckpt.marks = array<i64: 0>, ckpt.name = "a", ckpt.names = ["a"]} : (tensor<256xf32>) -> tensor<256xf32>
  %b = ckpt.launch @forward(%a) {ckpt.marks = array<i64: 0>, ckpt.name = "b", ckpt.names = ["b"]} : (tensor<256xf32>) -> tensor<256xf32>
  %c = ckpt.launch @forward(%b) {ckpt.marks = array<i64: 0>, ckpt.name = "c", ckpt.names = ["c"]} : (tensor<256xf32>) -> tensor<256xf32>
  %y = ckpt.launch @forward(%c) {ckpt.marks = array<i64: 0>, ckpt.name = "y", ckpt.names = ["y"]} : (tensor<256xf32>) -> tensor<256xf32>
  %l = ckpt.launch @forward(%y) {ckpt.name = "loss"} : (tensor<256xf32>) -> tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %dy = ckpt.launch @backward(%y, %l) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %dc = ckpt.launch @backward(%c, %dy) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %db = ckpt.launch @backward(%b, %dc) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %da = ckpt.launch @backward(%a, %db) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %wn = ckpt.launch @backward(%da, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %wn : tensor<256xf32>
  }
  return %l, %g : tensor<256xf32>, tensor<256xf32>
}

// The planner may keep one value of the region; with marks only none.
// CHECK-LABEL: func.func @auto
// MARKS:         ckpt.clone_of = "a"
// ROOM-NOT:      ckpt.clone_of = "a"
// CHECK:         ckpt.clone_of = "b"
// CHECK:         ckpt.clone_of = "c"
func.func @auto(%x: tensor<256xf32>, %w: tensor<256xf32> {ckpt.param = "w"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, name = "r", policy = "auto", budget = "1KiB"}]} {
  %a = ckpt.launch @forward(%x) {ckpt.marks = array<i64: 0>, ckpt.name = "a", ckpt.names = ["a"]} : (tensor<256xf32>) -> tensor<256xf32>
  %b = ckpt.launch @forward(%a) {ckpt.marks = array<i64: 0>, ckpt.name = "b", ckpt.names = ["b"]} : (tensor<256xf32>) -> tensor<256xf32>
  %c = ckpt.launch @forward(%b) {ckpt.marks = array<i64: 0>, ckpt.name = "c", ckpt.names = ["c"]} : (tensor<256xf32>) -> tensor<256xf32>
  %y = ckpt.launch @forward(%c) {ckpt.marks = array<i64: 0>, ckpt.name = "y", ckpt.names = ["y"]} : (tensor<256xf32>) -> tensor<256xf32>
  %l = ckpt.launch @forward(%y) {ckpt.name = "loss"} : (tensor<256xf32>) -> tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %dy = ckpt.launch @backward(%y, %l) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %dc = ckpt.launch @backward(%c, %dy) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %db = ckpt.launch @backward(%b, %dc) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %da = ckpt.launch @backward(%a, %db) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %wn = ckpt.launch @backward(%da, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %wn : tensor<256xf32>
  }
  return %l, %g : tensor<256xf32>, tensor<256xf32>
}

// TIGHT: policies.mlir:[[#@LINE+4]]:1: error: the budget of 7168 bytes cannot be met
// What stays, stays: the planner may not compute it again, and says so.
// CHECK-LABEL: func.func @everything
// CHECK-NOT:     ckpt.clone_of
func.func @everything(%x: tensor<256xf32>, %w: tensor<256xf32> {ckpt.param = "w"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, name = "r", policy = "everything"}]} {
  %a = ckpt.launch @forward(%x) {ckpt.marks = array<i64: 0>, ckpt.name = "a", ckpt.names = ["a"]} : (tensor<256xf32>) -> tensor<256xf32>
  %b = ckpt.launch @forward(%a) {ckpt.marks = array<i64: 0>, ckpt.name = "b", ckpt.names = ["b"]} : (tensor<256xf32>) -> tensor<256xf32>
  %c = ckpt.launch @forward(%b) {ckpt.marks = array<i64: 0>, ckpt.name = "c", ckpt.names = ["c"]} : (tensor<256xf32>) -> tensor<256xf32>
  %y = ckpt.launch @forward(%c) {ckpt.marks = array<i64: 0>, ckpt.name = "y", ckpt.names = ["y"]} : (tensor<256xf32>) -> tensor<256xf32>
  %l = ckpt.launch @forward(%y) {ckpt.name = "loss"} : (tensor<256xf32>) -> tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %dy = ckpt.launch @backward(%y, %l) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %dc = ckpt.launch @backward(%c, %dy) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %db = ckpt.launch @backward(%b, %dc) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %da = ckpt.launch @backward(%a, %db) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %wn = ckpt.launch @backward(%da, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %wn : tensor<256xf32>
  }
  return %l, %g : tensor<256xf32>, tensor<256xf32>
}
