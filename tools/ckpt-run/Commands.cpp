//===- Commands.cpp - What ckpt-run can do --------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "FindBatch.h"
#include "Interrupt.h"
#include "Reports.h"
#include "Training.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace ckpt;
using namespace ckpt::tool;
using llvm::Error;
using llvm::Expected;

void tool::reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "ckpt-run") << message << '\n';
}

void tool::reportError(Error error) {
  llvm::handleAllErrors(std::move(error), [](const llvm::ErrorInfoBase &info) {
    reportError(llvm::Twine(info.message()));
  });
}

/// The options of the second process: the same run without any clone and
/// without files of its own.
static RunOptions plainOptions(RunOptions options) {
  options.compile.budget.reset();
  options.compile.marksOnly = false;
  options.compile.plain = true;
  options.save.clear();
  options.report.clear();
  options.html.clear();
  options.trace.clear();
  options.profileOut.clear();
  return options;
}

static Expected<PlainProcess> startPlain(const RunOptions &options,
                                         const Compiler &compiler) {
  return PlainProcess::start([&]() -> Expected<PlainService> {
    auto plain = std::make_shared<RunOptions>(plainOptions(options));
    auto training = std::make_shared<Training>(*plain, compiler);
    if (std::optional<Failure> failed = training->prepare())
      return llvm::createStringError(failed->message);
    PlainService service;
    service.step = [plain, training]() -> Expected<double> {
      Expected<train::StepResult> result = training->getSession().step();
      if (!result)
        return result.takeError();
      // Zero says that the time means nothing.
      return result->warm ? result->seconds : 0.0;
    };
    service.save = [training](const std::string &path) {
      return training->getSession().save(path);
    };
    return service;
  });
}

int tool::runTraining(const RunOptions &options, const Compiler &compiler) {
  // The fork comes first: compiling starts threads.
  std::optional<PlainProcess> plain;
  if (options.compare) {
    Expected<PlainProcess> started = startPlain(options, compiler);
    if (!started) {
      reportError(started.takeError());
      return Failed;
    }
    plain.emplace(std::move(*started));
  }
  installInterruptHandler();
  Training training(options, compiler);
  if (std::optional<Failure> failed = training.prepare()) {
    if (!failed->message.empty())
      reportError(llvm::Twine(failed->message));
    if (Error error = writeReports(options, training.getReport()))
      reportError(std::move(error));
    return failed->exitCode;
  }
  if (plain)
    if (Error error = plain->waitUntilReady()) {
      reportError(std::move(error));
      return Failed;
    }
  return training.run(plain ? &*plain : nullptr);
}

/// A run of hours should not end with a folder that does not exist.
static Error checkFiles(const RunOptions &options) {
  for (const std::string *file :
       {&options.compile.costModel, &options.load, &options.args})
    if (!file->empty() && access(file->c_str(), R_OK) != 0)
      return llvm::createStringError(
          *file + ": cannot read it: " + std::strerror(errno));
  for (const std::string *file :
       {&options.save, &options.report, &options.html, &options.trace,
        &options.profileOut, &options.gradientsOut}) {
    if (file->empty())
      continue;
    llvm::StringRef folder = llvm::sys::path::parent_path(*file);
    std::string path = folder.empty() ? "." : folder.str();
    if (access(path.c_str(), W_OK) != 0)
      return llvm::createStringError(
          *file + ": cannot write to its folder: " + std::strerror(errno));
  }
  return Error::success();
}

int tool::runTool(const RunOptions &options, const Compiler &compiler) {
  if (Error error = checkFiles(options)) {
    reportError(std::move(error));
    return Failed;
  }
  if (options.findBatch)
    return findBatch(options, compiler);
  return options.args.empty() ? runTraining(options, compiler)
                              : runGradients(options, compiler);
}
