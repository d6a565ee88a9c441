// RUN: ckpt-opt %s --ckpt-differentiate=mode=gradients --split-input-file | FileCheck %s
// The form of what is emitted; the numbers are checked in gradients/.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#none = affine_map<(d0, d1) -> ()>

// A sum passes the adjoint on without an op, and two sums over the same loops
// are one op. The adjoint of the loss, a constant, is no operand.
// CHECK-LABEL: func.func @siblings_gradients(
// CHECK-SAME:    %[[A:.*]]: tensor<3x4xf32>, %[[B:.*]]: tensor<4xf32>, %[[C:.*]]: tensor<4xf32>, %[[Z:.*]]: tensor<f32>)
// CHECK:       ckpt.gradient
// CHECK:         %[[ONE:.*]] = arith.constant dense<1.0{{.*}}> : tensor<f32>
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<3x4xf32>)
// CHECK:         %[[S:.*]]:2 = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[A]] : tensor<3x4xf32>)
// CHECK:         %[[DA:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<4xf32>) outs(%{{.*}} : tensor<3x4xf32>)
// CHECK:         ckpt.yield %[[DA]], %[[S]]#0, %[[S]]#1, %[[ONE]]
func.func @siblings(%a: tensor<3x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %z: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %e = tensor.empty() : tensor<3x4xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %c : tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %s, %r : f32
    linalg.yield %t : f32
  } -> tensor<3x4xf32>
  %l = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<3x4xf32>) outs(%z : tensor<f32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %l : tensor<f32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// The rectifier alone reads its result, not its operand; after an op whose
// gradient reads the operand anyway, it is recomputed from that.
// CHECK-LABEL: func.func @result_or_operand_gradients(
// CHECK-SAME:    %[[A:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>, %[[Z:.*]]: tensor<f32>)
// CHECK:       %[[X:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[B]]
// CHECK:       %[[Y:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK:       ckpt.gradient
// CHECK:         %[[DY:.*]] = linalg.generic {{.*}} ins(%[[Y]] : tensor<8xf32>)
// CHECK:         %[[DX:.*]] = linalg.generic {{.*}} ins(%[[DY]], %[[Y]] : tensor<8xf32>, tensor<8xf32>)
// CHECK:         %[[DA:.*]] = linalg.generic {{.*}} ins(%[[DX]], %[[A]], %[[B]] :
// CHECK:         %[[DB:.*]] = linalg.generic {{.*}} ins(%[[DX]], %[[A]], %[[B]] :
// CHECK:         ckpt.yield %[[DA]], %[[DB]]
func.func @result_or_operand(%a: tensor<8xf32>, %b: tensor<8xf32>, %z: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.maximumf %s, %zero : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.maximumf %p, %zero : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [#id, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%y : tensor<8xf32>) outs(%z : tensor<f32>) {
  ^bb0(%p: f32, %o: f32):
    %q = arith.mulf %p, %p : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// The gradients of a contraction are contractions; narrow inputs are summed in
// the type of the output.
// CHECK-LABEL: func.func @contraction_gradients(
// CHECK-SAME:    %[[A:.*]]: tensor<3x4xf16>, %[[B:.*]]: tensor<4x2xf16>,
// CHECK:       ckpt.gradient
// CHECK:         linalg.contract {{.*}} ins(%[[A]], %[[DC:.*]] : tensor<3x4xf16>, tensor<3x2xf32>) outs(%{{.*}} : tensor<4x2xf32>)
// CHECK:           arith.truncf
// CHECK:         %[[WIDE:.*]] = linalg.contract {{.*}} ins(%[[DC]], %[[B]] : tensor<3x2xf32>, tensor<4x2xf16>) outs(%{{.*}} : tensor<3x4xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[WIDE]]
// CHECK:           arith.truncf
func.func @contraction(%a: tensor<3x4xf16>, %b: tensor<4x2xf16>, %c: tensor<3x2xf32>, %z: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %y = linalg.matmul ins(%a, %b : tensor<3x4xf16>, tensor<4x2xf16>) outs(%c : tensor<3x2xf32>) -> tensor<3x2xf32>
  %l = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<3x2xf32>) outs(%z : tensor<f32>) {
  ^bb0(%p: f32, %o: f32):
    %q = arith.mulf %p, %p : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// A label picked from a row: no sum, one more loop over the row.
// CHECK-LABEL: func.func @label_gradients(
// CHECK-SAME:    %[[A:.*]]: tensor<8x10xf32>, %[[N:.*]]: tensor<8xi32>,
// CHECK:       ckpt.gradient
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[N]] : tensor<8xi32>) outs(%{{.*}} : tensor<8x10xf32>)
// CHECK:           linalg.index 1
// CHECK:           arith.cmpi eq
// CHECK:           arith.select
func.func @label(%a: tensor<8x10xf32>, %n: tensor<8xi32>, %z: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%n : tensor<8xi32>) outs(%e : tensor<8xf32>) {
  ^bb0(%k: i32, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %k : i32 to index
    %p = tensor.extract %a[%i, %j] : tensor<8x10xf32>
    linalg.yield %p : f32
  } -> tensor<8xf32>
  %l = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%y : tensor<8xf32>) outs(%z : tensor<f32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %l : tensor<f32>
}
