//===- Kernels.h - Speed of compiled kernels --------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_BENCH_KERNELS_H
#define CKPT_TOOLS_CKPT_BENCH_KERNELS_H

namespace ckpt::tools {

/// Compiles the kernels of a model's step, or of a module after `ckpt-fuse`,
/// and prints for each its time on one thread, bytes per second against a copy,
/// operations per second against the peak, and its share of the step.
int benchKernels(int argc, char **argv);

} // namespace ckpt::tools

#endif // CKPT_TOOLS_CKPT_BENCH_KERNELS_H
