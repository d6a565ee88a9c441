// RUN: ckpt-opt %s --ckpt-normalize -split-input-file | FileCheck %s
// RUN: ckpt-opt %s --ckpt-normalize --ckpt-normalize -split-input-file | FileCheck %s

// A transposed operand is read through the map. The transpose of a named op
// stays, as a policy may save it.

// CHECK-DAG:   #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG:   #[[BT:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG:   #[[B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG:   #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<8x4xf32>, %[[W:[a-z0-9]+]]: tensor<3x4xf32>)
// CHECK:         %[[ZERO:.*]] = linalg.fill
// CHECK:         linalg.contract indexing_maps = [#[[A]], #[[BT]], #[[C]]] {ckpt.name = "p"} ins(%[[X]], %[[W]] : tensor<8x4xf32>, tensor<3x4xf32>)
// CHECK:         %[[T:.*]] = linalg.generic {{.*}} ins(%[[W]] {{.*}} attrs =  {ckpt.name = "t"}
// CHECK:         linalg.contract indexing_maps = [#[[A]], #[[B]], #[[C]]] ins(%[[X]], %[[T]] : tensor<8x4xf32>, tensor<4x3xf32>)
func.func @transposed(%x: tensor<8x4xf32>, %w: tensor<3x4xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<4x3xf32>
  %e = tensor.empty() : tensor<8x3xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8x3xf32>) -> tensor<8x3xf32>
  %t = linalg.transpose ins(%w : tensor<3x4xf32>) outs(%et : tensor<4x3xf32>) permutation = [1, 0]
  %p = linalg.matmul {ckpt.name = "p"} ins(%x, %t : tensor<8x4xf32>, tensor<4x3xf32>) outs(%i : tensor<8x3xf32>) -> tensor<8x3xf32>
  %u = linalg.transpose ins(%w : tensor<3x4xf32>) outs(%et : tensor<4x3xf32>) permutation = [1, 0] {ckpt.name = "t"}
  %q = linalg.matmul ins(%x, %u : tensor<8x4xf32>, tensor<4x3xf32>) outs(%i : tensor<8x3xf32>) -> tensor<8x3xf32>
  return %p, %q : tensor<8x3xf32>, tensor<8x3xf32>
}

// -----

// A weight that is broadcast to the batch is not stored once per batch.

// CHECK-DAG:   #[[A:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG:   #[[B:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x8x4xf32>, %[[W:[a-z0-9]+]]: tensor<4x3xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         linalg.contract indexing_maps = [#[[A]], #[[B]], #{{.*}}] ins(%[[X]], %[[W]]
func.func @broadcast(%x: tensor<2x8x4xf32>, %w: tensor<4x3xf32>) -> tensor<2x8x3xf32> {
  %zero = arith.constant 0.0 : f32
  %eb = tensor.empty() : tensor<2x4x3xf32>
  %e = tensor.empty() : tensor<2x8x3xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x3xf32>) -> tensor<2x8x3xf32>
  %b = linalg.broadcast ins(%w : tensor<4x3xf32>) outs(%eb : tensor<2x4x3xf32>) dimensions = [0]
  %p = linalg.batch_matmul ins(%x, %b : tensor<2x8x4xf32>, tensor<2x4x3xf32>) outs(%i : tensor<2x8x3xf32>) -> tensor<2x8x3xf32>
  return %p : tensor<2x8x3xf32>
}

// -----

// What a contraction starts from is added to it.

// CHECK-LABEL: func.func @bias(
// CHECK-SAME:    %{{.*}}, %[[B:[a-z0-9]+]]: tensor<3xf32>)
// CHECK:         %[[ZERO:.*]] = linalg.fill
// CHECK:         %[[P:.*]] = linalg.contract {{.*}} outs(%[[ZERO]]
// CHECK:         linalg.generic {{.*}} ins(%[[P]], %[[B]] : tensor<8x3xf32>, tensor<3xf32>)
// CHECK:           arith.addf
func.func @bias(%x: tensor<8x4xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<8x3xf32> {
  %e = tensor.empty() : tensor<8x3xf32>
  %i = linalg.broadcast ins(%b : tensor<3xf32>) outs(%e : tensor<8x3xf32>) dimensions = [0]
  %p = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x3xf32>) outs(%i : tensor<8x3xf32>) -> tensor<8x3xf32>
  return %p : tensor<8x3xf32>
}

// -----

// Vectors, and generics that multiply and add. A batch of one is dropped.

// CHECK-LABEL: func.func @others(
// CHECK:         linalg.contract {{.*}} ins(%{{.*}} : tensor<4x3xf32>, tensor<3xf32>) outs({{.*}} : tensor<4xf32>)
// CHECK:         linalg.contract {{.*}} ins(%{{.*}} : tensor<4xf32>, tensor<4x3xf32>) outs({{.*}} : tensor<3xf32>)
// CHECK:         linalg.contract {{.*}} ins(%{{.*}} : tensor<3xf32>, tensor<3xf32>) outs({{.*}} : tensor<f32>)
// CHECK:         linalg.contract {{.*}} ins(%{{.*}} : tensor<4x3xf32>, tensor<4x3xf32>) outs({{.*}} : tensor<3x3xf32>)
// CHECK:         linalg.contract {{.*}} ins(%{{.*}} : tensor<4x3xf32>, tensor<3x2xf32>) outs({{.*}} : tensor<4x2xf32>)
// CHECK-NOT:     linalg.generic
func.func @others(%m: tensor<4x3xf32>, %v: tensor<3xf32>, %u: tensor<4xf32>, %b: tensor<1x3x2xf32>)
    -> (tensor<4xf32>, tensor<3xf32>, tensor<f32>, tensor<3x3xf32>, tensor<1x4x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e4 = tensor.empty() : tensor<4xf32>
  %e3 = tensor.empty() : tensor<3xf32>
  %e0 = tensor.empty() : tensor<f32>
  %e33 = tensor.empty() : tensor<3x3xf32>
  %e142 = tensor.empty() : tensor<1x4x2xf32>
  %i4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
  %i3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %i33 = linalg.fill ins(%zero : f32) outs(%e33 : tensor<3x3xf32>) -> tensor<3x3xf32>
  %i142 = linalg.fill ins(%zero : f32) outs(%e142 : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
  %0 = linalg.matvec ins(%m, %v : tensor<4x3xf32>, tensor<3xf32>) outs(%i4 : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.vecmat ins(%u, %m : tensor<4xf32>, tensor<4x3xf32>) outs(%i3 : tensor<3xf32>) -> tensor<3xf32>
  %2 = linalg.dot ins(%v, %v : tensor<3xf32>, tensor<3xf32>) outs(%i0 : tensor<f32>) -> tensor<f32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%m, %m : tensor<4x3xf32>, tensor<4x3xf32>) outs(%i33 : tensor<3x3xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %q, %p : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  } -> tensor<3x3xf32>
  %mb = tensor.expand_shape %m [[0, 1], [2]] output_shape [1, 4, 3] : tensor<4x3xf32> into tensor<1x4x3xf32>
  %4 = linalg.batch_matmul ins(%mb, %b : tensor<1x4x3xf32>, tensor<1x3x2xf32>) outs(%i142 : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<3xf32>, tensor<f32>, tensor<3x3xf32>, tensor<1x4x2xf32>
}

// -----

// A sum over a dimension that only one operand has is no contraction, and
// neither is a product without a sum.

// CHECK-LABEL: func.func @none(
// CHECK-NOT:     linalg.contract
func.func @none(%a: tensor<4x3xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<4x3xf32>, tensor<4xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0, %b : tensor<4xf32>, tensor<4xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
