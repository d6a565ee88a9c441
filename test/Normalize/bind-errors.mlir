// RUN: ckpt-opt %s --ckpt-normalize -split-input-file -verify-diagnostics
// RUN: not ckpt-opt %s --ckpt-normalize="batch=-1" 2>&1 | FileCheck %s --check-prefix=BATCH
// RUN: not ckpt-opt %s --ckpt-normalize="bind=x" 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not ckpt-opt %s --ckpt-normalize="bind=x=many" 2>&1 | FileCheck %s --check-prefix=SIZE
// BATCH: error: batch=-1: needs 1 or more
// FORM: error: bind=x: expected NAME=N or NAME:D=N, N at least 1
// SIZE: error: bind=x=many: expected NAME=N or NAME:D=N, N at least 1

// expected-error @below {{dimension 0 of argument 'y' has no size; give batch=N, bind=y=N, or bind=dim=N for every one without a size}}
func.func @unbound(%x: tensor<4x4xf32> {ckpt.data = "x"}, %y: tensor<?xf32> {ckpt.data = "y"}) {
  return
}

// -----

// expected-error @below {{dimension 1 of argument 'arg0' has no size; give batch=N, bind=arg0:1=N, or bind=dim=N for every one without a size}}
func.func @inner(%x: tensor<2x?xf32>) {
  return
}

// -----

func.func @opaque(%x: tensor<4xi32> {ckpt.data = "x"}) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %i = tensor.extract %x[%c0] : tensor<4xi32>
  %n = arith.index_cast %i : i32 to index
  // expected-error @below {{cannot find the size of result 0, which is 'tensor<?xf32>', from the sizes of the arguments}}
  %e = tensor.empty(%n) : tensor<?xf32>
  return %e : tensor<?xf32>
}

// -----

// expected-error @below {{argument 0 has no rank}}
func.func @unranked(%x: tensor<*xf32>) {
  return
}

// -----

// expected-error @below {{control flow between blocks is not supported}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{argument 0 is 'tensor<4x0xf32>', which has no elements}}
func.func @empty_argument(%x: tensor<4x0xf32>) {
  return
}

// -----

func.func @empty_result() -> tensor<0xf32> {
  // expected-error @below {{a result is 'tensor<0xf32>', which has no elements}}
  %0 = tensor.empty() : tensor<0xf32>
  return %0 : tensor<0xf32>
}
