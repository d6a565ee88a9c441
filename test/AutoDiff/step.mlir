// RUN: ckpt-opt %s --ckpt-differentiate 2>&1 | FileCheck %s
// RUN: ckpt-opt %s --ckpt-differentiate=optimizer=sgd 2>/dev/null | FileCheck %s --check-prefix=SGD
// RUN: ckpt-opt %s --ckpt-differentiate=mode=gradients | FileCheck %s --check-prefix=GRADIENTS

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#none = affine_map<(d0, d1) -> ()>

// The signature: parameters, states, optimizer states, rate, step, data.
// CHECK: warning: the step drops results that are no loss, metric or state: 3
// CHECK: warning: the loss does not depend on parameter 'unused'; its gradient is zero
// CHECK-LABEL: func.func @model_step(
// CHECK-SAME:    %[[W:.*]]: tensor<8x4xf32> {ckpt.init = "glorot_uniform", ckpt.param = "w"},
// CHECK-SAME:    %[[U:.*]]: tensor<3xf32> {ckpt.param = "unused"},
// CHECK-SAME:    %[[S:.*]]: tensor<4xf32> {ckpt.state = "s"},
// CHECK-SAME:    %[[WM:[a-z0-9]+]]: tensor<8x4xf32> {ckpt.init = "zeros", ckpt.opt_state = "w.m"}, %[[WV:[a-z0-9]+]]: tensor<8x4xf32> {ckpt.init = "zeros", ckpt.opt_state = "w.v"},
// CHECK-SAME:    ckpt.opt_state = "unused.m"}
// CHECK-SAME:    ckpt.opt_state = "unused.v"}
// CHECK-SAME:    %[[LR:.*]]: tensor<f32> {ckpt.lr}, %[[STEP:.*]]: tensor<i64> {ckpt.step_index},
// CHECK-SAME:    %[[X:.*]]: tensor<16x8xf32> {ckpt.data = "x"}, %{{.*}}: tensor<16xi32> {ckpt.data = "arg4"})
// CHECK-SAME:  -> (tensor<f32> {ckpt.loss}, tensor<f32> {ckpt.metric = "m"}, tensor<4xf32> {ckpt.donates = 2 : i64, ckpt.state = "s"}, tensor<8x4xf32> {ckpt.donates = 0 : i64, ckpt.param = "w"}, tensor<3xf32> {ckpt.donates = 1 : i64, ckpt.param = "unused"}, tensor<8x4xf32> {ckpt.donates = 3 : i64, ckpt.opt_state = "w.m"},
// CHECK-SAME:  attributes {ckpt.regions = [{id = 0 : i64, name = "layer", names = [], parent = -1 : i64, policy = "nothing"}], ckpt.step}

// The forward computation is flat and marked.
// CHECK:       %[[H:.*]] = linalg.contract {{.*}} {ckpt.marks = array<i64: 0>} ins(%[[X]], %[[W]]
// CHECK:       %[[LOSS:.*]] = linalg.generic {{.*}} ins(%[[H]]
// CHECK:       ckpt.gradient
// The square's adjoint is 2 H; the weight gets its update in one op.
// CHECK:         %[[DH:.*]] = linalg.generic {{.*}} ins(%[[H]]
// CHECK:         %[[DW:.*]] = linalg.contract {{.*}} ins(%[[X]], %[[DH]]
// CHECK:         %[[C:.*]]:2 = linalg.generic {{.*}} ins(%[[STEP]]
// CHECK:           math.expm1
// CHECK:         %[[NEW:.*]]:3 = linalg.generic {{.*}} ins(%[[W]], %[[DW]], %[[WM]], %[[WV]], %[[LR]], %[[C]]#0, %[[C]]#1
// CHECK:           math.sqrt
// CHECK:         ckpt.yield %[[NEW]]#0, %{{.*}}#0, %[[NEW]]#1, %[[NEW]]#2

// SGD-LABEL: func.func @model_step(
// SGD-NOT:     opt_state
// SGD:         ckpt.gradient
// SGD:         %[[DW:.*]] = linalg.contract
// SGD:         %[[NEW:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[DW]]
// SGD:           arith.mulf
// SGD-NEXT:      arith.subf
// SGD-NEXT:      linalg.yield

// GRADIENTS-LABEL: func.func @model_gradients(
// GRADIENTS-SAME:    %{{.*}}: tensor<16x8xf32>
// GRADIENTS-SAME:  -> (tensor<f32> {ckpt.loss}, tensor<f32> {ckpt.metric = "m"}, tensor<4xf32> {ckpt.state = "s"}, tensor<4xf32>, tensor<16x8xf32>, tensor<8x4xf32>, tensor<3xf32>, tensor<4xf32>)
// GRADIENTS:         ckpt.gradient -> tensor<16x8xf32>, tensor<8x4xf32>, tensor<3xf32>, tensor<4xf32>
func.func @model(%x: tensor<16x8xf32> {ckpt.data = "x"},
                 %w: tensor<8x4xf32> {ckpt.param = "w", ckpt.init = "glorot_uniform"},
                 %u: tensor<3xf32> {ckpt.param = "unused"},
                 %s: tensor<4xf32> {ckpt.state = "s"},
                 %n: tensor<16xi32>)
    -> (tensor<f32> {ckpt.loss}, tensor<f32> {ckpt.metric = "m"},
        tensor<4xf32> {ckpt.state = "s"}, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x4xf32>) -> tensor<16x4xf32>
  %r = ckpt.region policy(nothing) "layer" -> tensor<16x4xf32> {
    %m = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : tensor<16x8xf32>, tensor<8x4xf32>) outs(%z : tensor<16x4xf32>) -> tensor<16x4xf32>
    ckpt.yield %m : tensor<16x4xf32>
  }
  %es = tensor.empty() : tensor<f32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32>
  %l = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%r : tensor<16x4xf32>) outs(%zs : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %q = arith.mulf %i, %i : f32
    %t = arith.addf %o, %q : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %l, %l, %s, %s : tensor<f32>, tensor<f32>, tensor<4xf32>, tensor<4xf32>
}
