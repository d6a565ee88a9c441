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
