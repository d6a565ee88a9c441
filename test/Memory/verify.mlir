// RUN: ckpt-opt %s --ckpt-verify-memory -split-input-file -verify-diagnostics

ckpt.kernel @k(%a: tensor<16xf32>) -> tensor<16xf32> attributes {inplace = array<i64: 0, 0>} {
  ckpt.yield %a : tensor<16xf32>
}
// Sound: %1 is the last reader of %0 and says that it takes its place.
func.func @in_place(%x: tensor<16xf32>) -> tensor<16xf32>
    attributes {ckpt.step, ckpt.memory = {arena = 64 : i64, peak = 64 : i64, persistent = 128 : i64}} {
  %0 = ckpt.launch @k(%x) {offsets = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  %1 = ckpt.launch @k(%0) {offsets = array<i64: 0>, tied = array<i64: 0, 0>} : (tensor<16xf32>) -> tensor<16xf32>
  %2 = ckpt.launch @k(%1) {offsets = array<i64: -1>} : (tensor<16xf32>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}

// -----

ckpt.kernel @k(%a: tensor<16xf32>) -> tensor<16xf32> attributes {inplace = array<i64: 0, 0>} {
  ckpt.yield %a : tensor<16xf32>
}
func.func @overlap(%x: tensor<16xf32>) -> tensor<16xf32>
    attributes {ckpt.step, ckpt.memory = {arena = 64 : i64, peak = 64 : i64, persistent = 128 : i64}} {
  // expected-note@+1 {{by this launch}}
  %0 = ckpt.launch @k(%x) {offsets = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  // expected-error@+1 {{writes bytes 0 to 64 of the arena, which are still in use}}
  %1 = ckpt.launch @k(%0) {offsets = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  %2 = ckpt.launch @k(%1) {offsets = array<i64: -1>} : (tensor<16xf32>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}

// -----

ckpt.kernel @k(%a: tensor<16xf32>) -> tensor<16xf32> attributes {inplace = array<i64: 0, 0>} {
  ckpt.yield %a : tensor<16xf32>
}
// The old value is read once more after its place was taken.
func.func @read_again(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>)
    attributes {ckpt.step, ckpt.memory = {arena = 64 : i64, peak = 64 : i64, persistent = 192 : i64}} {
  // expected-note@+1 {{by this launch}}
  %0 = ckpt.launch @k(%x) {offsets = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  // expected-error@+1 {{which are still in use}}
  %1 = ckpt.launch @k(%0) {offsets = array<i64: 0>, tied = array<i64: 0, 0>} : (tensor<16xf32>) -> tensor<16xf32>
  %2 = ckpt.launch @k(%0) {offsets = array<i64: -1>} : (tensor<16xf32>) -> tensor<16xf32>
  %3 = ckpt.launch @k(%1) {offsets = array<i64: -1>} : (tensor<16xf32>) -> tensor<16xf32>
  return %2, %3 : tensor<16xf32>, tensor<16xf32>
}

// -----

ckpt.kernel @k(%a: tensor<16xf32>) -> tensor<16xf32> {
  ckpt.yield %a : tensor<16xf32>
}
func.func @outside(%x: tensor<16xf32>) -> tensor<16xf32>
    attributes {ckpt.step, ckpt.memory = {arena = 64 : i64, peak = 64 : i64, persistent = 128 : i64}} {
  // expected-error@+1 {{has a buffer at offset 64 with 64 bytes, the arena has 64 bytes, aligned to 64}}
  %0 = ckpt.launch @k(%x) {offsets = array<i64: 64>} : (tensor<16xf32>) -> tensor<16xf32>
  %1 = ckpt.launch @k(%0) {offsets = array<i64: -1>} : (tensor<16xf32>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// -----

ckpt.kernel @k(%a: tensor<16xf32>) -> tensor<16xf32> attributes {workspace = 10 : i64} {
  ckpt.yield %a : tensor<16xf32>
}
func.func @no_workspace(%x: tensor<16xf32>) -> tensor<16xf32>
    attributes {ckpt.step, ckpt.memory = {arena = 64 : i64, peak = 64 : i64, persistent = 128 : i64}} {
  // expected-error@+1 {{has 1 offsets for 2 buffers}}
  %0 = ckpt.launch @k(%x) {offsets = array<i64: -1>} : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// expected-error@+1 {{has no places yet: run --ckpt-memory first}}
func.func @too_early(%x: tensor<16xf32>) attributes {ckpt.step} {
  return
}
