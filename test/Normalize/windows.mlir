// RUN: ckpt-opt %s --ckpt-normalize -split-input-file | FileCheck %s
// RUN: ckpt-opt %s --ckpt-normalize --ckpt-normalize -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @padded_strided(
// CHECK-SAME:    %[[X:.*]]: tensor<2x28x28x1xf32>, %[[W:.*]]: tensor<5x5x1x32xf32>)
// CHECK-NEXT:    %[[R:.*]] = ckpt.conv %[[X]], %[[W]] {ckpt.name = "c", pad_high = array<i64: 2, 2>, pad_low = array<i64: 1, 1>, strides = array<i64: 2, 2>}
// CHECK-NEXT:    return %[[R]]
func.func @padded_strided(%x: tensor<2x28x28x1xf32>, %w: tensor<5x5x1x32xf32>) -> tensor<2x14x14x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x14x14x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x14x14x32xf32>) -> tensor<2x14x14x32xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 2, 2, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x28x28x1xf32> to tensor<2x31x31x1xf32>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, ckpt.name = "c"}
      ins(%p, %w : tensor<2x31x31x1xf32>, tensor<5x5x1x32xf32>) outs(%i : tensor<2x14x14x32xf32>) -> tensor<2x14x14x32xf32>
  return %r : tensor<2x14x14x32xf32>
}

// -----

// The bias that the convolution starts from is added afterwards.

// CHECK-LABEL: func.func @bias(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3x8x8xf32>, %[[W:.*]]: tensor<6x3x3x3xf32>, %[[B:.*]]: tensor<6xf32>)
// CHECK:         %[[C:.*]] = ckpt.conv %[[X]], %[[W]] {dilations = array<i64: 2, 2>, layout = #ckpt.layout<nchw>}
// CHECK:         linalg.generic {indexing_maps = [#[[ID:.*]], #[[CHANNEL:.*]], #[[ID]]]
// CHECK-SAME:      ins(%[[C]], %[[B]] : tensor<2x6x4x4xf32>, tensor<6xf32>)
// CHECK-SAME:      attrs =  {ckpt.name = "c"}
// CHECK:           arith.addf
// CHECK-NOT:     linalg.fill
func.func @bias(%x: tensor<2x3x8x8xf32>, %w: tensor<6x3x3x3xf32>, %b: tensor<6xf32>) -> tensor<2x6x4x4xf32> {
  %e = tensor.empty() : tensor<2x6x4x4xf32>
  %i = linalg.broadcast ins(%b : tensor<6xf32>) outs(%e : tensor<2x6x4x4xf32>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, ckpt.name = "c"}
      ins(%x, %w : tensor<2x3x8x8xf32>, tensor<6x3x3x3xf32>) outs(%i : tensor<2x6x4x4xf32>) -> tensor<2x6x4x4xf32>
  return %r : tensor<2x6x4x4xf32>
}

// -----

// A pad of other dimensions or with another value stays.

