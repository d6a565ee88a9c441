//===- ExecutorPrimitivesTest.cpp - Library primitives in a step ----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/Executor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace ckpt::runtime;

namespace {

Persistent vectorOf(const char *name, int64_t count) {
  Persistent value;
  value.name = name;
  value.shape = {count};
  value.bytes = count * 4;
  return value;
}

/// y = conv(x, f); df = conv_backward_filter(x, y). With all operands of the
/// arena at `shift`, in an order that depends on it.
Table convolution(int64_t shift) {
  PrimitiveSpec spec;
  spec.batch = 96;
  spec.inputHeight = spec.inputWidth = 14;
  spec.outputHeight = spec.outputWidth = 14;
  spec.inputChannels = 16;
  spec.outputChannels = 4;
  spec.kernelHeight = spec.kernelWidth = 3;
  spec.padLow = spec.padHigh = {1, 1};
  Table table;
  for (auto kind :
       {PrimitiveSpec::Kind::Conv, PrimitiveSpec::Kind::ConvBackwardFilter}) {
    Kernel entry;
    entry.name = kind == PrimitiveSpec::Kind::Conv ? "conv" : "filter";
    entry.numOperands = 2;
    entry.numResults = 1;
    entry.isPrimitive = true;
    entry.primitive = spec;
    entry.primitive.kind = kind;
    entry.workspaceBytes = queryPrimitive(entry.primitive).workspaceBytes;
    table.kernels.push_back(entry);
  }
  int64_t input = 96 * 14 * 14 * 16, output = 96 * 14 * 14 * 4;
  int64_t filter = 3 * 3 * 16 * 4;
  table.persistent = {vectorOf("x", input), vectorOf("f", filter),
                      vectorOf("df", filter)};
  auto round = [](int64_t count) { return (count * 4 + 63) / 64 * 64; };
  int64_t w0 = table.kernels[0].workspaceBytes;
  int64_t w1 = table.kernels[1].workspaceBytes;
  int64_t y = shift, w = shift + round(output);
  if (shift % 128) {
    w = shift;
    y = shift + std::max(w0, w1);
  }
  table.buffers = {{"x", Space::Persistent, round(input), 0, 0, 1},
                   {"f", Space::Persistent, round(filter), 1, 0, 1},
                   {"df", Space::Persistent, round(filter), 2, 0, 1},
                   {"y", Space::Arena, round(output), y, 0, 1},
                   {"w0", Space::Arena, w0, w, 0, 0},
                   {"w1", Space::Arena, w1, w, 1, 1}};
  table.launches = {{0, {{0, 0}, {1, 0}, {3, 0}, {4, 0}}, "y", false, false},
                    {1, {{0, 0}, {3, 0}, {2, 0}, {5, 0}}, "df", false, true}};
  table.arenaBytes = shift + round(output) + std::max(w0, w1);
  table.predictedPeakBytes = livePeakBytes(table);
  return table;
}

TEST(ExecutorPrimitives, PrimitivesGiveTheSameBitsEverywhere) {
  if (!queryPrimitive(PrimitiveSpec()).supported)
    GTEST_SKIP() << queryPrimitive(PrimitiveSpec()).description;
  std::vector<float> first;
  for (unsigned threads : {1u, 2u, 3u})
    for (int64_t shift : {0, 64, 4096 + 64, 1 << 20})
      for (auto memory :
           {ExecutorOptions::Memory::Arena, ExecutorOptions::Memory::Counted}) {
        Table table = convolution(shift);
        std::string error;
        auto executor =
            Executor::create(table, {memory, threads, true, false}, error);
        ASSERT_TRUE(executor) << error;
        for (size_t i = 0; i < 2; ++i) {
          float *values = executor->persistentAs<float>(i);
          for (int64_t j = 0; j < table.persistent[i].bytes / 4; ++j)
            values[j] = float((j * 2654435761u >> 7) & 0xffff) / 65536.f - 0.5f;
        }
        for (int repeat = 0; repeat < 2; ++repeat)
          ASSERT_TRUE(executor->run(error)) << error;
        const float *df = executor->persistentAs<float>(2);
        std::vector<float> values(df, df + 3 * 3 * 16 * 4);
        if (first.empty())
          first = values;
        EXPECT_FALSE(std::isnan(values[0]));
        EXPECT_EQ(std::memcmp(first.data(), values.data(), first.size() * 4),
                  0);
        if (memory == ExecutorOptions::Memory::Counted) {
          EXPECT_EQ(executor->countedPeakBytes(), table.predictedPeakBytes);
        }
      }
}

TEST(ExecutorPrimitives, WorkspaceOfAnotherMachineIsRefused) {
  Table table = convolution(0);
  if (table.kernels[0].workspaceBytes == 0)
    GTEST_SKIP() << "the library needs no workspace here";
  table.kernels[1].workspaceBytes -= 64;
  std::string error;
  EXPECT_FALSE(Executor::create(table, {}, error));
  EXPECT_NE(error.find("it was made for another machine or library"),
            std::string::npos)
      << error;
}

} // namespace
