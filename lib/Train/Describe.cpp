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

static std::vector<measure::TimelineRow>
timelineOf(const runtime::Table &table,
           const std::vector<double> &launchNanoseconds) {
  size_t count = table.launches.size();
  // Differences of live bytes from launch to launch, then their prefix sums.
  std::vector<int64_t> change(count + 1, 0);
  for (const runtime::Buffer &buffer : table.buffers) {
    if (buffer.space != runtime::Space::Arena || buffer.firstLaunch < 0 ||
        buffer.lastLaunch >= static_cast<int64_t>(count))
      continue;
    change[static_cast<size_t>(buffer.firstLaunch)] += buffer.bytes;
    change[static_cast<size_t>(buffer.lastLaunch) + 1] -= buffer.bytes;
  }
  std::vector<measure::TimelineRow> rows;
  int64_t live = persistentBytes(table);
  for (size_t i = 0; i < count; ++i) {
    live += change[i];
    const runtime::Launch &launch = table.launches[i];
    measure::TimelineRow row;
    row.name = launch.name;
    row.kernel = table.kernels[static_cast<size_t>(launch.kernel)].name;
    row.liveBytes = live;
    row.nanoseconds = i < launchNanoseconds.size() ? launchNanoseconds[i] : 0;
    row.clone = launch.clone;
    row.gradient = launch.gradient;
    rows.push_back(std::move(row));
  }
  return rows;
}

void train::describeTable(const runtime::Table &table,
                          const std::vector<double> &launchNanoseconds,
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
  report.timeline = timelineOf(table, launchNanoseconds);
}
