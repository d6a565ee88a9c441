//===- Training.h - One training run ----------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_TRAINING_H
#define CKPT_TOOLS_CKPT_RUN_TRAINING_H

#include "Compiler.h"
#include "Options.h"
#include "PlainProcess.h"

#include "ckpt/Data/Dataset.h"
#include "ckpt/Measure/Report.h"
#include "ckpt/Train/Session.h"

#include <memory>
#include <optional>
#include <vector>

namespace ckpt::tool {

/// What went wrong, with the exit code.
struct Failure {
  int exitCode = Failed;
  std::string message;
};

/// Data, compiled step and state of one process. Used by the main process, and
/// by the second one of `--compare`.
class Training {
public:
  Training(const RunOptions &options, const Compiler &compiler)
      : options(options), compiler(compiler), report(makeReport()) {}

  /// Loads the data, compiles the step and prepares its memory.
  std::optional<Failure> prepare();
  /// Trains, evaluates, writes files; with a plain process in lockstep with it.
  int run(PlainProcess *plain);

  train::Session &getSession() { return *session; }
  measure::Report &getReport() { return report; }

private:
  measure::Report makeReport() const;
  std::optional<Failure> compile();
  llvm::Error trainSteps(PlainProcess *plain);
  llvm::Error stepBoth(PlainProcess *plain, train::StepResult &result,
                       double &plainSeconds);
  llvm::Error evaluateTestData();
  llvm::Error compareWith(PlainProcess &plain);
  llvm::Error finish(PlainProcess *plain);
  int64_t stepsToRun() const;

  const RunOptions &options;
  const Compiler &compiler;
  measure::Report report;
  std::optional<Compiled> compiled;
  std::unique_ptr<train::Session> session;
  std::vector<double> launchNanoseconds;
  std::vector<int64_t> countedBytes;
  bool interrupted = false;
};

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_TRAINING_H
