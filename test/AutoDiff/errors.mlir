// RUN: ckpt-opt %s --ckpt-differentiate -split-input-file -verify-diagnostics

// expected-error @below {{no function has a 'ckpt.loss' result}}
module {
  func.func @f(%a: tensor<f32> {ckpt.param}) -> tensor<f32> {
    return %a : tensor<f32>
  }
}

// -----

// expected-error @below {{results 0 and 1 are both 'ckpt.loss'; a step has one loss}}
func.func @f(%a: tensor<f32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}, tensor<f32> {ckpt.loss}) {
  return %a, %a : tensor<f32>, tensor<f32>
}

// -----

func.func @f(%a: tensor<f32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}) {
  return %a : tensor<f32>
}
// expected-error @below {{a second function with a 'ckpt.loss' result after '@f'; choose one with 'entry'}}
func.func @g(%a: tensor<f32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}) {
  return %a : tensor<f32>
}

// -----

// expected-error @below {{the loss, result 0, needs to be one float, not 'tensor<2xf32>'}}
func.func @f(%a: tensor<2xf32> {ckpt.param}) -> (tensor<2xf32> {ckpt.loss}) {
  return %a : tensor<2xf32>
}

// -----

// expected-error @below {{has no parameters to train}}
func.func @f(%a: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  return %a : tensor<f32>
}

// -----

// expected-error @below {{parameter 'n' of type 'tensor<i32>' cannot be trained}}
func.func @f(%a: tensor<f32>, %n: tensor<i32> {ckpt.param = "n"}) -> (tensor<f32> {ckpt.loss}) {
  return %a : tensor<f32>
}

// -----

// expected-error @below {{result 1 is state 's', but no argument is}}
func.func @f(%a: tensor<f32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}, tensor<f32> {ckpt.state = "s"}) {
  return %a, %a : tensor<f32>, tensor<f32>
}

// -----

// expected-error @below {{two arguments have the name 'w'}}
func.func @f(%a: tensor<f32> {ckpt.param = "w"}, %b: tensor<f32> {ckpt.param = "w"}) -> (tensor<f32> {ckpt.loss}) {
  return %a : tensor<f32>
}

// -----

func.func @f(%a: tensor<f32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}) {
  // expected-error @below {{'scf.execute_region' has no differentiation rule}}
  %s = scf.execute_region -> tensor<f32> {
    scf.yield %a : tensor<f32>
  }
  return %s : tensor<f32>
}

// -----

func.func private @h(tensor<f32>) -> tensor<f32>
func.func @f(%a: tensor<f32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}) {
  // expected-error @below {{cannot differentiate a call to '@h', which has no body}}
  %s = call @h(%a) : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// -----

func.func private @h(%a: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{cannot differentiate recursive calls of '@h'}}
  %s = call @h(%a) : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @f(%a: tensor<f32> {ckpt.param}) -> (tensor<f32> {ckpt.loss}) {
  %s = call @h(%a) : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// -----

func.func @f(%a: tensor<4xf32> {ckpt.param}, %i: tensor<f32>) -> (tensor<f32> {ckpt.loss}) {
  // expected-error @below {{cannot differentiate this reduction: result 0 is not a sum, a maximum or a minimum}}
  %p = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<4xf32>) outs(%i : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %t = arith.mulf %o, %x : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %p : tensor<f32>
}

// -----

// expected-error @below {{unknown optimizer "lion": sgd, momentum, adam or adamw}}
func.func @f(%a: tensor<f32> {ckpt.param = "a"}) -> (tensor<f32> {ckpt.loss = "d"})
    attributes {ckpt.objectives = [{loss = "d", optimizer = "lion"}]} {
  return %a : tensor<f32>
}

// -----

// expected-error @below {{an optimizer has a 'kind' and the floats momentum, beta1, beta2, epsilon, weight_decay and lr_scale, not 'beta3 = 1.000000e+00 : f64'}}
func.func @f(%a: tensor<f32> {ckpt.param = "a"}) -> (tensor<f32> {ckpt.loss = "d"})
    attributes {ckpt.objectives = [{loss = "d", optimizer = {kind = "adam", beta3 = 1.0}}]} {
  return %a : tensor<f32>
}
