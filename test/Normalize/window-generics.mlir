// RUN: ckpt-opt %s --ckpt-normalize | FileCheck %s
// RUN: ckpt-opt %s --ckpt-normalize --ckpt-normalize | FileCheck %s

// A pool as JAX's reduce_window becomes it.

// CHECK-LABEL: func.func @pool(
// CHECK:         ckpt.pool{{.*}}max
// CHECK-NOT:     linalg.generic
// CHECK:         return
#image = affine_map<(n, h, w, c, y, x) -> (n, h * 2 + y, w * 2 + x, c)>
#window = affine_map<(n, h, w, c, y, x) -> (y, x)>
#result = affine_map<(n, h, w, c, y, x) -> (n, h, w, c)>
func.func @pool(%a: tensor<2x15x15x8xf32>) -> tensor<2x8x8x8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %low : f32
  } : tensor<2x15x15x8xf32> to tensor<2x17x17x8xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<2x8x8x8xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32>
  %0 = linalg.generic {indexing_maps = [#image, #window, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<2x17x17x8xf32>, tensor<3x3xf32>) outs(%f : tensor<2x8x8x8xf32>) {
  ^bb0(%in: f32, %unread: f32, %out: f32):
    %m = arith.maximumf %out, %in : f32
    linalg.yield %m : f32
  } -> tensor<2x8x8x8xf32>
  return %0 : tensor<2x8x8x8xf32>
}

// A cumulative sum is no pool of images: it gathers.

// CHECK-LABEL: func.func @cumulative(
// CHECK:         %[[P:.*]] = tensor.pad
// CHECK:         linalg.generic
// CHECK:           %[[I:.*]] = linalg.index 1
// CHECK:           %[[K:.*]] = linalg.index 2
// CHECK:           %[[J:.*]] = arith.addi %[[I]], %[[K]]
// CHECK:           tensor.extract %[[P]][%{{.*}}, %[[J]]]
#source = affine_map<(i, j, k) -> (i, j + k)>
#length = affine_map<(i, j, k) -> (k)>
#sum = affine_map<(i, j, k) -> (i, j)>
func.func @cumulative(%a: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 7] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<5x8xf32> to tensor<5x15xf32>
  %w = tensor.empty() : tensor<8xf32>
  %e = tensor.empty() : tensor<5x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x8xf32>) -> tensor<5x8xf32>
  %0 = linalg.generic {indexing_maps = [#source, #length, #sum], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %w : tensor<5x15xf32>, tensor<8xf32>) outs(%f : tensor<5x8xf32>) {
  ^bb0(%in: f32, %unread: f32, %out: f32):
    %m = arith.addf %out, %in : f32
    linalg.yield %m : f32
  } -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}
