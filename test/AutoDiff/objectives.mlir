// RUN: ckpt-opt %s --ckpt-differentiate | FileCheck %s
// RUN: ckpt-opt %s --ckpt-differentiate=mode=gradients | FileCheck %s --check-prefix=GRADIENTS

#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>

// Two losses: the generator's g makes y = g x; the discriminator's d scores it.
// Each group has its own optimizer; only adam has states, and only where it is
// said. The backward passes follow each other in the order of the objectives,
// and the discriminator is updated after the generator's pass has read it.

// CHECK-LABEL: func.func @gan_step(
// CHECK-SAME:    %[[G:[a-z0-9]+]]: tensor<4xf32> {ckpt.param = "gen.w"},
// CHECK-SAME:    %[[D:[a-z0-9]+]]: tensor<4xf32> {ckpt.param = "disc.w"},
// CHECK-SAME:    %[[M:[a-z0-9]+]]: tensor<4xf32> {ckpt.init = "zeros", ckpt.opt_state = "gen.w.m"},
// CHECK-SAME:    %[[LR:[a-z0-9]+]]: tensor<f32> {ckpt.lr}
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4xf32> {ckpt.data = "x"}
// CHECK-SAME:  -> (tensor<f32> {ckpt.loss = "d"}, tensor<f32> {ckpt.loss = "g"},
// CHECK-SAME:      tensor<4xf32> {ckpt.donates = 0 : i64, ckpt.param = "gen.w"}, tensor<4xf32> {ckpt.donates = 1 : i64, ckpt.param = "disc.w"},
// CHECK-SAME:      tensor<4xf32> {ckpt.donates = 2 : i64, ckpt.opt_state = "gen.w.m"})
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} ins(%[[G]], %[[X]] :
// CHECK:         ckpt.gradient
// Of the loss d to the discriminator alone.
// CHECK:           %[[DD:.*]] = linalg.generic {{.*}} ins(%[[Y]]
// CHECK-NOT:       ins(%[[D]], %[[DD]], %[[LR]] :
// Of the loss g through the discriminator to the generator.
// CHECK:           %[[DY:.*]] = linalg.generic {{.*}} ins(%[[D]] :
// CHECK:           linalg.generic {{.*}} ins(%[[D]], %[[DD]], %[[LR]] :
// CHECK:           %[[DG:.*]] = linalg.generic {{.*}} ins(%[[DY]], %{{.*}} :
// CHECK:           linalg.generic {{.*}} ins(%[[G]], %[[DG]], %[[M]], %[[LR]] :
// The generator's rate is the step's times two.
// CHECK:             arith.constant 2.000000e+00 : f32
// CHECK:         return

// GRADIENTS-LABEL: func.func @gan_gradients(
// GRADIENTS:         ckpt.gradient -> tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// What is no parameter follows no loss.
// GRADIENTS:           arith.constant 0.000000e+00 : f32
// GRADIENTS:           %[[ZERO:.*]] = linalg.fill
// GRADIENTS:           ckpt.yield %{{.*}}, %{{.*}}, %[[ZERO]] :
func.func @gan(%g: tensor<4xf32> {ckpt.param = "gen.w"}, %d: tensor<4xf32> {ckpt.param = "disc.w"},
               %x: tensor<4xf32> {ckpt.data = "x"})
    -> (tensor<f32> {ckpt.loss = "d"}, tensor<f32> {ckpt.loss = "g"})
    attributes {ckpt.objectives = [
      {loss = "d", params = ["disc"], optimizer = "sgd"},
      {loss = "g", params = "gen", optimizer = {kind = "momentum", momentum = 0.5, lr_scale = 2.0}}]} {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%g, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %score = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%d, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %ld = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%score : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %o, %a : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %lg = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%score : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.subf %o, %a : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %ld, %lg : tensor<f32>, tensor<f32>
}
