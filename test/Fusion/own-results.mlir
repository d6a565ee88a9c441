// RUN: ckpt-opt %s --ckpt-own-results | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#one = affine_map<(d0) -> (0)>

ckpt.kernel @update(%w: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%w, %g : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  ckpt.yield %r : tensor<4xf32>
}

// Reads another element of the parameter than it writes.
ckpt.kernel @shift(%w: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#one, #id, #id], iterator_types = ["parallel"]}
      ins(%w, %g : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  ckpt.yield %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @in_place
// CHECK-NOT:     @copy
func.func @in_place(%w: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32> {ckpt.donates = 0 : i64}) attributes {ckpt.step} {
  %0 = ckpt.launch @update(%w, %g) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @unchanged
// CHECK-NOT:     @copy
func.func @unchanged(%w: tensor<4xf32>) -> (tensor<4xf32> {ckpt.donates = 0 : i64}) attributes {ckpt.step} {
  return %w : tensor<4xf32>
}

// The old value is read after the update: the new one waits in a buffer.
// CHECK-LABEL: func.func @read_later
// CHECK:         ckpt.launch @update(%arg1, %{{.*}})
// CHECK:         %[[C:.*]] = ckpt.launch @copy{{[_0-9]*}}(%{{.*}})
// CHECK:         return %[[C]]
func.func @read_later(%w: tensor<4xf32>, %g: tensor<4xf32> {ckpt.data = "g"}) -> (tensor<4xf32> {ckpt.donates = 0 : i64}, tensor<4xf32>) attributes {ckpt.step} {
  %0 = ckpt.launch @update(%w, %g) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %v = tensor.expand_shape %w [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %c = tensor.collapse_shape %v [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %1 = ckpt.launch @update(%g, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @other_element
// CHECK:         ckpt.launch @copy
func.func @other_element(%w: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32> {ckpt.donates = 0 : i64}) attributes {ckpt.step} {
  %0 = ckpt.launch @shift(%w, %g) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// An argument, and one value twice, need storage of their own.
// CHECK-LABEL: func.func @twice
// CHECK:         %[[R:.*]] = ckpt.gradient
// CHECK-DAG:     %[[C1:.*]] = ckpt.launch @copy{{[_0-9]*}}(%[[R]])
// CHECK-DAG:     %[[C2:.*]] = ckpt.launch @copy{{[_0-9]*}}(%arg1)
// CHECK:         return %[[R]], %[[C1]], %[[C2]]
func.func @twice(%w: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) attributes {ckpt.step} {
  %r = ckpt.gradient -> tensor<4xf32> {
    %0 = ckpt.launch @update(%w, %g) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ckpt.yield %0 : tensor<4xf32>
  }
  return %r, %r, %g : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Both old values are gone when the second state is written: they are taken
// before, also through a view.
// CHECK-LABEL: func.func @swapped
// CHECK:         %[[P:.*]] = ckpt.launch @copy{{[_0-9]*}}(%arg0)
// CHECK:         %[[V:.*]] = tensor.expand_shape %arg1
// CHECK:         %[[W:.*]] = tensor.collapse_shape %[[V]]
// CHECK:         %[[Q:.*]] = ckpt.launch @copy{{[_0-9]*}}(%[[W]])
// CHECK:         %[[Q2:.*]] = ckpt.launch @copy{{[_0-9]*}}(%[[Q]])
// CHECK:         %[[P2:.*]] = ckpt.launch @copy{{[_0-9]*}}(%[[P]])
// CHECK:         return %[[Q2]], %[[P2]]
func.func @swapped(%a: tensor<4xf32>, %b: tensor<4xf32>)
    -> (tensor<4xf32> {ckpt.donates = 0 : i64}, tensor<4xf32> {ckpt.donates = 1 : i64}) attributes {ckpt.step} {
  %v = tensor.expand_shape %b [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %c = tensor.collapse_shape %v [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  return %c, %a : tensor<4xf32>, tensor<4xf32>
}

// A result that is the old value of a parameter.
// CHECK-LABEL: func.func @old_value
// CHECK:         %[[C:.*]] = ckpt.launch @copy{{[_0-9]*}}(%arg0)
// CHECK:         %[[U:.*]] = ckpt.launch @update(%arg0, %arg1)
// CHECK-NEXT:    return %[[C]], %[[U]]
func.func @old_value(%w: tensor<4xf32>, %g: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32> {ckpt.donates = 0 : i64}) attributes {ckpt.step} {
  %0 = ckpt.launch @update(%w, %g) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %w, %0 : tensor<4xf32>, tensor<4xf32>
}
