// A pass that merges or hoists a clone is found out, whether it runs before the
// places are given or after; the same step without that pass is sound.
// RUN: ckpt-opt %s --ckpt-remat="policy=nothing" --cse --ckpt-memory --ckpt-verify-memory="budget=7KiB" -o /dev/null
// RUN: ckpt-opt %s --ckpt-remat="policy=nothing" --ckpt-erase-barriers --ckpt-memory --ckpt-verify-memory -o /dev/null
// RUN: not ckpt-opt %s --load-pass-plugin=%merge-clones --pass-pipeline="builtin.module(ckpt-remat{policy=nothing},test-merge-clones,ckpt-memory)" 2>&1 | FileCheck %s --check-prefix=PEAK
// RUN: not ckpt-opt %s --load-pass-plugin=%merge-clones --pass-pipeline="builtin.module(ckpt-remat{policy=nothing},ckpt-memory,test-merge-clones,ckpt-verify-memory)" 2>&1 | FileCheck %s --check-prefix=PEAK
// RUN: not ckpt-opt %s --load-pass-plugin=%merge-clones --pass-pipeline="builtin.module(ckpt-remat{policy=nothing},ckpt-memory,test-hoist-clones,ckpt-verify-memory)" 2>&1 | FileCheck %s --check-prefix=PEAK
// RUN: not ckpt-opt %s --ckpt-remat="policy=nothing" --ckpt-memory --ckpt-verify-memory="budget=4KiB" 2>&1 | FileCheck %s --check-prefix=BUDGET

// PEAK: error: the plan needs 3072 transient bytes, this order needs 4096: a pass has merged or moved launches after planning
// BUDGET: error: {{.*}}needs 6144 bytes (3072 arena, 3072 persistent), the budget is 4096

ckpt.kernel @layer(%a: tensor<256xf32>) -> tensor<256xf32> {
  ckpt.yield %a : tensor<256xf32>
}
ckpt.kernel @backward(%a: tensor<256xf32>, %d: tensor<256xf32>) -> tensor<256xf32> attributes {inplace = array<i64: 0, 1>} {
  ckpt.yield %d : tensor<256xf32>
}
func.func @step(%x: tensor<256xf32>, %w: tensor<256xf32> {ckpt.param = "w"})
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{id = 0 : i64, policy = "nothing"}]} {
  %a = ckpt.launch @layer(%x) {ckpt.marks = array<i64: 0>, ckpt.name = "a"} : (tensor<256xf32>) -> tensor<256xf32>
  %b = ckpt.launch @layer(%a) {ckpt.marks = array<i64: 0>, ckpt.name = "b"} : (tensor<256xf32>) -> tensor<256xf32>
  %c = ckpt.launch @layer(%b) {ckpt.marks = array<i64: 0>, ckpt.name = "c"} : (tensor<256xf32>) -> tensor<256xf32>
  %l = ckpt.launch @layer(%c) {ckpt.name = "loss"} : (tensor<256xf32>) -> tensor<256xf32>
  %g = ckpt.gradient -> tensor<256xf32> {
    %dc = ckpt.launch @backward(%c, %l) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %db = ckpt.launch @backward(%b, %dc) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %da = ckpt.launch @backward(%a, %db) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %wn = ckpt.launch @backward(%da, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
    ckpt.yield %wn : tensor<256xf32>
  }
  return %l, %g : tensor<256xf32>, tensor<256xf32>
}
