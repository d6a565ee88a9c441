//===- FindBatch.h - The largest batch under a budget -----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_FINDBATCH_H
#define CKPT_TOOLS_CKPT_RUN_FINDBATCH_H

#include "Compiler.h"
#include "Options.h"

namespace ckpt::tool {

/// Plans the step for one batch size after the other, without running it, and
/// says which is the largest that fits the budget, that fits with little extra
/// time, and that fits without any recomputation. Returns the exit code.
int findBatch(const RunOptions &options, const Compiler &compiler);

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_FINDBATCH_H
