//===- Shrink.h - The smallest model that still fails -----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_FUZZ_SHRINK_H
#define CKPT_TOOLS_CKPT_FUZZ_SHRINK_H

#include "Program.h"

#include <functional>

namespace ckpt::fuzz {

/// Removes nodes, regions and states as long as `stillFails`; at most `tries`
/// calls.
Program shrink(Program program,
               const std::function<bool(const Program &)> &stillFails,
               int tries);

} // namespace ckpt::fuzz

#endif // CKPT_TOOLS_CKPT_FUZZ_SHRINK_H
