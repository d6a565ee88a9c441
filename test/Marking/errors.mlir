// RUN: ckpt-opt %s --ckpt-mark -split-input-file -verify-diagnostics

// expected-error @below {{'none' has no loss: no result with 'ckpt.loss', and none that is a float scalar}}
func.func @none(%a: tensor<4xf32> {ckpt.param}) -> (tensor<4xf32>, tensor<i32>) {
  %0 = arith.constant dense<0> : tensor<i32>
  return %a, %0 : tensor<4xf32>, tensor<i32>
}

// -----

// expected-error @below {{'two' has no 'ckpt.loss', and results 0 and 2 could be it: say which one with loss-result}}
func.func @two(%a: tensor<4xf32> {ckpt.param}) -> (tensor<f32>, tensor<4xf32>, tensor<f32>) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0, %a, %0 : tensor<f32>, tensor<4xf32>, tensor<f32>
}

// -----

// expected-error @below {{results 0 and 1 are both losses; several need 'ckpt.objectives'}}
func.func @both(%a: tensor<4xf32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}, tensor<f32> {ckpt.loss}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0, %0 : tensor<f32>, tensor<f32>
}

// -----

// expected-error @below {{result 0 is a loss, so it must be a tensor of rank 0 of floats, not 'tensor<4xf32>'}}
func.func @vector(%a: tensor<4xf32> {ckpt.param}) -> (tensor<4xf32> {ckpt.loss}) {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{'w' has the unknown init 'glorot'; known are zeros, ones, a number, constant(C), uniform(LOW, HIGH), normal(DEVIATION) and glorot, he, lecun with _uniform or _normal}}
func.func @init(%a: tensor<4xf32> {ckpt.param = "w", ckpt.init = "glorot"}) -> (tensor<f32> {ckpt.loss}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{attribute 'ckpt.init' needs a string}}
func.func @init_number(%a: tensor<4xf32> {ckpt.param = "w", ckpt.init = 0.5}) -> (tensor<f32> {ckpt.loss}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{argument 0 is a parameter, so it must hold floats, not 'i32'}}
func.func @integer(%a: tensor<4xi32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{argument 0 has a role, so it must be a tensor, not 'f32'}}
func.func @scalar(%a: f32 {ckpt.param}) -> (tensor<f32> {ckpt.loss}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{argument 0 has several roles}}
func.func @roles(%a: tensor<4xf32> {ckpt.param, ckpt.data = "x"}) -> (tensor<f32> {ckpt.loss}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @names(%a: tensor<4xf32> {ckpt.param = "w"},
                 // expected-error @below {{arguments 0 and 1 are both called 'w'}}
                 %b: tensor<4xf32> {ckpt.param = "w"}) -> (tensor<f32> {ckpt.loss}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{state "s" has no result with its new value}}
func.func @lost(%a: tensor<4xf32> {ckpt.state = "s"}) -> (tensor<f32> {ckpt.loss}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{result 1 is the state "s", which no argument is}}
func.func @new(%a: tensor<4xf32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}, tensor<4xf32> {ckpt.state = "s"}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0, %a : tensor<f32>, tensor<4xf32>
}

// -----

// expected-error @below {{state "s" is 'tensor<4xf32>' as argument and 'tensor<f32>' as result}}
func.func @types(%a: tensor<4xf32> {ckpt.state = "s"}) -> (tensor<f32> {ckpt.loss}, tensor<f32> {ckpt.state = "s"}) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0, %0 : tensor<f32>, tensor<f32>
}

// -----

func.func @a(%a: tensor<4xf32> {ckpt.param}) -> tensor<f32> {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}
// expected-error @below {{'a' and 'b' could be the entry: say which one with entry}}
func.func @b(%a: tensor<4xf32> {ckpt.param}) -> tensor<f32> {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{no function with a body to train}}
module {}
