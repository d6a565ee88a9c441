//===- Passes.td - Passes of AutoDiff ----------------------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_AUTODIFF_PASSES_TD
#define CKPT_AUTODIFF_PASSES_TD

include "mlir/Pass/PassBase.td"

def DifferentiatePass : Pass<"ckpt-differentiate", "::mlir::ModuleOp"> {
  let summary = "Turns a forward function into a training step";
  let description = [{
    The entry function, the one with a `ckpt.loss` result, is replaced by
    `@NAME_step`: the forward computation, then a `ckpt.gradient` with the
    backward pass and the updates. Calls and `ckpt.region`s are inlined; the ops
    of a region carry its number in `ckpt.marks`, and `ckpt.regions` on the step
    describes the regions.

    Arguments: parameters, states, optimizer states, learning rate, step number,
    data. Results: loss, metrics, new states, new parameters, new optimizer
    states; each new value names with `ckpt.donates` the argument whose storage
    it takes. A parameter is updated as soon as its gradient is complete. A
    parameter that the loss does not depend on gets a zero gradient and a
    warning. Results without a role are dropped with a warning.

    With `ckpt.objectives` (see Objectives.h) there is a backward pass for each
    loss, one after the other in their order, which leaves the parameters of the
    other losses alone. All of them see the parameters as they were before the
    step: an update waits until no backward pass reads the old value any more.

    With `mode=gradients` the function becomes `@NAME_gradients` with the same
    arguments; its results are the original ones, followed by the gradient of
    each float argument. Nothing is updated. With several losses the gradient of
    a parameter is that of its own loss, and zero for what is no parameter.

    The pass decides nothing about saving: the backward pass reads the forward
    values that it needs.

    | optimizer | update of w with gradient g |
    |---|---|
    | sgd | w -= lr g |
    | momentum | m = momentum m + g; w -= lr m |
    | adam | m = beta1 m + (1 - beta1) g; v = beta2 v + (1 - beta2) g²; t = step + 1; w -= lr (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon) |
    | adamw | as adam, and w -= lr weight-decay w |

    Element types below 32 bits are stored as they are and computed in f32.
  }];
  let options = [
    Option<"mode", "mode", "std::string", "\"step\"",
           "step: forward, backward and update; gradients: no update">,
    Option<"optimizer", "optimizer", "std::string", "\"adam\"",
           "sgd, momentum, adam or adamw">,
    Option<"momentum", "momentum", "double", "0.9", "factor of momentum">,
    Option<"beta1", "beta1", "double", "0.9", "decay of Adam's first moment">,
    Option<"beta2", "beta2", "double", "0.999",
           "decay of Adam's second moment">,
    Option<"epsilon", "epsilon", "double", "1e-7",
           "added to the root of Adam's second moment">,
    Option<"weightDecay", "weight-decay", "double", "0.01",
           "decay of the parameters in adamw">,
    Option<"entry", "entry", "std::string", "\"\"",
           "function to differentiate; default: the one with a loss">,
    Option<"lossResult", "loss-result", "int64_t", "-1",
           "index of the result that is the loss, if none is marked">,
    Option<"params", "params", "std::string", "\"\"",
           "indices of arguments that are parameters, as in 0-3,7">
  ];
  let dependentDialects = [
    "::ckpt::CkptDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // CKPT_AUTODIFF_PASSES_TD
