// RUN: ckpt-opt %s --ckpt-normalize | FileCheck %s
// RUN: ckpt-opt %s --ckpt-normalize --ckpt-normalize | FileCheck %s

// CHECK-DAG:   #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG:   #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>

// A reader of a transposed broadcast reads the vector.

// CHECK-LABEL: func.func @through(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4x8xf32>, %[[V:[a-z0-9]+]]: tensor<8xf32>)
// CHECK:         linalg.generic {indexing_maps = [#[[ID]], #[[COLUMN]], #[[ID]]]{{.*}} ins(%[[A]], %[[V]]
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @through(%a: tensor<4x8xf32>, %v: tensor<8xf32>) -> tensor<4x8xf32> {
  %e84 = tensor.empty() : tensor<8x4xf32>
  %e48 = tensor.empty() : tensor<4x8xf32>
  %b = linalg.broadcast ins(%v : tensor<8xf32>) outs(%e84 : tensor<8x4xf32>) dimensions = [1]
  %t = linalg.transpose ins(%b : tensor<8x4xf32>) outs(%e48 : tensor<4x8xf32>) permutation = [1, 0]
  %0 = arith.addf %a, %t : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A copy that the function returns is computed.

// CHECK-LABEL: func.func @result(
// CHECK:         %[[T:.*]] = linalg.generic {indexing_maps = [#[[SWAP]], #[[ID]]]
// CHECK:         return %[[T]]
func.func @result(%a: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %t = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  return %t : tensor<8x4xf32>
}

// The number of sums would be lost with the broadcast: it stays.

// CHECK-LABEL: func.func @sizes(
// CHECK:         %[[B:.*]] = linalg.generic
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[B]]
func.func @sizes(%v: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e48 = tensor.empty() : tensor<4x8xf32>
  %e4 = tensor.empty() : tensor<4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.broadcast ins(%v : tensor<4xf32>) outs(%e48 : tensor<4x8xf32>) dimensions = [1]
  %s = linalg.reduce { arith.addf } ins(%b : tensor<4x8xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  return %s : tensor<4xf32>
}

// A contraction writes in the order in which its only reader wants it.

// CHECK-LABEL: func.func @transposed_product(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<16x4xf32>, %[[B:[a-z0-9]+]]: tensor<16x8xf32>)
// CHECK:         %[[P:.*]] = linalg.contract {{.*}} ins(%[[B]], %[[A]] : {{.*}} outs(%{{.*}} : tensor<8x4xf32>)
// CHECK-NEXT:    return %[[P]]
func.func @transposed_product(%a: tensor<16x4xf32>, %b: tensor<16x8xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e48 = tensor.empty() : tensor<4x8xf32>
  %e84 = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e48 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%a, %b : tensor<16x4xf32>, tensor<16x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %t = linalg.transpose ins(%p : tensor<4x8xf32>) outs(%e84 : tensor<8x4xf32>) permutation = [1, 0]
  return %t : tensor<8x4xf32>
}

// One that another op reads too is transposed afterwards.

// CHECK-LABEL: func.func @read_twice(
// CHECK:         %[[P:.*]] = linalg.contract {{.*}} outs(%{{.*}} : tensor<4x8xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[P]]
func.func @read_twice(%a: tensor<16x4xf32>, %b: tensor<16x8xf32>) -> (tensor<4x8xf32>, tensor<8x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e48 = tensor.empty() : tensor<4x8xf32>
  %e84 = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e48 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%a, %b : tensor<16x4xf32>, tensor<16x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %t = linalg.transpose ins(%p : tensor<4x8xf32>) outs(%e84 : tensor<8x4xf32>) permutation = [1, 0]
  return %p, %t : tensor<4x8xf32>, tensor<8x4xf32>
}
