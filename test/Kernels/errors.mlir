// RUN: ckpt-opt %s --ckpt-kernels -split-input-file -verify-diagnostics

ckpt.kernel @dynamic_offset(%a: tensor<8xf32>) -> tensor<2xf32> {
  %c = arith.constant 3 : i32
  %i = arith.index_cast %c : i32 to index // expected-error {{has no code generation inside a kernel}}
  %s = tensor.extract_slice %a[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
  ckpt.yield %s : tensor<2xf32>
}

// -----

ckpt.kernel @named(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{has no code generation inside a kernel}}
  %r = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  ckpt.yield %r : tensor<8x8xf32>
}
