// RUN: ckpt-opt %s -split-input-file -verify-diagnostics --ckpt-fuse

func.func @effects(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@below {{cannot be part of a kernel}}
  %y = func.call @unknown(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @unknown(tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-error@below {{has a result of unknown size}}
  %y = linalg.fill ins(%zero : f32) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// expected-error@below {{has control flow}}
func.func @blocks(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : tensor<4xf32>
^b:
  return %x : tensor<4xf32>
}
