// What a region demands, on models of a few ops, through AutoDiff.
// RUN: ckpt-opt %s -split-input-file --ckpt-mark --ckpt-differentiate --ckpt-remat="policy=nothing" --cse --ckpt-verify-memory | FileCheck %s
// RUN: ckpt-opt %s -split-input-file --ckpt-mark --ckpt-differentiate --ckpt-remat="policy=nothing budget=1MB" --cse --ckpt-verify-memory | FileCheck %s

// Both policies hold. The outer one keeps "a" and "c", the inner one nothing: of
// the values inside of both none is kept, of those outside the inner one only "a".
// CHECK-LABEL: func.func @nested_step
// CHECK:         ckpt.gradient
// CHECK-NOT:     ckpt.clone_of = "a"
// CHECK:         ckpt.clone_of = "b"
// CHECK-NOT:     ckpt.clone_of = "a"
// CHECK:         ckpt.clone_of = "c"
// CHECK-NOT:     ckpt.clone_of
func.func @nested(%x: tensor<1024xf32> {ckpt.param}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %r = ckpt.region policy(names) names ["a", "c"] "outer" -> tensor<1024xf32> {
    %a = math.tanh %x {ckpt.name = "a"} : tensor<1024xf32>
    %b = math.tanh %a {ckpt.name = "b"} : tensor<1024xf32>
    %i = ckpt.region policy(nothing) "inner" -> tensor<1024xf32> {
      %c = math.tanh %b {ckpt.name = "c"} : tensor<1024xf32>
      %d = math.tanh %c {ckpt.name = "d"} : tensor<1024xf32>
      ckpt.yield %d : tensor<1024xf32>
    }
    ckpt.yield %i : tensor<1024xf32>
  }
  %l = linalg.dot ins(%r, %r : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// One function called twice, with the same weight: each call is a region of its
// own, and the weight gets one gradient.
// CHECK-LABEL: func.func @twice_step
// CHECK:         ckpt.gradient
// CHECK:         math.tanh {{.*}}ckpt.clone_of
// CHECK:         math.tanh {{.*}}ckpt.clone_of
// CHECK-NOT:     ckpt.clone_of
// CHECK:         return
func.func private @layer(%x: tensor<1024xf32>, %w: tensor<1024xf32>) -> tensor<1024xf32> attributes {ckpt.checkpoint} {
  %a = arith.mulf %x, %w : tensor<1024xf32>
  %b = math.tanh %a : tensor<1024xf32>
  %c = math.tanh %b : tensor<1024xf32>
  return %c : tensor<1024xf32>
}
func.func @twice(%x: tensor<1024xf32> {ckpt.data = "x"}, %w: tensor<1024xf32> {ckpt.param = "w"}, %zero: tensor<f32> {ckpt.data = "z"}) -> (tensor<f32> {ckpt.loss}) {
  %0 = call @layer(%x, %w) : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xf32>
  %1 = call @layer(%0, %w) : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xf32>
  %l = linalg.dot ins(%1, %1 : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// A region over the whole net: everything is computed again from the data.
// CHECK-LABEL: func.func @whole_step
// CHECK:         ckpt.gradient
// CHECK:         ckpt.clone_of = "a"
// CHECK:         ckpt.clone_of = "b"
// CHECK:         ckpt.clone_of = "c"
func.func @whole(%x: tensor<1024xf32> {ckpt.param}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %r = ckpt.region policy(nothing) "net" -> tensor<f32> {
    %a = math.tanh %x {ckpt.name = "a"} : tensor<1024xf32>
    %b = math.tanh %a {ckpt.name = "b"} : tensor<1024xf32>
    %c = math.tanh %b {ckpt.name = "c"} : tensor<1024xf32>
    %l = linalg.dot ins(%c, %c : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
    ckpt.yield %l : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

// Two values from outside, two results, one of them used inside and after: the
// results stay, what is between is computed again.
// CHECK-LABEL: func.func @several_step
// CHECK:         ckpt.gradient
// CHECK-NOT:     ckpt.clone_of = "y"
// CHECK-NOT:     ckpt.clone_of = "z"
// CHECK:         ckpt.clone_of = "m"
// CHECK-NOT:     ckpt.clone_of = "y"
// CHECK-NOT:     ckpt.clone_of = "z"
// CHECK:         return
func.func @several(%v: tensor<1024xf32> {ckpt.param = "v"}, %w: tensor<1024xf32> {ckpt.param = "w"}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %p = math.tanh %v {ckpt.name = "p"} : tensor<1024xf32>
  %r:2 = ckpt.region policy(nothing) "two" -> tensor<1024xf32>, tensor<1024xf32> {
    %s = arith.addf %p, %w {ckpt.name = "s"} : tensor<1024xf32>
    %m = math.tanh %s {ckpt.name = "m"} : tensor<1024xf32>
    %y = math.tanh %m {ckpt.name = "y"} : tensor<1024xf32>
    %o = arith.addf %y, %m {ckpt.name = "o"} : tensor<1024xf32>
    %n = math.tanh %o {ckpt.name = "n"} : tensor<1024xf32>
    %z = math.tanh %n {ckpt.name = "z"} : tensor<1024xf32>
    ckpt.yield %y, %z : tensor<1024xf32>, tensor<1024xf32>
  }
  %l = linalg.dot ins(%r#0, %r#1 : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// A region without inputs: what is made from nothing is made again at its use,
// and its two clones are not merged although nothing else tells them apart.
// CHECK-LABEL: func.func @no_inputs_step
// CHECK:         tensor.generate
// CHECK:         ckpt.gradient
// CHECK:         tensor.generate
// CHECK:         {ckpt.clone = {{.*}}ckpt.clone_of = "g"
func.func @no_inputs(%w: tensor<1024xf32> {ckpt.param = "w"}, %zero: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  %r = ckpt.region policy(nothing) "made" -> tensor<1024xf32> {
    %g = tensor.generate {
    ^bb0(%i: index):
      %n = arith.index_cast %i : index to i32
      %f = arith.sitofp %n : i32 to f32
      %s = math.sin %f : f32
      tensor.yield %s : f32
    } {ckpt.name = "g"} : tensor<1024xf32>
    %m = arith.mulf %g, %w : tensor<1024xf32>
    ckpt.yield %m : tensor<1024xf32>
  }
  %l = linalg.dot ins(%r, %r : tensor<1024xf32>, tensor<1024xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}
