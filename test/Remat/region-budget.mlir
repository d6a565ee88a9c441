// RUN: ckpt-opt %s --ckpt-mark --ckpt-differentiate --ckpt-remat --cse --ckpt-verify-memory | FileCheck %s
// RUN: ckpt-opt %s --ckpt-mark --ckpt-differentiate --ckpt-remat="budget=1MB" --cse --ckpt-verify-memory | FileCheck %s
// RUN: sed 's/5KiB/9KiB/' %s | ckpt-opt --ckpt-mark --ckpt-differentiate --ckpt-remat | FileCheck %s --check-prefix=ROOM

// ROOM-NOT: ckpt.clone_of

// A region's own budget: of three values of 4 KiB that the gradient reads one
// may stay, the one that takes longest to compute again.
// CHECK-LABEL: func.func @limited_step
// CHECK-SAME:    budget = "5KiB"
// CHECK:         ckpt.gradient
// CHECK-NOT:     ckpt.clone_of = "slow"
// CHECK:         ckpt.clone_of = "a"
// CHECK-NOT:     ckpt.clone_of = "slow"
// CHECK:         return
func.func @limited(%x: tensor<1024xf32> {ckpt.param = "x"}, %u: tensor<64x1024xf32> {ckpt.data = "u"}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %r = ckpt.region budget "5KiB" "limited" -> tensor<1024xf32> {
    %a = math.tanh %x {ckpt.name = "a"} : tensor<1024xf32>
    %e = tensor.empty() : tensor<64xf32>
    %s = arith.constant 0.0 : f32
    %f = linalg.fill ins(%s : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %h = linalg.matvec ins(%u, %a : tensor<64x1024xf32>, tensor<1024xf32>) outs(%f : tensor<64xf32>) -> tensor<64xf32>
    %e2 = tensor.empty() : tensor<1024xf32>
    %f2 = linalg.fill ins(%s : f32) outs(%e2 : tensor<1024xf32>) -> tensor<1024xf32>
    %slow = linalg.vecmat {ckpt.name = "slow"} ins(%h, %u : tensor<64xf32>, tensor<64x1024xf32>) outs(%f2 : tensor<1024xf32>) -> tensor<1024xf32>
    %b = arith.mulf %slow, %a {ckpt.name = "b"} : tensor<1024xf32>
    %c = math.tanh %b {ckpt.name = "c"} : tensor<1024xf32>
    ckpt.yield %c : tensor<1024xf32>
  }
  %l = linalg.dot ins(%r, %r : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}
