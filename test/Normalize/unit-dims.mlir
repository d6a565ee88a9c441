// RUN: ckpt-opt %s --ckpt-normalize -split-input-file | FileCheck %s
// RUN: ckpt-opt %s --ckpt-normalize --ckpt-normalize -split-input-file | FileCheck %s

// A mean with kept dimensions and its broadcast, as PyTorch writes them: the
// reshapes cancel, every map is a projected permutation.

// CHECK-DAG:   #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @keepdim(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4x8xf32>, %[[G:[a-z0-9]+]]: tensor<4xf32>)
// CHECK-NOT:     tensor.expand_shape
// CHECK-NOT:     tensor.collapse_shape
// CHECK:         %[[S:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ROW]]], iterator_types = ["parallel", "reduction"]} ins(%[[A]]
// CHECK:         %[[M:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[S]] : tensor<4xf32>)
// CHECK:         linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ROW]], #[[ID]]], {{.*}} ins(%[[A]], %[[M]], %[[G]] :
#id = affine_map<(d0, d1) -> (d0, d1)>
#keep = affine_map<(d0, d1) -> (d0, 0)>
func.func @keepdim(%a: tensor<4x8xf32>, %g: tensor<4xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8.0 : f32
  %e1 = tensor.empty() : tensor<4x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4x1xf32>) -> tensor<4x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%i : tensor<4x1xf32>) {
  ^bb0(%v: f32, %o: f32):
    %t = arith.addf %v, %o : f32
    linalg.yield %t : f32
  } -> tensor<4x1xf32>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<4x1xf32>) outs(%e1 : tensor<4x1xf32>) {
  ^bb0(%v: f32, %o: f32):
    %t = arith.divf %v, %n : f32
    linalg.yield %t : f32
  } -> tensor<4x1xf32>
  %x = tensor.expand_shape %g [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #keep, #keep, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %m, %x : tensor<4x8xf32>, tensor<4x1xf32>, tensor<4x1xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%v: f32, %w: f32, %y: f32, %o: f32):
    %t = arith.subf %v, %w : f32
    %u = arith.mulf %t, %y : f32
    linalg.yield %u : f32
  } -> tensor<4x8xf32>
  return %d : tensor<4x8xf32>
}

// -----

// The name goes to the op that computes, not to the view of its result.

// CHECK-LABEL: func.func @name(
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} attrs =  {ckpt.name = "n"}
// CHECK:         tensor.expand_shape %[[R]]
func.func @name(%a: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %0 = math.tanh %a {ckpt.name = "n"} : tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

// In regions, too; what a region yields keeps its type.

// CHECK-LABEL: func.func @region(
// CHECK:         ckpt.region -> tensor<4x1xf32> {
// CHECK:           tensor.collapse_shape
// CHECK:           linalg.generic {{.*}} ins(%{{.*}} : tensor<4xf32>)
// CHECK:           %[[X:.*]] = tensor.expand_shape
// CHECK:           ckpt.yield %[[X]]
func.func @region(%a: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %r = ckpt.region -> tensor<4x1xf32> {
    %0 = math.tanh %a : tensor<4x1xf32>
    ckpt.yield %0 : tensor<4x1xf32>
  }
  return %r : tensor<4x1xf32>
}
