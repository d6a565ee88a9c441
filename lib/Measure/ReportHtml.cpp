//===- ReportHtml.cpp - The report as one self-contained page -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Measure/Budget.h"
#include "ckpt/Measure/Report.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <string>

using namespace ckpt::measure;

namespace {

constexpr double chartWidth = 1000, chartHeight = 260;

std::string escape(llvm::StringRef text) {
  std::string out;
  for (char c : text) {
    switch (c) {
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c;
    }
  }
  return out;
}

class Page {
public:
  Page(const Report &report, llvm::raw_ostream &os) : report(report), os(os) {}

  void write();

private:
  void writeSummary();
  void writeChart();
  void writeTensors();
  void writeRegions();
  void writeKernels();
  void row(llvm::StringRef label, const std::string &value) {
    os << "<tr><th>" << label << "</th><td>" << escape(value) << "</td></tr>\n";
  }
  void bytesRow(llvm::StringRef label, std::optional<int64_t> bytes) {
    if (bytes)
      row(label, std::to_string(*bytes) + " B (" + formatBytes(*bytes) + ")");
  }
  void secondsRow(llvm::StringRef label, std::optional<double> seconds) {
    if (!seconds)
      return;
    char text[32];
    std::snprintf(text, sizeof(text), "%.4f s", *seconds);
    row(label, text);
  }

  const Report &report;
  llvm::raw_ostream &os;
};

void Page::write() {
  os << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
     << "<title>" << escape(report.model) << " - ckpt</title>\n"
     << "<style>body{font:14px sans-serif;margin:2em;max-width:1100px}"
        "table{border-collapse:collapse;margin:1em 0}"
        "th,td{border:1px solid #ccc;padding:3px 8px;text-align:left}"
        "td.n{text-align:right}svg{border:1px solid #ccc}"
        ".f{fill:#4878a8}.g{fill:#8a8a8a}.c{fill:#d9822b}</style>\n"
     << "</head><body>\n<h1>" << escape(report.model) << "</h1>\n";
  writeSummary();
  writeChart();
  writeRegions();
  writeTensors();
  writeKernels();
  os << "</body></html>\n";
}

void Page::writeSummary() {
  os << "<table>\n";
  row("device",
      report.device + ", " + std::to_string(report.threads) + " thread(s)");
  row("plan", report.status + " " + report.planHash);
  bytesRow("plain peak", report.baselinePeakBytes);
  bytesRow("budget", report.budgetBytes);
  bytesRow("predicted peak", report.predictedPeakBytes);
  bytesRow("counted peak", report.countedPeakBytes);
  bytesRow("arena peak", report.arenaPeakBytes);
  bytesRow("persistent", report.persistentBytes);
  bytesRow("floor", report.floorBytes);
  row("recomputed", std::to_string(report.recomputed) + " launches");
  secondsRow("time per step", report.stepSeconds);
  secondsRow("plain step", report.baselineStepSeconds);
  secondsRow("compile time", report.compileSeconds);
  for (const auto &[name, value] : report.metrics)
    row(escape(name), std::to_string(value));
  os << "</table>\n";
}

void Page::writeChart() {
  if (report.timeline.empty())
    return;
  int64_t budget = report.budgetBytes.value_or(0), highest = budget;
  for (const TimelineRow &row : report.timeline)
    highest = std::max(highest, row.liveBytes);
  double width = chartWidth / double(report.timeline.size());
  // Some room above, so that a line at the top is seen.
  double scale = 0.95 * chartHeight / double(std::max<int64_t>(highest, 1));
  os << "<h2>Memory over the step</h2>\n<p>One bar per launch: forward (blue), "
        "gradient (grey), recomputed (orange).";
  if (budget)
    os << " The red line is the budget, " << formatBytes(budget) << ".";
  os << " Point at a bar for its name and bytes.</p>\n"
     << llvm::format("<svg width=\"%.0f\" height=\"%.0f\">\n", chartWidth,
                     chartHeight);
  for (size_t i = 0; i < report.timeline.size(); ++i) {
    const TimelineRow &row = report.timeline[i];
    double height = double(row.liveBytes) * scale;
    os << llvm::format("<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" "
                       "height=\"%.2f\" class=\"%s\">",
                       double(i) * width, chartHeight - height, width, height,
                       row.clone      ? "c"
                       : row.gradient ? "g"
                                      : "f")
       << "<title>" << escape(row.name) << ": " << formatBytes(row.liveBytes)
       << "</title></rect>\n";
  }
  if (budget) {
    double y = chartHeight - double(budget) * scale;
    os << llvm::format("<line x1=\"0\" x2=\"%.0f\" y1=\"%.2f\" y2=\"%.2f\" "
                       "stroke=\"#c00\"/>\n",
                       chartWidth, y, y);
  }
  os << "</svg>\n";
}

void Page::writeRegions() {
  if (report.regions.empty())
    return;
  os << "<h2>Regions</h2>\n<table><tr><th>region</th><th>policy</th>"
        "<th>saved</th><th>recomputed</th><th>freed</th><th></th></tr>\n";
  for (const RegionRow &row : report.regions)
    os << "<tr><td>" << escape(row.name) << "</td><td>" << escape(row.policy)
       << "</td><td class=n>" << formatBytes(row.savedBytes)
       << "</td><td class=n>" << formatBytes(row.recomputedBytes)
       << "</td><td class=n>" << formatBytes(row.freedBytes) << "</td><td>"
       << escape(row.note) << "</td></tr>\n";
  os << "</table>\n";
}

void Page::writeTensors() {
  if (report.tensors.empty())
    return;
  os << "<h2>Tensors</h2>\n<table><tr><th>tensor</th><th>size</th>"
        "<th>decision</th><th>cost</th><th>clones</th><th>why</th></tr>\n";
  for (const TensorRow &row : report.tensors)
    os << "<tr><td>" << escape(row.name) << "</td><td class=n>"
       << formatBytes(row.bytes) << "</td><td>" << escape(row.decision)
       << "</td><td class=n>"
       << llvm::format("%.3f ms", row.costNanoseconds / 1e6)
       << "</td><td class=n>" << row.recomputed << "</td><td>"
       << escape(row.reason) << "</td></tr>\n";
  os << "</table>\n";
}

void Page::writeKernels() {
  if (report.primitives.empty())
    return;
  os << "<h2>Library primitives</h2>\n<table><tr><th>kernel</th>"
        "<th>implementation</th></tr>\n";
  for (const PrimitiveRow &row : report.primitives)
    os << "<tr><td>" << escape(row.kernel) << "</td><td>"
       << escape(row.implementation) << "</td></tr>\n";
  os << "</table>\n";
}

} // namespace

void ckpt::measure::writeHtml(const Report &report, llvm::raw_ostream &os) {
  Page(report, os).write();
}
