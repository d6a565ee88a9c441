//===- Packing.cpp - Offsets in one arena ---------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Memory/Packing.h"

#include <algorithm>
#include <numeric>
#include <utility>

using namespace ckpt::memory;

namespace {
using Order = std::vector<int32_t>;

class Packer {
public:
  explicit Packer(const std::vector<Interval> &intervals)
      : intervals(intervals) {
    findNeighbours();
  }

  /// Places the intervals in this order, each in the lowest gap that holds it.
  Packing firstFit(const Order &order) const {
    Packing packing;
    packing.offsets.assign(intervals.size(), 0);
    std::vector<char> placed(intervals.size());
    std::vector<std::pair<int64_t, int64_t>> taken; // begin, end
    for (int32_t i : order) {
      taken.clear();
      for (int32_t j : neighbours[i])
        if (placed[j])
          taken.push_back(
              {packing.offsets[j], packing.offsets[j] + intervals[j].bytes});
      std::sort(taken.begin(), taken.end());
      int64_t offset = 0;
      for (auto [begin, end] : taken) {
        if (begin - offset >= intervals[i].bytes)
          break;
        offset = std::max(offset, end);
      }
      packing.offsets[i] = offset;
      placed[i] = true;
      packing.bytes = std::max(packing.bytes, offset + intervals[i].bytes);
    }
    return packing;
  }

  int64_t lowerBound() const {
    int32_t events = 0;
    for (const Interval &interval : intervals)
      events = std::max(events, interval.last + 1);
    std::vector<int64_t> change(events + 1);
    for (const Interval &interval : intervals) {
      change[interval.first] += interval.bytes;
      change[interval.last + 1] -= interval.bytes;
    }
    int64_t live = 0, most = 0;
    for (int64_t delta : change)
      most = std::max(most, live += delta);
    return most;
  }

private:
  /// neighbours[i]: the non-empty intervals alive at the same time as i.
  void findNeighbours() {
    neighbours.resize(intervals.size());
    Order byStart(intervals.size());
    std::iota(byStart.begin(), byStart.end(), 0);
    std::sort(byStart.begin(), byStart.end(), [&](int32_t a, int32_t b) {
      return std::make_pair(intervals[a].first, a) <
             std::make_pair(intervals[b].first, b);
    });
    Order alive;
    for (int32_t i : byStart) {
      if (intervals[i].bytes == 0)
        continue;
      alive.erase(std::remove_if(alive.begin(), alive.end(),
                                 [&](int32_t j) {
                                   return intervals[j].last <
                                          intervals[i].first;
                                 }),
                  alive.end());
      for (int32_t j : alive) {
        neighbours[i].push_back(j);
        neighbours[j].push_back(i);
      }
      alive.push_back(i);
    }
  }

  const std::vector<Interval> &intervals;
  std::vector<Order> neighbours;
};
} // namespace

Packing ckpt::memory::pack(const std::vector<Interval> &intervals,
                           unsigned attempts) {
  Packer packer(intervals);
  const int64_t bound = packer.lowerBound();
  Order identity(intervals.size());
  std::iota(identity.begin(), identity.end(), 0);
  auto sorted = [&](auto key) {
    Order order = identity;
    std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      auto keyA = key(intervals[a]), keyB = key(intervals[b]);
      return keyA != keyB ? keyA > keyB : a < b;
    });
    return order;
  };
  auto length = [](const Interval &i) { return int64_t(i.last) - i.first + 1; };
  std::vector<Order> starts;
  starts.push_back(sorted([](const Interval &i) { return i.bytes; }));
  starts.push_back(sorted(
      [&](const Interval &i) { return double(i.bytes) * double(length(i)); }));
  starts.push_back(sorted(length));
  starts.push_back(sorted([](const Interval &i) { return -int64_t(i.first); }));
  starts.push_back(sorted([](const Interval &i) { return int64_t(i.last); }));

  Packing best;
  Order bestOrder;
  auto offer = [&](const Order &order) {
    Packing packing = packer.firstFit(order);
    bool better = bestOrder.empty() || packing.bytes < best.bytes;
    if (better) {
      best = std::move(packing);
      bestOrder = order;
    }
    return better;
  };
  for (const Order &order : starts) {
    offer(order);
    if (best.bytes == bound)
      break;
  }
  // Intervals that reach the top are placed earlier: a different one each time,
  // to a place that moves with the attempt.
  for (unsigned attempt = 0; attempt < attempts && best.bytes > bound;
       ++attempt) {
    Order top;
    for (size_t k = 0; k < bestOrder.size(); ++k)
      if (best.offsets[bestOrder[k]] + intervals[bestOrder[k]].bytes > bound)
        top.push_back(int32_t(k));
    Order order = bestOrder;
    int32_t from = top[attempt % top.size()];
    int32_t to = int32_t(int64_t(from) * (attempt / top.size() % 4) / 4);
    std::rotate(order.begin() + to, order.begin() + from,
                order.begin() + from + 1);
    offer(order);
  }
  best.lowerBound = bound;
  return best;
}
