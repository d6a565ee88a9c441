// RUN: ckpt-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @unused_result
// CHECK:         ckpt.region policy(nothing) -> tensor<4xf32> {
// CHECK:           ckpt.yield %{{.*}} : tensor<4xf32>
func.func @unused_result(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = ckpt.region policy(nothing) -> tensor<4xf32>, tensor<4xf32> {
    %0 = math.exp %a : tensor<4xf32>
    %1 = math.exp %0 : tensor<4xf32>
    ckpt.yield %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @passed_through
// CHECK-NOT:     ckpt.region
// CHECK:         return %arg0
func.func @passed_through(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = ckpt.region -> tensor<4xf32> {
    ckpt.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @yielded_twice
// CHECK:         %[[R:.*]] = ckpt.region -> tensor<4xf32>
// CHECK:         return %[[R]], %[[R]]
func.func @yielded_twice(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = ckpt.region -> tensor<4xf32>, tensor<4xf32> {
    %0 = math.exp %a : tensor<4xf32>
    ckpt.yield %0, %0 : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
