//===- PackingTest.cpp - Offsets in one arena -----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Memory/Packing.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace ckpt::memory;

/// Every property that a packing must have, restated from the definition.
static void expectSound(const std::vector<Interval> &intervals,
                        const Packing &packing) {
  ASSERT_EQ(packing.offsets.size(), intervals.size());
  int64_t top = 0, bound = 0;
  for (size_t i = 0; i < intervals.size(); ++i) {
    int64_t live = 0;
    for (size_t j = 0; j < intervals.size(); ++j) {
      bool atFirst = intervals[j].first <= intervals[i].first &&
                     intervals[i].first <= intervals[j].last;
      live += atFirst ? intervals[j].bytes : 0;
      if (i == j || !atFirst || !intervals[i].bytes || !intervals[j].bytes)
        continue;
      EXPECT_TRUE(packing.offsets[i] + intervals[i].bytes <=
                      packing.offsets[j] ||
                  packing.offsets[j] + intervals[j].bytes <= packing.offsets[i])
          << i << " and " << j << " overlap";
    }
    bound = std::max(bound, live);
    EXPECT_GE(packing.offsets[i], 0);
    top = std::max(top, packing.offsets[i] + intervals[i].bytes);
  }
  EXPECT_EQ(packing.bytes, top);
  EXPECT_EQ(packing.lowerBound, bound);
}

TEST(Packing, HandlesNothing) {
  Packing packing = pack({});
  EXPECT_EQ(packing.bytes, 0);
  EXPECT_EQ(packing.lowerBound, 0);
}

TEST(Packing, ReusesAPlaceOnlyAfterItsLastEvent) {
  // The second begins at the event in which the first is read for the last
  // time: both are needed then.
  std::vector<Interval> meeting = {{64, 0, 1}, {64, 1, 2}};
  EXPECT_EQ(pack(meeting).bytes, 128);
  std::vector<Interval> apart = {{64, 0, 0}, {64, 1, 2}};
  EXPECT_EQ(pack(apart).bytes, 64);
}

TEST(Packing, FindsTheBoundWhereFirstFitInTimeDoesNot) {
  // In the order of time the third is put on top of the second and leaves a
  // hole; the optimum is the bound.
  std::vector<Interval> intervals = {
      {64, 0, 1}, {128, 0, 3}, {64, 1, 4}, {192, 4, 6}, {64, 2, 5}};
  Packing packing = pack(intervals);
  expectSound(intervals, packing);
  EXPECT_EQ(packing.bytes, packing.lowerBound);
}

TEST(Packing, IsSoundAndTightOnRandomIntervals) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<Interval> intervals(1 + random() % 60);
    for (Interval &interval : intervals) {
      interval.bytes = 64 * (random() % 20);
      interval.first = random() % 40;
      interval.last = interval.first + random() % 10;
    }
    Packing packing = pack(intervals);
    expectSound(intervals, packing);
    EXPECT_LE(packing.bytes, packing.lowerBound * 1.25) << "round " << round;
    EXPECT_EQ(pack(intervals).offsets, packing.offsets);
  }
}

TEST(Packing, KeepsTheAlignmentOfTheSizes) {
  std::mt19937_64 random(13);
  for (int round = 0; round < 50; ++round) {
    std::vector<Interval> intervals(200);
    for (Interval &interval : intervals) {
      interval.bytes = 64 * (1 + random() % 20);
      interval.first = random() % 100;
      interval.last = interval.first + random() % 30;
    }
    PackingOptions options;
    options.effort = 0;
    options.goalBytes = 1001; // not a multiple
    for (int64_t offset : pack(intervals, options).offsets)
      EXPECT_EQ(offset % 64, 0);
  }
}

TEST(Packing, TensOfThousandsOfEqualSizesTakeNoMoreThanTheBound) {
  // A chain recomputed block by block, with temporaries of two sizes.
  std::vector<Interval> intervals;
  const int blocks = 150, layers = 150;
  int32_t time = 0;
  for (int b = 0; b < blocks; ++b, time += 2)
    intervals.push_back({1 << 20, time, 3 * blocks * layers - 2 * b});
  for (int b = 0; b < blocks; ++b)
    for (int l = 0; l < layers; ++l, time += 2) {
      int32_t end = time + 4 * (layers - l);
      intervals.push_back({1 << 20, time, end});
      intervals.push_back({1 << 18, end, end + 2});
    }
  Packing packing = pack(intervals);
  expectSound(intervals, packing);
  EXPECT_EQ(packing.bytes, packing.lowerBound);
}

TEST(Packing, SearchesOnUntilTheGoalIsMet) {
  std::mt19937_64 random(11);
  std::vector<Interval> intervals(120);
  for (Interval &interval : intervals) {
    interval.bytes = 64 * (1 + random() % 50);
    interval.first = random() % 60;
    interval.last = interval.first + random() % 12;
  }
  PackingOptions hasty, patient;
  hasty.effort = 0;
  patient.goalBytes = 1; // the bound is the goal then
  Packing quick = pack(intervals, hasty), best = pack(intervals, patient);
  expectSound(intervals, best);
  EXPECT_LT(best.bytes, quick.bytes);
  PackingOptions enough;
  enough.goalBytes = quick.bytes;
  EXPECT_LE(pack(intervals, enough).bytes, quick.bytes);
}

TEST(Packing, IsTightOnForwardAndBackwardLifetimes) {
  // Activations live from their layer to its mirror, temporaries in between.
  std::vector<Interval> intervals;
  const int layers = 200;
  for (int i = 0; i < layers; ++i) {
    intervals.push_back({64 * (100 + i % 17), i, 2 * layers - i});
    intervals.push_back({64 * (150 + i % 5), i, i});
    intervals.push_back(
        {64 * (90 + i % 3), 2 * layers - i, 2 * layers - i + 1});
  }
  Packing packing = pack(intervals);
  expectSound(intervals, packing);
  EXPECT_LE(packing.bytes, packing.lowerBound * 1.02);
}
