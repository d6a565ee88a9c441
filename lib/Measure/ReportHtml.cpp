//===- ReportHtml.cpp - The report as one self-contained page -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Charts.h"
#include "ckpt/Measure/Budget.h"
#include "ckpt/Measure/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <string>

using namespace ckpt::measure;

namespace {

/// Rows of the table of tensors; the JSON has all of them.
constexpr size_t longestTable = 60;

constexpr const char *style =
    "body{font:14px/1.4 sans-serif;margin:1.5em auto;padding:0 1em;"
    "max-width:1150px;color:#222}"
    "h1{font-size:1.5em}h2{font-size:1.15em;margin-top:1.6em}"
    "table{border-collapse:collapse;margin:.6em 0}"
    ".wide{overflow-x:auto}"
    "th,td{border-bottom:1px solid #ddd;padding:3px 10px;text-align:left;"
    "vertical-align:top}"
    "th{font-weight:600}td.n,th.n{text-align:right;white-space:nowrap}"
    "td.name{word-break:break-all;min-width:9em}td.why{min-width:15em}"
    "svg{width:100%;min-width:620px;height:auto;display:block}"
    ".legend span{margin-right:1em;white-space:nowrap}"
    ".legend i{display:inline-block;width:.9em;height:.9em;margin-right:.35em;"
    "vertical-align:-.1em}"
    ".two{display:grid;grid-template-columns:repeat(auto-fit,"
    "minmax(300px,1fr));gap:0 2em}"
    ".recomputed{color:#b4540a}.saved{color:#1c6b2f}";

/// "model.mlir:3:5", and the folder for who points at it.
std::string placeCell(llvm::StringRef location) {
  return "<td class=name title=\"" + escapeXml(location) + "\">" +
         escapeXml(llvm::sys::path::filename(location)) + "</td>";
}

class Page {
public:
  Page(const Report &report, llvm::raw_ostream &os) : report(report), os(os) {}

  void write();

private:
  void writeSummary();
  void writeTimelines();
  void writeTimeline(const std::vector<TimelineRow> &rows, int64_t highest);
  void writeFront();
  void writePeak();
  void writeTensors();
  void writeRegions();
  void writeKernels();
  void row(llvm::StringRef label, const std::string &value) {
    os << "<tr><th>" << label << "</th><td>" << escapeXml(value)
       << "</td></tr>\n";
  }
  void bytesRow(llvm::StringRef label, std::optional<int64_t> bytes) {
    if (bytes)
      row(label, std::to_string(*bytes) + " B (" + formatBytes(*bytes) + ")");
  }
  void numberRow(llvm::StringRef label, std::optional<double> value,
                 const char *format) {
    if (!value)
      return;
    char text[48];
    std::snprintf(text, sizeof(text), format, *value);
    row(label, text);
  }

