// Budgets of regions in each other: what is in both counts for both. The inner
// one holds nothing, so "c" is computed again; the outer one holds the other two
// values that the gradient reads, or one of them, or none.
// DEFINE: %{step} = --ckpt-mark --ckpt-differentiate=optimizer=sgd --ckpt-remat --cse --ckpt-verify-memory
// RUN: ckpt-opt %s %{step} | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: sed 's/budget "768B"/budget "511B"/' %s | ckpt-opt %{step} | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: sed 's/budget "768B"/budget "255B"/' %s | ckpt-opt %{step} | FileCheck %s --check-prefixes=CHECK,NONE

// CHECK-LABEL: func.func @net_step
// TWO-SAME:      clones = 1 : i64
// ONE-SAME:      clones = {{[23]}} : i64
// NONE-SAME:     clones = 4 : i64
// CHECK:         ckpt.gradient
// CHECK:         ckpt.clone_of = "c"
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @net(%w: tensor<64xf32> {ckpt.param = "w"}, %x: tensor<64xf32> {ckpt.data = "x"}) -> (tensor<f32> {ckpt.loss}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %y = ckpt.region budget "768B" "outer" -> tensor<64xf32> {
    %a = arith.mulf %w, %x {ckpt.name = "a"} : tensor<64xf32>
    %b = math.exp %a {ckpt.name = "b"} : tensor<64xf32>
    %i = ckpt.region budget "128B" "inner" -> tensor<64xf32> {
      %c = math.tanh %b {ckpt.name = "c"} : tensor<64xf32>
      %d = math.exp %c {ckpt.name = "d"} : tensor<64xf32>
      ckpt.yield %d : tensor<64xf32>
    }
    %e = math.exp %i {ckpt.name = "e"} : tensor<64xf32>
    ckpt.yield %e : tensor<64xf32>
  }
  %l = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%y : tensor<64xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.addf %v, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %l : tensor<f32>
}
