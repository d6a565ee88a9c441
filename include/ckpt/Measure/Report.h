//===- Report.h - What a run promised and what it did -----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MEASURE_REPORT_H
#define CKPT_MEASURE_REPORT_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ckpt::measure {

/// One forward tensor that the gradient reads.
struct TensorRow {
  std::string name;
  int64_t bytes = 0;
  /// "saved" or "recomputed".
  std::string decision;
  /// Why, in words ("policy everything", "cheapest bytes per time", …).
  std::string reason;
  /// Time of one computation of it.
  double costNanoseconds = 0;
  /// How many clones compute it again.
  int64_t recomputed = 0;
  /// Index into `Report::regions`, or -1.
  int64_t region = -1;
};

struct RegionRow {
  std::string name;
  std::string policy;
  int64_t savedBytes = 0;
  int64_t recomputedBytes = 0;
  /// What the mark frees; 0 needs a reason.
  int64_t freedBytes = 0;
  std::string note;
};

/// One launch: what is live while it runs.
struct TimelineRow {
  std::string name;
  std::string kernel;
  int64_t liveBytes = 0;
  double nanoseconds = 0;
  bool clone = false;
  bool gradient = false;
};

struct PrimitiveRow {
  std::string kernel;
  std::string implementation;
};

struct Comparison {
  bool identical = false;
  int64_t steps = 0;
};

/// Field names are those of the JSON. Values that were not measured or do not
/// apply are null there; every key is always present.
struct Report {
  std::string model;
  std::string device = "cpu";
  int threads = 1;
  std::string costModel;
  std::string status;
  std::optional<int64_t> budgetBytes;
  // Peaks include persistent bytes.
  std::optional<int64_t> baselinePeakBytes;
  std::optional<int64_t> predictedPeakBytes;
  std::optional<int64_t> countedPeakBytes;
  std::optional<int64_t> arenaPeakBytes;
  int64_t persistentBytes = 0;
  int64_t constantsBytes = 0;
  std::optional<int64_t> floorBytes;
  std::optional<int64_t> lowerBoundBytes;
  std::optional<double> extraTimeEstimatedPercent;
  std::optional<double> extraTimeMeasuredPercent;
  int64_t recomputed = 0;
  int64_t kernels = 0;
  int64_t distinctKernels = 0;
  std::vector<PrimitiveRow> primitives;
  std::string planHash;
  double compileSeconds = 0;
  double planSeconds = 0;
  std::optional<double> stepSeconds;
  std::optional<double> baselineStepSeconds;
  std::optional<Comparison> compare;
  std::optional<double> loss;
  std::vector<std::pair<std::string, double>> metrics;
  std::vector<TensorRow> tensors;
  std::vector<RegionRow> regions;
  std::vector<TimelineRow> timeline;
  /// Why the run ended early ("interrupted"); empty: it did not.
  std::string stopped;

  /// What the arena has on top of the predicted peak.
  std::optional<int64_t> fragmentationBytes() const;
};

void writeJson(const Report &report, llvm::raw_ostream &os);
/// The table at the end of a run.
void writeText(const Report &report, llvm::raw_ostream &os);
/// One self-contained page.
void writeHtml(const Report &report, llvm::raw_ostream &os);
/// Chrome's trace format, which Perfetto reads: one slice per launch and a
/// counter of live bytes.
void writeTrace(const Report &report, llvm::raw_ostream &os);

} // namespace ckpt::measure

#endif // CKPT_MEASURE_REPORT_H
