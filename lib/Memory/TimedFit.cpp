//===- TimedFit.cpp - Packing in the order of time ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimedFit.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

using namespace ckpt::memory;

namespace {
/// What grows from the top instead of the bottom.
enum class TopClass { None, Short, Small };

struct Variant {
  bool backward = false;
  TopClass top = TopClass::None;
  /// Quantile of lifetimes or of sizes that divides the classes, in hundredths.
  unsigned quantile = 0;
  /// The smallest gap that holds the interval, not the outermost one.
  bool bestFit = false;
};

/// Gaps below a ceiling by offset, never two of them adjacent.
class Gaps {
public:
  explicit Gaps(int64_t ceiling) { sizes[0] = ceiling; }

  /// Takes `bytes` at the low or the high end of a gap; -1 when none has them.
  int64_t take(int64_t bytes, bool fromTop, bool bestFit) {
    auto found = sizes.end();
    auto better = [&](std::map<int64_t, int64_t>::iterator gap) {
      if (gap->second < bytes)
        return false;
      if (found == sizes.end())
        return true;
      return bestFit ? gap->second < found->second : fromTop;
    };
    for (auto gap = sizes.begin(); gap != sizes.end(); ++gap) {
      if (better(gap))
        found = gap;
      if (found != sizes.end() && !bestFit && !fromTop)
        break;
    }
    if (found == sizes.end())
      return -1;
    auto [offset, size] = *found;
    if (fromTop) {
      if (size == bytes)
        sizes.erase(found);
      else
        found->second -= bytes;
      return offset + size - bytes;
    }
    sizes.erase(found);
    if (size > bytes)
      sizes[offset + bytes] = size - bytes;
    return offset;
  }

  void give(int64_t offset, int64_t bytes) {
    auto next = sizes.lower_bound(offset);
    if (next != sizes.end() && next->first == offset + bytes) {
      bytes += next->second;
      next = sizes.erase(next);
    }
    if (next != sizes.begin()) {
      auto before = std::prev(next);
      if (before->first + before->second == offset) {
        before->second += bytes;
        return;
      }
    }
    sizes[offset] = bytes;
  }

private:
  std::map<int64_t, int64_t> sizes;
};

class TimedPacker {
public:
  explicit TimedPacker(const std::vector<Interval> &intervals)
      : intervals(intervals) {
    for (size_t i = 0; i < intervals.size(); ++i) {
      if (intervals[i].bytes == 0)
        continue;
      used.push_back(int32_t(i));
      lifetimes.push_back(lifetime(int32_t(i)));
      sizes.push_back(intervals[i].bytes);
    }
    std::sort(lifetimes.begin(), lifetimes.end());
    std::sort(sizes.begin(), sizes.end());
    for (bool backward : {false, true})
      events[backward] = eventsInOrder(backward);
  }

  /// Whether everything fits below the ceiling; `offsets` is then set.
  bool fit(const Variant &variant, int64_t ceiling,
           std::vector<int64_t> &offsets) const {
    Gaps gaps(ceiling);
    offsets.assign(intervals.size(), 0);
    for (const Event &event : events[variant.backward]) {
      int64_t bytes = intervals[event.interval].bytes;
      int64_t &offset = offsets[event.interval];
      if (event.frees) {
        gaps.give(offset, bytes);
        continue;
      }
      offset =
          gaps.take(bytes, isTop(variant, event.interval), variant.bestFit);
      if (offset < 0)
        return false;
    }
    return true;
  }

private:
  struct Event {
    int32_t time;
    bool frees;
    int32_t interval;
  };

  /// What ends goes before what begins; of those that begin together, the
  /// longest and then the largest is first.
  std::vector<Event> eventsInOrder(bool backward) const {
    std::vector<Event> result;
    result.reserve(2 * used.size());
    for (int32_t i : used) {
      auto [bytes, first, last] = intervals[i];
      if (backward)
        std::tie(first, last) = std::make_pair(-last, -first);
      result.push_back({first, false, i});
      result.push_back({last + 1, true, i});
    }
    auto key = [&](const Event &e) {
      const Interval &interval = intervals[e.interval];
      return std::make_tuple(e.time, !e.frees,
                             e.frees ? 0 : -lifetime(e.interval),
                             e.frees ? 0 : -interval.bytes, e.interval);
    };
    std::sort(result.begin(), result.end(),
              [&](const Event &a, const Event &b) { return key(a) < key(b); });
    return result;
  }

  int64_t lifetime(int32_t i) const {
    return int64_t(intervals[i].last) - intervals[i].first;
  }
  static int64_t quantileOf(const std::vector<int64_t> &sorted,
                            unsigned hundredths) {
    return sorted[(sorted.size() - 1) * hundredths / 100];
  }
  bool isTop(const Variant &variant, int32_t i) const {
    switch (variant.top) {
    case TopClass::None:
      return false;
    case TopClass::Short:
      return lifetime(i) <= quantileOf(lifetimes, variant.quantile);
    case TopClass::Small:
      return intervals[i].bytes <= quantileOf(sizes, variant.quantile);
    }
    return false;
  }

  const std::vector<Interval> &intervals;
  std::vector<int32_t> used;
  /// In the order of time, and backward: sorted once for all variants.
  std::vector<Event> events[2];
  /// Sorted, for quantiles.
  std::vector<int64_t> lifetimes, sizes;
};

std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (bool backward : {false, true})
    for (bool bestFit : {false, true}) {
      all.push_back({backward, TopClass::None, 0, bestFit});
      for (unsigned quantile : {10, 20, 30, 40, 50, 60, 70, 80, 90}) {
        all.push_back({backward, TopClass::Short, quantile, bestFit});
        all.push_back({backward, TopClass::Small, quantile, bestFit});
      }
    }
  return all;
}
} // namespace

std::vector<int64_t>
ckpt::memory::timedFit(const std::vector<Interval> &intervals,
                       const std::vector<int64_t> &ceilings) {
  std::vector<int64_t> offsets(intervals.size(), 0);
  TimedPacker packer(intervals);
  if (std::all_of(intervals.begin(), intervals.end(),
                  [](const Interval &i) { return i.bytes == 0; }))
    return offsets;
  // What grows from the top must stay aligned as the sizes are.
  int64_t granule = 0;
  for (const Interval &interval : intervals)
    granule = std::gcd(granule, interval.bytes);
  for (int64_t ceiling : ceilings)
    for (const Variant &variant : variants())
      if (packer.fit(variant, ceiling / granule * granule, offsets))
        return offsets;
  packer.fit(Variant(), std::numeric_limits<int64_t>::max(), offsets);
  return offsets;
}
