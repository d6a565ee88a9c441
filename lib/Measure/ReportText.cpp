//===- ReportText.cpp - The report as a table for the terminal ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Measure/Budget.h"
#include "ckpt/Measure/Report.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace ckpt::measure;

namespace {

class Table {
public:
  explicit Table(llvm::raw_ostream &os) : os(os) {}

  void row(llvm::StringRef label, const std::string &value) {
    os << llvm::format("  %-22s ", label.str().c_str()) << value << '\n';
  }
  void bytes(llvm::StringRef label, std::optional<int64_t> value,
             const std::string &note = "") {
    if (value)
      row(label, number(*value) + " (" + formatBytes(*value) + ")" + note);
  }
  static std::string number(int64_t value) {
    // Thousands are separated, for people who compare two lines.
    std::string digits = std::to_string(value);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
      digits.insert(static_cast<size_t>(at), ",");
    return digits + " B";
  }

private:
  llvm::raw_ostream &os;
};

std::string decimals(double value, const char *format) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

} // namespace

void ckpt::measure::writeText(const Report &report, llvm::raw_ostream &os) {
  Table table(os);
  os << "\n"
     << report.model << " on " << report.device << ", " << report.threads
     << (report.threads == 1 ? " thread" : " threads") << ", plan "
     << report.status << "\n";
  table.bytes("plain peak", report.baselinePeakBytes);
  table.bytes("budget", report.budgetBytes);
  table.bytes("predicted peak", report.predictedPeakBytes);
  std::string verdict;
  if (report.countedPeakBytes && report.predictedPeakBytes)
    verdict = *report.countedPeakBytes == *report.predictedPeakBytes
                  ? "  as predicted"
                  : "  NOT as predicted";
  table.bytes("counted peak", report.countedPeakBytes, verdict);
  std::string above;
  if (report.fragmentationBytes() && *report.predictedPeakBytes > 0)
    above = decimals(100.0 * double(*report.fragmentationBytes()) /
                         double(*report.predictedPeakBytes),
                     "  %.2f %% above the prediction");
  table.bytes("arena peak", report.arenaPeakBytes, above);
  table.bytes("  of it persistent", report.persistentBytes);
  int64_t saved = 0, recomputed = 0;
  for (const TensorRow &row : report.tensors) {
    saved += row.verdict == "saved";
    recomputed += row.verdict == "recomputed";
  }
  table.row("tensors", std::to_string(saved) + " saved, " +
                           std::to_string(recomputed) + " recomputed by " +
                           std::to_string(report.recomputed) + " clones");
  if (report.stepSeconds)
    table.row("time per step", decimals(*report.stepSeconds, "%.4f s"));
  if (report.baselineStepSeconds)
    table.row("  plain step", decimals(*report.baselineStepSeconds, "%.4f s"));
  if (report.extraTimeEstimatedPercent)
    table.row("extra time, estimated",
              decimals(*report.extraTimeEstimatedPercent, "%.1f %%"));
  if (report.extraTimeMeasuredPercent)
    table.row("extra time, measured",
              decimals(*report.extraTimeMeasuredPercent, "%.1f %%"));
  table.row("compiled, planned in",
            decimals(report.compileSeconds, "%.1f s") +
                decimals(report.planSeconds, ", %.1f s"));
  if (report.loss)
    table.row("loss", decimals(*report.loss, "%.6f"));
  for (const auto &[name, value] : report.metrics) {
    std::string label = name;
    for (char &c : label)
      if (c == '_')
        c = ' ';
    table.row(label, decimals(value, "%.4f"));
  }
  if (report.compare)
    table.row(
        "compared with plain",
        (report.compare->identical ? "identical after " : "DIFFERENT after ") +
            std::to_string(report.compare->steps) + " steps");
  if (!report.stopped.empty())
    table.row("stopped", report.stopped);
}
