// What a call brings in says from where: its location is that of the callee, at
// the call.
// RUN: ckpt-opt %s --ckpt-mark=evaluate --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: ckpt-opt %s --ckpt-normalize --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: ckpt-opt %s --ckpt-differentiate --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK: math.tanh {{.*}} loc(callsite("inner" at "outer"))
// CHECK: math.tanh {{.*}} loc(callsite({{callsite\("inner" at "middle"\) at "last"|"inner" at callsite\("middle" at "last"\)}}))
func.func private @layer(%x: tensor<f32>) -> tensor<f32> {
  %0 = math.tanh %x : tensor<f32> loc("inner")
  return %0 : tensor<f32>
}
func.func private @two(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @layer(%x) : (tensor<f32>) -> tensor<f32> loc("middle")
  return %0 : tensor<f32>
}
func.func @net(%w: tensor<f32> {ckpt.param = "w"}) -> (tensor<f32> {ckpt.loss}) {
  %0 = call @layer(%w) : (tensor<f32>) -> tensor<f32> loc("outer")
  %1 = call @two(%0) : (tensor<f32>) -> tensor<f32> loc("last")
  return %1 : tensor<f32>
}
