//===- Packing.cpp - Offsets in one arena ---------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An order of the intervals decides a packing: each is placed in the lowest gap
// that holds it (first fit). Good orders are found by annealing: what stands at
// the top of the arena, or something that it stands on, moves to another place
// in the order. Large intervals come first; smaller ones join level by level,
// because they rarely decide anything and would only make the search slower.
// Before that, and instead of it for tens of thousands of intervals, the order
// of time is tried (TimedFit).
//
//===----------------------------------------------------------------------===//

#include "ckpt/Memory/Packing.h"
#include "TimedFit.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

using namespace ckpt::memory;

namespace {
using Order = std::vector<int32_t>;
constexpr int64_t unlimited = std::numeric_limits<int64_t>::max();
/// Size, as a fraction of the bound, from which intervals take part: levels.
constexpr int64_t levelDivisors[] = {50, 100, 250, 1000};
/// Share of the effort of each level, the last one with all intervals, in
/// hundredths.
constexpr int64_t levelShares[] = {15, 25, 30, 15, 15};
/// Worse packings are accepted up to this fraction of the bound at first.
constexpr int64_t heatDivisor = 80;
/// Without a goal, what is this fraction of the bound above it is good enough.
constexpr int64_t goodEnoughDivisor = 500;
/// With a goal, what meets it may still be no more than this fraction above the
/// bound: an arena is at most 2 % larger than what is live.
constexpr int64_t promisedDivisor = 50;
/// Pairs of intervals that are alive together, up to which orders are searched.
constexpr int64_t mostPairs = 4'000'000;
/// Small, and the same everywhere (the standard's distributions are not).
class Random {
public:
  explicit Random(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15u + 1) {}
  uint32_t below(size_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return uint32_t((state >> 32) * n >> 32);
  }

private:
  uint64_t state;
};

class Packer {
public:
  Packer(const std::vector<Interval> &intervals, const PackingOptions &options)
      : intervals(intervals), options(options), bound(liveBound()),
        enough(std::max(bound, options.goalBytes
                                   ? std::min(options.goalBytes,
                                              bound + bound / promisedDivisor)
                                   : bound + bound / goodEnoughDivisor)) {}

  Packing run() {
    Packing best;
    best.lowerBound = bound;
    best.bytes = unlimited;
    auto offer = [&](std::vector<int64_t> offsets) {
      int64_t bytes = topOf(offsets);
      if (bytes >= best.bytes)
        return;
      best.bytes = bytes;
      best.offsets = std::move(offsets);
    };
    offer(timedFit(intervals, ceilings()));
    if (best.bytes == bound || countPairs() > mostPairs)
      return best;
    findNeighbours();
    for (unsigned seed = 0; seed < seeds && best.bytes > bound; ++seed) {
      if (seed > 0 && best.bytes <= enough)
        break;
      std::vector<int64_t> offsets = search(seed);
      // Intervals without bytes were never placed.
      for (int64_t &offset : offsets)
        offset = std::max<int64_t>(offset, 0);
      offer(std::move(offsets));
    }
    return best;
  }

private:
  static constexpr unsigned seeds = 4;

  /// The bound, what is enough, and steps above.
  std::vector<int64_t> ceilings() const {
    std::vector<int64_t> all = {bound, enough};
    for (int64_t divisor : {500, 200, 100, 50, 25, 10, 4})
      all.push_back(bound + bound / divisor);
    std::sort(all.begin(), all.end());
    return all;
  }

  /// How many pairs of intervals are alive together, empty ones left out.
  int64_t countPairs() const {
    std::vector<int32_t> begins, ends;
    for (const Interval &interval : intervals)
      if (interval.bytes) {
        begins.push_back(interval.first);
        ends.push_back(interval.last);
      }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    int64_t pairs = 0;
    size_t ended = 0;
    for (size_t begun = 0; begun < begins.size(); ++begun) {
      while (ends[ended] < begins[begun])
        ++ended;
      pairs += int64_t(begun - ended);
    }
    return pairs;
  }

