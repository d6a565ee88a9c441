//===- Options.h - The command line of ckpt-run -----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_OPTIONS_H
#define CKPT_TOOLS_CKPT_RUN_OPTIONS_H

#include "ckpt/Pipelines/Compile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ckpt::tool {

/// Exit codes of ckpt-run.
enum ExitCode : int {
  Done = 0,
  Failed = 1,
  Usage = 2,
  NoPlan = 3,
  Interrupted = 130
};

struct RunOptions {
  std::string model;
  CompileOptions compile;
  std::string device = "cpu";

  // Data.
  std::string dataset;
  /// (argument, file) pairs of `--data`.
  std::vector<std::pair<std::string, std::string>> dataFiles;
  bool synthetic = false;
  int64_t syntheticClasses = 2;

  // Training.
  std::optional<int64_t> steps, epochs;
  float learningRate = 1e-3f;
  uint64_t seed = 0;
  std::string load, save;

  // What to report.
  std::string report, html, trace, profileOut;

  bool compare = false;
  /// Looks for the largest batch instead of training; also for the largest one
  /// with at most so much extra time.
  bool findBatch = false;
  std::optional<double> maxExtraTimePercent;
  /// One evaluation instead of training.
  std::string args, gradientsOut;
  /// For tests of `--compare`: the clone whose result is damaged.
  std::optional<int64_t> corruptClone;
};

/// Parses and checks the command line. On failure says what is wrong and
/// returns nothing; the exit code is then `Usage`.
std::optional<RunOptions> parseOptions(int argc, const char *const *argv);

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_OPTIONS_H
