// RUN: ckpt-opt %s --ckpt-mark -split-input-file | FileCheck %s
// RUN: ckpt-opt %s --ckpt-mark --ckpt-mark -split-input-file | FileCheck %s

// The one float scalar is the loss; a metric is not asked.

// CHECK-LABEL: func.func @one_scalar(
// CHECK-SAME:    -> (tensor<4xf32>, tensor<f32> {ckpt.metric = "m"}, tensor<f32> {ckpt.loss})
func.func @one_scalar(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32> {ckpt.metric = "m"}, tensor<f32>) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %a, %0, %0 : tensor<4xf32>, tensor<f32>, tensor<f32>
}

// -----

// The function with a loss is the entry; others get names, too, and may read
// states without renewing them.

// CHECK-LABEL: func.func @eval(
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4xf32> {ckpt.param = "arg0"}, %{{[a-z0-9]+}}: tensor<4xf32> {ckpt.state = "s"})
func.func @eval(%a: tensor<4xf32> {ckpt.param}, %s: tensor<4xf32> {ckpt.state = "s"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
// CHECK-LABEL: func.func @train(
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4xf32> {ckpt.param = "arg0"}, %{{[a-z0-9]+}}: tensor<4xf32> {ckpt.data = "arg1"})
func.func @train(%a: tensor<4xf32> {ckpt.param}, %b: tensor<4xf32>) -> (tensor<f32> {ckpt.loss}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// No argument has a role: nothing says which ones are data.

// CHECK-LABEL: func.func @no_roles(
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4xf32>) -> (tensor<f32> {ckpt.loss})
func.func @no_roles(%a: tensor<4xf32>) -> tensor<f32> {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Several losses with objectives are fine.

// CHECK-LABEL: func.func @objectives(
// CHECK-SAME: ckpt.param = "g"
// CHECK-SAME: ckpt.param = "d.arg1"
// CHECK-SAME: ckpt.param = "d.w"
func.func @objectives(%a: tensor<4xf32> {ckpt.param = "g"}, %b: tensor<4xf32> {ckpt.param = "d"},
                      %c: tensor<4xf32> {ckpt.param = "d"} loc("w"))
    -> (tensor<f32> {ckpt.loss = "g"}, tensor<f32> {ckpt.loss = "d"})
    attributes {ckpt.objectives = [{loss = "g", params = "g"}, {loss = "d", params = ["d"]}]} {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0, %0 : tensor<f32>, tensor<f32>
}
