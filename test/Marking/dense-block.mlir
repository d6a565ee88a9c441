// The memory-efficient DenseNet: normalisation, ReLU and concatenation are
// computed again, convolutions are kept.
// RUN: ckpt-opt %s --ckpt-normalize --ckpt-mark="save=convolutions_saveable" --ckpt-differentiate="optimizer=sgd" --ckpt-remat --cse --ckpt-verify-memory | FileCheck %s
// RUN: ckpt-opt %s --ckpt-normalize --ckpt-mark="save=convolutions_saveable" --ckpt-differentiate="optimizer=sgd" --ckpt-layout --ckpt-fuse --ckpt-own-results --ckpt-kernels \
// RUN:     --ckpt-remat --cse --ckpt-memory --ckpt-verify-memory | FileCheck %s --check-prefix=LAUNCHES

// CHECK-LABEL: func.func @dense_step
// CHECK-SAME:    names = ["conv0", "conv1"]
// CHECK:         ckpt.gradient
// CHECK-NOT:     ckpt.conv %{{.*}}ckpt.clone_of
// CHECK:         linalg.generic {{.*}}ckpt.clone_of
// CHECK-NOT:     ckpt.conv %{{.*}}ckpt.clone_of
// LAUNCHES-LABEL: func.func @dense_step
// LAUNCHES:         ckpt.launch {{.*}}ckpt.names = ["conv0"]
// LAUNCHES:         ckpt.launch {{.*}}ckpt.names = ["conv1"]
// LAUNCHES-NOT:     ckpt.clone_of{{.*}}ckpt.names = ["conv
// LAUNCHES:         ckpt.clone_of
// LAUNCHES-NOT:     ckpt.clone_of{{.*}}ckpt.names = ["conv
#image = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>
func.func @dense(%x: tensor<2x8x8x4xf32> {ckpt.data = "x"}, %g0: tensor<4xf32> {ckpt.param}, %w0: tensor<1x1x4x4xf32> {ckpt.param},
    %g1: tensor<8xf32> {ckpt.param}, %w1: tensor<1x1x8x4xf32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}) {
  %zero = arith.constant 0.0 : f32
  %e4 = tensor.empty() : tensor<2x8x8x4xf32>
  %z4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  %n0 = linalg.generic {indexing_maps = [#image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %g0 : tensor<2x8x8x4xf32>, tensor<4xf32>) outs(%e4 : tensor<2x8x8x4xf32>) {
  ^bb0(%v: f32, %g: f32, %o: f32):
    %m = arith.mulf %v, %g : f32
    %r = arith.maximumf %m, %zero : f32
    linalg.yield %r : f32
  } -> tensor<2x8x8x4xf32>
  %c0 = linalg.conv_2d_nhwc_hwcf ins(%n0, %w0 : tensor<2x8x8x4xf32>, tensor<1x1x4x4xf32>) outs(%z4 : tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  %cat = tensor.concat dim(3) %x, %c0 : (tensor<2x8x8x4xf32>, tensor<2x8x8x4xf32>) -> tensor<2x8x8x8xf32>
  %e8 = tensor.empty() : tensor<2x8x8x8xf32>
  %n1 = linalg.generic {indexing_maps = [#image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%cat, %g1 : tensor<2x8x8x8xf32>, tensor<8xf32>) outs(%e8 : tensor<2x8x8x8xf32>) {
  ^bb0(%v: f32, %g: f32, %o: f32):
    %m = arith.mulf %v, %g : f32
    %r = arith.maximumf %m, %zero : f32
    linalg.yield %r : f32
  } -> tensor<2x8x8x8xf32>
  %c1 = linalg.conv_2d_nhwc_hwcf ins(%n1, %w1 : tensor<2x8x8x8xf32>, tensor<1x1x8x4xf32>) outs(%z4 : tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
  %flat = tensor.collapse_shape %c1 [[0, 1, 2, 3]] : tensor<2x8x8x4xf32> into tensor<512xf32>
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %l = linalg.dot ins(%flat, %flat : tensor<512xf32>, tensor<512xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}
