//===- TimedFit.h - Packing in the order of time ----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_MEMORY_TIMEDFIT_H
#define CKPT_LIB_MEMORY_TIMEDFIT_H

#include "ckpt/Memory/Packing.h"

namespace ckpt::memory {

/// Offsets as an allocator with two ends would give them, event by event, in a
/// few variants (which intervals grow from which end, forward or backward in
/// time). Near-linear in the number of intervals, so that it also serves tens
/// of thousands. Every ceiling is tried in order until one of them holds
/// everything; the last one is without limit. Empty intervals have offset 0.
std::vector<int64_t> timedFit(const std::vector<Interval> &intervals,
                              const std::vector<int64_t> &ceilings);

} // namespace ckpt::memory

#endif // CKPT_LIB_MEMORY_TIMEDFIT_H
