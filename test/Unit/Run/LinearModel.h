//===- LinearModel.h - A tiny model as hand-made launch tables --*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TEST_UNIT_RUN_LINEARMODEL_H
#define CKPT_TEST_UNIT_RUN_LINEARMODEL_H

#include "ckpt/Runtime/LaunchTable.h"

namespace ckpt::test {

/// Least squares with four samples of three features, trained with momentum;
/// a state counts the steps. With `recompute` the residual is dropped after the
/// loss and computed again for the gradient.
runtime::Table makeStep(bool recompute);

/// Sums over the mask: "loss", and "correct" for residuals below one half.
runtime::Table makeEvaluation();

/// arg0 (parameters), arg1 (features), arg2 (targets) -> out0, grad0.
runtime::Table makeGradients();

} // namespace ckpt::test

#endif // CKPT_TEST_UNIT_RUN_LINEARMODEL_H
