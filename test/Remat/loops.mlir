// The body of a loop is planned by itself under the bytes that are left: here a
// joint graph for each of eight parts of a batch. Clones in it cannot leave the
// iteration.
// RUN: ckpt-opt %s --ckpt-remat="budget=13KiB" | FileCheck %s
// RUN: ckpt-opt %s --ckpt-remat="budget=13KiB" --loop-invariant-code-motion --cse --canonicalize --ckpt-verify-memory="budget=13KiB" | FileCheck %s
// RUN: ckpt-opt %s --ckpt-remat="budget=100%%" | FileCheck %s --check-prefix=FITS
// RUN: ckpt-opt %s --ckpt-remat="budget=13KiB plan-out=%t.json" -o %t.a.mlir
// RUN: ckpt-opt %s --ckpt-remat="plan-in=%t.json" -o %t.b.mlir
// RUN: diff %t.a.mlir %t.b.mlir
// RUN: not ckpt-opt %s --ckpt-remat="budget=12KiB" 2>&1 | FileCheck %s --check-prefix=FLOOR

// FITS-NOT: clone_of
// CHECK-LABEL: func.func @parts(
// CHECK-NOT:     clone_of
// CHECK:         scf.for %[[I:[a-z0-9]+]] =
// CHECK:           %[[X:.*]] = tensor.extract_slice
// CHECK:           %[[HELD:.*]] = ckpt.barrier %{{.*}} after %[[I]] : tensor<256xf32>, index
// CHECK:           %[[B:.*]] = ckpt.barrier %{{.*}} after %[[HELD]]
// CHECK:           tensor.extract_slice %[[B]]{{.*}}ckpt.clone_of = "extract_slice.0"
// CHECK:           math.sin %{{.*}} {ckpt.clone_of = "sin.1"}
// CHECK:           scf.yield
// CHECK-NOT:     clone_of
// FLOOR: error: the budget of 12288 bytes cannot be met: {{.*}} because 'for.{{[0-9]+}}' (scf.for) {{.*}}with a body that needs {{[0-9]+}} bytes
func.func @parts(%x: tensor<8x256xf32>, %w: tensor<256xf32>) -> tensor<256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<256xf32>) -> tensor<256xf32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %start) -> (tensor<256xf32>) {
    %p = tensor.extract_slice %x[%i, 0] [1, 256] [1, 1] : tensor<8x256xf32> to tensor<256xf32>
    %a = math.sin %p : tensor<256xf32>
    %b = math.exp %a : tensor<256xf32>
    %c = math.exp %b : tensor<256xf32>
    %d = math.exp %c : tensor<256xf32>
    %e = arith.mulf %d, %w : tensor<256xf32>
    %f = arith.mulf %e, %c : tensor<256xf32>
    %g = arith.mulf %f, %b : tensor<256xf32>
    %h = arith.mulf %g, %a : tensor<256xf32>
    %next = arith.addf %acc, %h : tensor<256xf32>
    scf.yield %next : tensor<256xf32>
  }
  return %sum : tensor<256xf32>
}
