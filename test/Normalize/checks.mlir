// RUN: ckpt-opt %s --ckpt-normalize | FileCheck %s
// RUN: ckpt-opt %s --ckpt-normalize --ckpt-mark=entry=gather --ckpt-differentiate=entry=gather --ckpt-fuse | FileCheck %s --check-prefix=STEP

#i = affine_map<(i, j) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// The assertions of a body are a reduction over the loops that they depend on,
// and a result; in the body nothing is left of them.
// CHECK-LABEL: @gather
// CHECK-SAME:    tensor<i1> {ckpt.check = "too large / negative"}
// CHECK-NOT:     cf.assert
// CHECK:         %[[OK:.+]] = linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%arg1 : tensor<3xi64>) outs(%{{.*}} : tensor<i1>)
// CHECK:           arith.cmpi slt
// CHECK:           arith.cmpi sge
// CHECK:           linalg.yield %{{.*}} : i1
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%arg1
// CHECK-NOT:       cmpi
// CHECK:           tensor.extract %arg0
// CHECK:         return %{{.*}}, %[[OK]]
// STEP:        func.func @gather_step{{.*}} tensor<i1> {ckpt.check = "too large / negative"}
func.func @gather(%w: tensor<5x4xf32> {ckpt.param = "w"}, %k: tensor<3xi64> {ckpt.data = "k"})
    -> (tensor<f32> {ckpt.loss}) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : i64
  %c5 = arith.constant 5 : index
  %e = tensor.empty() : tensor<3x4xf32>
  %rows = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%k : tensor<3xi64>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%key: i64, %out: f32):
    %row = arith.index_cast %key : i64 to index
    %column = linalg.index 1 : index
    %low = arith.cmpi slt, %row, %c5 : index
    cf.assert %low, "too large"
    %high = arith.cmpi sge, %key, %c0 : i64
    cf.assert %high, "negative"
    %v = tensor.extract %w[%row, %column] : tensor<5x4xf32>
    linalg.yield %v : f32
  } -> tensor<3x4xf32>
  %e0 = tensor.empty() : tensor<f32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]}
      ins(%rows : tensor<3x4xf32>) outs(%z0 : tensor<f32>) {
  ^bb0(%v: f32, %sum: f32):
    %t = arith.addf %v, %sum : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %loss : tensor<f32>
}

// One between tensors is a result, too, where its branch is taken; equal ones
// are one result; one that always holds is none.
// CHECK-LABEL: @between
// CHECK-SAME:    -> (tensor<f32>, tensor<i1> {ckpt.check = "positive"})
// CHECK-NOT:     cf.assert
// CHECK:         arith.xori
// CHECK:         arith.ori
// CHECK:         arith.andi
func.func @between(%flag: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %yes = arith.constant true
  cf.assert %yes, "always"
  %zero = arith.constant 0.0 : f32
  %is = tensor.extract %flag[] : tensor<i1>
  %a = tensor.extract %x[] : tensor<f32>
  %b = tensor.extract %y[] : tensor<f32>
  %ya = arith.cmpf ogt, %a, %zero : f32
  cf.assert %ya, "positive"
  scf.if %is {
    %yb = arith.cmpf ogt, %b, %zero : f32
    cf.assert %yb, "positive"
  }
  return %x : tensor<f32>
}
