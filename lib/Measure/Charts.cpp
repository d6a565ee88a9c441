//===- Charts.cpp - Figures of a report as SVG ----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Charts.h"
#include "ckpt/Measure/Budget.h"

#include "llvm/Support/Format.h"

#include <algorithm>
#include <cmath>

using namespace ckpt::measure;

namespace {
// In units of the view box; the page scales it to its width.
constexpr double width = 1000, height = 260, left = 80, top = 10, bottom = 30;
constexpr double plotWidth = width - left - 10;
constexpr double plotHeight = height - top - bottom;
/// Columns of a timeline; longer ones show the highest launch of each.
constexpr size_t mostColumns = 800;

struct Category {
  const char *name;
  const char *colour;
  int64_t Categories::*bytes;
};

/// From the bottom of the stack to its top.
constexpr Category categories[] = {
    {"parameters", "#4c78a8", &Categories::parameters},
    {"optimizer", "#72b7b2", &Categories::optimizer},
    {"state", "#54a24b", &Categories::state},
    {"data", "#bab0ac", &Categories::data},
    {"activations", "#f58518", &Categories::activations},
    {"gradients", "#e45756", &Categories::gradients},
    {"workspace", "#b279a2", &Categories::workspace}};

double yOf(double share) { return top + plotHeight * (1 - share); }

/// A file of its own needs a namespace, a part of a page does not.
void begin(llvm::raw_ostream &os, const char *what, bool alone) {
  os << "<svg " << (alone ? "xmlns=\"http://www.w3.org/2000/svg\" " : "")
     << llvm::format("viewBox=\"0 0 "
                     "%.0f %.0f\" role=\"img\" aria-label=\"%s\" "
                     "font-family=\"sans-serif\" font-size=\"12\">\n",
                     width, height, what);
}

void label(llvm::raw_ostream &os, double x, double y, const char *anchor,
           llvm::StringRef text) {
  os << llvm::format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" "
                     "fill=\"#333\">",
                     x, y, anchor)
     << escapeXml(text) << "</text>\n";
}

/// Horizontal lines at quarters of `highest` bytes.
void drawByteAxis(llvm::raw_ostream &os, int64_t highest) {
  for (int quarter = 0; quarter <= 4; ++quarter) {
    double y = yOf(quarter / 4.0);
    os << llvm::format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" "
                       "stroke=\"#ddd\"/>\n",
                       left, left + plotWidth, y, y);
    label(os, left - 6, y + 4, "end", formatBytes(highest / 4 * quarter));
  }
}

/// The highest launch of each column.
std::vector<size_t> columnsOf(const std::vector<TimelineRow> &rows) {
  std::vector<size_t> columns;
  size_t count = std::min(rows.size(), mostColumns);
  for (size_t column = 0; column < count; ++column) {
    size_t first = column * rows.size() / count;
    size_t last = (column + 1) * rows.size() / count;
    size_t highest = first;
    for (size_t i = first; i < last; ++i)
      if (rows[i].live.sum() > rows[highest].live.sum())
        highest = i;
    columns.push_back(highest);
  }
  return columns;
}

} // namespace

std::string ckpt::measure::escapeXml(llvm::StringRef text) {
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

void ckpt::measure::drawTimeline(const std::vector<TimelineRow> &rows,
                                 int64_t highest, std::optional<int64_t> budget,
                                 llvm::raw_ostream &os) {
  begin(os, "live bytes over the launches", /*alone=*/false);
  double scale = 1.0 / double(std::max<int64_t>(highest, 1));
  drawByteAxis(os, highest);
  std::vector<size_t> columns = columnsOf(rows);
  double step = plotWidth / double(std::max<size_t>(columns.size(), 1));
  std::vector<double> floor(columns.size(), 0);
  for (const Category &category : categories) {
    // Along the top from left to right, back along the floor.
    std::string path;
    llvm::raw_string_ostream points(path);
    std::vector<double> ceiling = floor;
    for (size_t i = 0; i < columns.size(); ++i) {
      ceiling[i] += double(rows[columns[i]].live.*category.bytes) * scale;
      points << (i ? 'L' : 'M')
             << llvm::format("%.2f %.2fH%.2f", left + double(i) * step,
                             yOf(ceiling[i]), left + double(i + 1) * step);
    }
    for (size_t i = columns.size(); i-- > 0;)
      points << llvm::format("L%.2f %.2fH%.2f", left + double(i + 1) * step,
                             yOf(floor[i]), left + double(i) * step);
    if (ceiling != floor)
      os << "<path fill=\"" << category.colour << "\" d=\"" << path
         << "Z\"/>\n";
    floor = std::move(ceiling);
  }
  // What can be pointed at.
  for (size_t i = 0; i < columns.size(); ++i) {
    const TimelineRow &row = rows[columns[i]];
    os << llvm::format("<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" "
                       "height=\"%.1f\" fill=\"transparent\"><title>",
                       left + double(i) * step, top, step, plotHeight)
       << "launch " << columns[i] << ": " << escapeXml(row.name)
       << (row.clone ? " (recomputed)" : "") << ", "
       << formatBytes(row.live.sum()) << "</title></rect>\n";
  }
  if (budget && *budget <= highest) {
    double y = yOf(double(*budget) * scale);
    os << llvm::format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.2f\" y2=\"%.2f\" "
                       "stroke=\"#c00\" stroke-dasharray=\"6 3\"/>\n",
                       left, left + plotWidth, y, y);
  }
  label(os, left, height - 10, "start", "first launch");
  label(os, left + plotWidth, height - 10, "end",
        std::to_string(rows.size()) + " launches");
  os << "</svg>\n";
}

