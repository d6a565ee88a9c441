// "late" is written early and read late. Where first computations may move it is
// computed when it is read; where they may not, it is computed twice.
// RUN: ckpt-opt %s --ckpt-remat="budget=4096B" | FileCheck %s --check-prefixes=CHECK,FREE
// RUN: ckpt-opt %s --ckpt-remat="budget=4096B keep-order" | FileCheck %s --check-prefixes=CHECK,KEEP

// CHECK-LABEL: func.func @f(
// FREE-NOT:      "late"
// KEEP:          math.sin {{.*}}ckpt.name = "late"
// CHECK:         arith.addf
// FREE-NEXT:     math.sin
// KEEP:          math.sin {{.*}}ckpt.clone_of = "late"
func.func @f(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.sin %x {ckpt.name = "late"} : tensor<256xf32>
  %b = math.cos %x : tensor<256xf32>
  %c = math.exp %b : tensor<256xf32>
  %p = arith.addf %b, %c : tensor<256xf32>
  %q = arith.mulf %p, %a : tensor<256xf32>
  return %q : tensor<256xf32>
}
