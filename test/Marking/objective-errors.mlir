// RUN: ckpt-opt %s --ckpt-mark -split-input-file -verify-diagnostics

!p = tensor<4xf32>
!s = tensor<f32>
// expected-error @below {{'ckpt.objectives': no result is the loss 'e' of an objective}}
func.func @f(%a: !p {ckpt.param = "a"}, %l: !s {ckpt.data = "l"}) -> (!s {ckpt.loss = "d"})
    attributes {ckpt.objectives = [{loss = "e"}]} {
  return %l : !s
}

// -----

!p = tensor<4xf32>
!s = tensor<f32>
// expected-error @below {{'ckpt.objectives': the objective 'd' needs 'params': there are others}}
func.func @f(%a: !p {ckpt.param = "a"}, %l: !s {ckpt.data = "l"}) -> (!s {ckpt.loss = "d"}, !s {ckpt.loss = "g"})
    attributes {ckpt.objectives = [{loss = "d"}, {loss = "g", params = "a"}]} {
  return %l, %l : !s, !s
}

// -----

!p = tensor<4xf32>
!s = tensor<f32>
// A group is a whole part of a name: "dis" is none of "disc.w".
// expected-error @below {{'ckpt.objectives': no parameter is in the group 'dis' of the objective 'd'}}
func.func @f(%a: !p {ckpt.param = "disc.w"}, %l: !s {ckpt.data = "l"}) -> (!s {ckpt.loss = "d"})
    attributes {ckpt.objectives = [{loss = "d", params = "dis"}]} {
  return %l : !s
}

// -----

!p = tensor<4xf32>
!s = tensor<f32>
// expected-error @below {{'ckpt.objectives': the parameter 'b.w' is in the objectives 'd' and 'g'}}
func.func @f(%a: !p {ckpt.param = "a"}, %b: !p {ckpt.param = "b.w"}, %l: !s {ckpt.data = "l"})
    -> (!s {ckpt.loss = "d"}, !s {ckpt.loss = "g"})
    attributes {ckpt.objectives = [{loss = "d", params = ["a", "b"]}, {loss = "g", params = "b.w"}]} {
  return %l, %l : !s, !s
}

// -----

!p = tensor<4xf32>
!s = tensor<f32>
// expected-error @below {{'ckpt.objectives': the parameter 'b' is in no objective}}
func.func @f(%a: !p {ckpt.param = "a"}, %b: !p {ckpt.param = "b"}, %l: !s {ckpt.data = "l"}) -> (!s {ckpt.loss = "d"})
    attributes {ckpt.objectives = [{loss = "d", params = "a"}]} {
  return %l : !s
}

// -----

!p = tensor<4xf32>
!s = tensor<f32>
// expected-error @below {{'ckpt.objectives': result 1 is a loss, but of no objective}}
func.func @f(%a: !p {ckpt.param = "a"}, %l: !s {ckpt.data = "l"}) -> (!s {ckpt.loss = "d"}, !s {ckpt.loss})
    attributes {ckpt.objectives = [{loss = "d"}]} {
  return %l, %l : !s, !s
}

// -----

!s = tensor<f32>
// expected-error @below {{'ckpt.objectives', entry 0: 'optimizer' needs a string or a dictionary}}
func.func @f(%l: !s) -> (!s {ckpt.loss = "d"}) attributes {ckpt.objectives = [{loss = "d", optimizer = 3 : i64}]} {
  return %l : !s
}

// -----

!s = tensor<f32>
// expected-error @below {{'ckpt.objectives', entry 0: 'rate' has no meaning}}
func.func @f(%l: !s) -> (!s {ckpt.loss = "d"}) attributes {ckpt.objectives = [{loss = "d", rate = 3 : i64}]} {
  return %l : !s
}
