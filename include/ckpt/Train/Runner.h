//===- Runner.h - Runs one table in the right mode --------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TRAIN_RUNNER_H
#define CKPT_TRAIN_RUNNER_H

#include "ckpt/Runtime/LaunchTable.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <vector>

namespace ckpt::runtime {
class Executor;
} // namespace ckpt::runtime

namespace ckpt::train {

/// A table with its memory. The first run maps every buffer by itself and
/// counts them; later ones use the arena. Both give the same bits, and never
/// hold memory at the same time.
class Runner {
public:
  /// Verifies the table and makes sure that its arena can be had, so that a
  /// step is refused before it begins. `table` must outlive the runner.
  static llvm::Expected<std::unique_ptr<Runner>>
  create(const runtime::Table &table, std::vector<void *> persistent,
         int threads);
  ~Runner();

  /// Fails, too, when an assertion of the model does not hold.
  llvm::Error run();

  /// What the first run counted, without persistent bytes.
  std::optional<int64_t> countedPeakBytes() const { return counted; }
  /// The same by launch; empty before the first run.
  const std::vector<int64_t> &countedBytes() const { return countedLaunches; }
  /// Wall time of the last run.
  double lastSeconds() const { return seconds; }
  /// Whether that time means anything: the first run counts, the second one
  /// touches its pages for the first time.
  bool lastWasWarm() const { return runs > 2; }
  /// Asks for the time of every launch; before the second run.
  void timeLaunches() { timing = true; }
  /// In the order of the table; empty when the last run was not timed so.
  const std::vector<double> &launchNanoseconds() const { return launches; }

  /// Median time in nanoseconds of a kernel that runs alone.
  llvm::Expected<double> profileKernel(size_t kernel);

private:
  Runner(const runtime::Table &table, std::vector<void *> persistent,
         int threads);
  /// Prepares the executor for the next run.
  llvm::Error prepare(bool counting);
  llvm::Error findFailedCheck() const;

  const runtime::Table &table;
  std::vector<void *> persistent;
  int threads;
  std::unique_ptr<runtime::Executor> executor;
  std::optional<int64_t> counted;
  std::vector<int64_t> countedLaunches;
  double seconds = 0;
  int64_t runs = 0;
  bool timing = false;
  std::vector<double> launches;
};

} // namespace ckpt::train

#endif // CKPT_TRAIN_RUNNER_H
