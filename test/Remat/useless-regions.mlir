// A region that would save nothing is reported where it was written, and is not
// obeyed; a strict one is. Names that no value has are reported too, and are an
// error in a strict region.
// RUN: ckpt-opt %s -split-input-file --ckpt-mark --ckpt-differentiate --ckpt-remat -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @input_step
// CHECK-NOT:     ckpt.clone_of
func.func @input(%x: tensor<1024xf32> {ckpt.param = "x"}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %c = math.tanh %x {ckpt.name = "c"} : tensor<1024xf32>
  %r = ckpt.region policy(nothing) "only" -> tensor<1024xf32> {
    // expected-warning @below {{region 'only': saves 0 bytes: its only large value, 'c' (4096 bytes), is also its input}}
    %s = arith.mulf %c, %c : tensor<1024xf32>
    ckpt.yield %s : tensor<1024xf32>
  }
  %l = linalg.dot ins(%r, %c : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @result_step
// CHECK-NOT:     ckpt.clone_of
func.func @result(%x: tensor<1024xf32> {ckpt.param = "x"}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %r = ckpt.region policy(nothing) "yields" -> tensor<1024xf32> {
    // expected-warning @below {{region 'yields': saves 0 bytes: its only large value, 't' (4096 bytes), is also its result}}
    %t = math.tanh %x {ckpt.name = "t"} : tensor<1024xf32>
    ckpt.yield %t : tensor<1024xf32>
  }
  %l = linalg.dot ins(%r, %r : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// To compute "t" again "i", which the gradient does not read, would have to stay.
// CHECK-LABEL: func.func @swap_step
// CHECK-NOT:     ckpt.clone_of
func.func @swap(%x: tensor<1024xf32> {ckpt.param = "x"}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %h = math.exp %x {ckpt.name = "h"} : tensor<1024xf32>
  %i = arith.addf %h, %x {ckpt.name = "i"} : tensor<1024xf32>
  %r = ckpt.region policy(nothing) "swap" -> tensor<1024xf32> {
    // expected-warning @below {{region 'swap': saves 0 bytes: to compute 't' (4096 bytes) again its input 'i' (4096 bytes) must stay}}
    %t = math.tanh %i {ckpt.name = "t"} : tensor<1024xf32>
    %u = arith.negf %t : tensor<1024xf32>
    ckpt.yield %u : tensor<1024xf32>
  }
  %q = arith.mulf %r, %x : tensor<1024xf32>
  %l = linalg.dot ins(%q, %q : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @strict_step
// CHECK:         ckpt.clone_of = "t"
func.func @strict(%x: tensor<1024xf32> {ckpt.param = "x"}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %h = math.exp %x {ckpt.name = "h"} : tensor<1024xf32>
  %i = arith.addf %h, %x {ckpt.name = "i"} : tensor<1024xf32>
  %r = ckpt.region policy(nothing) strict "swap" -> tensor<1024xf32> {
    %t = math.tanh %i {ckpt.name = "t"} : tensor<1024xf32>
    %u = arith.negf %t : tensor<1024xf32>
    ckpt.yield %u : tensor<1024xf32>
  }
  %q = arith.mulf %r, %x : tensor<1024xf32>
  %l = linalg.dot ins(%q, %q : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @misspelt_step
func.func @misspelt(%x: tensor<1024xf32> {ckpt.param = "x"}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %r = ckpt.region policy(names) names ["a", "hiden", "b2"] "layer" -> tensor<1024xf32> {
    // expected-warning @below {{region 'layer': no value in it is called 'hiden', 'b2'}}
    %a = math.tanh %x {ckpt.name = "a"} : tensor<1024xf32>
    %b = math.tanh %a {ckpt.name = "hidden"} : tensor<1024xf32>
    %c = math.tanh %b : tensor<1024xf32>
    ckpt.yield %c : tensor<1024xf32>
  }
  %l = linalg.dot ins(%r, %r : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

func.func @misspelt_strict(%x: tensor<1024xf32> {ckpt.param = "x"}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %r = ckpt.region policy(names) names ["hiden"] strict "layer" -> tensor<1024xf32> {
    // expected-error @below {{region 'layer': no value in it is called 'hiden'}}
    %a = math.tanh %x {ckpt.name = "a"} : tensor<1024xf32>
    %b = math.tanh %a {ckpt.name = "hidden"} : tensor<1024xf32>
    ckpt.yield %b : tensor<1024xf32>
  }
  %l = linalg.dot ins(%r, %r : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}