// CHECK-LABEL: func.func @other_pads(
// CHECK:         %[[A:.*]] = tensor.pad
// CHECK:         ckpt.conv %[[A]]
// CHECK:         %[[B:.*]] = tensor.pad
// CHECK:         ckpt.conv %[[B]]
func.func @other_pads(%x: tensor<2x8x8x1xf32>, %w: tensor<3x3x2x4xf32>, %v: tensor<3x3x1x4xf32>) -> (tensor<2x6x6x4xf32>, tensor<2x8x8x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<2x6x6x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  %p = tensor.pad %x low[0, 0, 0, 0] high[0, 0, 0, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x8x8x1xf32> to tensor<2x8x8x2xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>) outs(%i : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  %f = tensor.empty() : tensor<2x8x8x4xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  %q = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %one : f32
  } : tensor<2x8x8x1xf32> to tensor<2x10x10x1xf32>
  %s = linalg.conv_2d_nhwc_hwcf ins(%q, %v : tensor<2x10x10x1xf32>, tensor<3x3x1x4xf32>) outs(%j : tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  return %r, %s : tensor<2x6x6x4xf32>, tensor<2x8x8x4xf32>
}

// -----

// Other orders of the filter.

// CHECK-LABEL: func.func @fhwc(
// CHECK-SAME:    %{{.*}}: tensor<2x8x8x3xf32>, %[[W:.*]]: tensor<4x3x3x3xf32>)
// CHECK:         %[[T:.*]] = linalg.generic {{.*}} ins(%[[W]] : tensor<4x3x3x3xf32>) outs(%{{.*}} : tensor<3x3x3x4xf32>)
// CHECK:         ckpt.conv %{{.*}}, %[[T]] :
func.func @fhwc(%x: tensor<2x8x8x3xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<2x6x6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x6x6x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  %r = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<2x8x8x3xf32>, tensor<4x3x3x3xf32>) outs(%i : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  return %r : tensor<2x6x6x4xf32>
}

// -----

// CHECK-LABEL: func.func @depthwise(
// CHECK:         tensor.expand_shape {{.*}} : tensor<3x3x4xf32> into tensor<3x3x1x4xf32>
// CHECK:         ckpt.conv {{.*}} {groups = 4 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x1x4xf32>) -> tensor<2x6x6x4xf32>
// CHECK:         ckpt.conv {{.*}} {groups = 4 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x1x8xf32>) -> tensor<2x6x6x8xf32>
// CHECK:         tensor.expand_shape {{.*}} into tensor<2x6x6x4x2xf32>
func.func @depthwise(%x: tensor<2x8x8x4xf32>, %w: tensor<3x3x4xf32>, %v: tensor<3x3x4x2xf32>) -> (tensor<2x6x6x4xf32>, tensor<2x6x6x4x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x6x6x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<2x8x8x4xf32>, tensor<3x3x4xf32>) outs(%i : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  %f = tensor.empty() : tensor<2x6x6x4x2xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<2x6x6x4x2xf32>) -> tensor<2x6x6x4x2xf32>
  %s = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %v : tensor<2x8x8x4xf32>, tensor<3x3x4x2xf32>) outs(%j : tensor<2x6x6x4x2xf32>) -> tensor<2x6x6x4x2xf32>
  return %r, %s : tensor<2x6x6x4xf32>, tensor<2x6x6x4x2xf32>
}

// -----

// CHECK-LABEL: func.func @grouped(
// CHECK-DAG:     %[[X:.*]] = tensor.collapse_shape {{.*}} : tensor<2x3x4x8x8xf32> into tensor<2x12x8x8xf32>
// CHECK-DAG:     %[[W:.*]] = tensor.collapse_shape {{.*}} : tensor<3x5x4x3x3xf32> into tensor<15x4x3x3xf32>
// CHECK:         ckpt.conv %[[X]], %[[W]] {groups = 3 : i64, layout = #ckpt.layout<nchw>, pad_high = array<i64: 1, 1>, pad_low = array<i64: 1, 1>}
// CHECK:         tensor.expand_shape {{.*}} into tensor<2x3x5x8x8xf32>
func.func @grouped(%x: tensor<2x3x4x8x8xf32>, %w: tensor<3x5x4x3x3xf32>) -> tensor<2x3x5x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 0, 1, 1] high[0, 0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index, %f: index):
    tensor.yield %zero : f32
  } : tensor<2x3x4x8x8xf32> to tensor<2x3x4x10x10xf32>
  %e = tensor.empty() : tensor<2x3x5x8x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x5x8x8xf32>) -> tensor<2x3x5x8x8xf32>
  %r = linalg.conv_2d_ngchw_gfchw ins(%p, %w : tensor<2x3x4x10x10xf32>, tensor<3x5x4x3x3xf32>) outs(%i : tensor<2x3x5x8x8xf32>) -> tensor<2x3x5x8x8xf32>
  return %r : tensor<2x3x5x8x8xf32>
}

// -----

// CHECK-LABEL: func.func @max_pool(
// CHECK:         ckpt.pool max %{{.*}} {pad_high = array<i64: 1, 1>, pad_low = array<i64: 1, 1>, strides = array<i64: 2, 2>, window = array<i64: 3, 3>}
// CHECK-NOT:     tensor.pad
func.func @max_pool(%x: tensor<2x7x7x4xf32>) -> tensor<2x4x4x4xf32> {
  %low = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %low : f32
  } : tensor<2x7x7x4xf32> to tensor<2x9x9x4xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<2x4x4x4xf32>
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>} ins(%p, %w : tensor<2x9x9x4xf32>, tensor<3x3xf32>) outs(%i : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  return %r : tensor<2x4x4x4xf32>
}

