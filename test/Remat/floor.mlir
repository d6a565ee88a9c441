// A budget that is exactly the floor is met, here by computing "a" again; one byte
// less is refused, with what the floor comes from.
// RUN: ckpt-opt %s --ckpt-remat="budget=4096B" --cse --ckpt-verify-memory="budget=4096B" | FileCheck %s
// RUN: not ckpt-opt %s --ckpt-remat="budget=4095B" 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: ckpt-opt %s --ckpt-remat="budget=5120B" | FileCheck %s --check-prefix=FITS

// FITS-NOT: clone_of
// BELOW: floor.mlir:[[#@LINE+9]]:1: error: the budget of 4095 bytes cannot be met: no step can need less than 4096 bytes (1024 persistent), because 'sum' (arith.addf) reads 'b' (1024 bytes, floor.mlir:[[#@LINE+11]]:8), 'c' (1024 bytes, floor.mlir:[[#@LINE+12]]:8) and writes 1024 bytes, floor.mlir:[[#@LINE+13]]:8;
// BELOW-NOT: see current operation
// BELOW: note: the floor of 4096 bytes is here
// BELOW: note: it reads 'b' of 1024 bytes
// BELOW: note: it reads 'c' of 1024 bytes
// BELOW: note: without 'arg0' of 1024 bytes it would be 3072 bytes
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    clones = 1 : i64{{.*}}peak = 3072 : i64
// CHECK:         ckpt.clone_of = "a"
func.func @f(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = math.sin %x {ckpt.name = "a"} : tensor<256xf32>
  %b = math.cos %a {ckpt.name = "b"} : tensor<256xf32>
  %c = math.exp %b {ckpt.name = "c"} : tensor<256xf32>
  %p = arith.addf %b, %c {ckpt.name = "sum"} : tensor<256xf32>
  %q = arith.mulf %p, %a {ckpt.name = "end"} : tensor<256xf32>
  return %q : tensor<256xf32>
}
