// RUN: split-file %s %t
// RUN: ckpt-opt %t/step.mlir --ckpt-remat="budget=1MiB cost-model=%t/good.json" -o /dev/null
// RUN: not ckpt-opt %t/step.mlir --ckpt-remat="budget=1MiB cost-model=%t/absent.json" 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not ckpt-opt %t/step.mlir --ckpt-remat="budget=1MiB cost-model=%t/truncated.json" 2>&1 | FileCheck %s --check-prefix=TRUNCATED
// RUN: not ckpt-opt %t/step.mlir --ckpt-remat="budget=1MiB cost-model=%t/schema.json" 2>&1 | FileCheck %s --check-prefix=SCHEMA
// RUN: not ckpt-opt %t/step.mlir --ckpt-remat="budget=1MiB cost-model=%t/zero.json" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not ckpt-opt %t/step.mlir --ckpt-remat="budget=1MiB cost-model=%t/kernel.json" 2>&1 | FileCheck %s --check-prefix=KERNEL

// ABSENT: error: cost model: {{.*}}absent.json
// TRUNCATED: error: cost model: {{.*}}truncated.json:
// SCHEMA: error: cost model: {{.*}}schema.json: 'schema' must be 1
// ZERO: error: cost model: {{.*}}zero.json: 'bytes_per_second' must be a positive number
// KERNEL: error: cost model: {{.*}}kernel.json: 'k' must be a positive number

//--- good.json
{"schema": 1, "device": "cpu", "bytes_per_second": 1e10, "flops_per_second": 1e11, "launch_ns": 500, "kernels": {"k#0": 12.5}}
//--- truncated.json
{"schema": 1, "kernels": {
//--- schema.json
{"schema": 2}
//--- zero.json
{"schema": 1, "bytes_per_second": 0}
//--- kernel.json
{"schema": 1, "kernels": {"k": "fast"}}
//--- step.mlir
ckpt.kernel @k(%a: tensor<4xf32>) -> tensor<4xf32> {
  ckpt.yield %a : tensor<4xf32>
}
func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ckpt.step} {
  %0 = ckpt.launch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
