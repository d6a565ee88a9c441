// What cannot be computed again stays, whatever the policy; that is reported, and
// is an error in a strict region. What has effects keeps its order among the
// clones.
// RUN: ckpt-opt %s --ckpt-remat -verify-diagnostics | FileCheck %s
// RUN: sed -e 's/name = "r"/name = "r", strict/' -e '/expected/d' %s | not ckpt-opt --ckpt-remat 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT: error: region 'r': 'call.0' (1024 bytes) cannot be computed again and stays

func.func private @read(tensor<256xf32>) -> tensor<256xf32>
func.func private @write(tensor<256xf32>) -> ()
// CHECK-LABEL: func.func @step(
// CHECK:         %[[A:.*]] = call @read
// CHECK:         %[[L:.*]] = math.tanh
// CHECK:         call @write(%[[L]])
// CHECK:         ckpt.gradient
// CHECK-NOT:       call @read
// CHECK:           math.sin {{.*}}ckpt.clone_of
// CHECK:           %[[D:.*]] = arith.mulf %[[L]]
// CHECK:           call @write(%[[D]])
// CHECK:           %[[E:.*]] = arith.mulf %[[D]]
// CHECK:           call @write(%[[E]])
// CHECK:           arith.mulf %[[E]], %[[A]]
func.func @step(%x: tensor<256xf32>, %w: tensor<256xf32>)
    -> (tensor<256xf32> {ckpt.loss}, tensor<256xf32> {ckpt.donates = 1 : i64})
    attributes {ckpt.step, ckpt.regions = [{name = "r", policy = "nothing"}]} {
  // expected-warning @below {{region 'r': 'call.0' (1024 bytes) cannot be computed again and stays}}
  %a = call @read(%x) {ckpt.marks = array<i64: 0>} : (tensor<256xf32>) -> tensor<256xf32>
  %b = math.sin %a {ckpt.marks = array<i64: 0>} : tensor<256xf32>
  %c = math.exp %b {ckpt.marks = array<i64: 0>} : tensor<256xf32>
  %m = math.sin %c {ckpt.marks = array<i64: 0>} : tensor<256xf32>
  %n = math.exp %m {ckpt.marks = array<i64: 0>} : tensor<256xf32>
  %l = math.tanh %n : tensor<256xf32>
  call @write(%l) : (tensor<256xf32>) -> ()
  %g = ckpt.gradient -> tensor<256xf32> {
    %d = arith.mulf %l, %m : tensor<256xf32>
    func.call @write(%d) : (tensor<256xf32>) -> ()
    %e = arith.mulf %d, %b : tensor<256xf32>
    func.call @write(%e) : (tensor<256xf32>) -> ()
    %f = arith.mulf %e, %a : tensor<256xf32>
    ckpt.yield %f : tensor<256xf32>
  }
  return %l, %g : tensor<256xf32>, tensor<256xf32>
}
