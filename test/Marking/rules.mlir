// RUN: ckpt-opt %s --ckpt-mark=every=2 | FileCheck %s --check-prefix=EVERY
// RUN: ckpt-opt %s --ckpt-mark=count=2 | FileCheck %s --check-prefix=COUNT
// RUN: ckpt-opt %s --ckpt-mark=sqrt | FileCheck %s --check-prefix=EVERY

// Four ops on vectors: pieces of two; values that are read later are yielded;
// a region of the user stays what it is and ends a piece.

// EVERY:      %[[A:.*]]:2 = ckpt.region "auto0" -> tensor<64xf32>, tensor<4xf32> {
// EVERY-NEXT:   %[[T:.*]] = math.tanh %{{.*}} : tensor<64xf32>
// EVERY-NEXT:   %[[S:.*]] = tensor.extract_slice %[[T]]
// EVERY-NEXT:   ckpt.yield %[[T]], %[[S]]
// EVERY:      ckpt.region "mine"
// EVERY:      ckpt.region "auto1" -> tensor<f32> {
// EVERY-NEXT:   math.exp
// EVERY-NEXT:   linalg.dot ins(%{{.*}}, %[[A]]#1

// Bytes count: the first op holds more than half of them.

// COUNT:      ckpt.region "auto0" -> tensor<64xf32> {
// COUNT-NEXT:   math.tanh
// COUNT-NEXT:   ckpt.yield
// COUNT:      ckpt.region "auto1" -> tensor<4xf32> {
// COUNT-NEXT:   tensor.extract_slice
// COUNT-NEXT:   ckpt.yield
// COUNT:      ckpt.region "mine"
// COUNT:      ckpt.region "auto2" -> tensor<f32> {
// COUNT-NEXT:   math.exp
// COUNT-NEXT:   linalg.dot
func.func @f(%a: tensor<64xf32> {ckpt.param}, %init: tensor<f32>) -> (tensor<f32> {ckpt.loss}, tensor<64xf32>) {
  %t = math.tanh %a : tensor<64xf32>
  %s = tensor.extract_slice %t[0] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %r = ckpt.region "mine" -> tensor<4xf32> {
    %q = math.sin %s : tensor<4xf32>
    ckpt.yield %q : tensor<4xf32>
  }
  %e = math.exp %r : tensor<4xf32>
  %d = linalg.dot ins(%e, %s : tensor<4xf32>, tensor<4xf32>) outs(%init : tensor<f32>) -> tensor<f32>
  return %d, %t : tensor<f32>, tensor<64xf32>
}
