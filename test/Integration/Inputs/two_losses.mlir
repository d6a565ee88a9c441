// Two losses, and no word on which parameters follow which.
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> ()>
func.func @two_losses(
    %w: tensor<3xf32> {ckpt.param = "w", ckpt.init = "ones"},
    %x: tensor<?x3xf32> {ckpt.data = "x"}
) -> (tensor<f32> {ckpt.loss}, tensor<f32> {ckpt.loss}) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#map, #row, #all], iterator_types = ["reduction", "reduction"]}
      ins(%x, %w : tensor<?x3xf32>, tensor<3xf32>) outs(%init : tensor<f32>) {
  ^bb0(%v: f32, %s: f32, %acc: f32):
    %p = arith.mulf %v, %s : f32
    %q = arith.mulf %p, %p : f32
    %t = arith.addf %acc, %q : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %loss, %loss : tensor<f32>, tensor<f32>
}
