// RUN: not ckpt-opt %s --ckpt-mark="params=0-" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not ckpt-opt %s --ckpt-mark="params=3-1" 2>&1 | FileCheck %s --check-prefix=BACKWARDS
// RUN: not ckpt-opt %s --ckpt-mark="state=1" 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not ckpt-opt %s --ckpt-mark="data=x" 2>&1 | FileCheck %s --check-prefix=DATA
// RUN: not ckpt-opt %s --ckpt-mark="params=7" 2>&1 | FileCheck %s --check-prefix=PARAM
// RUN: not ckpt-opt %s --ckpt-mark="state=0:5" 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not ckpt-opt %s --ckpt-mark="params=0 state=0:1" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not ckpt-opt %s --ckpt-mark="loss-result=9" 2>&1 | FileCheck %s --check-prefix=LOSS
// RUN: not ckpt-opt %s --ckpt-mark="entry=g" 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not ckpt-opt %s --ckpt-mark="every=1 sqrt" 2>&1 | FileCheck %s --check-prefix=RULES
// RANGE: error: params=0-: expected an index or FIRST-LAST
// BACKWARDS: error: params=3-1: expected an index or FIRST-LAST
// STATE: error: state=1: expected ARG:RESULT
// DATA: error: data=x: expected ARG or ARG:NAME
// PARAM: error: params names argument 7, but 'f' has 2 arguments
// RESULT: error: state names result 5, but 'f' has 2 results
// TWICE: error: argument 0 cannot be 'ckpt.state': it has another role
// LOSS: error: loss-result names result 9, but 'f' has 2 results
// ENTRY: error: no function with a body is called 'g'
// RULES: error: only one of every, count and sqrt can be given
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0, %a : tensor<f32>, tensor<4xf32>
}
