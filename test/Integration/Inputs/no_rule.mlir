// tensor.gather has no derivative.
#map = affine_map<(d0, d1) -> (d0, d1)>
#all = affine_map<(d0, d1) -> ()>
func.func @no_rule(
    %w: tensor<3xf32> {ckpt.param = "w", ckpt.init = "ones"},
    %i: tensor<4x1xi32> {ckpt.data = "i"}
) -> (tensor<f32> {ckpt.loss}) {
  %zero = arith.constant 0.0 : f32
  %picked = tensor.gather %w[%i] gather_dims([0]) : (tensor<3xf32>, tensor<4x1xi32>) -> tensor<4x1xf32>
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#map, #all], iterator_types = ["reduction", "reduction"]}
      ins(%picked : tensor<4x1xf32>) outs(%init : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %loss : tensor<f32>
}
