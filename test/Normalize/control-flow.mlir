// RUN: ckpt-opt %s --ckpt-normalize | FileCheck %s

// A loop with constant bounds is a straight line: the counter is known.
// CHECK-LABEL: @unrolled
// CHECK-NOT:     scf.for
// CHECK:         tensor.extract_slice %arg0[0, 0]
// CHECK:         tensor.extract_slice %arg0[2, 0]
// CHECK-NOT:     tensor.extract_slice
// CHECK:         return
func.func @unrolled(%x: tensor<4x8xf32>, %h0: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %h = scf.for %i = %c0 to %c3 step %c2 iter_args(%state = %h0) -> (tensor<8xf32>) : i32 {
    %at = arith.index_cast %i : i32 to index
    %row = tensor.extract_slice %x[%at, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
    %next = arith.addf %state, %row : tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  return %h : tensor<8xf32>
}

// No iteration: the first values are the last.
// CHECK-LABEL: @empty
// CHECK-NEXT:    return %arg0
func.func @empty(%h0: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = scf.for %i = %c1 to %c0 step %c1 iter_args(%state = %h0) -> (tensor<8xf32>) {
    %next = arith.negf %state : tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  return %h : tensor<8xf32>
}

// Both branches are computed and the condition, an input now, chooses.
// CHECK-LABEL: @branch
// CHECK-SAME:    %[[FLAG:[a-z0-9]+]]: tensor<i32>
// CHECK-NOT:     scf.if
// CHECK:         arith.negf
// CHECK:         math.exp
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %[[FLAG]]
// CHECK:           arith.cmpi sgt
// CHECK:           arith.select
func.func @branch(%flag: tensor<i32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0 : i32
  %value = tensor.extract %flag[] : tensor<i32>
  %is = arith.cmpi sgt, %value, %zero : i32
  %r = scf.if %is -> tensor<8xf32> {
    %a = arith.negf %x : tensor<8xf32>
    scf.yield %a : tensor<8xf32>
  } else {
    %b = math.exp %x : tensor<8xf32>
    scf.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// CHECK-LABEL: @known
// CHECK-NOT:     math.exp
// CHECK:         arith.negf
// CHECK-NOT:     math.exp
// CHECK:         return
func.func @known(%x: tensor<8xf32>) -> tensor<8xf32> {
  %is = arith.constant true
  %r = scf.if %is -> tensor<8xf32> {
    %a = arith.negf %x : tensor<8xf32>
    scf.yield %a : tensor<8xf32>
  } else {
    %b = math.exp %x : tensor<8xf32>
    scf.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
