// What a framework with channels first writes, in float64: padded, strided,
// grouped and dilated convolutions with and without bias, both pools, a
// concatenation, a slice, normalization with kept unit dimensions, a transposed
// weight that is broadcast to the batch, a logarithmic softmax.
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#kept = affine_map<(n, c, h, w) -> (0, c, 0, 0)>
#channel = affine_map<(n, c, h, w) -> (c)>
#m = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i, 0)>
func.func @net(%w0: tensor<4x3x3x3xf64> {bufferization.writable = false}, %b0: tensor<4xf64> {bufferization.writable = false},
               %w1: tensor<2x2x2x2x2xf64> {bufferization.writable = false}, %w2: tensor<3x8x2x1xf64> {bufferization.writable = false},
               %g: tensor<4xf64> {bufferization.writable = false}, %fc: tensor<5x12xf64> {bufferization.writable = false},
               %x: tensor<2x3x9x9xf64> {bufferization.writable = false}, %y: tensor<2x5xf64> {bufferization.writable = false}) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %low = arith.constant 0xFFF0000000000000 : f64
  %count = arith.constant 50.0 : f64
  %epsilon = arith.constant 1.0e-05 : f64
  %nine = arith.constant 9.0 : f64
  // 3 x 9 x 9 -> 4 x 5 x 5, with a bias.
  %xp = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f64
  } : tensor<2x3x9x9xf64> to tensor<2x3x11x11xf64>
  %e0 = tensor.empty() : tensor<2x4x5x5xf64>
  %i0 = linalg.broadcast ins(%b0 : tensor<4xf64>) outs(%e0 : tensor<2x4x5x5xf64>) dimensions = [0, 2, 3]
  %c0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : vector<2xi64>}
      ins(%xp, %w0 : tensor<2x3x11x11xf64>, tensor<4x3x3x3xf64>) outs(%i0 : tensor<2x4x5x5xf64>) -> tensor<2x4x5x5xf64>
  // Normalization over the batch.
  %ek = tensor.empty() : tensor<1x4x1x1xf64>
  %zk = linalg.fill ins(%zero : f64) outs(%ek : tensor<1x4x1x1xf64>) -> tensor<1x4x1x1xf64>
  %sum = linalg.generic {indexing_maps = [#id, #kept], iterator_types = ["reduction", "parallel", "reduction", "reduction"]}
      ins(%c0 : tensor<2x4x5x5xf64>) outs(%zk : tensor<1x4x1x1xf64>) {
  ^bb0(%v: f64, %o: f64):
    %t = arith.addf %v, %o : f64
    linalg.yield %t : f64
  } -> tensor<1x4x1x1xf64>
  %mean = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x4x1x1xf64>) outs(%ek : tensor<1x4x1x1xf64>) {
  ^bb0(%v: f64, %o: f64):
    %t = arith.divf %v, %count : f64
    linalg.yield %t : f64
  } -> tensor<1x4x1x1xf64>
  %centred = linalg.generic {indexing_maps = [#id, #kept, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c0, %mean : tensor<2x4x5x5xf64>, tensor<1x4x1x1xf64>) outs(%e0 : tensor<2x4x5x5xf64>) {
  ^bb0(%v: f64, %u: f64, %o: f64):
    %t = arith.subf %v, %u : f64
    linalg.yield %t : f64
  } -> tensor<2x4x5x5xf64>
  %n0 = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%centred, %g : tensor<2x4x5x5xf64>, tensor<4xf64>) outs(%e0 : tensor<2x4x5x5xf64>) {
  ^bb0(%v: f64, %s: f64, %o: f64):
    %t = arith.mulf %v, %s : f64
    %r = math.tanh %t : f64
    linalg.yield %r : f64
  } -> tensor<2x4x5x5xf64>
  // Two groups, dilated: 4 x 5 x 5 -> 4 x 5 x 5.
  %np = tensor.pad %n0 low[0, 0, 1, 0] high[0, 0, 1, 2] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f64
  } : tensor<2x4x5x5xf64> to tensor<2x4x7x7xf64>
  %ng = tensor.expand_shape %np [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 7, 7] : tensor<2x4x7x7xf64> into tensor<2x2x2x7x7xf64>
  %e1 = tensor.empty() : tensor<2x2x2x5x5xf64>
  %i1 = linalg.fill ins(%zero : f64) outs(%e1 : tensor<2x2x2x5x5xf64>) -> tensor<2x2x2x5x5xf64>
  %c1g = linalg.conv_2d_ngchw_gfchw {dilations = dense<2> : vector<2xi64>}
      ins(%ng, %w1 : tensor<2x2x2x7x7xf64>, tensor<2x2x2x2x2xf64>) outs(%i1 : tensor<2x2x2x5x5xf64>) -> tensor<2x2x2x5x5xf64>
  %c1 = tensor.collapse_shape %c1g [[0], [1, 2], [3], [4]] : tensor<2x2x2x5x5xf64> into tensor<2x4x5x5xf64>
  %cat = tensor.concat dim(1) %n0, %c1 : (tensor<2x4x5x5xf64>, tensor<2x4x5x5xf64>) -> tensor<2x8x5x5xf64>
  // 8 x 5 x 5 -> 3 x 4 x 5, then a maximum with a padded edge and an average.
  %e2 = tensor.empty() : tensor<2x3x4x5xf64>
  %i2 = linalg.fill ins(%zero : f64) outs(%e2 : tensor<2x3x4x5xf64>) -> tensor<2x3x4x5xf64>
  %c2 = linalg.conv_2d_nchw_fchw ins(%cat, %w2 : tensor<2x8x5x5xf64>, tensor<3x8x2x1xf64>) outs(%i2 : tensor<2x3x4x5xf64>) -> tensor<2x3x4x5xf64>
  %mp = tensor.pad %c2 low[0, 0, 1, 0] high[0, 0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %low : f64
  } : tensor<2x3x4x5xf64> to tensor<2x3x5x5xf64>
  %w22 = tensor.empty() : tensor<2x2xf64>
  %e3 = tensor.empty() : tensor<2x3x4x4xf64>
  %i3 = linalg.fill ins(%low : f64) outs(%e3 : tensor<2x3x4x4xf64>) -> tensor<2x3x4x4xf64>
  %p3 = linalg.pooling_nchw_max ins(%mp, %w22 : tensor<2x3x5x5xf64>, tensor<2x2xf64>) outs(%i3 : tensor<2x3x4x4xf64>) -> tensor<2x3x4x4xf64>
  %w33 = tensor.empty() : tensor<3x3xf64>
  %e4 = tensor.empty() : tensor<2x3x2x2xf64>
  %i4 = linalg.fill ins(%zero : f64) outs(%e4 : tensor<2x3x2x2xf64>) -> tensor<2x3x2x2xf64>
  %p4 = linalg.pooling_nchw_sum ins(%p3, %w33 : tensor<2x3x4x4xf64>, tensor<3x3xf64>) outs(%i4 : tensor<2x3x2x2xf64>) -> tensor<2x3x2x2xf64>
  %avg = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%p4 : tensor<2x3x2x2xf64>) outs(%e4 : tensor<2x3x2x2xf64>) {
  ^bb0(%v: f64, %o: f64):
    %t = arith.divf %v, %nine : f64
    linalg.yield %t : f64
  } -> tensor<2x3x2x2xf64>
  // A linear layer as a batched product of matrices of one row.
  %flat = tensor.collapse_shape %avg [[0], [1, 2, 3]] : tensor<2x3x2x2xf64> into tensor<2x12xf64>
  %rows = tensor.expand_shape %flat [[0], [1, 2]] output_shape [2, 1, 12] : tensor<2x12xf64> into tensor<2x1x12xf64>
  %et = tensor.empty() : tensor<12x5xf64>
  %wt = linalg.transpose ins(%fc : tensor<5x12xf64>) outs(%et : tensor<12x5xf64>) permutation = [1, 0]
  %eb = tensor.empty() : tensor<2x12x5xf64>
  %wb = linalg.broadcast ins(%wt : tensor<12x5xf64>) outs(%eb : tensor<2x12x5xf64>) dimensions = [0]
  %e5 = tensor.empty() : tensor<2x1x5xf64>
  %i5 = linalg.fill ins(%zero : f64) outs(%e5 : tensor<2x1x5xf64>) -> tensor<2x1x5xf64>
  %product = linalg.batch_matmul ins(%rows, %wb : tensor<2x1x12xf64>, tensor<2x12x5xf64>) outs(%i5 : tensor<2x1x5xf64>) -> tensor<2x1x5xf64>
  %logits = tensor.collapse_shape %product [[0], [1, 2]] : tensor<2x1x5xf64> into tensor<2x5xf64>
  // The logarithm of the softmax, weighed with %y.
  %er = tensor.empty() : tensor<2x1xf64>
  %zr = linalg.fill ins(%zero : f64) outs(%er : tensor<2x1xf64>) -> tensor<2x1xf64>
  %total = linalg.generic {indexing_maps = [#m, #row], iterator_types = ["parallel", "reduction"]}
      ins(%logits : tensor<2x5xf64>) outs(%zr : tensor<2x1xf64>) {
  ^bb0(%v: f64, %o: f64):
    %t = math.exp %v : f64
    %s = arith.addf %t, %o : f64
    linalg.yield %s : f64
  } -> tensor<2x1xf64>
  %log = math.log %total : tensor<2x1xf64>
  %es = tensor.empty() : tensor<f64>
  %zs = linalg.fill ins(%zero : f64) outs(%es : tensor<f64>) -> tensor<f64>
  %loss = linalg.generic {indexing_maps = [#m, #row, #m, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%logits, %log, %y : tensor<2x5xf64>, tensor<2x1xf64>, tensor<2x5xf64>) outs(%zs : tensor<f64>) {
  ^bb0(%v: f64, %l: f64, %u: f64, %o: f64):
    %t = arith.subf %l, %v : f64
    %s = arith.mulf %t, %u : f64
    %r = arith.addf %s, %o : f64
    linalg.yield %r : f64
  } -> tensor<f64>
  return %loss : tensor<f64>
}
