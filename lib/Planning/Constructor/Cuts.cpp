//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuts.h"

#include <algorithm>
#include <queue>

using namespace ckpt::planning;

Candidates::Candidates(const Graph &graph, const GapTable &table,
                       int64_t budget)
    : gap(graph.numNodes, -1), bytes(graph.numNodes, 0) {
  Schedule reference(graph.numNodes);
  for (int32_t v = 0; v < graph.numNodes; ++v)
    reference[v] = v;
  Cost c;
  std::vector<int64_t> memory;
  cost(graph, reference, c, &memory);
  int32_t low = graph.numNodes, high = -1;
  for (int32_t j = 0; j < graph.numNodes; ++j)
    if (memory[j] > budget) {
      low = std::min(low, j);
      high = j;
    }
  for (int32_t v = 0; v < graph.numNodes; ++v) {
    int32_t g = table.longest(v);
    if (g < 0)
      continue;
    const GapTable::Gap &longest = table.all()[g];
    if (longest.end - longest.begin <= 2 || longest.begin >= high ||
        longest.end <= low)
      continue;
    for (int32_t u = graph.firstValue[v]; u < graph.firstValue[v + 1]; ++u)
      if (!graph.users[u].empty() && graph.users[u].back() >= longest.end)
        bytes[v] += graph.bytes[u];
    if (bytes[v] == 0)
      continue;
    gap[v] = g;
    ratios.push_back(static_cast<double>(graph.time[v]) /
                     static_cast<double>(bytes[v]));
  }
  std::sort(ratios.begin(), ratios.end());
}

Cuts::Cuts(const Graph &graph, const GapTable &table,
           const Candidates &candidates, int64_t cap, Tails tails)
    : segment(graph.numNodes, 0) {
  int32_t n = graph.numNodes;
  auto nearEnd = [&](int32_t v) {
    return candidates.gap[v] < 0 ? v : table.all()[candidates.gap[v]].begin;
  };
  // Value v crosses position i when v <= i < nearEnd(v).
  std::vector<int64_t> cross(n + 1, 0);
  for (int32_t v = 0; v < n; ++v)
    if (nearEnd(v) > v) {
      cross[v] += candidates.bytes[v];
      cross[nearEnd(v)] -= candidates.bytes[v];
    }
  for (int32_t i = 1; i < n; ++i)
    cross[i] += cross[i - 1];
  // A value that nothing reads later cannot be kept for the chains behind the
  // cut: such a cut would not hold, and costs more than any other.
  std::vector<int64_t> leaks(n + 1, 0);
  for (int32_t v = 0; v < n; ++v)
    if (tails == Tails::Dead && candidates.gap[v] < 0 &&
        graph.recomputable[v] && table.lastUse(v) > v) {
      ++leaks[v];
      --leaks[table.lastUse(v)];
    }
  int64_t open = 0;
  for (int32_t i = 0; i < n; ++i)
    if ((open += leaks[i]) > 0)
      cross[i] += open * cap;
  std::vector<int32_t> positions;
  int64_t since = 0, fewest = INT64_MAX;
  int32_t best = -1;
  for (int32_t i = 0; i < n; ++i) {
    since += candidates.bytes[i];
    if (since >= cap / 2 && cross[i] < fewest) {
      fewest = cross[i];
      best = i;
    }
    if (since < cap)
      continue;
    positions.push_back(best);
    since = 0;
    for (int32_t k = best + 1; k <= i; ++k)
      since += candidates.bytes[k];
    fewest = since >= cap / 2 ? cross[i] : INT64_MAX;
    best = since >= cap / 2 ? i : -1;
  }
  crossing.resize(positions.size());
  size_t next = 0;
  // Live candidates by the end of their near life; each is visited once per cut
  // that it crosses.
  std::vector<int32_t> live, still;
  for (int32_t i = 0; i < n; ++i) {
    if (nearEnd(i) > i)
      live.push_back(i);
    for (; next < positions.size() && positions[next] <= i; ++next) {
      still.clear();
      for (int32_t v : live)
        if (nearEnd(v) > i)
          still.push_back(v);
      live = still;
      crossing[next] = live;
    }
    segment[i] = static_cast<int32_t>(next);
  }
}
