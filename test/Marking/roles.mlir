// RUN: ckpt-opt %s --ckpt-mark="params=0-1,3 state=2:1 data=4:image,5 loss-result=2" -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @by_options(
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4xf32> {ckpt.param = "arg0"},
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4xf32> {ckpt.param = "weight"},
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4xf32> {ckpt.state = "arg2"},
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4xf32> {ckpt.param = "weight_1"},
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4xi32> {ckpt.data = "image"},
// Data without a name of their own.
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4xi32> {ckpt.data = "arg5"})
// CHECK-SAME:    -> (tensor<f32>, tensor<4xf32> {ckpt.state = "arg2"}, tensor<f32> {ckpt.loss})
func.func @by_options(%a: tensor<4xf32>, %b: tensor<4xf32> loc("weight"), %c: tensor<4xf32>,
                      %d: tensor<4xf32> loc("weight"), %e: tensor<4xi32>, %f: tensor<4xi32>)
    -> (tensor<f32>, tensor<4xf32>, tensor<f32>) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0, %c, %0 : tensor<f32>, tensor<4xf32>, tensor<f32>
}
