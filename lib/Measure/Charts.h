//===- Charts.h - Figures of a report as SVG --------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_MEASURE_CHARTS_H
#define CKPT_LIB_MEASURE_CHARTS_H

#include "ckpt/Measure/Report.h"

#include "llvm/Support/raw_ostream.h"

namespace ckpt::measure {

/// Text for HTML and SVG.
std::string escapeXml(llvm::StringRef text);

/// Live bytes over the launches, stacked by category, up to `highest` bytes;
/// with a line at the budget.
void drawTimeline(const std::vector<TimelineRow> &rows, int64_t highest,
                  std::optional<int64_t> budget, llvm::raw_ostream &os);

/// The names of the categories in their colours, as HTML.
void drawLegend(llvm::raw_ostream &os);

/// Peaks against extra time, with the report's own plan as the chosen point.
/// `alone`: as a file of its own, not as a part of a page.
void drawFront(const Report &report, bool alone, llvm::raw_ostream &os);

} // namespace ckpt::measure

#endif // CKPT_LIB_MEASURE_CHARTS_H
