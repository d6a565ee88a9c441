// RUN: ckpt-opt %s --ckpt-differentiate=mode=gradients -split-input-file -verify-diagnostics

func.func @pad(%a: tensor<1xf32>, %b: f32) -> (tensor<1xf32> {ckpt.loss}) {
  // expected-error @below {{cannot differentiate the padding value}}
  %p = tensor.pad %a low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %b : f32
  } : tensor<1xf32> to tensor<2xf32>
  %s = tensor.extract_slice %p[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
  return %s : tensor<1xf32>
}

// -----

func.func @body(%a: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %e = tensor.empty() : tensor<f32>
  %y = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%p: f32, %o: f32):
    %i = arith.fptosi %p : f32 to i32
    // expected-error @below {{'scf.execute_region' has no differentiation rule}}
    %r = scf.execute_region -> f32 {
      scf.yield %p : f32
    }
    linalg.yield %r : f32
  } -> tensor<f32>
  return %y : tensor<f32>
}

// -----

func.func @second_order(%a: tensor<1x2x2x1xf32>, %d: tensor<1x1x1x1xf32>) -> (tensor<1x1x1x1xf32> {ckpt.loss}) {
  // expected-error @below {{cannot differentiate the gradient of a maximum pool}}
  %p = ckpt.pool_backward max %d, %a {window = array<i64: 2, 2>} : tensor<1x1x1x1xf32>, tensor<1x2x2x1xf32> -> tensor<1x2x2x1xf32>
  %s = tensor.extract_slice %p[0, 0, 0, 0] [1, 1, 1, 1] [1, 1, 1, 1] : tensor<1x2x2x1xf32> to tensor<1x1x1x1xf32>
  return %s : tensor<1x1x1x1xf32>
}
