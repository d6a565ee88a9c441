//===- Compile.h - Time and memory of compiling -----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_BENCH_COMPILE_H
#define CKPT_TOOLS_CKPT_BENCH_COMPILE_H

namespace ckpt::tools {

/// Compiles a model's step, or chains of equal layers of growing length with
/// the exponent of the growth; nothing is cached.
int benchCompile(int argc, char **argv);

/// Nanoseconds and heap allocations of a launch in a step of tiny kernels.
int benchLaunch(int argc, char **argv);

} // namespace ckpt::tools

#endif // CKPT_TOOLS_CKPT_BENCH_COMPILE_H
