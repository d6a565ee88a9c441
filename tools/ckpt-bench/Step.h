//===- Step.h - Whole training steps against PyTorch ------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_BENCH_STEP_H
#define CKPT_TOOLS_CKPT_BENCH_STEP_H

namespace ckpt::tools {

/// Runs the plain step of a model, the step with budgets, and PyTorch's step of
/// the same network, if it is installed, in turns; prints their times, the
/// ratios to PyTorch's eager step, and the peaks.
int benchStep(int argc, char **argv);

} // namespace ckpt::tools

#endif // CKPT_TOOLS_CKPT_BENCH_STEP_H
