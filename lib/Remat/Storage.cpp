//===- Storage.cpp - Buffers of a schedule --------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/Storage.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>

using namespace ckpt;

TransientBuffers
ckpt::transientBuffers(const planning::Problem &problem,
                       const planning::Schedule &schedule,
                       const planning::Evaluation &evaluation) {
  TransientBuffers buffers;
  buffers.ofCopy.assign(evaluation.copies.size(), -1);
  buffers.ofWorkspace.assign(schedule.size(), -1);
  auto add = [&](int64_t bytes, int32_t first, int32_t last) {
    buffers.intervals.push_back({bytes, first, last});
    return int32_t(buffers.intervals.size() - 1);
  };
  // Copies are in the order of their events, so a copy's predecessor in place
  // has its interval already.
  for (size_t i = 0; i < evaluation.copies.size(); ++i) {
    const planning::Copy &copy = evaluation.copies[i];
    int64_t bytes = problem.nodes[schedule[copy.event]].outputs[copy.output];
    if (bytes == 0)
      continue;
    if (copy.inPlaceOf >= 0) {
      int32_t shared = buffers.ofCopy[copy.inPlaceOf];
      buffers.ofCopy[i] = shared;
      memory::Interval &interval = buffers.intervals[shared];
      interval.last = std::max(interval.last, copy.lastUse);
      continue;
    }
    buffers.ofCopy[i] = add(bytes, copy.event, copy.lastUse);
  }
  for (size_t event = 0; event < schedule.size(); ++event)
    if (int64_t bytes = problem.nodes[schedule[event]].workspace)
      buffers.ofWorkspace[event] = add(bytes, event, event);
  return buffers;
}

memory::Packing ckpt::packTransient(const TransientBuffers &buffers,
                                    int64_t limit) {
  memory::PackingOptions options;
  options.goalBytes = std::max<int64_t>(limit, 0);
  return memory::pack(buffers.intervals, options);
}

std::string ckpt::hashOf(const TransientBuffers &buffers) {
  std::string text;
  for (const memory::Interval &interval : buffers.intervals)
    text += std::to_string(interval.bytes) + ' ' +
            std::to_string(interval.first) + ' ' +
            std::to_string(interval.last) + '\n';
  return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, 16);
}
