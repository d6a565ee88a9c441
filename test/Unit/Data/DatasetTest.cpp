//===- DatasetTest.cpp - Samples, order of batches, first values ----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataTestUtils.h"

#include "ckpt/Data/Dataset.h"
#include "ckpt/Data/Initialize.h"
#include "ckpt/Data/Random.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace ckpt::data;
using namespace ckpt::data::test;

namespace {

std::vector<float> initialized(const char *init, std::vector<int64_t> shape,
                               uint64_t seed = 1, const char *name = "w") {
  Array array{DType::F32, shape, {}};
  array.bytes.resize(size_t(*arrayBytes(DType::F32, shape)));
  llvm::Error error =
      initialize(init, name, seed, DType::F32, shape, array.bytes.data());
  EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
  return valuesOf<float>(array);
}

TEST(Random, PhiloxGivesThePublishedNumbers) {
  // Known answers of Random123 for philox4x32-10.
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c,
                                     0x9b00dbd8}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                       {0xa4093822, 0x299f31d0}),
            (std::array<uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420,
                                     0x24126ea1}));
}

TEST(Random, PermutationHoldsEveryIndexOnce) {
  std::vector<int64_t> order = permutation(1000, RandomStream(3, "a"));
  EXPECT_NE(order, permutation(1000, RandomStream(4, "a")));
  EXPECT_NE(order, permutation(1000, RandomStream(3, "b")));
  std::sort(order.begin(), order.end());
  for (int64_t i = 0; i < 1000; ++i)
    ASSERT_EQ(order[size_t(i)], i);
}

TEST(Initialize, GlorotLimitsComeFromTheFans) {
  // A 3x3 convolution from 8 to 4 channels: fans 72 and 36.
  std::vector<float> values = initialized("glorot_uniform", {3, 3, 8, 4});
  float limit = std::sqrt(6.0f / (72 + 36));
  float high = *std::max_element(values.begin(), values.end());
  float low = *std::min_element(values.begin(), values.end());
  EXPECT_LE(high, limit);
  EXPECT_GT(high, 0.95f * limit);
  EXPECT_GE(low, -limit);
  EXPECT_LT(low, -0.95f * limit);
}

TEST(Initialize, NormalHasItsMoments) {
  std::vector<float> values = initialized("normal(2, 0.5)", {100, 100});
  double sum = 0, squares = 0;
  for (float v : values) {
    sum += v;
    squares += (v - 2) * (v - 2);
  }
  EXPECT_NEAR(sum / 10000, 2, 0.02);
  EXPECT_NEAR(std::sqrt(squares / 10000), 0.5, 0.02);
}

TEST(Initialize, ConstantsAndDeterminism) {
  EXPECT_EQ(initialized("ones", {2}), (std::vector<float>{1, 1}));
  EXPECT_EQ(initialized("0.25", {1}), (std::vector<float>{0.25}));
  EXPECT_EQ(initialized("constant(-3)", {}), (std::vector<float>{-3}));
  EXPECT_EQ(initialized("he_normal", {4, 4}), initialized("he_normal", {4, 4}));
  EXPECT_NE(initialized("he_normal", {4, 4}, 1, "a"),
            initialized("he_normal", {4, 4}, 1, "b"));
}

TEST(Initialize, RejectsUnknownNames) {
  float value;
  for (const char *bad : {"glorot", "ones(", "normal()", "constant(1,2)",
                          "constant(x)", "nan", "_uniform"}) {
    llvm::Error error = initialize(bad, "w", 1, DType::F32, {},
                                   reinterpret_cast<uint8_t *>(&value));
    std::string expected = std::string("'w' has the unknown init '") + bad +
                           "'; known are zeros, ones, ";
    EXPECT_EQ(llvm::toString(std::move(error)).substr(0, expected.size()),
              expected);
  }
}

