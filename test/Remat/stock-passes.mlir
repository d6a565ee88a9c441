// Clones survive what a compiler around ckpt runs, as ops and as launches: the
// step still has each clone, in its place, and the planned peak.
// RUN: ckpt-opt %models/dense_lenet.mlir --ckpt-normalize="batch=64" --ckpt-mark --ckpt-differentiate --cse --canonicalize --ckpt-remat="budget=40%%" \
// RUN:     --cse --canonicalize --loop-invariant-code-motion --control-flow-sink --symbol-dce --sccp --inline --ckpt-verify-memory | FileCheck %s
// RUN: ckpt-opt %S/budget.mlir --ckpt-remat="budget=10KiB" --cse --canonicalize --loop-invariant-code-motion --control-flow-sink --symbol-dce --sccp --inline \
// RUN:     --ckpt-memory --ckpt-verify-memory="budget=10KiB" | FileCheck %s
// RUN: ckpt-opt %s --ckpt-remat="policy=nothing" --cse --canonicalize --loop-invariant-code-motion --control-flow-sink --symbol-dce --sccp --inline --ckpt-verify-memory \
// RUN:   | FileCheck %s --check-prefix=MARKS

// CHECK: ckpt.clone_of

// Clones of one op for two gradients, made of nothing: equal but for their number.
// MARKS-LABEL: func.func @step(
// MARKS:         tensor.generate
// MARKS:         {ckpt.clone = 1 : i64, ckpt.clone_of = "ramp"
// MARKS:         {ckpt.clone = 2 : i64, ckpt.clone_of = "ramp"
func.func @step(%w: tensor<256xf32> {ckpt.param = "w"}, %v: tensor<256xf32> {ckpt.param = "v"})
    -> (tensor<256xf32> {ckpt.donates = 0 : i64}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, policy = "auto"}]} {
  %a = tensor.generate {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    tensor.yield %f : f32
  } {ckpt.marks = array<i64: 0>, ckpt.name = "ramp"} : tensor<256xf32>
  %b = arith.mulf %a, %w {ckpt.marks = array<i64: 0>} : tensor<256xf32>
  %c = math.exp %b : tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %d = arith.mulf %a, %c : tensor<256xf32>
    ckpt.yield %d : tensor<256xf32>
  }
  %e = math.exp %g : tensor<256xf32>
  %h = ckpt.gradient -> tensor<256xf32> {
    %d = arith.mulf %a, %e : tensor<256xf32>
    %f = arith.addf %d, %v : tensor<256xf32>
    ckpt.yield %f : tensor<256xf32>
  }
  return %g, %h : tensor<256xf32>, tensor<256xf32>
}
