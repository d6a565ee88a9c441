// RUN: ckpt-opt %s --ckpt-layout=report -split-input-file -verify-diagnostics | FileCheck %s
// RUN: ckpt-opt %s --ckpt-layout --ckpt-layout -split-input-file | FileCheck %s

// The image is transposed at its two edges only: bias, relu and the second
// convolution in between read channels last. The one filter that two ops use is
// transposed once.

// CHECK-DAG:   #[[ID:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG:   #[[CHANNEL:.*]] = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK-DAG:   #[[LAST:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
// CHECK-DAG:   #[[FIRST:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CHECK-DAG:   #[[FILTER:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2, d0, d1)>

// CHECK-LABEL: func.func @edges(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x3x8x8xf32>, %[[W:[a-z0-9]+]]: tensor<3x3x1x1xf32>, %[[B:[a-z0-9]+]]: tensor<3xf32>)
// CHECK:         %[[XT:.*]] = linalg.generic {indexing_maps = [#[[LAST]], #[[ID]]]{{.*}} ins(%[[X]] : tensor<2x3x8x8xf32>)
// CHECK:         %[[WT:.*]] = linalg.generic {indexing_maps = [#[[FILTER]], #[[ID]]]{{.*}} ins(%[[W]] : tensor<3x3x1x1xf32>)
// CHECK:         %[[C:.*]] = ckpt.conv %[[XT]], %[[WT]] {ckpt.marks = array<i64: 0>} : (tensor<2x8x8x3xf32>, tensor<1x1x3x3xf32>) -> tensor<2x8x8x3xf32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[CHANNEL]], #[[ID]]]{{.*}} ins(%[[C]], %[[B]] : tensor<2x8x8x3xf32>, tensor<3xf32>)
// CHECK:         %[[D:.*]] = ckpt.conv %[[R]], %[[WT]] : (tensor<2x8x8x3xf32>, tensor<1x1x3x3xf32>) -> tensor<2x8x8x3xf32>
// CHECK:         %[[DT:.*]] = linalg.generic {indexing_maps = [#[[FIRST]], #[[ID]]]{{.*}} ins(%[[D]]
// CHECK:         tensor.collapse_shape %[[DT]] {{.*}} : tensor<2x3x8x8xf32> into tensor<2x192xf32>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d1)>
// expected-remark @below {{2 convolutions and pools have channels last now; 3 transposes}}
func.func @edges(%x: tensor<2x3x8x8xf32>, %w: tensor<3x3x1x1xf32>, %b: tensor<3xf32>) -> tensor<2x192xf32> {
  %e = tensor.empty() : tensor<2x3x8x8xf32>
  %c = ckpt.conv %x, %w {layout = #ckpt.layout<nchw>, ckpt.marks = array<i64: 0>} : (tensor<2x3x8x8xf32>, tensor<3x3x1x1xf32>) -> tensor<2x3x8x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %b : tensor<2x3x8x8xf32>, tensor<3xf32>) outs(%e : tensor<2x3x8x8xf32>) {
  ^bb0(%v: f32, %a: f32, %o: f32):
    %t = arith.addf %v, %a : f32
    linalg.yield %t : f32
  } -> tensor<2x3x8x8xf32>
  %d = ckpt.conv %r, %w {layout = #ckpt.layout<nchw>} : (tensor<2x3x8x8xf32>, tensor<3x3x1x1xf32>) -> tensor<2x3x8x8xf32>
  %f = tensor.collapse_shape %d [[0], [1, 2, 3]] : tensor<2x3x8x8xf32> into tensor<2x192xf32>
  return %f : tensor<2x192xf32>
}

// -----

// Reductions read through the permuted map and run in the order of the memory.

// CHECK-DAG:   #[[ID:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG:   #[[CHANNEL:.*]] = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK-LABEL: func.func @reduction(
// CHECK:         %[[P:.*]] = ckpt.pool max
// CHECK:         linalg.generic {indexing_maps = [#[[ID]], #[[CHANNEL]]]
// CHECK-SAME:      iterator_types = ["reduction", "reduction", "reduction", "parallel"]} ins(%[[P]] : tensor<2x4x4x3xf32>)
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d1)>
// expected-remark @below {{1 convolutions and pools have channels last now; 1 transposes}}
func.func @reduction(%x: tensor<2x3x8x8xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  %p = ckpt.pool max %x {layout = #ckpt.layout<nchw>, window = array<i64: 2, 2>, strides = array<i64: 2, 2>} : tensor<2x3x8x8xf32> -> tensor<2x3x4x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #channel], iterator_types = ["reduction", "parallel", "reduction", "reduction"]}
      ins(%p : tensor<2x3x4x4xf32>) outs(%init : tensor<3xf32>) {
  ^bb0(%v: f32, %o: f32):
    %t = arith.addf %v, %o : f32
    linalg.yield %t : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// Concatenations, pads and slices change their dimensions. One channel needs no
// transpose, only a reshape.

// CHECK-LABEL: func.func @shapes(
// CHECK-NOT:     linalg.generic
// CHECK:         %[[X:.*]] = tensor.expand_shape {{.*}} into tensor<2x8x8x1xf32>
// CHECK:         %[[P:.*]] = ckpt.pool sum %[[X]] {window = array<i64: 3, 1>}
// CHECK-SAME:      tensor<2x8x8x1xf32> -> tensor<2x6x8x1xf32>
// CHECK:         tensor.concat dim(3) %[[P]], %[[P]] : (tensor<2x6x8x1xf32>, tensor<2x6x8x1xf32>) -> tensor<2x6x8x2xf32>
// CHECK:         tensor.pad {{.*}} low[0, 1, 2, 0] high[0, 3, 4, 0]
// CHECK:         tensor<2x6x8x2xf32> to tensor<2x10x14x2xf32>
// CHECK:         tensor.extract_slice {{.*}}[0, 2, 3, 1] [2, 8, 11, 1] [1, 1, 1, 1]
// CHECK:         ckpt.pool sum
// CHECK-NOT:     linalg.generic
// expected-remark @below {{2 convolutions and pools have channels last now; 0 transposes}}
func.func @shapes(%x: tensor<2x1x8x8xf32>) -> tensor<2x1x6x11xf32> {
  %zero = arith.constant 0.0 : f32
  %p = ckpt.pool sum %x {layout = #ckpt.layout<nchw>, window = array<i64: 3, 1>} : tensor<2x1x8x8xf32> -> tensor<2x1x6x8xf32>
  %c = tensor.concat dim(1) %p, %p : (tensor<2x1x6x8xf32>, tensor<2x1x6x8xf32>) -> tensor<2x2x6x8xf32>
  %q = tensor.pad %c low[0, 0, 1, 2] high[0, 0, 3, 4] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<2x2x6x8xf32> to tensor<2x2x10x14xf32>
  %s = tensor.extract_slice %q[0, 1, 2, 3] [2, 1, 8, 11] [1, 1, 1, 1] : tensor<2x2x10x14xf32> to tensor<2x1x8x11xf32>
  %r = ckpt.pool sum %s {layout = #ckpt.layout<nchw>, window = array<i64: 3, 1>} : tensor<2x1x8x11xf32> -> tensor<2x1x6x11xf32>
  return %r : tensor<2x1x6x11xf32>
}

// -----

// The backward ops share the transposes of the forward, across the gradient.

// CHECK-LABEL: func.func @step(
// CHECK-SAME:    %[[W:[a-z0-9]+]]: tensor<4x3x3x3xf32>, %[[X:[a-z0-9]+]]: tensor<2x3x8x8xf32>)
// CHECK:         %[[XT:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK:         %[[WT:.*]] = linalg.generic {{.*}} ins(%[[W]]
// CHECK:         %[[C:.*]] = ckpt.conv %[[XT]], %[[WT]]
// CHECK:         %[[P:.*]] = ckpt.pool max %[[C]]
// CHECK:         ckpt.gradient
// CHECK-NOT:       linalg.generic
// CHECK:           %[[DC:.*]] = ckpt.pool_backward max %[[P]], %[[C]] {strides = array<i64: 2, 2>, window = array<i64: 2, 2>}
// CHECK-NOT:       linalg.generic
// CHECK:           ckpt.conv_backward_data %[[DC]], %[[WT]] : (tensor<2x6x6x4xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x8x3xf32>
// CHECK:           %[[DW:.*]] = ckpt.conv_backward_filter %[[XT]], %[[DC]] : (tensor<2x8x8x3xf32>, tensor<2x6x6x4xf32>) -> tensor<3x3x3x4xf32>
// The update reads the gradient of the filter through a map.
// CHECK:           linalg.generic {{.*}} ins(%[[W]], %[[DW]] : tensor<4x3x3x3xf32>, tensor<3x3x3x4xf32>)
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// expected-remark @below {{5 convolutions and pools have channels last now; 3 transposes}}
func.func @step(%w: tensor<4x3x3x3xf32>, %x: tensor<2x3x8x8xf32>) -> (tensor<4x3x3x3xf32>, tensor<2x3x8x8xf32>) attributes {ckpt.step} {
  %c = ckpt.conv %x, %w {layout = #ckpt.layout<nchw>} : (tensor<2x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<2x4x6x6xf32>
  %p = ckpt.pool max %c {layout = #ckpt.layout<nchw>, window = array<i64: 2, 2>, strides = array<i64: 2, 2>} : tensor<2x4x6x6xf32> -> tensor<2x4x3x3xf32>
  %g:2 = ckpt.gradient -> tensor<4x3x3x3xf32>, tensor<2x3x8x8xf32> {
    %dc = ckpt.pool_backward max %p, %c {layout = #ckpt.layout<nchw>, window = array<i64: 2, 2>, strides = array<i64: 2, 2>} : tensor<2x4x3x3xf32>, tensor<2x4x6x6xf32> -> tensor<2x4x6x6xf32>
    %dx = ckpt.conv_backward_data %dc, %w {layout = #ckpt.layout<nchw>} : (tensor<2x4x6x6xf32>, tensor<4x3x3x3xf32>) -> tensor<2x3x8x8xf32>
    %dw = ckpt.conv_backward_filter %x, %dc {layout = #ckpt.layout<nchw>} : (tensor<2x3x8x8xf32>, tensor<2x4x6x6xf32>) -> tensor<4x3x3x3xf32>
    %e = tensor.empty() : tensor<4x3x3x3xf32>
    %n = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%w, %dw : tensor<4x3x3x3xf32>, tensor<4x3x3x3xf32>) outs(%e : tensor<4x3x3x3xf32>) {
    ^bb0(%v: f32, %a: f32, %o: f32):
      %t = arith.subf %v, %a : f32
      linalg.yield %t : f32
    } -> tensor<4x3x3x3xf32>
    ckpt.yield %n, %dx : tensor<4x3x3x3xf32>, tensor<2x3x8x8xf32>
  }
  return %g#0, %g#1 : tensor<4x3x3x3xf32>, tensor<2x3x8x8xf32>
}
