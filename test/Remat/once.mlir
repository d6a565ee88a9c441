// A clone of what may run only once is an error, whoever wrote it.
// RUN: ckpt-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --ckpt-verify-memory

func.func private @read(tensor<16xf32>) -> tensor<16xf32>
func.func @external(%x: tensor<16xf32>) -> tensor<16xf32> attributes {ckpt.plan = {}} {
  %a = call @read(%x) : (tensor<16xf32>) -> tensor<16xf32>
  // expected-error @below {{runs again, but what has effects, depends on memory or decides may run only once}}
  %b = call @read(%x) {ckpt.clone_of = "a"} : (tensor<16xf32>) -> tensor<16xf32>
  %c = arith.addf %a, %b : tensor<16xf32>
  return %c : tensor<16xf32>
}

// -----

func.func @unknown(%x: tensor<16xf32>) -> tensor<16xf32> attributes {ckpt.plan = {}} {
  %a = "some.op"(%x) : (tensor<16xf32>) -> tensor<16xf32>
  // expected-error @below {{may run only once}}
  %b = "some.op"(%x) {ckpt.clone_of = "a"} : (tensor<16xf32>) -> tensor<16xf32>
  %c = arith.addf %a, %b : tensor<16xf32>
  return %c : tensor<16xf32>
}

// -----

func.func @memory(%m: memref<16xf32>, %i: index) -> f32 attributes {ckpt.plan = {}} {
  %a = memref.load %m[%i] : memref<16xf32>
  memref.store %a, %m[%i] : memref<16xf32>
  // expected-error @below {{may run only once}}
  %b = memref.load %m[%i] {ckpt.clone_of = "a"} : memref<16xf32>
  %c = arith.addf %a, %b : f32
  return %c : f32
}

// -----

// An effect deep inside.
func.func private @read(tensor<16xf32>) -> tensor<16xf32>
func.func @nested(%x: tensor<16xf32>, %n: index) -> tensor<16xf32> attributes {ckpt.plan = {}} {
  %a = scf.execute_region -> tensor<16xf32> {
    %r = func.call @read(%x) : (tensor<16xf32>) -> tensor<16xf32>
    scf.yield %r : tensor<16xf32>
  }
  // expected-error @below {{may run only once}}
  %b = scf.execute_region -> tensor<16xf32> {
    %r = func.call @read(%x) : (tensor<16xf32>) -> tensor<16xf32>
    scf.yield %r : tensor<16xf32>
  } {ckpt.clone_of = "a"}
  %c = arith.addf %a, %b : tensor<16xf32>
  return %c : tensor<16xf32>
}

// -----

// A choice, and a comparison that becomes one.
func.func @decisions(%x: tensor<16xf32>, %y: tensor<16xf32>) -> tensor<16xi8> attributes {ckpt.plan = {}} {
  %less = arith.cmpf olt, %x, %y : tensor<16xf32>
  %index = arith.extui %less : tensor<16xi1> to tensor<16xi8>
  // expected-error @below {{may run only once}}
  %again = arith.cmpf olt, %x, %y {ckpt.clone_of = "less"} : tensor<16xf32>
  %other = arith.extui %again : tensor<16xi1> to tensor<16xi8>
  %sum = arith.addi %index, %other : tensor<16xi8>
  return %sum : tensor<16xi8>
}

// -----

// A mask only masks, and integers of integers decide nothing.
func.func @masks(%x: tensor<16xf32>, %n: tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>)
    attributes {ckpt.plan = {clones = 2 : i64, peak = 256 : i64}} {
  %less = arith.cmpf olt, %x, %x : tensor<16xf32>
  %again = arith.cmpf olt, %x, %x {ckpt.clone_of = "less"} : tensor<16xf32>
  %both = arith.andi %less, %again : tensor<16xi1>
  %a = arith.select %both, %x, %x : tensor<16xi1>, tensor<16xf32>
  %i = arith.addi %n, %n : tensor<16xi32>
  %j = arith.addi %n, %n {ckpt.clone_of = "i"} : tensor<16xi32>
  %k = arith.muli %i, %j : tensor<16xi32>
  return %a, %k : tensor<16xf32>, tensor<16xi32>
}
