// RUN: ckpt-opt %s --ckpt-normalize -split-input-file | FileCheck %s
// RUN: ckpt-opt %s --ckpt-normalize --ckpt-normalize -split-input-file | FileCheck %s

// Ops on whole tensors and named elementwise ops are generics on an empty
// tensor; names and locations go along.

// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>, %[[B:[a-z0-9]+]]: tensor<4xf32>)
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:    %[[S:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[E]] : tensor<4xf32>) attrs =  {ckpt.name = "sum"}
// CHECK:           arith.addf %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : f32
// CHECK:         %[[X:.*]] = linalg.generic {{.*}} ins(%[[S]]
// CHECK:           math.exp
// CHECK:         %[[M:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK:           arith.negf
// CHECK:         linalg.generic {{.*}} ins(%[[M]]
// CHECK:           math.absf
func.func @elementwise(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %b {ckpt.name = "sum"} : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.map { arith.negf } ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %3 = linalg.elementwise kind=#linalg.elementwise_kind<abs> ins(%2 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// CHECK-DAG:   #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @reduce_softmax(
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[ROW]]], iterator_types = ["parallel", "reduction"]}
// CHECK-NOT:     linalg.softmax
// CHECK-NOT:     linalg.reduce
// CHECK:         arith.maxnumf
// CHECK:         math.exp
// CHECK:         arith.divf
func.func @reduce_softmax(%a: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  %f = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4xf32>, tensor<4x8xf32>
}

// -----

// The argmax that nobody reads goes; the maximum stays.

// CHECK-LABEL: func.func @dead_argmax(
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} outs(%{{[a-z0-9]+}} : tensor<4xf32>)
// CHECK-NEXT:    ^bb0(%[[V:.*]]: f32, %[[M:.*]]: f32):
// CHECK-NEXT:      %[[X:.*]] = arith.maximumf %[[V]], %[[M]]
// CHECK-NEXT:      linalg.yield %[[X]] : f32
func.func @dead_argmax(%a: tensor<4x8xf32>) -> tensor<4xf32> {
  %low = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %j = linalg.fill ins(%c0 : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%i, %j : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%v: f32, %m: f32, %n: i64):
    %k = linalg.index 1 : index
    %l = arith.index_cast %k : index to i64
    %x = arith.maximumf %v, %m : f32
    %g = arith.cmpf ogt, %v, %m : f32
    %y = arith.select %g, %l, %n : i64
    linalg.yield %x, %y : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %0#0 : tensor<4xf32>
}

// -----

// Constants: truncations of doubles round to nearest, fills and splats are read
// as scalars, a generic of a constant is a fill, an initial value that is not
// read is forgotten.

// CHECK-LABEL: func.func @constants(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>)
// CHECK-DAG:     %[[TENTH:.*]] = arith.constant 1.000000e-01 : f32
// CHECK-DAG:     %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG:     %[[THREE:.*]] = arith.constant 3.000000e+00 : f32
// CHECK-DAG:     %[[E:.*]] = tensor.empty()
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<4xf32>) outs(%[[E]] : tensor<4xf32>)
// CHECK-NEXT:    ^bb0(%[[V:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[V]], %[[TENTH]]
// CHECK-NEXT:      %[[Q:.*]] = arith.addf %[[P]], %[[TWO]]
// CHECK-NEXT:      %[[S:.*]] = arith.subf %[[Q]], %[[THREE]]
// CHECK-NEXT:      linalg.yield %[[S]]
// CHECK:         %[[F:.*]] = linalg.fill ins(%[[THREE]] : f32)
// CHECK:         return %[[R]], %[[F]]
func.func @constants(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %tenth = arith.constant 0.1 : f64
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %splat = arith.constant dense<3.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%two : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a, %t, %splat : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) {
  ^bb0(%v: f32, %w: f32, %x: f32, %o: f32):
    %c = arith.truncf %tenth : f64 to f32
    %p = arith.mulf %v, %c : f32
    %q = arith.addf %p, %w : f32
    %s = arith.subf %q, %x : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    linalg.yield %three : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A scalar that was extracted from a tensor is an input.

// CHECK-DAG:   #[[NONE:.*]] = affine_map<(d0) -> ()>
// CHECK-LABEL: func.func @scalar(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>, %[[S:[a-z0-9]+]]: tensor<f32>, %[[T:[a-z0-9]+]]: tensor<1xf32>)
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[T]] [] : tensor<1xf32> into tensor<f32>
// CHECK:         linalg.generic {{{.*}}#[[NONE]], #[[NONE]]{{.*}}} ins(%[[A]], %[[C]], %[[S]] :
// CHECK-NOT:     tensor.extract
func.func @scalar(%a: tensor<4xf32>, %s: tensor<f32>, %t: tensor<1xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf32>
  %x = tensor.extract %s[] : tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %y = tensor.extract %t[%c0] : tensor<1xf32>
    %p = arith.mulf %v, %x : f32
    %q = arith.addf %p, %y : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Unknown ops stay; so does a named window op without a form of its own.

// CHECK-LABEL: func.func @unknown(
// CHECK:         tensor.gather
// CHECK:         linalg.pooling_nhwc_min
func.func @unknown(%a: tensor<4x3xf32>, %i: tensor<2x1xi32>, %x: tensor<1x4x4x2xf32>, %w: tensor<2x2xf32>, %o: tensor<1x3x3x2xf32>)
    -> (tensor<2x1x3xf32>, tensor<1x3x3x2xf32>) {
  %0 = tensor.gather %a[%i] gather_dims([0]) : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x1x3xf32>
  %1 = linalg.pooling_nhwc_min ins(%x, %w : tensor<1x4x4x2xf32>, tensor<2x2xf32>) outs(%o : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %0, %1 : tensor<2x1x3xf32>, tensor<1x3x3x2xf32>
}

// -----

// Comparisons in doubles are as good in floats, if the constant is a float.

// CHECK-LABEL: func.func @compare(
// CHECK:         arith.cmpf oeq, %{{.*}}, %{{.*}} : f32
// CHECK:         arith.cmpf olt, %{{.*}}, %{{.*}} : f64
func.func @compare(%a: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {
  %low = arith.constant 0xFFF0000000000000 : f64
  %tenth = arith.constant 0.1 : f64
  %e = tensor.empty() : tensor<4xi1>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e, %e : tensor<4xi1>, tensor<4xi1>) {
  ^bb0(%v: f32, %o: i1, %p: i1):
    %w = arith.extf %v : f32 to f64
    %x = arith.cmpf oeq, %w, %low : f64
    %y = arith.cmpf olt, %w, %tenth : f64
    linalg.yield %x, %y : i1, i1
  } -> (tensor<4xi1>, tensor<4xi1>)
  return %0#0, %0#1 : tensor<4xi1>, tensor<4xi1>
}

// -----

// An element of a tensor of one element is read where it is spread.

// CHECK-LABEL: func.func @spread(
// CHECK-SAME:      %[[S:[^:]*]]: tensor<f32>
// CHECK-NOT:     linalg.fill
// CHECK:         linalg.generic {{.*}} ins(%[[S]] : tensor<f32>) outs(%{{.*}} : tensor<2x3xf32>)
func.func @spread(%s: tensor<f32>) -> tensor<2x3xf32> {
  %e = tensor.extract %s[] : tensor<f32>
  %0 = tensor.splat %e : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