TEST(Column, PixelsAreScaledAndLabelsWidened) {
  auto x = makeArrayColumn(
      "x", makeArray<uint8_t>(DType::U8, {2, 1, 2}, {0, 255, 51, 102}), true);
  auto read = x->reader(DType::F32, {1, 2, 1});
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  float pixels[2];
  (*read)(1, reinterpret_cast<uint8_t *>(pixels));
  EXPECT_EQ(pixels[0], 0.2f);
  EXPECT_EQ(pixels[1], 0.4f);
  auto y =
      makeArrayColumn("y", makeArray<uint8_t>(DType::U8, {2}, {7, 3}), false);
  auto label = y->reader(DType::I32, {});
  ASSERT_TRUE(bool(label));
  int32_t value = -1;
  (*label)(0, reinterpret_cast<uint8_t *>(&value));
  EXPECT_EQ(value, 7);
  auto hot = y->reader(DType::F32, {8});
  ASSERT_TRUE(bool(hot));
  float row[8];
  (*hot)(1, reinterpret_cast<uint8_t *>(row));
  EXPECT_EQ(std::count(row, row + 8, 0.0f), 7);
  EXPECT_EQ(row[3], 1.0f);
}

TEST(Column, SaysWhatDoesNotFit) {
  auto y =
      makeArrayColumn("y", makeArray<int64_t>(DType::I64, {2}, {7, -1}), false);
  EXPECT_EQ(messageOf(y->reader(DType::F32, {8})),
            "data 'y' holds -1 at sample 1, outside of the 8 classes");
  EXPECT_EQ(messageOf(y->reader(DType::F32, {})),
            "data 'y' has samples of i64[] where the model wants f32[]");
  auto wide = makeArrayColumn(
      "t", makeArray<int64_t>(DType::I64, {1}, {1ll << 31}), false);
  EXPECT_EQ(messageOf(wide->reader(DType::I32, {})),
            "data 't' holds 2147483648 at sample 0, outside of i32");
  auto x = makeArrayColumn("x", makeArray<float>(DType::F32, {1, 2}, {1, 2}),
                           false, "x.npy");
  EXPECT_EQ(
      messageOf(x->reader(DType::F32, {3})),
      "x.npy: data 'x' has samples of f32[2] where the model wants f32[3]");
}

TEST(Column, SyntheticSamplesDependOnTheirPlaceOnly) {
  auto x = makeSyntheticColumn("x", 10, 2, 5);
  auto read = x->reader(DType::F32, {4});
  ASSERT_TRUE(bool(read));
  float a[4], b[4], c[4];
  (*read)(3, reinterpret_cast<uint8_t *>(a));
  (*read)(4, reinterpret_cast<uint8_t *>(b));
  (*read)(3, reinterpret_cast<uint8_t *>(c));
  EXPECT_TRUE(std::equal(a, a + 4, c));
  EXPECT_FALSE(std::equal(a, a + 4, b));
}

TEST(BatchOrder, CoversEachEpochWithoutTheRest) {
  BatchOrder order(10, 4, 1);
  ASSERT_EQ(order.stepsPerEpoch(), 2);
  std::set<int64_t> seen;
  for (int64_t step = 0; step < 2; ++step)
    seen.insert(order.batchOf(step), order.batchOf(step) + 4);
  EXPECT_EQ(seen.size(), 8u);
  std::vector<int64_t> first(order.batchOf(0), order.batchOf(0) + 4);
  std::vector<int64_t> third(order.batchOf(2), order.batchOf(2) + 4);
  EXPECT_NE(first, third);
  // A fresh object at a later step gives the same batch.
  EXPECT_TRUE(
      std::equal(third.begin(), third.end(), BatchOrder(10, 4, 1).batchOf(2)));
}

TEST(ImageSet, SaysWhereItLooked) {
  std::string message = messageOf(loadImageSet("/nonexistent/set", false));
  EXPECT_EQ(message, "no data set '/nonexistent/set': looked for "
                     "train-images-idx3-ubyte[.gz] and "
                     "train-labels-idx1-ubyte[.gz] in /nonexistent/set");
}

} // namespace