// -----

// A maximum of zero padding is another function, and so is one that starts from
// zero.

// CHECK-LABEL: func.func @zero_max(
// CHECK:         %[[P:.*]] = tensor.pad
// CHECK:         ckpt.pool max %[[P]]
// CHECK:         linalg.pooling_nhwc_max
func.func @zero_max(%x: tensor<2x7x7x4xf32>) -> (tensor<2x4x4x4xf32>, tensor<2x3x3x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x7x7x4xf32> to tensor<2x9x9x4xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<2x4x4x4xf32>
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>} ins(%p, %w : tensor<2x9x9x4xf32>, tensor<3x3xf32>) outs(%i : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %f = tensor.empty() : tensor<2x3x3x4xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<2x3x3x4xf32>) -> tensor<2x3x3x4xf32>
  %s = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<2x7x7x4xf32>, tensor<3x3xf32>) outs(%j : tensor<2x3x3x4xf32>) -> tensor<2x3x3x4xf32>
  return %r, %s : tensor<2x4x4x4xf32>, tensor<2x3x3x4xf32>
}

// -----

// Padding that no window reads is dropped (7 + 2 + 1 = 10 rows, 3 + 3 * 2 = 9
// are read); an input whose end no window of the stride reaches is not a pool.

// CHECK-LABEL: func.func @sum_pool(
// CHECK:         ckpt.pool sum %{{.*}} {layout = #ckpt.layout<nchw>, pad_low = array<i64: 2, 2>, strides = array<i64: 2, 2>, window = array<i64: 3, 3>}
// CHECK:         linalg.pooling_nchw_sum
func.func @sum_pool(%x: tensor<2x4x7x7xf32>) -> (tensor<2x4x4x4xf32>, tensor<2x4x2x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x4x7x7xf32> to tensor<2x4x10x10xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<2x4x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %r = linalg.pooling_nchw_sum {strides = dense<2> : vector<2xi64>} ins(%p, %w : tensor<2x4x10x10xf32>, tensor<3x3xf32>) outs(%i : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %f = tensor.empty() : tensor<2x4x2x2xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<2x4x2x2xf32>) -> tensor<2x4x2x2xf32>
  %s = linalg.pooling_nchw_sum {strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<2x4x7x7xf32>, tensor<3x3xf32>) outs(%j : tensor<2x4x2x2xf32>) -> tensor<2x4x2x2xf32>
  return %r, %s : tensor<2x4x4x4xf32>, tensor<2x4x2x2xf32>
}

// -----

// A sum that is divided by the size of the window is an average; by another
// number it is not, and neither where the sum is read twice.

// CHECK-LABEL: func.func @average(
// CHECK:         ckpt.pool average %{{.*}} {ckpt.name = "mean", strides = array<i64: 2, 2>, window = array<i64: 2, 2>}
// CHECK:         ckpt.pool average
// CHECK:         ckpt.pool sum
// CHECK:         ckpt.pool sum
func.func @average(%x: tensor<2x4x4x3xf32>) -> (tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %four = arith.constant dense<4.0> : tensor<2x2x2x3xf32>
  %quarter = arith.constant dense<0.25> : tensor<2x2x2x3xf32>
  %five = arith.constant dense<5.0> : tensor<2x2x2x3xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x2x2x3xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32>
  %a = linalg.pooling_nhwc_sum {strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<2x4x4x3xf32>, tensor<2x2xf32>) outs(%i : tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32>
  %am = arith.divf %a, %four {ckpt.name = "mean"} : tensor<2x2x2x3xf32>
  %b = linalg.pooling_nhwc_sum {strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<2x4x4x3xf32>, tensor<2x2xf32>) outs(%i : tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32>
  %bm = arith.mulf %b, %quarter : tensor<2x2x2x3xf32>
  %c = linalg.pooling_nhwc_sum {strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<2x4x4x3xf32>, tensor<2x2xf32>) outs(%i : tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32>
  %cm = arith.divf %c, %five : tensor<2x2x2x3xf32>
  %d = linalg.pooling_nhwc_sum {strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<2x4x4x3xf32>, tensor<2x2xf32>) outs(%i : tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32>
  %dm = arith.divf %d, %four : tensor<2x2x2x3xf32>
  return %am, %bm, %cm, %dm, %d : tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>
}