  const Report &report;
  llvm::raw_ostream &os;
};

void Page::write() {
  os << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
     << "<meta name=\"viewport\" content=\"width=device-width\">\n"
     << "<title>" << escapeXml(report.model) << " - ckpt</title>\n"
     << "<style>" << style << "</style>\n</head><body>\n<h1>"
     << escapeXml(report.model) << "</h1>\n";
  writeSummary();
  writeTimelines();
  writeFront();
  writeRegions();
  writePeak();
  writeTensors();
  writeKernels();
  os << "</body></html>\n";
}

void Page::writeSummary() {
  os << "<div class=two><table>\n";
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
  os << "</table><table>\n";
  row("recomputed", std::to_string(report.recomputed) + " launches");
  numberRow("extra time, estimated", report.extraTimeEstimatedPercent,
            "%.2f %%");
  numberRow("no plan costs less than", report.extraTimeBoundPercent, "%.2f %%");
  numberRow("extra time, measured", report.extraTimeMeasuredPercent, "%.2f %%");
  numberRow("extra operations", report.extraFlopsPercent, "%.2f %%");
  numberRow("time per step", report.stepSeconds, "%.4f s");
  numberRow("plain step", report.baselineStepSeconds, "%.4f s");
  numberRow("compile time", report.compileSeconds, "%.2f s");
  numberRow("planning time", report.planSeconds, "%.2f s");
  for (const auto &[name, value] : report.metrics)
    row(escapeXml(name), std::to_string(value));
  os << "</table></div>\n";
}

void Page::writeTimelines() {
  if (report.timeline.empty())
    return;
  int64_t highest = report.budgetBytes.value_or(0);
  for (const auto *rows : {&report.timeline, &report.baselineTimeline})
    for (const TimelineRow &row : *rows)
      highest = std::max(highest, row.live.sum());
  highest += highest / 20;
  os << "<h2>Memory over the step</h2>\n";
  drawLegend(os);
  if (!report.baselineTimeline.empty()) {
    os << "<p>Before: the plain step, nothing recomputed.</p>\n";
    writeTimeline(report.baselineTimeline, highest);
    os << "<p>After: this plan, " << report.recomputed << " launches of "
       << report.timeline.size() << " are recomputations.";
    if (report.budgetBytes)
      os << " The dashed line is the budget, "
         << formatBytes(*report.budgetBytes) << ".";
    os << "</p>\n";
  }
  writeTimeline(report.timeline, highest);
}

/// A narrow window scrolls a figure rather than shrinking its letters.
void Page::writeTimeline(const std::vector<TimelineRow> &rows,
                         int64_t highest) {
  os << "<div class=wide>\n";
  drawTimeline(rows, highest, report.budgetBytes, os);
  os << "</div>\n";
}

void Page::writeFront() {
  if (report.front.empty())
    return;
  os << "<h2>Memory against time</h2>\n<p>Peak bytes of other plans over their "
        "estimated extra time.</p>\n<div class=wide>\n";
  drawFront(report, /*alone=*/false, os);
  os << "</div>\n";
}

void Page::writeRegions() {
  if (report.regions.empty())
    return;
  os << "<h2>Regions</h2>\n<div class=wide><table><tr><th>region</th>"
        "<th>policy</th><th class=n>saved</th><th class=n>recomputed</th>"
        "<th class=n>cost</th><th></th></tr>\n";
  for (const RegionRow &row : report.regions)
    os << "<tr><td class=name>" << escapeXml(row.name) << "</td><td>"
       << escapeXml(row.policy) << "</td><td class=n>"
       << formatBytes(row.savedBytes) << "</td><td class=n>"
       << formatBytes(row.recomputedBytes) << "</td><td class=n>"
       << llvm::format("%.3f ms", row.costNanoseconds / 1e6) << "</td><td>"
       << escapeXml(row.note) << "</td></tr>\n";
  os << "</table></div>\n";
}

void Page::writePeak() {
  if (report.peakTensors.empty() || report.timeline.empty())
    return;
  const TimelineRow &at =
      report.timeline[static_cast<size_t>(report.peakEvent)];
  os << "<h2>Live at the peak</h2>\n<p>Launch " << report.peakEvent << ", '"
     << escapeXml(at.name)
     << "'.</p>\n<div class=wide><table><tr><th class=n>bytes</th>"
        "<th>category</th><th>tensor</th><th>place</th></tr>\n";
  for (const PeakRow &row :
       llvm::ArrayRef(report.peakTensors).take_front(longestTable))
    os << "<tr><td class=n>" << formatBytes(row.bytes) << "</td><td>"
       << row.category << "</td><td class=name>" << escapeXml(row.name)
       << "</td>" << placeCell(row.location) << "</tr>\n";
  os << "</table></div>\n";
}

void Page::writeTensors() {
  std::vector<const TensorRow *> rows;
  for (const TensorRow &row : report.tensors)
    if (row.verdict != "temporary")
      rows.push_back(&row);
  if (rows.empty())
    return;
  llvm::sort(rows, [](const TensorRow *a, const TensorRow *b) {
    return a->bytes != b->bytes ? a->bytes > b->bytes : a < b;
  });
  os << "<h2>The largest tensors</h2>\n<div class=wide><table><tr>"
        "<th class=n>bytes</th><th>tensor</th><th>verdict</th>"
        "<th class=n>cost</th><th class=n>bytes·s</th><th>why</th>"
        "<th>place</th></tr>\n";
  for (const TensorRow *row : llvm::ArrayRef(rows).take_front(longestTable)) {
    os << "<tr><td class=n>" << formatBytes(row->bytes)
       << "</td><td class=name>" << escapeXml(row->name) << "</td><td class=\""
       << escapeXml(row->verdict) << "\">" << escapeXml(row->verdict);
    if (row->recomputed > 1)
      os << ' ' << row->recomputed << "x";
    os << "</td><td class=n>"
       << llvm::format("%.3f ms", row->costNanoseconds / 1e6)
       << "</td><td class=n>" << llvm::format("%.3g", row->marginalByteSeconds)
       << "</td><td class=why>" << escapeXml(row->why) << "</td>"
       << placeCell(row->location) << "</tr>\n";
  }
  os << "</table></div>\n";
  if (rows.size() > longestTable)
    os << "<p>" << rows.size() - longestTable
       << " smaller ones are in the JSON report.</p>\n";
}

void Page::writeKernels() {
  if (report.primitives.empty())
    return;
  os << "<h2>Library primitives</h2>\n<div class=wide><table><tr>"
        "<th>kernel</th><th>implementation</th></tr>\n";
  for (const PrimitiveRow &row : report.primitives)
    os << "<tr><td class=name>" << escapeXml(row.kernel) << "</td><td>"
       << escapeXml(row.implementation) << "</td></tr>\n";
  os << "</table></div>\n";
}

} // namespace

void ckpt::measure::writeHtml(const Report &report, llvm::raw_ostream &os) {
  Page(report, os).write();
}
