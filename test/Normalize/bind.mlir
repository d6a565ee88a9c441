// RUN: ckpt-opt %s --ckpt-normalize="batch=8 bind=y:1=3" | FileCheck %s

// Every value that depends on the batch gets its size, also in regions.

// CHECK-LABEL: func.func @loss(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<8x4xf32> {ckpt.data = "x"}
// CHECK-SAME:    tensor<8x3xf32> {ckpt.data = "y"}
// CHECK-SAME:    -> (tensor<f32> {ckpt.loss}, tensor<8x3xf32>)
func.func @loss(%w: tensor<4x3xf32> {ckpt.param}, %x: tensor<?x4xf32> {ckpt.data = "x"},
                %y: tensor<?x?xf32> {ckpt.data = "y"}) -> (tensor<f32> {ckpt.loss}, tensor<?x3xf32>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8.000000e+00 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %i = arith.index_cast %n : index to i64
  %count = arith.sitofp %i : i64 to f32
  %empty = tensor.empty(%n) : tensor<?x3xf32>
  // CHECK: ckpt.region -> tensor<8x3xf32>
  %h = ckpt.region -> tensor<?x3xf32> {
    %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x3xf32>) -> tensor<?x3xf32>
    // CHECK: linalg.contract {{.*}} ins(%[[X]], %{{.*}} : tensor<8x4xf32>, tensor<4x3xf32>)
    %p = linalg.matmul ins(%x, %w : tensor<?x4xf32>, tensor<4x3xf32>) outs(%fill : tensor<?x3xf32>) -> tensor<?x3xf32>
    ckpt.yield %p : tensor<?x3xf32>
  }
  %s = tensor.cast %y : tensor<?x?xf32> to tensor<?x3xf32>
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<8x3xf32>, tensor<8x3xf32>)
  %d = arith.subf %h, %s : tensor<?x3xf32>
  %e0 = tensor.empty() : tensor<f32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  // CHECK: arith.divf %{{.*}}, %[[EIGHT]]
  %l = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>],
                       iterator_types = ["reduction", "reduction"]}
      ins(%d : tensor<?x3xf32>) outs(%f0 : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %q = arith.divf %v, %count : f32
    %t = arith.addf %acc, %q : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %l, %d : tensor<f32>, tensor<?x3xf32>
}

// The sizes of reshapes, slices, pads, concatenations and loops.

// CHECK-LABEL: func.func @shapes(
// CHECK-SAME:    -> (tensor<4x2x4xf32>, tensor<8x2xf32>, tensor<16x5xf32>, tensor<8x4xf32>, tensor<8x4xf32>)
func.func @shapes(%x: tensor<?x4xf32> {ckpt.data = "x"})
    -> (tensor<?x2x4xf32>, tensor<?x2xf32>, tensor<?x5xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %half = arith.divui %n, %c2 : index
  // CHECK: tensor.expand_shape
  %a = tensor.expand_shape %x [[0, 1], [2]] output_shape [%half, 2, 4] : tensor<?x4xf32> into tensor<?x2x4xf32>
  // CHECK: tensor.extract_slice
  %b = tensor.extract_slice %x[0, 1] [%n, 2] [1, 1] : tensor<?x4xf32> to tensor<?x2xf32>
  %c = tensor.concat dim(0) %x, %x : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: tensor.pad
  %p = tensor.pad %c low[0, %c1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x4xf32> to tensor<?x5xf32>
  // CHECK: tensor.insert_slice
  %s = tensor.insert_slice %b into %x[0, 0] [%n, 2] [1, 1] : tensor<?x2xf32> into tensor<?x4xf32>
  // CHECK-COUNT-8: math.tanh %{{.*}} : f32
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> (tensor<?x4xf32>) {
    %r = math.tanh %v : tensor<?x4xf32>
    scf.yield %r : tensor<?x4xf32>
  }
  return %a, %b, %p, %s, %l : tensor<?x2x4xf32>, tensor<?x2xf32>, tensor<?x5xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// Without roles every argument can be data; argK names them.

// CHECK-LABEL: func.func @bare(%{{.*}}: tensor<8x2xf32>)
func.func @bare(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  return %x : tensor<?x2xf32>
}

// A rank that was forgotten on the way comes back.

// CHECK-LABEL: func.func @ranks(
// CHECK-SAME:    %{{.*}}: tensor<8x2xf32>) -> tensor<8x2xf32>
// CHECK:         math.sin
// CHECK-NOT:     tensor.cast
func.func @ranks(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = tensor.cast %x : tensor<?x2xf32> to tensor<*xf32>
  %1 = math.sin %0 : tensor<*xf32>
  %2 = tensor.cast %1 : tensor<*xf32> to tensor<?x2xf32>
  return %2 : tensor<?x2xf32>
}
