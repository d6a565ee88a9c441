//===- Storage.h - Buffers of a schedule ------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_REMAT_STORAGE_H
#define CKPT_REMAT_STORAGE_H

#include "ckpt/Memory/Packing.h"
#include "ckpt/Planning/Schedule.h"

#include <string>

namespace ckpt {

/// The transient buffers of an evaluated schedule. Copies that take each
/// other's place are one buffer. Values without bytes have none.
struct TransientBuffers {
  std::vector<memory::Interval> intervals;
  /// By copy of the evaluation: index of its interval, or -1.
  std::vector<int32_t> ofCopy;
  /// By event: index of the interval of its workspace, or -1.
  std::vector<int32_t> ofWorkspace;
};

TransientBuffers transientBuffers(const planning::Problem &problem,
                                  const planning::Schedule &schedule,
                                  const planning::Evaluation &evaluation);

/// Offsets of the buffers. `limit`: the bytes that the arena may have, 0 when
/// there is no budget. Equal inputs give equal offsets, so that Remat knows
/// what Memory will find.
memory::Packing packTransient(const TransientBuffers &buffers, int64_t limit);

/// Of sizes and lifetimes: equal for equal buffers.
std::string hashOf(const TransientBuffers &buffers);

} // namespace ckpt

#endif // CKPT_REMAT_STORAGE_H
