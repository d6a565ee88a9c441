// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB report=%t.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: python3 %S/check_report.py %t.json
// RUN: ckpt-opt %s --ckpt-remat="budget=10KiB remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: ckpt-opt %s --ckpt-explain=budget=10KiB -o %t.mlir 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: ckpt-opt %s -o %t.same.mlir && diff %t.mlir %t.same.mlir
// RUN: ckpt-opt %s --ckpt-pareto="csv=%t.csv json=%t.front.json svg=%t.svg points=4" -o /dev/null
// RUN: FileCheck %s --check-prefix=CSV < %t.csv
// RUN: FileCheck %s --check-prefix=SVG < %t.svg
// RUN: not ckpt-opt %s --ckpt-pareto -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: not ckpt-opt %s --ckpt-explain=budget=1kB -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNMET
// RUN: not ckpt-opt %s --ckpt-remat=report=%t.no/folder/r.json -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOFOLDER

// JSON-DAG: "schema": "ckpt-report-2"
// JSON-DAG: "status": "{{optimal|feasible}}"
// JSON-DAG: "verdict": "recomputed"
// JSON-DAG: "verdict": "saved"
// JSON-DAG: "location": "{{.*}}report.mlir:[[#]]:[[#]]"

// REMARK: report.mlir:[[#]]:1: remark: plan {{.*}}: peak {{.*}}, plain step {{.*}}, {{[1-9][0-9]*}} clones
// REMARK: report.mlir:[[#]]:9: remark: 'a{{[0-9]}}' of 1.0 kB is recomputed once: chosen by the planner

// EXPLAIN: step: plan
// EXPLAIN: plain peak
// EXPLAIN: floor
// EXPLAIN: clones
// EXPLAIN: the peak is at '{{.*}}' (@{{.*}}), launch
// EXPLAIN: recomputed

// CSV: peak_bytes,extra_time_percent,recomputed
// CSV-NEXT: {{[0-9]+}},0.000000,0
// CSV-NEXT: {{[0-9]+}},{{[0-9.]+}},{{[1-9]}}
// SVG: <svg xmlns=
// SVG: <circle
// NOFILE: ckpt-pareto needs a file: csv, json or svg
// UNMET: the budget of 1000 bytes cannot be met
// NOFOLDER: cannot write

ckpt.kernel @layer(%a: tensor<256xf32>) -> tensor<256xf32> {
  ckpt.yield %a : tensor<256xf32>
}
ckpt.kernel @backward(%a: tensor<256xf32>, %d: tensor<256xf32>) -> tensor<256xf32> attributes {inplace = array<i64: 0, 1>} {
  ckpt.yield %d : tensor<256xf32>
}

func.func @step(%x: tensor<256xf32> {ckpt.data = "x"}, %w: tensor<256xf32> {ckpt.param = "w"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step} {
  %a0 = ckpt.launch @layer(%x) {ckpt.name = "a0"} : (tensor<256xf32>) -> tensor<256xf32>
  %a1 = ckpt.launch @layer(%a0) {ckpt.name = "a1"} : (tensor<256xf32>) -> tensor<256xf32>
  %a2 = ckpt.launch @layer(%a1) {ckpt.name = "a2"} : (tensor<256xf32>) -> tensor<256xf32>
  %a3 = ckpt.launch @layer(%a2) {ckpt.name = "a3"} : (tensor<256xf32>) -> tensor<256xf32>
  %a4 = ckpt.launch @layer(%a3) {ckpt.name = "a4"} : (tensor<256xf32>) -> tensor<256xf32>
  %a5 = ckpt.launch @layer(%a4) {ckpt.name = "a5"} : (tensor<256xf32>) -> tensor<256xf32>
  %a6 = ckpt.launch @layer(%a5) {ckpt.name = "a6"} : (tensor<256xf32>) -> tensor<256xf32>
  %l = ckpt.launch @layer(%a6) {ckpt.name = "loss"} : (tensor<256xf32>) -> tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %d6 = ckpt.launch @backward(%a6, %l) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d5 = ckpt.launch @backward(%a5, %d6) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d4 = ckpt.launch @backward(%a4, %d5) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d3 = ckpt.launch @backward(%a3, %d4) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d2 = ckpt.launch @backward(%a2, %d3) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d1 = ckpt.launch @backward(%a1, %d2) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %d0 = ckpt.launch @backward(%a0, %d1) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %wn = ckpt.launch @backward(%d0, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %wn : tensor<256xf32>
  }
  return %l, %g : tensor<256xf32>, tensor<256xf32>
}
