//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Synthetic problems for tests and benchmarks. The same arguments give the same
// problem on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PLANNING_GENERATORS_H
#define CKPT_PLANNING_GENERATORS_H

#include "ckpt/Planning/Problem.h"

namespace ckpt::planning {

/// Kinds: "chain" (equal layers: forward, loss, backward), "training" (residual
/// blocks with random long skips, and their backward), "unet" (an encoder and a
/// decoder with skips, and their backward), "layered" (a random layered graph).
/// About `nodes` nodes; nothing when the kind is unknown or `nodes` < 3.
std::optional<Problem> generate(const std::string &kind, int32_t nodes,
                                uint64_t seed);

} // namespace ckpt::planning

#endif // CKPT_PLANNING_GENERATORS_H
