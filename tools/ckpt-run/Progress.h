//===- Progress.h - The progress line ---------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_PROGRESS_H
#define CKPT_TOOLS_CKPT_RUN_PROGRESS_H

#include "ckpt/Train/Session.h"

#include <chrono>

namespace ckpt::tool {

/// Step, loss, metrics and time left on stderr: one line that is overwritten on
/// a terminal, else about twenty lines.
class Progress {
public:
  explicit Progress(int64_t steps);
  ~Progress();

  void show(int64_t step, const train::StepResult &result);

private:
  using Clock = std::chrono::steady_clock;
  int64_t steps;
  bool terminal;
  bool open = false;
  /// The time left is reckoned without the first, counted step.
  Clock::time_point start;
  Clock::time_point lastShown;
};

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_PROGRESS_H
