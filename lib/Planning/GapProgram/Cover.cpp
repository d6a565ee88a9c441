//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covering knapsack by lists of undominated states, cut off by the fractional
// bound. Equal items give equal states, so the lists stay short on networks
// with many equal layers.
//
//===----------------------------------------------------------------------===//

#include "GapProgram.h"

#include <algorithm>

using namespace ckpt::planning;

namespace {

class CoverSolver {
public:
  CoverSolver(std::vector<CoverItem> &items, int64_t need, double limit,
              int64_t maxWork)
      : items(items), need(need), limit(limit), maxWork(maxWork) {
    std::sort(items.begin(), items.end(),
              [](const CoverItem &a, const CoverItem &b) {
                double x = a.cost * static_cast<double>(b.bytes);
                double y = b.cost * static_cast<double>(a.bytes);
                return x != y ? x < y : a.column < b.column;
              });
    costs.push_back(0);
    bytes.push_back(0);
    for (const CoverItem &item : items) {
      costs.push_back(costs.back() + item.cost);
      bytes.push_back(bytes.back() + item.bytes);
    }
  }

  CoverResult run() {
    CoverResult result{fraction(0, need), true, 0, {}};
    if (need <= 0)
      return {0, true, 0, {}};
    std::vector<State> list{{0, 0, -1}}, taken, merged;
    for (size_t i = 0; i < items.size() && !list.empty(); ++i) {
      extend(i, list, taken);
      merge(list, taken, merged);
      prune(i + 1, merged, list);
      result.work += static_cast<int64_t>(list.size()) + 1;
      if (result.work > maxWork) {
        result.complete = false;
        result.value = std::min(lowest(i + 1, list), limit);
        break;
      }
    }
    if (result.complete)
      result.value = limit;
    for (int64_t h = bestHistory; h >= 0; h = history[h].parent)
      result.chosen.push_back(items[history[h].item].column);
    return result;
  }

private:
  struct State {
    int64_t bytes;
    double cost;
    int64_t history;
  };
  struct Choice {
    int32_t item;
    int64_t parent;
  };
  /// Fractional cost of covering `rest` with the items from `i` on.
  double fraction(size_t i, int64_t rest) const {
    if (rest <= 0)
      return 0;
    int64_t goal = bytes[i] + rest;
    if (goal > bytes.back())
      return limit + 1;
    size_t k = std::upper_bound(bytes.begin() + i, bytes.end(), goal - 1) -
               bytes.begin() - 1;
    double part = static_cast<double>(goal - bytes[k]) /
                  static_cast<double>(items[k].bytes);
    return costs[k] - costs[i] + part * items[k].cost;
  }

  void extend(size_t i, const std::vector<State> &list,
              std::vector<State> &taken) {
    taken.clear();
    for (const State &s : list) {
      State t{s.bytes + items[i].bytes, s.cost + items[i].cost, s.history};
      if (t.cost >= limit)
        continue;
      if (t.bytes >= need) {
        limit = t.cost;
        history.push_back({static_cast<int32_t>(i), s.history});
        bestHistory = static_cast<int64_t>(history.size()) - 1;
        continue;
      }
      if (t.cost + fraction(i + 1, need - t.bytes) >= limit)
        continue;
      history.push_back({static_cast<int32_t>(i), s.history});
      t.history = static_cast<int64_t>(history.size()) - 1;
      taken.push_back(t);
    }
  }

  /// Both lists are ordered by falling bytes and falling cost.
  static void merge(const std::vector<State> &a, const std::vector<State> &b,
                    std::vector<State> &out) {
    out.clear();
    size_t i = 0, j = 0;
    double cheapest = 1e300;
    while (i < a.size() || j < b.size()) {
      bool first =
          j == b.size() ||
          (i < a.size() && (a[i].bytes != b[j].bytes ? a[i].bytes > b[j].bytes
                                                     : a[i].cost <= b[j].cost));
      const State &s = first ? a[i++] : b[j++];
      if (s.cost >= cheapest)
        continue;
      cheapest = s.cost;
      out.push_back(s);
    }
  }

  void prune(size_t i, const std::vector<State> &merged,
             std::vector<State> &list) const {
    list.clear();
    for (const State &s : merged)
      if (s.cost + fraction(i, need - s.bytes) < limit)
        list.push_back(s);
  }

  double lowest(size_t i, const std::vector<State> &list) const {
    double value = limit;
    for (const State &s : list)
      value = std::min(value, s.cost + fraction(i, need - s.bytes));
    return value;
  }

  std::vector<CoverItem> &items;
  int64_t need;
  double limit;
  int64_t maxWork;
  std::vector<double> costs;
  std::vector<int64_t> bytes;
  std::vector<Choice> history;
  int64_t bestHistory = -1;
};

} // namespace

CoverResult ckpt::planning::solveCover(std::vector<CoverItem> items,
                                       int64_t need, double limit,
                                       int64_t maxWork) {
  return CoverSolver(items, need, limit, maxWork).run();
}
