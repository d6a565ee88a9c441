// RUN: ckpt-opt %s --ckpt-normalize -split-input-file -verify-diagnostics

func.func @unknown_bound(%n: tensor<i32>, %h0: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %end = tensor.extract %n[] : tensor<i32>
  // expected-error @below {{needs constant bounds and a positive constant step}}
  %h = scf.for %i = %c0 to %end step %c1 iter_args(%state = %h0) -> (tensor<8xf32>) : i32 {
    %next = arith.negf %state : tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  return %h : tensor<8xf32>
}

// -----

func.func @too_long(%h0: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 1000000000000 : index
  // expected-error @below {{has 1000000000000 iterations of 3 ops; a function may have 200000 ops after loops are unrolled}}
  %h = scf.for %i = %c0 to %end step %c1 iter_args(%state = %h0) -> (tensor<8xf32>) {
    %next = arith.negf %state : tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  return %h : tensor<8xf32>
}

// -----

func.func @never(%x: tensor<8xf32>) -> tensor<8xf32> {
  %no = arith.constant false
  // expected-error @below {{never holds: sizes differ}}
  cf.assert %no, "sizes differ"
  return %x : tensor<8xf32>
}
