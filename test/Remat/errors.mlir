// RUN: ckpt-opt %s --ckpt-remat=policy=nothing -split-input-file -verify-diagnostics

ckpt.kernel @k(%a: tensor<4xf32>) -> tensor<4xf32> {
  ckpt.yield %a : tensor<4xf32>
}
// expected-error @below {{region 'r': budget 'lots' is not NUMBER}}
func.func @budget(%a: tensor<4xf32>) -> (tensor<4xf32> {ckpt.donates = 0 : i64})
    attributes {ckpt.step, ckpt.regions = [{name = "r", policy = "nothing", budget = "lots"}]} {
  %0 = ckpt.launch @k(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

ckpt.kernel @k(%a: tensor<4xf32>) -> tensor<4xf32> {
  ckpt.yield %a : tensor<4xf32>
}
// expected-error @below {{region 'r': a region's budget needs bytes, not a percentage}}
func.func @budget(%a: tensor<4xf32>) -> (tensor<4xf32> {ckpt.donates = 0 : i64})
    attributes {ckpt.step, ckpt.regions = [{name = "r", policy = "nothing", budget = "50%"}]} {
  %0 = ckpt.launch @k(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

ckpt.kernel @k(%a: tensor<4xf32>) -> tensor<4xf32> {
  ckpt.yield %a : tensor<4xf32>
}
// expected-error @below {{region 'r': budget '-1B' is negative}}
func.func @budget(%a: tensor<4xf32>) -> (tensor<4xf32> {ckpt.donates = 0 : i64})
    attributes {ckpt.step, ckpt.regions = [{name = "r", policy = "nothing", budget = "-1B"}]} {
  %0 = ckpt.launch @k(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Who has effects runs once, so its value stays, and the region's budget is too
// small for that.
func.func private @effect(tensor<256xf32>) -> tensor<256xf32>
// expected-error @below {{region 'r': its budget of 512 bytes cannot be met: 1024 bytes have to survive it: 'call.0' (1024 bytes)}}
func.func @fixed(%x: tensor<256xf32>, %w: tensor<256xf32>)
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{name = "r", policy = "auto", budget = "512B"}]} {
  %a = call @effect(%x) {ckpt.marks = array<i64: 0>} : (tensor<256xf32>) -> tensor<256xf32>
  %b = math.sin %a {ckpt.marks = array<i64: 0>} : tensor<256xf32>
  %l = math.tanh %b : tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %d = arith.mulf %l, %a : tensor<256xf32>
    ckpt.yield %d : tensor<256xf32>
  }
  return %l, %g : tensor<256xf32>, tensor<256xf32>
}

// -----

// Two demands that contradict each other.
// expected-error @below {{region 'r': its budget of 1024 bytes cannot be met: 2048 bytes have to survive it: 'sin.0' (1024 bytes), 'exp.1' (1024 bytes)}}
func.func @everything(%x: tensor<256xf32>, %w: tensor<256xf32>)
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{name = "r", policy = "everything", budget = "1KiB"}]} {
  %a = math.sin %x {ckpt.marks = array<i64: 0>} : tensor<256xf32>
  %b = math.exp %a {ckpt.marks = array<i64: 0>} : tensor<256xf32>
  %c = math.cos %b {ckpt.marks = array<i64: 0>} : tensor<256xf32>
  %l = math.tanh %c : tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %d = arith.mulf %l, %b : tensor<256xf32>
    %e = arith.mulf %d, %a : tensor<256xf32>
    ckpt.yield %e : tensor<256xf32>
  }
  return %l, %g : tensor<256xf32>, tensor<256xf32>
}
