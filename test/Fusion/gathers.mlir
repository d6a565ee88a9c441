// RUN: ckpt-opt %s --ckpt-fuse --split-input-file | FileCheck %s

// What a body gathers from is read by the op, as an operand is: here the second
// op follows the launch that computes %positions, and the launch of the first
// op does not take it.

// CHECK-LABEL: func.func @from_a_result(
// CHECK:         %[[P:.*]] = ckpt.launch @{{.*}}(%arg1)
// CHECK:         %[[V:.*]] = tensor.expand_shape %[[P]]
// CHECK:         ckpt.launch @{{.*}}%[[V]]
#i = affine_map<(i) -> (i)>
func.func @from_a_result(%w: tensor<2x8xf32>, %k: tensor<2xi32>) -> tensor<2xf32> attributes {ckpt.step} {
  %c0 = arith.constant 0 : index
  %eight = arith.constant 8 : i32
  %ei = tensor.empty() : tensor<2xi32>
  %positions = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%k : tensor<2xi32>) outs(%ei : tensor<2xi32>) {
  ^bb0(%in: i32, %out: i32):
    %r = arith.remui %in, %eight : i32
    linalg.yield %r : i32
  } -> tensor<2xi32>
  %x = tensor.expand_shape %positions [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xi32> into tensor<2x1x1xi32>
  %ef = tensor.empty() : tensor<2xf32>
  %g = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%positions : tensor<2xi32>) outs(%ef : tensor<2xf32>) {
  ^bb0(%in: i32, %out: f32):
    %i = linalg.index 0 : index
    %q = tensor.extract %x[%i, %c0, %c0] : tensor<2x1x1xi32>
    %s = arith.minui %q, %in : i32
    %j = arith.index_cast %s : i32 to index
    %v = tensor.extract %w[%i, %j] : tensor<2x8xf32>
    linalg.yield %v : f32
  } -> tensor<2xf32>
  return %g : tensor<2xf32>
}
