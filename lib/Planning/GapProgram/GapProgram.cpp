//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GapProgram.h"
#include "ckpt/Planning/Schedule.h"

#include <algorithm>
#include <cmath>

using namespace ckpt::planning;

GapProgram::GapProgram(const Graph &graph, const GapTable &table,
                       int64_t budget)
    : graph(graph) {
  // The reference order without sharing; then what may be shared at most.
  needs.assign(graph.numNodes + 1, 0);
  std::vector<int32_t> lastUse(graph.numValues);
  for (int32_t u = 0; u < graph.numValues; ++u) {
    lastUse[u] =
        graph.users[u].empty() ? graph.owner[u] : graph.users[u].back();
    needs[graph.owner[u]] += graph.bytes[u];
    needs[std::min(lastUse[u], graph.numNodes - 1) + 1] -= graph.bytes[u];
  }
  for (int32_t j = 1; j < graph.numNodes; ++j)
    needs[j] += needs[j - 1];
  needs.resize(graph.numNodes);
  std::vector<char> shared;
  for (int32_t j = 0; j < graph.numNodes; ++j) {
    needs[j] += graph.workspace[j] - budget;
    shared.assign(graph.numOutputs(j), 0);
    for (const Graph::Share &share : graph.shares[j])
      if (lastUse[share.value] == j && !shared[share.output]) {
        shared[share.output] = 1;
        needs[j] -= share.bytes;
      }
  }
  for (int32_t v = 0; v < graph.numNodes; ++v) {
    firstColumn.push_back(numColumns());
    if (graph.recomputable[v])
      addColumns(table, v);
  }
  firstColumn.push_back(numColumns());
  findConflicts();
}

void GapProgram::addColumns(const GapTable &table, int32_t v) {
  std::vector<int32_t> uses{v};
  for (int32_t u = graph.firstValue[v]; u < graph.firstValue[v + 1]; ++u)
    uses.insert(uses.end(), graph.users[u].begin(), graph.users[u].end());
  std::sort(uses.begin(), uses.end());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  int32_t gap = table.first(v);
  for (size_t k = 1; k < uses.size(); ++k) {
    int32_t a = uses[k - 1], b = uses[k];
    // The recomputation comes before whatever overwrites an input of it.
    int32_t limit = std::min(b, graph.deadline(v));
    if (limit <= a)
      break;
    int32_t first = static_cast<int32_t>(intervals.size());
    addIntervals(v, a, b, limit);
    if (first == static_cast<int32_t>(intervals.size()))
      continue;
    while (gap < table.first(v + 1) && table.all()[gap].begin < a)
      ++gap;
    bool inTable = gap < table.first(v + 1) && table.all()[gap].begin == a;
    columns.push_back({v, a, b, inTable ? gap : -1, graph.time[v], first,
                       static_cast<int32_t>(intervals.size())});
  }
}

/// What recomputing `v` inside (a, b) may free. An output that is not used at
/// `a` is counted from its own last use before: with several outputs that is
/// more than any schedule frees, never less.
void GapProgram::addIntervals(int32_t v, int32_t a, int32_t b, int32_t limit) {
  for (int32_t u = graph.firstValue[v]; u < graph.firstValue[v + 1]; ++u) {
    if (graph.bytes[u] == 0)
      continue;
    int32_t before = v, after = -1;
    for (int32_t w : graph.users[u]) {
      if (w <= a) {
        before = w;
      } else if (after < 0) {
        after = w;
      }
    }
    if (after < b)
      continue;
    if (limit - 1 >= before + 1)
      intervals.push_back({before + 1, limit - 1, graph.bytes[u]});
    if (before != v)
      for (const Graph::Share &share : graph.shares[before])
        if (share.value == u)
          intervals.push_back({before, before, share.bytes});
  }
}

