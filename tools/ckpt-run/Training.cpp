//===- Training.cpp - One training run ------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Training.h"

#include "Commands.h"
#include "Compare.h"
#include "CorruptClone.h"
#include "Interrupt.h"
#include "Progress.h"
#include "Reports.h"
#include "RunData.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace ckpt;
using namespace ckpt::tool;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;

/// Budgets for the page's figure of memory against time.
static constexpr unsigned frontPoints = 8;
/// Steps of `--compare` when the options name none.
static constexpr int64_t compareSteps = 20;

static Failure failure(Error error) {
  return {Failed, llvm::toString(std::move(error))};
}

measure::Report Training::makeReport() const {
  return tool::makeReport(options);
}

std::optional<Failure> Training::compile() {
  CompileFailure why;
  CompileOptions compileOptions = options.compile;
  if (!options.html.empty())
    compileOptions.frontPoints = frontPoints;
  compiled = compiler.step(compileOptions, why);
  if (!compiled) {
    report.status = why.status;
    report.floorBytes = why.floorBytes;
    addPlan(why.plan, report);
    return Failure{why.exitCode, why.message};
  }
  if (options.corruptClone && !options.compile.plain)
    if (Error error = corruptClone(compiled->table, *options.corruptClone))
      return failure(std::move(error));
  addFigures(*compiled, {}, {}, report);
  if (Error error = checkPromises(*compiled, report))
    return failure(std::move(error));
  return std::nullopt;
}

std::optional<Failure> Training::prepare() {
  // Data first: a missing file should not cost a compilation.
  Expected<data::Columns> columns = loadTrainingData(options);
  if (!columns)
    return failure(columns.takeError());
  if (std::optional<Failure> failed = compile())
    return failed;
  addSyntheticData(options, compiled->table, *columns);
  train::SessionOptions sessionOptions;
  sessionOptions.seed = options.seed;
  sessionOptions.learningRate = options.learningRate;
  sessionOptions.threads = options.compile.threads;
  Expected<std::unique_ptr<train::Session>> created =
      train::Session::create(compiled->table, *columns, sessionOptions);
  if (!created)
    return failure(created.takeError());
  session = std::move(*created);
  if (wantsLaunchTimes(options))
    session->getRunner().timeLaunches();
  if (!options.load.empty())
    if (Error error = session->load(options.load))
      return failure(std::move(error));
  return std::nullopt;
}

int64_t Training::stepsToRun() const {
  if (options.steps)
    return *options.steps;
  if (options.compare && !options.epochs)
    return compareSteps;
  return options.epochs.value_or(1) * session->stepsPerEpoch();
}

Error Training::stepBoth(PlainProcess *plain, train::StepResult &result,
                         double &plainSeconds) {
  // Who goes first alternates, so that neither always finds warm caches.
  bool plainFirst = session->finishedSteps() % 2 != 0;
  for (bool plainTurn : {plainFirst, !plainFirst}) {
    if (plainTurn && plain) {
      Expected<double> seconds = plain->step();
      if (!seconds)
        return seconds.takeError();
      plainSeconds = *seconds;
    } else if (!plainTurn) {
      Expected<train::StepResult> mine = session->step();
      if (!mine)
        return mine.takeError();
      result = std::move(*mine);
    }
  }
  return Error::success();
}

Error Training::trainSteps(PlainProcess *plain) {
  int64_t steps = stepsToRun();
  Progress progress(steps);
  std::vector<double> times, plainTimes, ratios;
  for (int64_t step = 1; step <= steps && !interrupted; ++step) {
    train::StepResult result;
    double plainSeconds = 0;
    if (Error error = stepBoth(plain, result, plainSeconds))
      return error;
    progress.show(step, result);
    report.loss = result.loss;
    report.metrics = std::move(result.metrics);
    if (result.warm) {
      times.push_back(result.seconds);
      launchNanoseconds = session->getRunner().launchNanoseconds();
      if (plain && plainSeconds > 0) {
        plainTimes.push_back(plainSeconds);
        ratios.push_back(result.seconds / plainSeconds);
      }
    }
    interrupted = isInterrupted();
  }
  if (std::optional<int64_t> counted = session->getRunner().countedPeakBytes())
    report.countedPeakBytes = *counted + report.persistentBytes;
  countedBytes = session->getRunner().countedBytes();
  report.stepSeconds = median(times);
  report.baselineStepSeconds = median(plainTimes);
  if (std::optional<double> ratio = median(ratios))
    report.extraTimeMeasuredPercent = 100 * (*ratio - 1);
  if (interrupted)
    report.stopped =
        "interrupted after step " + std::to_string(session->finishedSteps());
  return Error::success();
}

