//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refill.h"

#include <algorithm>

using namespace ckpt::planning;

namespace {

/// Range add, range maximum; bottom-up, no recursion.
class MaxTree {
public:
  explicit MaxTree(const std::vector<int64_t> &values) {
    while (size < values.size())
      size *= 2;
    top.assign(2 * size, lowest);
    pending.assign(2 * size, 0);
    std::copy(values.begin(), values.end(), top.begin() + size);
    for (size_t i = size - 1; i > 0; --i)
      top[i] = std::max(top[2 * i], top[2 * i + 1]);
  }

  void add(size_t a, size_t b, int64_t w) {
    if (a > b)
      return;
    size_t l = a + size, r = b + size + 1, l0 = l, r0 = r - 1;
    for (; l < r; l /= 2, r /= 2) {
      if (l & 1)
        apply(l++, w);
      if (r & 1)
        apply(--r, w);
    }
    rebuild(l0);
    rebuild(r0);
  }

  int64_t max(size_t a, size_t b) const {
    int64_t result = lowest;
    for (size_t i = a + size, j = b + size; true; i /= 2, j /= 2) {
      // Walk both edges upwards; what hangs inside counts with the additions
      // that are pending above it.
      if (i == a + size)
        result = std::max(result, above(i));
      if (j == b + size)
        result = std::max(result, above(j));
      if (i / 2 == j / 2 || i == j)
        break;
      if (!(i & 1))
        result = std::max(result, above(i + 1));
      if (j & 1)
        result = std::max(result, above(j - 1));
    }
    return result;
  }

private:
  static constexpr int64_t lowest = INT64_MIN / 4;

  void apply(size_t i, int64_t w) {
    top[i] += w;
    pending[i] += w;
  }
  void rebuild(size_t i) {
    for (i /= 2; i > 0; i /= 2)
      top[i] = std::max(top[2 * i], top[2 * i + 1]) + pending[i];
  }
  int64_t above(size_t i) const {
    int64_t value = top[i];
    for (i /= 2; i > 0; i /= 2)
      value += pending[i];
    return value;
  }

  size_t size = 1;
  std::vector<int64_t> top, pending;
};

/// Copies here are all outputs of one event together, by node; that is coarser
/// than the evaluation for nodes with several outputs, never too optimistic
/// about what a kept copy occupies.
class Refiller {
public:
  Refiller(const Graph &graph, const Schedule &schedule, int64_t budget)
      : graph(graph), schedule(schedule), budget(budget),
        numEvents(static_cast<int32_t>(schedule.size())) {
    resolve();
  }

  Schedule run() {
    Cost c;
    std::vector<int64_t> memory;
    if (!cost(graph, schedule, c, &memory))
      return schedule;
    MaxTree tree(memory);
    std::vector<int32_t> order;
    for (int32_t e = 0; e < numEvents; ++e)
      if (previous[e] >= 0)
        order.push_back(e);
    auto ratio = [&](int32_t e) {
      return static_cast<double>(graph.time[schedule[e]]) /
             static_cast<double>(std::max<int64_t>(1, size(e)));
    };
    std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      double x = ratio(a), y = ratio(b);
      return x != y ? x > y : a > b;
    });
    for (int pass = 0; pass < 2; ++pass)
      for (int32_t e : order)
        if (!gone[e])
          tryKeep(tree, e);
    Schedule result;
    for (int32_t e = 0; e < numEvents; ++e)
      if (!gone[e])
        result.push_back(schedule[e]);
    return result;
  }

private:
  int64_t size(int32_t e) const {
    int32_t v = schedule[e];
    int64_t bytes = 0;
    for (int32_t u = graph.firstValue[v]; u < graph.firstValue[v + 1]; ++u)
      bytes += graph.bytes[u];
    return bytes;
  }

  void resolve() {
    previous.assign(numEvents, -1);
    last.resize(numEvents);
    alias.resize(numEvents);
    gone.assign(numEvents, 0);
    firstRead.resize(numEvents + 1);
    std::vector<int32_t> latest(graph.numNodes + 1, -1);
    std::vector<std::pair<int32_t, int32_t>> pairs;
    for (int32_t e = 0; e <= numEvents; ++e) {
      int32_t v = e < numEvents ? schedule[e] : graph.end;
      if (e < numEvents) {
        last[e] = alias[e] = e;
        firstRead[e] = static_cast<int32_t>(reads.size());
      }
      for (int32_t u : graph.inputs[v]) {
        int32_t c = latest[graph.owner[u]];
        last[c] = e;
        reads.push_back(c);
        pairs.push_back({c, e});
      }
      if (e < numEvents)
        previous[e] = latest[v];
      latest[v] = e;
    }
    firstRead[numEvents] = static_cast<int32_t>(reads.size());
    // Readers of each event's copy, as a linked list that can be joined.
    nextReader.assign(pairs.size(), -1);
    headReader.assign(numEvents, -1);
    tailReader.assign(numEvents, -1);
    readerEvent.resize(pairs.size());
    for (size_t i = 0; i < pairs.size(); ++i) {
      auto [c, e] = pairs[i];
      readerEvent[i] = e;
      int32_t index = static_cast<int32_t>(i);
      (headReader[c] < 0 ? headReader[c] : nextReader[tailReader[c]]) = index;
      tailReader[c] = index;
    }
  }

  int32_t root(int32_t c) {
    while (alias[c] != c)
      c = alias[c] = alias[alias[c]];
    return c;
  }

  void tryKeep(MaxTree &tree, int32_t e) {
    int32_t copy = root(previous[e]), end = last[copy];
    if (end >= e)
      return;
    int64_t bytes = size(e);
    // Where the copy used to end it may have been shared; then its bytes count
    // again there.
    bool sharedAtEnd = end < numEvents && !graph.shares[schedule[end]].empty();
    int32_t first = sharedAtEnd ? end : end + 1;
    if (first <= e - 1 && tree.max(first, e - 1) + bytes > budget)
      return;
    tree.add(first, e - 1, bytes);
    tree.add(e, e, INT64_MIN / 16); // an event that is gone fits anywhere
    gone[e] = 1;
    alias[e] = copy;
    last[copy] = last[e] == e ? end : last[e];
    if (headReader[e] >= 0) {
      (headReader[copy] < 0 ? headReader[copy] : nextReader[tailReader[copy]]) =
          headReader[e];
      tailReader[copy] = tailReader[e];
    }
    for (int32_t r = firstRead[e]; r < firstRead[e + 1]; ++r)
      shorten(tree, root(reads[r]), e);
  }

  /// The copy `c` was read last by the removed event `e`.
  void shorten(MaxTree &tree, int32_t c, int32_t e) {
    if (last[c] != e)
      return;
    int32_t end = c;
    for (int32_t r = headReader[c]; r >= 0; r = nextReader[r]) {
      int32_t reader = readerEvent[r];
      if (reader == numEvents || !gone[reader])
        end = std::max(end, reader);
    }
    tree.add(end + 1, e, -size(c));
    last[c] = end;
  }

  const Graph &graph;
  const Schedule &schedule;
  int64_t budget;
  int32_t numEvents;
  std::vector<int32_t> previous, last, alias;
  std::vector<char> gone;
  std::vector<int32_t> firstRead, reads;
  std::vector<int32_t> headReader, tailReader, nextReader, readerEvent;
};

} // namespace

Schedule ckpt::planning::refill(const Graph &graph, const Schedule &schedule,
                                int64_t budget) {
  return Refiller(graph, schedule, budget).run();
}