/// For every column, the inputs of its node whose gap holds this one's and goes
/// on behind it. A node of several outputs may free part of them: left out.
void GapProgram::findConflicts() {
  for (int32_t c = 0; c < numColumns(); ++c)
    for (int32_t value : graph.inputs[columns[c].node]) {
      int32_t u = graph.owner[value];
      if (graph.numOutputs(u) != 1 || graph.time[u] == 0)
        continue;
      for (int32_t d = firstColumn[u]; d < firstColumn[u + 1]; ++d)
        if (columns[d].begin <= columns[c].begin &&
            columns[c].end < columns[d].end)
          conflictList.push_back({c, d});
    }
}

int64_t GapProgram::greatestNeed() const {
  return *std::max_element(needs.begin(), needs.end());
}

bool GapProgram::impossible() const {
  std::vector<int64_t> missing;
  slack(std::vector<char>(columns.size(), 1), Decisions(columns.size()),
        missing);
  return *std::max_element(missing.begin(), missing.end()) > 0;
}

/// The events of `interval` that the decision leaves.
static std::pair<int32_t, int32_t> clip(const GapProgram::Interval &interval,
                                        const GapProgram::Decision &decision) {
  return {std::max(interval.first, decision.first),
          std::min(interval.last, decision.last)};
}

double GapProgram::price(const std::vector<double> &prices,
                         const Decisions &decisions, std::vector<char> &chosen,
                         std::vector<double> &reduced) const {
  prefix.resize(needs.size() + 1);
  prefix[0] = 0;
  double value = 0, magnitude = 0;
  for (size_t j = 0; j < needs.size(); ++j) {
    prefix[j + 1] = prefix[j] + prices[j];
    double term = prices[j] * static_cast<double>(needs[j]);
    value += term;
    magnitude += std::fabs(term);
  }
  chosen.assign(columns.size(), 0);
  reduced.resize(columns.size());
  for (size_t c = 0; c < columns.size(); ++c) {
    const Decision &decision = decisions[c];
    double r =
        static_cast<double>(columns[c].cost) * (decision.twice ? 2.0 : 1.0);
    for (int32_t i = columns[c].firstInterval; i < columns[c].endInterval;
         ++i) {
      auto [first, last] = clip(intervals[i], decision);
      if (first <= last)
        r -= static_cast<double>(intervals[i].bytes) *
             (prefix[last + 1] - prefix[first]);
    }
    reduced[c] = r;
    if (decision.fixing == One || (decision.fixing == Free && r < 0)) {
      chosen[c] = 1;
      value += r;
      magnitude += std::fabs(r);
    }
  }
  // Prices may be large and cancel; the bound must not live on rounding.
  return value - 1e-12 * magnitude;
}

void GapProgram::slack(const std::vector<char> &chosen,
                       const Decisions &decisions,
                       std::vector<int64_t> &missing) const {
  std::vector<int64_t> delta(needs.size() + 1, 0);
  for (size_t c = 0; c < columns.size(); ++c)
    if (chosen[c])
      for (int32_t i = columns[c].firstInterval; i < columns[c].endInterval;
           ++i) {
        auto [first, last] = clip(intervals[i], decisions[c]);
        if (first > last)
          continue;
        delta[first] += intervals[i].bytes;
        delta[last + 1] -= intervals[i].bytes;
      }
  missing.resize(needs.size());
  int64_t freedBytes = 0;
  for (size_t j = 0; j < needs.size(); ++j) {
    freedBytes += delta[j];
    missing[j] = needs[j] - freedBytes;
  }
}

int64_t GapProgram::freed(int32_t c, int32_t j,
                          const Decision &decision) const {
  int64_t bytes = 0;
  if (j < decision.first || j > decision.last)
    return 0;
  for (int32_t i = columns[c].firstInterval; i < columns[c].endInterval; ++i)
    if (intervals[i].first <= j && j <= intervals[i].last)
      bytes += intervals[i].bytes;
  return bytes;
}
