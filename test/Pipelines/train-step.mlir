// RUN: ckpt-opt %s --ckpt-train-step="optimizer=momentum batch=64" | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: ckpt-opt %s --ckpt-train-step="batch=64 budget=35kB solver=annealing" | FileCheck %s --check-prefixes=CHECK,TIGHT
// RUN: ckpt-opt %s --ckpt-train-step="batch=64 budget=75% keep-order=true" | FileCheck %s --check-prefixes=CHECK,TIGHT
// RUN: ckpt-opt %s --ckpt-train-step="batch=64 policy=nothing" | FileCheck %s --check-prefixes=CHECK,MARKS
// RUN: ckpt-opt %s --ckpt-train-step="batch=64" --ckpt-lower-to-cpu | FileCheck %s --check-prefix=LOWERED
// RUN: not ckpt-opt %s --ckpt-train-step="batch=64 budget=1kB" 2>&1 | FileCheck %s --check-prefix=FLOOR
// RUN: not ckpt-opt %s --ckpt-train-step="batch=64 solver=none budget=1kB" 2>&1 | FileCheck %s --check-prefix=SOLVER
// RUN: not ckpt-opt %s --ckpt-train-step="batch=64 cost-model=%t.none" 2>&1 | FileCheck %s --check-prefix=COST
// RUN: not ckpt-opt %s --ckpt-train-step 2>&1 | FileCheck %s --check-prefix=BATCH

// The pipeline is every stage: a step of launches, with places, within what was
// asked for.

// CHECK-LABEL: func.func @net_step
// PLAIN-SAME:    ckpt.opt_state = "w.m"
// CHECK:         ckpt.memory = {
// PLAIN-NOT:     clone_of
// TIGHT:         clone_of
// MARKS:         clone_of
// CHECK:         return
// LOWERED:       llvm.func @{{.*}}$p0(
// FLOOR:         error: the budget of 1000 bytes cannot be met
// SOLVER:        unknown solver 'none'
// COST:          error: cost model: {{.*}}.none
// BATCH:         error: dimension 0 of argument 'x' has no size

#row = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func private @layer(%w: tensor<16x16xf32>, %x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x16xf32>
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %a = linalg.matmul ins(%x, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%z : tensor<?x16xf32>) -> tensor<?x16xf32>
  %b = math.tanh %a : tensor<?x16xf32>
  return %b : tensor<?x16xf32>
}

func.func @net(%w: tensor<16x16xf32> {ckpt.param = "w"},
               %x: tensor<?x16xf32> {ckpt.data = "x"}) -> (tensor<f32> {ckpt.loss}) {
  %zero = arith.constant 0.0 : f32
  %out = ckpt.region "layers" -> tensor<?x16xf32> {
    %l0 = func.call @layer(%w, %x) : (tensor<16x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    %l1 = func.call @layer(%w, %l0) : (tensor<16x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    %l2 = func.call @layer(%w, %l1) : (tensor<16x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    %l3 = func.call @layer(%w, %l2) : (tensor<16x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    %l4 = func.call @layer(%w, %l3) : (tensor<16x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    %l5 = func.call @layer(%w, %l4) : (tensor<16x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    %l6 = func.call @layer(%w, %l5) : (tensor<16x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    %l7 = func.call @layer(%w, %l6) : (tensor<16x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    ckpt.yield %l7 : tensor<?x16xf32>
  }
  %e0 = tensor.empty() : tensor<f32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction", "reduction"]}
      ins(%out : tensor<?x16xf32>) outs(%z0 : tensor<f32>) {
  ^bb0(%v: f32, %sum: f32):
    %square = arith.mulf %v, %v : f32
    %t = arith.addf %sum, %square : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %loss : tensor<f32>
}
