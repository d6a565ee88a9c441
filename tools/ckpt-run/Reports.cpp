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
                      const std::vector<int64_t> &countedBytes,
                      measure::Report &report) {
  const CompileFigures &figures = compiled.figures;
  report.costModel = figures.costModel;
  report.status = figures.status;
  report.budgetBytes = figures.budgetBytes;
  report.baselinePeakBytes = figures.baselinePeakBytes;
  report.floorBytes = figures.floorBytes;
  report.extraTimeEstimatedPercent = figures.extraTimeEstimatedPercent;
  report.planHash = figures.planHash;
  report.layoutConversions = figures.layoutConversions;
  report.compileSeconds = figures.compileSeconds;
  report.planSeconds = figures.planSeconds;
  addPlan(figures.plan, report);
  train::describeTable(compiled.table, report);
  for (size_t i = 0; i < report.timeline.size(); ++i) {
    measure::TimelineRow &row = report.timeline[i];
    if (i < launchNanoseconds.size())
      row.nanoseconds = launchNanoseconds[i];
    if (i < countedBytes.size())
      row.countedBytes = report.persistentBytes + countedBytes[i];
  }
}

void tool::addPlan(const measure::Report &plan, measure::Report &report) {
  report.extraTimeBoundPercent = plan.extraTimeBoundPercent;
  report.extraFlopsPercent = plan.extraFlopsPercent;
  report.tensors = plan.tensors;
  report.regions = plan.regions;
  report.timeline = plan.timeline;
  report.baselineTimeline = plan.baselineTimeline;
  report.peakEvent = plan.peakEvent;
  report.peakTensors = plan.peakTensors;
  report.front = plan.front;
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

/// The plan and the table agree on what is live during every launch, and so
/// does what was counted.
static Error checkTimeline(const runtime::Table &table,
                           const measure::Report &report) {
  if (report.timeline.empty())
    return Error::success();
  std::vector<int64_t> live = train::liveBytes(table);
  if (live.size() != report.timeline.size())
    return llvm::createStringError(
        "internal error: the plan has " + Twine(report.timeline.size()) +
        " launches, the launch table has " + Twine(live.size()));
  for (size_t i = 0; i < live.size(); ++i) {
    const measure::TimelineRow &row = report.timeline[i];
    if (row.live.sum() != live[i] ||
        row.countedBytes.value_or(live[i]) != live[i])
      return llvm::createStringError(
          "internal error: at launch " + Twine(i) + " '" + row.name +
          "' the plan has " + Twine(row.live.sum()) + " bytes, the table " +
          Twine(live[i]) + ", counted are " +
          Twine(row.countedBytes.value_or(live[i])));
  }
  return Error::success();
}

Error tool::checkPromises(const Compiled &compiled,
                          const measure::Report &report) {
  const CompileFigures &figures = compiled.figures;
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
  return checkTimeline(compiled.table, report);
}

std::optional<double> tool::median(std::vector<double> values) {
  if (values.empty())
    return std::nullopt;
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle]
                           : (values[middle - 1] + values[middle]) / 2;
}
