// Nothing to minimise: the result is no scalar.
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
func.func @no_loss(
    %w: tensor<3xf32> {ckpt.param = "w", ckpt.init = "ones"},
    %x: tensor<?x3xf32> {ckpt.data = "x"}
) -> tensor<?x3xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x3xf32>
  %empty = tensor.empty(%n) : tensor<?x3xf32>
  %y = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<?x3xf32>, tensor<3xf32>) outs(%empty : tensor<?x3xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %p = arith.mulf %v, %s : f32
    linalg.yield %p : f32
  } -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
