// RUN: ckpt-opt %s --ckpt-mark=evaluate -split-input-file -verify-diagnostics | FileCheck %s
// RUN: ckpt-opt %s --ckpt-normalize -split-input-file -verify-diagnostics | FileCheck %s

// Every call of a function with ckpt.checkpoint, or one that carries it, becomes
// a region; other calls are inlined, inner ones first.

// CHECK-NOT:   func.func {{.*}}@layer
// CHECK-NOT:   func.func {{.*}}@plain
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK:         %[[R:.*]] = ckpt.region "layer" -> tensor<4xf32> {
// CHECK:           math.tanh
// CHECK:           ckpt.yield
// CHECK:         }
// CHECK:         ckpt.region "layer" -> tensor<4xf32> {
// CHECK:         }
// CHECK:         math.sin
// CHECK:         ckpt.region "plain" -> tensor<4xf32> {
// CHECK:           math.sin
// CHECK:         }
func.func @layer(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ckpt.checkpoint} {
  %0 = math.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.sin %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%a: tensor<4xf32> {ckpt.param = "a"}) -> tensor<4xf32> {
  %0 = call @layer(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @layer(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @plain(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @plain(%2) {ckpt.checkpoint} : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// A region in a region.

// CHECK-LABEL: func.func @nested(
// CHECK:         ckpt.region "outer"
// CHECK:           ckpt.region "inner"
// CHECK:             math.tanh
func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ckpt.checkpoint} {
  %0 = math.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ckpt.checkpoint} {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @nested(%a: tensor<4xf32> {ckpt.param = "a"}) -> tensor<4xf32> {
  %0 = call @outer(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @again(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{recursive call of 'again' cannot be inlined}}
  %0 = call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %x : tensor<4xf32>
}
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{cannot inline 'blocks': its body has several blocks}}
  %0 = call @blocks(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
