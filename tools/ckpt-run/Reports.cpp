//===- Reports.cpp - Collecting and writing what a run reports ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reports.h"

#include "ckpt/Data/File.h"
#include "ckpt/Train/Describe.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>

using namespace ckpt;
using namespace ckpt::tool;
using llvm::Error;
using llvm::Twine;

measure::Report tool::makeReport(const RunOptions &options) {
  measure::Report report;
  report.model = llvm::sys::path::stem(options.model).str();
  report.device = options.device;
  report.threads = options.compile.threads;
  report.costModel = options.compile.costModel;
  return report;
}

void tool::addFigures(const Compiled &compiled,
                      const std::vector<double> &launchNanoseconds,
                      measure::Report &report) {
  const CompileFigures &figures = compiled.figures;
  report.costModel = figures.costModel;
  report.status = figures.status;
  report.budgetBytes = figures.budgetBytes;
  report.baselinePeakBytes = figures.baselinePeakBytes;
  report.floorBytes = figures.floorBytes;
  report.lowerBoundBytes = figures.lowerBoundBytes;
  report.extraTimeEstimatedPercent = figures.extraTimeEstimatedPercent;
  report.planHash = figures.planHash;
  report.compileSeconds = figures.compileSeconds;
  report.planSeconds = figures.planSeconds;
  report.tensors = figures.tensors;
  report.regions = figures.regions;
  train::describeTable(compiled.table,
                       launchNanoseconds.empty() ? figures.launchNanoseconds
                                                 : launchNanoseconds,
                       report);
}

bool tool::wantsLaunchTimes(const RunOptions &options) {
  return !options.report.empty() || !options.html.empty() ||
         !options.trace.empty();
}

static Error writeText(const std::string &path,
                       void (*write)(const measure::Report &,
                                     llvm::raw_ostream &),
                       const measure::Report &report) {
  if (path.empty())
    return Error::success();
  std::string text;
  llvm::raw_string_ostream os(text);
  write(report, os);
  return data::writeFileAtomically(path, {data::bytesOf(os.str())});
}

Error tool::writeReports(const RunOptions &options,
                         const measure::Report &report) {
  if (Error error = writeText(options.report, measure::writeJson, report))
    return error;
  if (Error error = writeText(options.html, measure::writeHtml, report))
    return error;
  return writeText(options.trace, measure::writeTrace, report);
}

Error tool::writeProfile(const RunOptions &options, const Compiled &compiled,
                         train::Runner &runner) {
  std::map<std::string, double> times;
  const std::vector<std::string> &keys = compiled.figures.kernelKeys;
  std::vector<bool> launched(compiled.table.kernels.size(), false);
  for (const runtime::Launch &launch : compiled.table.launches)
    launched[static_cast<size_t>(launch.kernel)] = true;
  for (size_t kernel = 0; kernel < launched.size(); ++kernel) {
    if (!launched[kernel] || kernel >= keys.size() || times.count(keys[kernel]))
      continue;
    llvm::Expected<double> time = runner.profileKernel(kernel);
    if (!time)
      return time.takeError();
    // The profile knows positive times only.
    times[keys[kernel]] = std::max(*time, 1.0);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("schema", 1);
    json.attribute("device", options.device);
    json.attribute("threads", options.compile.threads);
    json.attributeObject("kernels", [&] {
      for (const auto &[key, time] : times)
        json.attribute(key, time);
    });
  });
  os << '\n';
  return data::writeFileAtomically(options.profileOut,
                                   {data::bytesOf(os.str())});
}

Error tool::checkPromises(const CompileFigures &figures,
                          const measure::Report &report) {
  if (figures.predictedPeakBytes.value_or(*report.predictedPeakBytes) !=
      *report.predictedPeakBytes)
    return llvm::createStringError("internal error: the plan's peak is " +
                                   Twine(*figures.predictedPeakBytes) +
                                   " bytes, the launch table's is " +
                                   Twine(*report.predictedPeakBytes));
  if (figures.recomputed.value_or(report.recomputed) != report.recomputed)
    return llvm::createStringError(
        "internal error: the plan has " + Twine(*figures.recomputed) +
        " clones, the launch table has " + Twine(report.recomputed));
  if (report.budgetBytes &&
      report.arenaPeakBytes.value_or(0) > *report.budgetBytes)
    return llvm::createStringError(
        "internal error: arena and persistent buffers take " +
        Twine(*report.arenaPeakBytes) + " bytes, the budget is " +
        Twine(*report.budgetBytes));
  if (report.countedPeakBytes &&
      *report.countedPeakBytes != *report.predictedPeakBytes)
    return llvm::createStringError(
        "internal error: " + Twine(*report.countedPeakBytes) +
        " bytes were counted, " + Twine(*report.predictedPeakBytes) +
        " were predicted");
  return Error::success();
}

std::optional<double> tool::median(std::vector<double> values) {
  if (values.empty())
    return std::nullopt;
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle]
                           : (values[middle - 1] + values[middle]) / 2;
}
