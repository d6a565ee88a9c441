// RUN: ckpt-opt %s | ckpt-opt | FileCheck %s
// RUN: ckpt-opt %s --mlir-print-op-generic | ckpt-opt | FileCheck %s

// CHECK-LABEL: func.func @regions(
// CHECK-SAME:    %{{.*}}: tensor<?x64xf32> {ckpt.data = "x"}, %{{.*}}: tensor<64x256xf32> {ckpt.init = "glorot_uniform", ckpt.param}
func.func @regions(%x: tensor<?x64xf32> {ckpt.data = "x"},
                   %w: tensor<64x256xf32> {ckpt.param, ckpt.init = "glorot_uniform"},
                   %e: tensor<?x256xf32>) -> tensor<?x256xf32> {
  // CHECK: ckpt.region policy(names) names ["a"] budget "1MiB" strict "outer" -> tensor<?x256xf32>
  %h = ckpt.region policy(names) names ["a"] budget "1MiB" strict "outer" -> tensor<?x256xf32> {
    // CHECK: ckpt.region -> tensor<?x256xf32> {
    %i = ckpt.region -> tensor<?x256xf32> {
      %a = linalg.matmul {ckpt.name = "a"} ins(%x, %w : tensor<?x64xf32>, tensor<64x256xf32>)
                         outs(%e : tensor<?x256xf32>) -> tensor<?x256xf32>
      ckpt.yield %a : tensor<?x256xf32>
    }
    ckpt.yield %i : tensor<?x256xf32>
  }
  // CHECK: ckpt.region policy(nothing) {
  ckpt.region policy(nothing) {
  }
  return %h : tensor<?x256xf32>
}

// CHECK: ckpt.kernel @k(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> attributes {inplace = array<i64: 0, 0>, workspace = 0 : i64}
ckpt.kernel @k(%a: tensor<4xf32>) -> tensor<4xf32> attributes {inplace = array<i64: 0, 0>, workspace = 0 : i64} {
  ckpt.yield %a : tensor<4xf32>
}

// CHECK-LABEL: func.func @step
// CHECK-SAME:    -> (tensor<4xf32> {ckpt.donates = 0 : i64}) attributes {ckpt.step}
func.func @step(%a: tensor<4xf32>) -> (tensor<4xf32> {ckpt.donates = 0 : i64}) attributes {ckpt.step} {
  // CHECK: ckpt.launch @k(%{{.*}}) {ckpt.marks = array<i64: 0, 1>, ckpt.name = "n"} : (tensor<4xf32>) -> tensor<4xf32>
  %0 = ckpt.launch @k(%a) {ckpt.marks = array<i64: 0, 1>, ckpt.name = "n"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ckpt.gradient -> tensor<4xf32> {
  %r = ckpt.gradient -> tensor<4xf32> {
    // CHECK: ckpt.barrier %{{.*}} after %{{.*}} : tensor<4xf32>, tensor<4xf32>
    %b = ckpt.barrier %a after %0 : tensor<4xf32>, tensor<4xf32>
    // CHECK: {tied = array<i64: 0, 0>}
    %1 = ckpt.launch @k(%b) {tied = array<i64: 0, 0>} : (tensor<4xf32>) -> tensor<4xf32>
    ckpt.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @windows
func.func @windows(%x: tensor<2x28x28x1xf32>, %w: tensor<5x5x1x32xf32>) -> (tensor<2x28x28x1xf32>, tensor<5x5x1x32xf32>) {
  // CHECK: ckpt.conv %{{.*}}, %{{.*}} {pad_high = array<i64: 2, 2>, pad_low = array<i64: 1, 1>, strides = array<i64: 2, 2>} : (tensor<2x28x28x1xf32>, tensor<5x5x1x32xf32>) -> tensor<2x14x14x32xf32>
  %c = ckpt.conv %x, %w {pad_high = array<i64: 2, 2>, pad_low = array<i64: 1, 1>, strides = array<i64: 2, 2>} : (tensor<2x28x28x1xf32>, tensor<5x5x1x32xf32>) -> tensor<2x14x14x32xf32>
  // CHECK: ckpt.pool average %{{.*}} {strides = array<i64: 2, 2>, window = array<i64: 2, 2>}
  %p = ckpt.pool average %c {window = array<i64: 2, 2>, strides = array<i64: 2, 2>} : tensor<2x14x14x32xf32> -> tensor<2x7x7x32xf32>
  // CHECK: ckpt.pool max %{{.*}} {layout = #ckpt.layout<nchw>
  %q = ckpt.pool max %x {window = array<i64: 2, 1>, layout = #ckpt.layout<nchw>} : tensor<2x28x28x1xf32> -> tensor<2x28x27x1xf32>
  // CHECK: ckpt.pool_backward max %{{.*}}, %{{.*}} {
  %qb = ckpt.pool_backward max %q, %x {window = array<i64: 2, 1>, layout = #ckpt.layout<nchw>} : tensor<2x28x27x1xf32>, tensor<2x28x28x1xf32> -> tensor<2x28x28x1xf32>
  // CHECK: ckpt.pool_backward average %{{.*}} {
  %pb = ckpt.pool_backward average %p {window = array<i64: 2, 2>, strides = array<i64: 2, 2>} : tensor<2x7x7x32xf32> -> tensor<2x14x14x32xf32>
  // CHECK: ckpt.conv_backward_data
  %dx = ckpt.conv_backward_data %pb, %w {pad_high = array<i64: 2, 2>, pad_low = array<i64: 1, 1>, strides = array<i64: 2, 2>} : (tensor<2x14x14x32xf32>, tensor<5x5x1x32xf32>) -> tensor<2x28x28x1xf32>
  // CHECK: ckpt.conv_backward_filter
  %dw = ckpt.conv_backward_filter %x, %pb {pad_high = array<i64: 2, 2>, pad_low = array<i64: 1, 1>, strides = array<i64: 2, 2>} : (tensor<2x28x28x1xf32>, tensor<2x14x14x32xf32>) -> tensor<5x5x1x32xf32>
  return %dx, %dw : tensor<2x28x28x1xf32>, tensor<5x5x1x32xf32>
}