/// An empty file of its own.
static Expected<std::string> temporaryPath(const char *name) {
  llvm::SmallString<128> path;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile(name, "safetensors", path))
    return llvm::createStringError("cannot create a temporary file: " +
                                   code.message());
  return path.str().str();
}

Error Training::compareWith(PlainProcess &plain) {
  Expected<std::string> mine = temporaryPath("ckpt-compare");
  if (!mine)
    return mine.takeError();
  Expected<std::string> other = temporaryPath("ckpt-plain");
  if (!other)
    return other.takeError();
  llvm::scope_exit removeBoth([&] {
    llvm::sys::fs::remove(*mine);
    llvm::sys::fs::remove(*other);
  });
  if (Error error = session->save(*mine))
    return error;
  if (Error error = plain.save(*other))
    return error;
  Expected<std::string> difference = compareSaved(*mine, *other);
  if (!difference)
    return difference.takeError();
  report.compare =
      measure::Comparison{difference->empty(), session->finishedSteps()};
  if (difference->empty())
    return Error::success();
  return llvm::createStringError("differs from the plain step: " + *difference);
}

Error Training::evaluateTestData() {
  if (interrupted || options.compare || !hasTestData(options) ||
      !compiler.hasFunction("eval"))
    return Error::success();
  Expected<data::Columns> columns = loadTestData(options);
  if (!columns)
    return columns.takeError();
  // The arena of the step goes before the one of the evaluation comes.
  session->releaseMemory();
  train::Store &store = session->getStore();
  CompileOptions evaluation = options.compile;
  evaluation.entry = "eval";
  if (report.budgetBytes) {
    // Evaluation shares parameters, states and the batch with the step; what
    // else the step keeps is not there to be used.
    using Role = train::Store::Role;
    int64_t others = store.bytes() - store.bytes(Role::Param) -
                     store.bytes(Role::State) - store.bytes(Role::Data);
    evaluation.budget =
        measure::Budget::fromBytes(*report.budgetBytes - others);
  }
  CompileFailure why;
  std::optional<Compiled> forward = compiler.forward(evaluation, why);
  if (!forward)
    return llvm::createStringError("cannot evaluate: " + why.message);
  Expected<train::Metrics> metrics =
      train::evaluate(forward->table, store, *columns, options.compile.threads);
  if (!metrics)
    return metrics.takeError();
  int64_t peak = store.bytes() + forward->table.arenaBytes;
  if (report.budgetBytes && peak > *report.budgetBytes)
    return llvm::createStringError("internal error: evaluation takes " +
                                   Twine(peak) + " bytes, the budget is " +
                                   Twine(*report.budgetBytes));
  for (const auto &[name, value] : *metrics)
    report.metrics.emplace_back("test_" + name, value);
  return Error::success();
}

Error Training::finish(PlainProcess *plain) {
  if (!options.save.empty())
    if (Error error = session->save(options.save))
      return error;
  if (plain && !interrupted)
    if (Error error = compareWith(*plain))
      return error;
  if (!options.profileOut.empty() && !interrupted)
    if (Error error = writeProfile(options, *compiled, session->getRunner()))
      return error;
  return evaluateTestData();
}

int Training::run(PlainProcess *plain) {
  Error error = trainSteps(plain);
  if (!error)
    error = finish(plain);
  addFigures(*compiled, launchNanoseconds, countedBytes, report);
  if (!error)
    error = checkPromises(*compiled, report);
  // The report is written and shown after a failure too: it says what failed.
  error = llvm::joinErrors(std::move(error), writeReports(options, report));
  measure::writeText(report, llvm::outs());
  if (error) {
    reportError(std::move(error));
    return Failed;
  }
  return interrupted ? Interrupted : Done;
}
