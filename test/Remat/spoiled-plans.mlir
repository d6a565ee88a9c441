// Ops have no places: a pass that merges or hoists their clones is found by the
// peak and the order that the plan promised. Hoisting needs the barriers gone;
// while they stand there is nowhere to go.
// DEFINE: %{spoil} = ckpt-opt --load-pass-plugin=%merge-clones -o /dev/null
// RUN: not %{spoil} %S/joint-graph.mlir --pass-pipeline="builtin.module(ckpt-remat{budget=9KiB},test-merge-clones,ckpt-verify-memory)" 2>&1 | FileCheck %s
// RUN: not %{spoil} %S/loops.mlir --pass-pipeline="builtin.module(ckpt-remat{budget=13KiB},test-merge-clones,ckpt-verify-memory)" 2>&1 | FileCheck %s
// RUN: not %{spoil} %S/joint-graph.mlir --pass-pipeline="builtin.module(ckpt-remat{budget=9KiB},ckpt-erase-barriers,test-hoist-clones,ckpt-verify-memory)" 2>&1 | FileCheck %s
// RUN: %{spoil} %S/joint-graph.mlir --pass-pipeline="builtin.module(ckpt-remat{budget=9KiB},test-hoist-clones,ckpt-verify-memory)"
// RUN: %{spoil} %S/joint-graph.mlir --pass-pipeline="builtin.module(ckpt-remat{budget=9KiB},ckpt-erase-barriers,ckpt-verify-memory)"

// CHECK: error: {{the plan needs|the plan has|the launches are not in the planned order}}
