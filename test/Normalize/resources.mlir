// RUN: ckpt-opt %s --ckpt-normalize | FileCheck %s

// PyTorch's exporter writes large constants as resources.

// CHECK-LABEL: func.func @constant(
// CHECK:         arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
func.func @constant(%a: tensor<2xf32>) -> tensor<2xf32> {
  %c = arith.constant dense_resource<table> : tensor<2xf32>
  %0 = arith.addf %a, %c : tensor<2xf32>
  return %0 : tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      table: "0x040000000000803F00000040"
    }
  }
#-}