void ckpt::measure::drawLegend(llvm::raw_ostream &os) {
  os << "<p class=legend>";
  for (const Category &category : categories)
    os << "<span><i style=\"background:" << category.colour << "\"></i>"
       << category.name << "</span> ";
  os << "</p>\n";
}

/// The front and the plan of the report, without what another one betters: the
/// plan was searched for longer than the points of the front.
static std::vector<FrontRow> frontWithPlan(const Report &report) {
  std::vector<FrontRow> all = report.front;
  if (report.predictedPeakBytes)
    all.push_back({*report.predictedPeakBytes,
                   report.extraTimeEstimatedPercent.value_or(0),
                   report.recomputed});
  std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
    return a.extraTimePercent != b.extraTimePercent
               ? a.extraTimePercent < b.extraTimePercent
               : a.peakBytes < b.peakBytes;
  });
  std::vector<FrontRow> front;
  for (const FrontRow &row : all)
    if (front.empty() || row.peakBytes < front.back().peakBytes)
      front.push_back(row);
  return front;
}

void ckpt::measure::drawFront(const Report &report, bool alone,
                              llvm::raw_ostream &os) {
  begin(os, "memory against time", alone);
  std::vector<FrontRow> front = frontWithPlan(report);
  double chosenTime = report.extraTimeEstimatedPercent.value_or(0);
  double slowest = std::max(chosenTime, 1.0);
  int64_t highest = report.predictedPeakBytes.value_or(0);
  for (const FrontRow &row : report.front) {
    slowest = std::max(slowest, row.extraTimePercent);
    highest = std::max(highest, row.peakBytes);
  }
  slowest *= 1.05;
  highest += highest / 20;
  drawByteAxis(os, highest);
  auto x = [&](double percent) { return left + plotWidth * percent / slowest; };
  auto y = [&](int64_t bytes) { return yOf(double(bytes) / double(highest)); };
  for (int quarter = 0; quarter <= 4; ++quarter) {
    char text[32];
    std::snprintf(text, sizeof(text), "+%.1f %%", slowest * quarter / 4);
    label(os, left + plotWidth * quarter / 4, height - 10,
          quarter == 4 ? "end" : "middle", text);
  }
  os << "<polyline fill=\"none\" stroke=\"#4c78a8\" stroke-width=\"2\" "
        "points=\"";
  for (const FrontRow &row : front)
    os << llvm::format("%.2f,%.2f ", x(row.extraTimePercent), y(row.peakBytes));
  os << "\"/>\n";
  auto dot = [&](double percent, int64_t bytes, double radius,
                 const char *colour, int64_t clones) {
    os << llvm::format("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.0f\" "
                       "fill=\"%s\"><title>%s, +%.2f %%, %lld clones"
                       "</title></circle>\n",
                       x(percent), y(bytes), radius, colour,
                       formatBytes(bytes).c_str(), percent,
                       static_cast<long long>(clones));
  };
  for (const FrontRow &row : front)
    dot(row.extraTimePercent, row.peakBytes, 4, "#4c78a8", row.recomputed);
  if (report.predictedPeakBytes) {
    dot(chosenTime, *report.predictedPeakBytes, 7, "#c00", report.recomputed);
    // Where the falling line is not.
    label(os, x(chosenTime) - 10, y(*report.predictedPeakBytes) + 18,
          chosenTime < slowest / 10 ? "start" : "end", "this plan");
  }
  os << "</svg>\n";
}

void ckpt::measure::writeFrontSvg(const Report &report, llvm::raw_ostream &os) {
  drawFront(report, /*alone=*/true, os);
}

void ckpt::measure::writeFrontCsv(const Report &report, llvm::raw_ostream &os) {
  os << "peak_bytes,extra_time_percent,recomputed\n";
  for (const FrontRow &row : report.front)
    os << row.peakBytes << ',' << llvm::format("%.6f", row.extraTimePercent)
       << ',' << row.recomputed << '\n';
}