  int64_t liveBound() const {
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

  /// The lowest offset at which interval i fits among those that are placed.
  int64_t lowestGap(int32_t i, const std::vector<int64_t> &offsets) {
    taken.clear();
    visits += int64_t(neighbours[i].size());
    for (int32_t j : neighbours[i])
      if (offsets[j] >= 0)
        taken.push_back({offsets[j], offsets[j] + intervals[j].bytes});
    std::sort(taken.begin(), taken.end());
    int64_t offset = 0;
    for (auto [begin, end] : taken) {
      if (begin - offset >= intervals[i].bytes)
        break;
      offset = std::max(offset, end);
    }
    return offset;
  }

  /// Places order[from ..] anew. Gives up, with false, above `limit`.
  bool place(const Order &order, size_t from, int64_t limit,
             std::vector<int64_t> &offsets) {
    for (size_t k = from; k < order.size(); ++k)
      offsets[order[k]] = -1;
    for (size_t k = from; k < order.size(); ++k) {
      int32_t i = order[k];
      offsets[i] = lowestGap(i, offsets);
      if (offsets[i] + intervals[i].bytes > limit)
        return false;
    }
    return true;
  }

  int64_t topOf(const std::vector<int64_t> &offsets) const {
    int64_t top = 0;
    for (size_t i = 0; i < offsets.size(); ++i)
      top = std::max(top, offsets[i] + intervals[i].bytes);
    return top;
  }
  int64_t topOf(const std::vector<int64_t> &offsets, const Order &order) const {
    int64_t top = 0;
    for (int32_t i : order)
      top = std::max(top, offsets[i] + intervals[i].bytes);
    return top;
  }

  /// Level by level: adds smaller intervals behind the order found so far, and
  /// anneals. Returns the offsets of the best order.
  std::vector<int64_t> search(unsigned seed) {
    Order order, bySize(intervals.size());
    std::iota(bySize.begin(), bySize.end(), 0);
    std::sort(bySize.begin(), bySize.end(), [&](int32_t a, int32_t b) {
      return intervals[a].bytes != intervals[b].bytes
                 ? intervals[a].bytes > intervals[b].bytes
                 : a < b;
    });
    Random random(seed + 1);
    std::vector<int64_t> offsets(intervals.size(), -1);
    size_t next = 0;
    constexpr size_t levels = std::size(levelDivisors);
    for (size_t level = 0; level <= levels; ++level) {
      int64_t least = level < levels ? bound / levelDivisors[level] : 1;
      size_t from = order.size();
      while (next < bySize.size() &&
             intervals[bySize[next]].bytes >= std::max<int64_t>(least, 1))
        order.push_back(bySize[next++]);
      place(order, from, unlimited, offsets);
      anneal(order, offsets, random,
             options.effort / seeds * levelShares[level] / 100);
    }
    return offsets;
  }

  /// `effort` limits the neighbours that are looked at.
  void anneal(Order &order, std::vector<int64_t> &offsets, Random &random,
              int64_t effort) {
    if (order.empty())
      return;
    int64_t top = topOf(offsets, order), bestTop = top;
    Order best = order, trial;
    std::vector<int64_t> bestOffsets = offsets, trialOffsets;
    position.assign(intervals.size(), 0);
    visits = 0;
    // An attempt costs a visit even where it changes nothing.
    for (; visits < effort && bestTop > bound; ++visits) {
      trial = order;
      size_t from = move(trial, offsets, top, random);
      // The threshold is drawn first, so that a bad order is given up early.
      int64_t heat = bound / heatDivisor * (effort - visits) / effort;
      int64_t draw = random.below(1024);
      int64_t limit = top + heat * draw / 1024 * draw / 1024;
      trialOffsets = offsets;
      if (!place(trial, from, limit, trialOffsets))
        continue;
      order.swap(trial);
      offsets.swap(trialOffsets);
      top = topOf(offsets, order);
      if (top < bestTop) {
        bestTop = top;
        best = order;
        bestOffsets = offsets;
      }
    }
    order = std::move(best);
    offsets = std::move(bestOffsets);
  }

  /// Moves an interval at the top of the arena, or one it stands on, to the
  /// place in the order of an interval that it competes with. Returns the first
  /// position that changed.
  size_t move(Order &order, const std::vector<int64_t> &offsets, int64_t top,
              Random &random) {
    candidates.clear();
    for (size_t k = 0; k < order.size(); ++k) {
      position[order[k]] = k;
      if (offsets[order[k]] + intervals[order[k]].bytes == top)
        candidates.push_back(order[k]);
    }
    int32_t i = candidates[random.below(candidates.size())];
    for (unsigned depth = random.below(4); depth > 0; --depth) {
      candidates.clear();
      for (int32_t j : neighbours[i]) {
        int64_t gap = offsets[i] - offsets[j] - intervals[j].bytes;
        if (offsets[j] >= 0 && gap >= 0 && gap <= bound / 50)
          candidates.push_back(j);
      }
      if (candidates.empty())
        break;
      i = candidates[random.below(candidates.size())];
    }
    candidates.clear();
    for (int32_t j : neighbours[i])
      if (offsets[j] >= 0)
        candidates.push_back(j);
    if (candidates.empty())
      return order.size();
    size_t at = position[i];
    size_t to = position[candidates[random.below(candidates.size())]];
    auto begin = order.begin();
    if (random.below(3) == 0)
      std::swap(order[at], order[to]);
    else if (to < at)
      std::rotate(begin + to, begin + at, begin + at + 1);
    else
      std::rotate(begin + at, begin + at + 1, begin + to + 1);
    return std::min(at, to);
  }

  const std::vector<Interval> &intervals;
  const PackingOptions options;
  const int64_t bound;
  /// Above the bound, but not worth another search.
  const int64_t enough;
  /// Neighbours looked at by the current annealing.
  int64_t visits = 0;
  std::vector<Order> neighbours;
  // Kept between calls to spare allocations.
  std::vector<std::pair<int64_t, int64_t>> taken;
  std::vector<size_t> position;
  Order candidates;
};
} // namespace

Packing ckpt::memory::pack(const std::vector<Interval> &intervals,
                           const PackingOptions &options) {
  return Packer(intervals, options).run();
}
