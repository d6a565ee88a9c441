// A tensor that is a view of memory which changes later: what reads it is not
// computed again after the change and does not move over it; what reads tensors
// only is. If that cannot be, the error names what stays.
// RUN: ckpt-opt %s --ckpt-remat="budget=75%%" | FileCheck %s
// RUN: sed -e 's/%%g, %%a/%%g, %%b/' -e 's/%%h, %%b/%%h, %%a/' %s | not ckpt-opt --ckpt-remat="budget=75%%" 2>&1 | FileCheck %s --check-prefix=STAYS

// CHECK-LABEL: func.func @shared(
// CHECK:         "memory"
// CHECK:         linalg.fill
// CHECK-NOT:     clone_of = "memory"
// CHECK:         clone_of = "tensor"
// CHECK-NOT:     clone_of = "memory"
// STAYS: error: the budget of {{.*}} cannot be met: {{.*}}; 'memory' (16384 bytes, {{.*}}) may run only once

#rows = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @shared(%m: memref<16x1xf32>, %x: tensor<16xf32>) -> tensor<16x256xf32> {
  %whole = bufferization.to_tensor %m restrict : memref<16x1xf32> to tensor<16x1xf32>
  %column = tensor.collapse_shape %whole [[0, 1]] : tensor<16x1xf32> into tensor<16xf32>
  %e = tensor.empty() : tensor<16x256xf32>
  %a = linalg.generic {indexing_maps = [#rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%column : tensor<16xf32>) outs(%e : tensor<16x256xf32>) attrs = {ckpt.name = "memory"} {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<16x256xf32>
  %b = linalg.generic {indexing_maps = [#rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16xf32>) outs(%e : tensor<16x256xf32>) attrs = {ckpt.name = "tensor"} {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<16x256xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%m : memref<16x1xf32>)
  %c = arith.mulf %a, %b : tensor<16x256xf32>
  %d = math.exp %c : tensor<16x256xf32>
  %f = math.exp %d : tensor<16x256xf32>
  %g = math.exp %f : tensor<16x256xf32>
  %h = arith.mulf %g, %a : tensor<16x256xf32>
  %i = arith.mulf %h, %b : tensor<16x256xf32>
  return %i : tensor<16x256xf32>
}
