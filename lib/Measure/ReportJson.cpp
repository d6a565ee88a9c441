//===- ReportJson.cpp - The report as JSON --------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Measure/Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace ckpt::measure;
using llvm::json::OStream;

std::optional<int64_t> Report::fragmentationBytes() const {
  if (!arenaPeakBytes || !predictedPeakBytes)
    return std::nullopt;
  return *arenaPeakBytes - *predictedPeakBytes;
}

namespace {

void number(OStream &json, llvm::StringRef key, std::optional<double> value) {
  // JSON has neither infinities nor NaN.
  if (value && std::isfinite(*value))
    json.attribute(key, *value);
  else
    json.attribute(key, nullptr);
}

void number(OStream &json, llvm::StringRef key, std::optional<int64_t> value) {
  if (value)
    json.attribute(key, *value);
  else
    json.attribute(key, nullptr);
}

/// Strings come from files and may hold anything; JSON is UTF-8.
void text(OStream &json, llvm::StringRef key, llvm::StringRef value) {
  json.attribute(key, llvm::json::isUTF8(value) ? value.str()
                                                : llvm::json::fixUTF8(value));
}

void writeMemory(OStream &json, const Report &report) {
  number(json, "budget_bytes", report.budgetBytes);
  number(json, "baseline_peak_bytes", report.baselinePeakBytes);
  number(json, "predicted_peak_bytes", report.predictedPeakBytes);
  number(json, "counted_peak_bytes", report.countedPeakBytes);
  number(json, "arena_peak_bytes", report.arenaPeakBytes);
  number(json, "fragmentation_bytes", report.fragmentationBytes());
  json.attribute("persistent_bytes", report.persistentBytes);
  json.attribute("constants_bytes", report.constantsBytes);
  number(json, "floor_bytes", report.floorBytes);
  number(json, "lower_bound_bytes", report.lowerBoundBytes);
}

void writeTimes(OStream &json, const Report &report) {
  number(json, "extra_time_estimated_percent",
         report.extraTimeEstimatedPercent);
  number(json, "extra_time_bound_percent", report.extraTimeBoundPercent);
  number(json, "extra_time_measured_percent", report.extraTimeMeasuredPercent);
  number(json, "extra_flops_percent", report.extraFlopsPercent);
  json.attribute("recomputed", report.recomputed);
  json.attribute("kernels", report.kernels);
  json.attribute("distinct_kernels", report.distinctKernels);
  json.attribute("layout_conversions", report.layoutConversions);
  json.attributeArray("primitives", [&] {
    for (const PrimitiveRow &row : report.primitives)
      json.object([&] {
        text(json, "kernel", row.kernel);
        text(json, "implementation", row.implementation);
      });
  });
  text(json, "plan_hash", report.planHash);
  json.attribute("compile_seconds", report.compileSeconds);
  json.attribute("plan_seconds", report.planSeconds);
  number(json, "step_seconds", report.stepSeconds);
  number(json, "baseline_step_seconds", report.baselineStepSeconds);
}

void writeResults(OStream &json, const Report &report) {
  if (report.compare)
    json.attributeObject("compare", [&] {
      json.attribute("identical", report.compare->identical);
      json.attribute("steps", report.compare->steps);
    });
  else
    json.attribute("compare", nullptr);
  number(json, "loss", report.loss);
  json.attributeObject("metrics", [&] {
    for (const auto &[name, value] : report.metrics)
      number(json, name, std::optional<double>(value));
  });
}

void writeTensors(OStream &json, const Report &report) {
  json.attributeArray("tensors", [&] {
    for (const TensorRow &row : report.tensors)
      json.object([&] {
        text(json, "name", row.name);
        text(json, "location", row.location);
        text(json, "category", row.category);
        json.attribute("bytes", row.bytes);
        json.attribute("first_use", row.firstUse);
        json.attribute("last_use", row.lastUse);
        text(json, "verdict", row.verdict);
        text(json, "why", row.why);
        number(json, "cost_ns", std::optional<double>(row.costNanoseconds));
        number(json, "marginal_byte_seconds",
               std::optional<double>(row.marginalByteSeconds));
        json.attribute("recomputed", row.recomputed);
        json.attribute("region", row.region);
      });
  });
  json.attributeArray("regions", [&] {
    for (const RegionRow &row : report.regions)
      json.object([&] {
        text(json, "name", row.name);
        text(json, "policy", row.policy);
        json.attribute("saved_bytes", row.savedBytes);
        json.attribute("recomputed_bytes", row.recomputedBytes);
        number(json, "cost_ns", std::optional<double>(row.costNanoseconds));
        text(json, "note", row.note);
      });
  });
}

void writeCategories(OStream &json, const Categories &live) {
  json.attribute("live_bytes", live.sum());
  json.attribute("parameters", live.parameters);
  json.attribute("optimizer", live.optimizer);
  json.attribute("state", live.state);
  json.attribute("data", live.data);
  json.attribute("activations", live.activations);
  json.attribute("gradients", live.gradients);
  json.attribute("workspace", live.workspace);
}

void writeTimeline(OStream &json, llvm::StringRef key,
                   const std::vector<TimelineRow> &rows) {
  json.attributeArray(key, [&] {
    for (const TimelineRow &row : rows)
      json.object([&] {
        text(json, "name", row.name);
        text(json, "kernel", row.kernel);
        writeCategories(json, row.live);
        number(json, "counted_bytes", row.countedBytes);
        number(json, "ns", std::optional<double>(row.nanoseconds));
        json.attribute("clone", row.clone);
        json.attribute("gradient", row.gradient);
      });
  });
}

void writePeak(OStream &json, const Report &report) {
  json.attribute("peak_event", report.peakEvent);
  json.attributeArray("peak_tensors", [&] {
    for (const PeakRow &row : report.peakTensors)
      json.object([&] {
        text(json, "name", row.name);
        text(json, "location", row.location);
        text(json, "category", row.category);
        json.attribute("bytes", row.bytes);
      });
  });
}

void writeFront(OStream &json, const Report &report) {
  json.attributeArray("front", [&] {
    for (const FrontRow &row : report.front)
      json.object([&] {
        json.attribute("peak_bytes", row.peakBytes);
        number(json, "extra_time_percent",
               std::optional<double>(row.extraTimePercent));
        json.attribute("recomputed", row.recomputed);
      });
  });
}

} // namespace

void ckpt::measure::writeFrontJson(const Report &report,
                                   llvm::raw_ostream &os) {
  OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("schema", reportSchema);
    text(json, "model", report.model);
    json.attribute("persistent_bytes", report.persistentBytes);
    writeFront(json, report);
  });
  os << '\n';
}

void ckpt::measure::writeJson(const Report &report, llvm::raw_ostream &os) {
  OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("schema", reportSchema);
    text(json, "model", report.model);
    text(json, "device", report.device);
    json.attribute("threads", report.threads);
    text(json, "cost_model", report.costModel);
    text(json, "status", report.status);
    writeMemory(json, report);
    writeTimes(json, report);
    writeResults(json, report);
    writeTensors(json, report);
    writeTimeline(json, "timeline", report.timeline);
    writeTimeline(json, "baseline_timeline", report.baselineTimeline);
    writePeak(json, report);
    writeFront(json, report);
    if (report.stopped.empty())
      json.attribute("stopped", nullptr);
    else
      text(json, "stopped", report.stopped);
  });
  os << '\n';
}
