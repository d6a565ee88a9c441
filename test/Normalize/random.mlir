// RUN: ckpt-opt %s --ckpt-normalize -split-input-file -verify-diagnostics | FileCheck %s

// Equal ops are different streams; a stream that is given stays.

// CHECK-LABEL: func.func @streams
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT: ckpt.random
func.func @streams(%k: tensor<i64>, %c: tensor<i64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = ckpt.random uniform %k, %c outs(%e : tensor<4xf32>) : tensor<i64>, tensor<i64>
  %b = ckpt.random uniform %k, %c outs(%e : tensor<4xf32>) : tensor<i64>, tensor<i64>
  %d = ckpt.random uniform %k, %c outs(%e : tensor<4xf32>) {stream = 0 : i32} : tensor<i64>, tensor<i64>
  return %a, %b, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @shared(%k: tensor<i64>, %c: tensor<i64>) -> (tensor<4xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<5xf32>
  // expected-note @+1 {{these}}
  %a = ckpt.random uniform %k, %c outs(%e : tensor<4xf32>) {stream = 7 : i32} : tensor<i64>, tensor<i64>
  // expected-error @+1 {{shares stream 7 with other random numbers}}
  %b = ckpt.random uniform %k, %c outs(%f : tensor<5xf32>) {stream = 7 : i32} : tensor<i64>, tensor<i64>
  return %a, %b : tensor<4xf32>, tensor<5xf32>
}

// -----

func.func @probability(%k: tensor<i64>, %c: tensor<i64>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{'probability' is not between 0 and 1}}
  %a = ckpt.random bernoulli %k, %c outs(%e : tensor<4xf32>) {probability = 1.5} : tensor<i64>, tensor<i64>
  return %a : tensor<4xf32>
}

// -----

func.func @no_probability(%k: tensor<i64>, %c: tensor<i64>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{needs 'probability' exactly for bernoulli}}
  %a = ckpt.random bernoulli %k, %c outs(%e : tensor<4xf32>) : tensor<i64>, tensor<i64>
  return %a : tensor<4xf32>
}

// -----

func.func @element(%k: tensor<i64>, %c: tensor<i64>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{cannot make bits numbers of type 'f32'}}
  %a = ckpt.random bits %k, %c outs(%e : tensor<4xf32>) : tensor<i64>, tensor<i64>
  return %a : tensor<4xf32>
}
