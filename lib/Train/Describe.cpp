//===- Describe.cpp - What a table says about itself, for the report ------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Train/Describe.h"
#include "ckpt/Train/Store.h"

#include <set>

using namespace ckpt;
using namespace ckpt::train;

std::vector<int64_t> train::liveBytes(const runtime::Table &table) {
  size_t count = table.launches.size();
  // Differences from launch to launch, then their prefix sums.
  std::vector<int64_t> change(count + 1, 0);
  for (const runtime::Buffer &buffer : table.buffers) {
    if (buffer.space != runtime::Space::Arena || buffer.firstLaunch < 0 ||
        buffer.lastLaunch >= static_cast<int64_t>(count))
      continue;
    change[static_cast<size_t>(buffer.firstLaunch)] += buffer.bytes;
    change[static_cast<size_t>(buffer.lastLaunch) + 1] -= buffer.bytes;
  }
  std::vector<int64_t> live;
  int64_t sum = persistentBytes(table);
  for (size_t i = 0; i < count; ++i)
    live.push_back(sum += change[i]);
  return live;
}

void train::describeTable(const runtime::Table &table,
                          measure::Report &report) {
  int64_t persistent = persistentBytes(table);
  report.persistentBytes = persistent;
  report.constantsBytes = constantBytes(table);
  report.predictedPeakBytes = persistent + table.predictedPeakBytes;
  report.arenaPeakBytes = persistent + table.arenaBytes;
  report.kernels = static_cast<int64_t>(table.launches.size());
  std::set<int32_t> distinct;
  report.recomputed = 0;
  for (const runtime::Launch &launch : table.launches) {
    distinct.insert(launch.kernel);
    report.recomputed += launch.clone;
  }
  report.distinctKernels = static_cast<int64_t>(distinct.size());
  report.primitives.clear();
  for (int32_t kernel : distinct) {
    const runtime::Kernel &what = table.kernels[static_cast<size_t>(kernel)];
    if (what.isPrimitive)
      report.primitives.push_back(
          {what.name, runtime::queryPrimitive(what.primitive).description});
  }
}
