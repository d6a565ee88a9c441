// Four layers of toy activations, and the mean squared distance to a target.
#row = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

func.func private @layer(%w: tensor<8x8xf32>, %x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %a = linalg.matmul ins(%x, %w : tensor<?x8xf32>, tensor<8x8xf32>) outs(%z : tensor<?x8xf32>) -> tensor<?x8xf32>
  %b = toy.swish %a : tensor<?x8xf32>
  %c = toy.clip %b : tensor<?x8xf32>
  return %c : tensor<?x8xf32>
}

func.func @net(%w0: tensor<8x8xf32> {ckpt.param = "w0"}, %w1: tensor<8x8xf32> {ckpt.param = "w1"},
               %w2: tensor<8x8xf32> {ckpt.param = "w2"}, %w3: tensor<8x8xf32> {ckpt.param = "w3"},
               %x: tensor<?x8xf32> {ckpt.data = "x"}, %y: tensor<?x8xf32> {ckpt.data = "y"})
    -> (tensor<f32> {ckpt.loss}) {
  %h0 = func.call @layer(%w0, %x) : (tensor<8x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %h1 = func.call @layer(%w1, %h0) : (tensor<8x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %h2 = func.call @layer(%w2, %h1) : (tensor<8x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %h3 = func.call @layer(%w3, %h2) : (tensor<8x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.001953125 : f32  // 1 / (64 * 8)
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#row, #row, #none], iterator_types = ["reduction", "reduction"]}
      ins(%h3, %y : tensor<?x8xf32>, tensor<?x8xf32>) outs(%z : tensor<f32>) {
  ^bb0(%v: f32, %t: f32, %sum: f32):
    %d = arith.subf %v, %t : f32
    %square = arith.mulf %d, %d : f32
    %share = arith.mulf %square, %scale : f32
    %s = arith.addf %sum, %share : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %loss : tensor<f32>
}
