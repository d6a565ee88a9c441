//===- Machine.h - What one core can do -------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_BENCH_MACHINE_H
#define CKPT_TOOLS_CKPT_BENCH_MACHINE_H

#include <algorithm>
#include <vector>

namespace ckpt::tools {

/// Seconds of this thread on a core, so that other processes do not count.
double threadSeconds();

/// The median time of at least five runs.
template <typename Run> double medianSeconds(Run run) {
  run();
  std::vector<double> times;
  double total = 0;
  while (times.size() < 5 || (total < 0.05 && times.size() < 1000)) {
    double start = threadSeconds();
    run();
    times.push_back(threadSeconds() - start);
    total += times.back();
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2,
                   times.end());
  return times[times.size() / 2];
}

/// Bytes per second of reading and writing in a copy of 64 MB.
double copyBandwidth();

/// Multiply-adds in single precision from registers, two operations each, per
/// second; 0 where this is not measured.
double peakFlops();

} // namespace ckpt::tools

#endif // CKPT_TOOLS_CKPT_BENCH_MACHINE_H
