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

/// One tensor of the step that has a buffer of its own.
struct TensorRow {
  std::string name;
  /// "file:line:column", or empty.
  std::string location;
  /// "activation" or "gradient".
  std::string category;
  int64_t bytes = 0;
  /// Indices into `Report::timeline`: where it is computed first and read last.
  int64_t firstUse = 0, lastUse = 0;
  /// "saved", "recomputed", "in place" or "temporary".
  std::string verdict;
  /// Why, in words.
  std::string why;
  /// Time of one computation of it.
  double costNanoseconds = 0;
  /// What keeping it for the gradient costs, or would cost: its bytes times the
  /// time from its last use in the forward pass to its first in the gradient.
  double marginalByteSeconds = 0;
  /// How many clones compute it again.
  int64_t recomputed = 0;
  /// Index into `Report::regions`, or -1.
  int64_t region = -1;
};

struct RegionRow {
  std::string name;
  std::string policy;
  /// Of the values inside that the gradient reads.
  int64_t savedBytes = 0;
  int64_t recomputedBytes = 0;
  /// Estimated time of the clones.
  double costNanoseconds = 0;
  /// Why it was skipped or saves nothing.
  std::string note;
};

/// Live bytes by what they are for.
struct Categories {
  int64_t parameters = 0;
  int64_t optimizer = 0;
  int64_t state = 0;
  /// The batch, learning rate and step number, constants, and results that have
  /// no argument's place.
  int64_t data = 0;
  int64_t activations = 0;
  int64_t gradients = 0;
  int64_t workspace = 0;

  int64_t sum() const {
    return parameters + optimizer + state + data + activations + gradients +
           workspace;
  }
};

/// One launch: what is live while it runs.
struct TimelineRow {
  std::string name;
  std::string kernel;
  Categories live;
  /// Estimated, or measured in a run.
  double nanoseconds = 0;
  /// As counted in the first step of a run.
  std::optional<int64_t> countedBytes;
  bool clone = false;
  bool gradient = false;
};

/// What is live at the launch that needs most.
struct PeakRow {
  std::string name;
  std::string location;
  /// A key of the timeline's categories.
  std::string category;
  int64_t bytes = 0;
};

/// One plan on the front of memory against time.
struct FrontRow {
  int64_t peakBytes = 0;
  double extraTimePercent = 0;
  int64_t recomputed = 0;
};

struct PrimitiveRow {
  std::string kernel;
  std::string implementation;
};

struct Comparison {
  bool identical = false;
  int64_t steps = 0;
};

/// Version of the JSON; the README describes its keys. It changes when a key
/// changes its meaning or goes.
inline constexpr const char *reportSchema = "ckpt-report-2";

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
  /// No plan can cost less; with a budget only.
  std::optional<double> extraTimeBoundPercent;
  std::optional<double> extraTimeMeasuredPercent;
  std::optional<double> extraFlopsPercent;
  int64_t recomputed = 0;
  int64_t kernels = 0;
  int64_t distinctKernels = 0;
  /// Launches that bring a tensor into another layout and do nothing else.
  int64_t layoutConversions = 0;
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
  /// The step without any clone, in its first order.
  std::vector<TimelineRow> baselineTimeline;
  /// What is live at `peakEvent` of the timeline.
  int64_t peakEvent = 0;
  std::vector<PeakRow> peakTensors;
  /// From much memory to little; empty unless asked for.
  std::vector<FrontRow> front;
  /// Why the run ended early ("interrupted"); empty: it did not.
  std::string stopped;

  /// What the arena has on top of the predicted peak.
  std::optional<int64_t> fragmentationBytes() const;
};

void writeJson(const Report &report, llvm::raw_ostream &os);
/// The table at the end of a run.
void writeText(const Report &report, llvm::raw_ostream &os);
/// The essentials of a plan as a table: figures, regions, what is live at the
/// peak, the largest tensors.
void writeExplanation(const Report &report, llvm::raw_ostream &os);
/// One self-contained page.
void writeHtml(const Report &report, llvm::raw_ostream &os);
/// Chrome's trace format, which Perfetto reads: one slice per launch and
/// counters of live bytes, predicted by category, and counted.
void writeTrace(const Report &report, llvm::raw_ostream &os);

/// The front alone: comma-separated, with a line of names; JSON; a figure.
void writeFrontCsv(const Report &report, llvm::raw_ostream &os);
void writeFrontJson(const Report &report, llvm::raw_ostream &os);
void writeFrontSvg(const Report &report, llvm::raw_ostream &os);

} // namespace ckpt::measure

#endif // CKPT_MEASURE_REPORT_H
