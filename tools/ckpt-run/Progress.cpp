//===- Progress.cpp - The progress line -----------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <unistd.h>

using namespace ckpt;
using namespace ckpt::tool;

Progress::Progress(int64_t steps)
    : steps(steps), terminal(isatty(STDERR_FILENO)), start(Clock::now()) {}

Progress::~Progress() {
  if (open)
    llvm::errs() << '\n';
}

void Progress::show(int64_t step, const train::StepResult &result) {
  Clock::time_point now = Clock::now();
  double perStep = result.seconds;
  if (step == 1)
    start = now;
  else
    perStep =
        std::chrono::duration<double>(now - start).count() / double(step - 1);
  bool due = step == 1 || step == steps;
  if (terminal)
    due |= now - lastShown > std::chrono::milliseconds(100);
  else
    due |= step % std::max<int64_t>(1, steps / 20) == 0;
  if (!due)
    return;
  lastShown = now;
  llvm::raw_ostream &os = llvm::errs();
  os << (terminal ? "\r" : "") << "step " << step << "/" << steps
     << llvm::format("  loss %.4f", result.loss);
  for (const auto &[name, value] : result.metrics)
    os << "  " << name << llvm::format(" %.4f", value);
  os << llvm::format("  %.3f s/step  %.0f s left", perStep,
                     perStep * double(steps - step));
  os << (terminal ? "\x1b[K" : "\n");
  open = terminal;
}
