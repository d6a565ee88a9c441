//===- ReportExplain.cpp - A plan as a table for the terminal -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Measure/Budget.h"
#include "ckpt/Measure/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace ckpt::measure;

namespace {
/// Rows of a list that people read; the JSON has all of them.
constexpr size_t longestList = 12;

class Explanation {
public:
  Explanation(const Report &report, llvm::raw_ostream &os)
      : report(report), os(os) {}

  void write() {
    os << report.model << ": plan " << report.status;
    if (!report.planHash.empty())
      os << " " << report.planHash;
    os << '\n';
    writeFigures();
    writeRegions();
    writePeak();
    writeTensors();
  }

private:
  void bytes(const char *label, std::optional<int64_t> value) {
    if (value)
      os << llvm::format("  %-16s %12s\n", label, formatBytes(*value).c_str());
  }
  void percent(const char *label, std::optional<double> value) {
    if (value)
      os << llvm::format("  %-16s %10.2f %%\n", label, *value);
  }

  void writeFigures() {
    bytes("plain peak", report.baselinePeakBytes);
    bytes("budget", report.budgetBytes);
    bytes("peak", report.predictedPeakBytes);
    bytes("  persistent", report.persistentBytes);
    bytes("floor", report.floorBytes);
    percent("extra time", report.extraTimeEstimatedPercent);
    percent("  at least", report.extraTimeBoundPercent);
    percent("extra flops", report.extraFlopsPercent);
    os << llvm::format("  %-16s %12lld\n", "clones",
                       static_cast<long long>(report.recomputed));
  }

  void writeRegions() {
    if (report.regions.empty())
      return;
    os << llvm::format("\n  %-24s %-12s %10s %10s %10s\n", "region", "policy",
                       "saved", "recomputed", "cost");
    for (const RegionRow &row : report.regions) {
      os << llvm::format(
          "  %-24s %-12s %10s %10s %7.2f ms", row.name.c_str(),
          row.policy.c_str(), formatBytes(row.savedBytes).c_str(),
          formatBytes(row.recomputedBytes).c_str(), row.costNanoseconds / 1e6);
      os << (row.note.empty() ? "" : "  ") << row.note << '\n';
    }
  }

  void writePeak() {
    if (report.peakTensors.empty() || report.timeline.empty())
      return;
    const TimelineRow &at =
        report.timeline[static_cast<size_t>(report.peakEvent)];
    os << "\n  the peak is at '" << at.name << "' (@" << at.kernel
       << "), launch " << report.peakEvent << " of " << report.timeline.size()
       << "; live there:\n";
    for (const PeakRow &row :
         llvm::ArrayRef(report.peakTensors).take_front(longestList))
      os << llvm::format("  %12s  %-12s %-36s ", formatBytes(row.bytes).c_str(),
                         row.category.c_str(), row.name.c_str())
         << row.location << '\n';
    more(report.peakTensors.size());
  }

  void writeTensors() {
    std::vector<const TensorRow *> rows;
    for (const TensorRow &row : report.tensors)
      if (row.verdict == "saved" || row.verdict == "recomputed")
        rows.push_back(&row);
    if (rows.empty())
      return;
    llvm::sort(rows, [](const TensorRow *a, const TensorRow *b) {
      return a->bytes != b->bytes ? a->bytes > b->bytes : a < b;
    });
    os << llvm::format("\n  %12s  %-14s %10s %12s  %s\n", "bytes", "verdict",
                       "cost", "bytes·s", "tensor");
    for (const TensorRow *row : llvm::ArrayRef(rows).take_front(longestList)) {
      std::string verdict = row->verdict;
      if (row->recomputed > 1)
        verdict += " " + std::to_string(row->recomputed) + "x";
      os << llvm::format("  %12s  %-14s %7.2f ms %12.3g  ",
                         formatBytes(row->bytes).c_str(), verdict.c_str(),
                         row->costNanoseconds / 1e6, row->marginalByteSeconds)
         << row->name << (row->location.empty() ? "" : "  ") << row->location
         << "\n"
         << std::string(16, ' ') << row->why << '\n';
    }
    more(rows.size());
  }

  void more(size_t count) {
    if (count > longestList)
      os << "  … and " << count - longestList << " more in the report\n";
  }

  const Report &report;
  llvm::raw_ostream &os;
};
} // namespace

void ckpt::measure::writeExplanation(const Report &report,
                                     llvm::raw_ostream &os) {
  Explanation(report, os).write();
}
