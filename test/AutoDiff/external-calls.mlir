// A call to a function without a body stays in the step where no gradient goes
// through it, and runs once, in its place.
// RUN: ckpt-opt %s --ckpt-differentiate="optimizer=sgd" --ckpt-remat | FileCheck %s
// RUN: not ckpt-opt %s --ckpt-differentiate="optimizer=sgd" --ckpt-fuse 2>&1 | FileCheck %s --check-prefix=KERNELS

// CHECK-LABEL: func.func @model_step(
// CHECK:         call @noise
// CHECK:         call @noise
// CHECK:         ckpt.gradient
// CHECK-NOT:     call
// CHECK:         math.exp {{.*}}ckpt.clone_of
// CHECK-NOT:     call
// KERNELS: error: 'func.call' op cannot be part of a kernel
func.func private @noise(tensor<64xf64>) -> tensor<64xf64>
func.func @model(%w: tensor<f64> {ckpt.param = "w"}, %x: tensor<64xf64> {ckpt.data = "x"}) -> (tensor<f64> {ckpt.loss}) {
  %start = arith.constant dense<0.0> : tensor<f64>
  %y = ckpt.region policy(nothing) -> tensor<64xf64> {
    %a = func.call @noise(%x) : (tensor<64xf64>) -> tensor<64xf64>
    %b = func.call @noise(%a) : (tensor<64xf64>) -> tensor<64xf64>
    %e = tensor.empty() : tensor<64xf64>
    %d = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%w, %b : tensor<f64>, tensor<64xf64>) outs(%e : tensor<64xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %t = arith.mulf %p, %q : f64
      linalg.yield %t : f64
    } -> tensor<64xf64>
    %f = math.exp %d : tensor<64xf64>
    %g = math.exp %f : tensor<64xf64>
    ckpt.yield %g : tensor<64xf64>
  }
  %l = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%y : tensor<64xf64>) outs(%start : tensor<f64>) {
  ^bb0(%v: f64, %sum: f64):
    %t = arith.addf %v, %sum : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %l : tensor<f64>
}
