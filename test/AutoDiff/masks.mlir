// RUN: ckpt-opt %s --ckpt-differentiate=mode=gradients | FileCheck %s

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// 1/x where %taken, else x: the mask is the last that is applied to the
// gradient of 1/x, so that what is infinite where it was not taken is dropped.
// CHECK-LABEL: func.func @branches_gradients
// CHECK:         ckpt.gradient
// CHECK:           arith.divf
// CHECK-NOT:       arith.select
// CHECK:         linalg.generic {{.*}} ins(%arg0, %{{.*}} : tensor<4xi1>, tensor<4xf32>)
// CHECK-NEXT:    ^bb0(%[[TAKEN:.+]]: i1, %[[G:.+]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[ZERO:.+]] = arith.constant 0
// CHECK-NEXT:      arith.select %[[TAKEN]], %[[G]], %[[ZERO]]
func.func @branches(%taken: tensor<4xi1>, %x: tensor<4xf32>) -> (tensor<f32> {ckpt.loss}) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %inverse = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %out: f32):
    %r = arith.divf %one, %v : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%taken, %inverse, %x : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%c: i1, %a: f32, %b: f32, %out: f32):
    %r = arith.select %c, %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %e0 = tensor.empty() : tensor<f32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%y : tensor<4xf32>) outs(%z0 : tensor<f32>) {
  ^bb0(%v: f32, %sum: f32):
    %square = arith.mulf %v, %v : f32
    %t = arith.addf %square, %sum : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %loss : tensor<f32>
}
