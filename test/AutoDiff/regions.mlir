// RUN: ckpt-opt %s --ckpt-differentiate=optimizer=sgd | FileCheck %s

// Nested regions, calls in regions: the ops carry their regions, outermost
// first; what the function is not marked for has no marks.
// CHECK-LABEL: func.func @model_step
// CHECK-SAME:    ckpt.regions = [{budget = "1MiB", id = 0 : i64, name = "outer", names = [], parent = -1 : i64, policy = "auto", strict},
// CHECK-SAME:                    {id = 1 : i64, name = "region1", names = ["e"], parent = 0 : i64, policy = "names"},
// CHECK-SAME:                    {id = 2 : i64, name = "last", names = [], parent = -1 : i64, policy = "everything"}]
// CHECK:       math.exp %{{.*}} {ckpt.marks = array<i64: 0>}
// CHECK:       math.tanh %{{.*}} {ckpt.marks = array<i64: 0, 1>, ckpt.name = "e"}
// CHECK:       math.sin %{{.*}} {ckpt.marks = array<i64: 0>}
// CHECK:       math.cos %{{.*}} {ckpt.marks = array<i64: 2>}
// CHECK:       math.sqrt %{{[^{]*}} : tensor<f32>
// CHECK:       ckpt.gradient
// CHECK-NOT:   ckpt.marks
func.func private @sine(%a: tensor<f32>) -> tensor<f32> {
  %b = math.sin %a : tensor<f32>
  return %b : tensor<f32>
}
func.func @model(%w: tensor<f32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}) {
  %r = ckpt.region budget "1MiB" strict "outer" -> tensor<f32> {
    %a = math.exp %w : tensor<f32>
    %b = ckpt.region policy(names) names ["e"] -> tensor<f32> {
      %c = math.tanh %a {ckpt.name = "e"} : tensor<f32>
      ckpt.yield %c : tensor<f32>
    }
    %d = func.call @sine(%b) : (tensor<f32>) -> tensor<f32>
    ckpt.yield %d : tensor<f32>
  }
  %s = ckpt.region policy(everything) "last" -> tensor<f32> {
    %a = math.cos %r : tensor<f32>
    ckpt.yield %a : tensor<f32>
  }
  %t = math.sqrt %s : tensor<f32>
  return %t : tensor<f32>
}
