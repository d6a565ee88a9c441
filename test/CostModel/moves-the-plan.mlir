// Costs decide what is computed again. Two values of 16 KiB, one of which has to
// go: "product" takes more operations, "sum" reads more bytes.
// RUN: split-file %s %t
// RUN: ckpt-opt %t/joint.mlir --ckpt-remat="budget=1130496B cost-model=%t/slow-arithmetic.json" | FileCheck %s --check-prefix=SUM
// RUN: ckpt-opt %t/joint.mlir --ckpt-remat="budget=1130496B cost-model=%t/slow-memory.json" | FileCheck %s --check-prefix=PRODUCT

// SUM-NOT:     ckpt.clone_of = "product"
// SUM:         ckpt.clone_of = "sum"
// SUM-NOT:     ckpt.clone_of = "product"
// PRODUCT-NOT: ckpt.clone_of = "sum"
// PRODUCT:     ckpt.clone_of = "product"
// PRODUCT-NOT: ckpt.clone_of = "sum"

//--- slow-arithmetic.json
{"schema": 1, "device": "cpu", "bytes_per_second": 1e12, "flops_per_second": 1e9, "launch_ns": 1, "kernels": {}}
//--- slow-memory.json
{"schema": 1, "device": "cpu", "bytes_per_second": 1e9, "flops_per_second": 1e13, "launch_ns": 1, "kernels": {}}
//--- joint.mlir
func.func @f(%x: tensor<64x64xf32>, %z: tensor<64x64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = linalg.matmul {ckpt.name = "product"} ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = linalg.reduce {arith.addf} ins(%z : tensor<64x64x64xf32>) outs(%zero : tensor<64x64xf32>) dimensions = [0] {ckpt.name = "sum"}
  %b = arith.mulf %a, %e : tensor<64x64xf32>
  %c = math.exp %b : tensor<64x64xf32>
  %p = arith.addf %b, %c : tensor<64x64xf32>
  %q = arith.mulf %p, %a : tensor<64x64xf32>
  %r = arith.mulf %q, %e : tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
