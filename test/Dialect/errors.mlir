// RUN: ckpt-opt %s -split-input-file -verify-diagnostics

func.func @names_without_list(%a: tensor<4xf32>) {
  // expected-error@+1 {{policy 'names' needs a list of names}}
  ckpt.region policy(names) {
  }
  return
}

// -----

func.func @list_without_names(%a: tensor<4xf32>) {
  // expected-error@+1 {{a list of names needs policy(names)}}
  ckpt.region policy(nothing) names ["a"] {
  }
  return
}

// -----

func.func @everything_with_budget(%a: tensor<4xf32>) {
  // expected-error@+1 {{policy 'everything' cannot have a budget}}
  ckpt.region policy(everything) budget "1MiB" {
  }
  return
}

// -----

func.func @region_yield(%a: tensor<4xf32>) -> tensor<8xf32> {
  %r = ckpt.region -> tensor<8xf32> {
    // expected-error@+1 {{yields ('tensor<4xf32>'), but the region has ('tensor<8xf32>')}}
    ckpt.yield %a : tensor<4xf32>
  }
  return %r : tensor<8xf32>
}

// -----

func.func @gradient_outside_a_step(%a: tensor<4xf32>) {
  // expected-error@+1 {{belongs in a function with 'ckpt.step'}}
  ckpt.gradient {
  }
  return
}

// -----

// expected-error@+1 {{needs static ranked tensors, not 'tensor<?xf32>'}}
ckpt.kernel @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  ckpt.yield %a : tensor<?xf32>
}

// -----

// expected-error@+1 {{'inplace' pair (0, 1) does not name a result and an operand of one type}}
ckpt.kernel @inplace(%a: tensor<4xf32>) -> tensor<4xf32> attributes {inplace = array<i64: 0, 1>} {
  ckpt.yield %a : tensor<4xf32>
}

// -----

ckpt.kernel @effects(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has effects; a kernel is pure}}
  %m = memref.alloc() : memref<4xf32>
  ckpt.yield %a : tensor<4xf32>
}

// -----

func.func @missing(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{does not find the kernel @k}}
  %r = ckpt.launch @k(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

ckpt.kernel @k(%a: tensor<4xf32>) -> tensor<4xf32> {
  ckpt.yield %a : tensor<4xf32>
}
func.func @type(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{does not have the type of @k}}
  %r = ckpt.launch @k(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

ckpt.kernel @k(%a: tensor<4xf32>) -> tensor<4xf32> {
  ckpt.yield %a : tensor<4xf32>
}
func.func @tied(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{ties result 0 to operand 0, which the kernel does not allow}}
  %r = ckpt.launch @k(%a) {tied = array<i64: 0, 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @extent(%x: tensor<2x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) {
  // expected-error@+1 {{spatial dimension 0: input 8 gives 6 windows, not 8}}
  %0 = ckpt.conv %x, %w : (tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x8x4xf32>
  return
}

// -----

func.func @channels(%x: tensor<2x8x8x3xf32>, %w: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{the filter reads 2 channels in each of 1 groups, the input has 3}}
  %0 = ckpt.conv %x, %w : (tensor<2x8x8x3xf32>, tensor<3x3x2x4xf32>) -> tensor<2x6x6x4xf32>
  return
}

// -----

func.func @strides(%x: tensor<2x8x8x3xf32>) {
  // expected-error@+1 {{'strides' needs two integers, each 1 or more}}
  %0 = ckpt.pool max %x {window = array<i64: 2, 2>, strides = array<i64: 0, 2>} : tensor<2x8x8x3xf32> -> tensor<2x4x4x3xf32>
  return
}

// -----

func.func @max_needs_input(%d: tensor<2x4x4x3xf32>) {
  // expected-error@+1 {{'max' needs the forward's input, the others do not}}
  %0 = ckpt.pool_backward max %d {window = array<i64: 2, 2>, strides = array<i64: 2, 2>} : tensor<2x4x4x3xf32> -> tensor<2x8x8x3xf32>
  return
}

// -----

// expected-error@+1 {{attribute 'ckpt.state' needs a string}}
func.func @state(%a: tensor<4xf32> {ckpt.state}) {
  return
}

// -----

// expected-error@+1 {{attribute 'ckpt.parm' has no meaning on an argument}}
func.func @misspelt(%a: tensor<4xf32> {ckpt.parm = "w"}) {
  return
}

// -----

// expected-error@+1 {{'ckpt.donates' names argument 3, but there are 1}}
func.func @donates(%a: tensor<4xf32>) -> (tensor<4xf32> {ckpt.donates = 3 : i64}) {
  return %a : tensor<4xf32>
}

// -----

func.func @step_on_op(%a: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'ckpt.step' belongs on a function}}
  %0 = arith.addf %a, %a {ckpt.step} : tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{'ckpt.regions', entry 1: 'names' needs an array of strings}}
func.func @region_names(%a: tensor<4xf32>) attributes {ckpt.regions = [{name = "r"}, {names = [1]}]} {
  return
}

// -----

// expected-error@+1 {{'ckpt.regions', entry 0: 'id' needs a 64-bit integer}}
func.func @region_id(%a: tensor<4xf32>) attributes {ckpt.regions = [{id = "r"}]} {
  return
}

// -----

// expected-error@+1 {{'ckpt.regions', entry 0: 'size' has no meaning}}
func.func @region_key(%a: tensor<4xf32>) attributes {ckpt.regions = [{size = 1 : i64}]} {
  return
}

// -----

// expected-error@+1 {{'ckpt.regions', entry 0: unknown policy "most"}}
func.func @region_policy(%a: tensor<4xf32>) attributes {ckpt.regions = [{policy = "most"}]} {
  return
}

// -----

// expected-error@+1 {{'ckpt.memory', 'arena' needs a 64-bit integer}}
func.func @arena(%a: tensor<4xf32>) attributes {ckpt.memory = {arena = "big"}} {
  return
}

// -----

// expected-error@+1 {{needs tensors with elements, not 'tensor<0x4xf32>'}}
ckpt.kernel @no_elements(%a: tensor<0x4xf32>) -> tensor<0x4xf32> {
  ckpt.yield %a : tensor<0x4xf32>
}

// -----

ckpt.kernel @none_inside(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no elements; a kernel needs tensors that have some}}
  %0 = tensor.extract_slice %a[0] [0] [1] : tensor<4xf32> to tensor<0xf32>
  ckpt.yield %a : tensor<4xf32>
}
