//===- ExecutorTest.cpp ---------------------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/Executor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <cstring>

using namespace ckpt::runtime;

namespace {

constexpr int64_t size = 4096, chunks = 8, part = size / chunks;
constexpr int64_t bytes = size * 4;

const float *in(void *const *args, int i) {
  return static_cast<const float *>(args[i]);
}
float *out(void *const *args, int i) { return static_cast<float *>(args[i]); }

/// y = x * 1.5 + 1
void affine(void *const *args, int64_t chunk) {
  for (int64_t i = chunk * part; i < (chunk + 1) * part; ++i)
    out(args, 1)[i] = in(args, 0)[i] * 1.5f + 1.0f;
}

/// z = x * y
void multiply(void *const *args, int64_t chunk) {
  for (int64_t i = chunk * part; i < (chunk + 1) * part; ++i)
    out(args, 2)[i] = in(args, 0)[i] * in(args, 1)[i];
}

/// s = sum of x: partials in the workspace, then added in order.
void sumPartials(void *const *args, int64_t chunk) {
  float sum = 0;
  for (int64_t i = chunk * part; i < (chunk + 1) * part; ++i)
    sum += in(args, 0)[i];
  out(args, 2)[chunk] = sum;
}
void sumTotal(void *const *args, int64_t) {
  float sum = 0;
  for (int64_t i = 0; i < chunks; ++i)
    sum += in(args, 2)[i];
  out(args, 1)[0] = sum;
}

Kernel kernel(const char *name, int64_t operands, int64_t workspace,
              std::vector<CodePhase> phases) {
  Kernel result;
  result.name = name;
  result.numOperands = operands;
  result.numResults = 1;
  result.workspaceBytes = workspace;
  result.phases = std::move(phases);
  return result;
}

Persistent vectorOf(const char *name, int64_t count) {
  Persistent value;
  value.name = name;
  value.shape = {count};
  value.bytes = count * 4;
  return value;
}

enum KernelIndex : int32_t { Affine, Multiply, Sum };
enum BufferIndex : int32_t { X, S, A, B, C, W };

/// a = affine(x); b = affine(a); c = a * b (in place of b: buffer B);
/// c' = affine(x) again into a's place later; s = sum(c * c').
/// `offsets` are the places of A, B, C, W in the arena.
Table step(std::array<int64_t, 4> offsets = {0, bytes, 0, 2 * bytes}) {
  Table table;
  table.kernels = {
      kernel("affine", 1, 0, {{"affine_p0", chunks, affine}}),
      kernel("multiply", 2, 0, {{"multiply_p0", chunks, multiply}}),
      kernel("sum", 1, 64,
             {{"sum_p0", chunks, sumPartials}, {"sum_p1", 1, sumTotal}})};
  table.persistent = {vectorOf("x", size), vectorOf("s", 1)};
  table.persistent[0].role = Persistent::Role::Data;
  table.persistent[1].role = Persistent::Role::Loss;
  table.buffers = {{"x", Space::Persistent, bytes, 0, 0, 0},
                   {"s", Space::Persistent, 64, 1, 0, 0},
                   {"a", Space::Arena, bytes, offsets[0], 0, 2},
                   {"b", Space::Arena, bytes, offsets[1], 1, 5},
                   {"c", Space::Arena, bytes, offsets[2], 3, 4},
                   {"w", Space::Arena, 64, offsets[3], 5, 5}};
  table.launches = {{Affine, {{X, 0}, {A, 0}}, "a", false, false},
                    {Affine, {{A, 0}, {B, 0}}, "b", false, false},
                    {Multiply, {{A, 0}, {B, 0}, {B, 0}}, "ab", false, false},
                    {Affine, {{X, 0}, {C, 0}}, "c", true, true},
                    {Multiply, {{C, 0}, {B, 0}, {B, 0}}, "cb", false, true},
                    {Sum, {{B, 0}, {S, 0}, {W, 0}}, "s", false, true}};
  for (const Buffer &buffer : table.buffers)
    if (buffer.space == Space::Arena)
      table.arenaBytes =
          std::max(table.arenaBytes, buffer.place + buffer.bytes);
  table.predictedPeakBytes = 2 * bytes;
  return table;
}

void fillInput(Executor &executor) {
  float *x = executor.persistentAs<float>(0);
  for (int64_t i = 0; i < size; ++i)
    x[i] = float((i * 2654435761u >> 8) & 0xffff) / 65536.f - 0.5f;
}

float expectedSum() {
  float total = 0;
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    float sum = 0;
    for (int64_t i = chunk * part; i < (chunk + 1) * part; ++i) {
      float x = float((i * 2654435761u >> 8) & 0xffff) / 65536.f - 0.5f;
      float a = x * 1.5f + 1.0f, b = a * 1.5f + 1.0f;
      sum += a * (a * b);
    }
    total += sum;
  }
  return total;
}

std::unique_ptr<Executor> create(const Table &table,
                                 const ExecutorOptions &options = {}) {
  std::string error;
  std::unique_ptr<Executor> executor = Executor::create(table, options, error);
  EXPECT_TRUE(executor) << error;
  return executor;
}

void expectSum(const Table &table, const ExecutorOptions &options) {
  auto executor = create(table, options);
  ASSERT_TRUE(executor);
  fillInput(*executor);
  std::string error;
  for (int repeat = 0; repeat < 3; ++repeat) {
    *executor->persistentAs<float>(1) = -1;
    ASSERT_TRUE(executor->run(error)) << error;
    EXPECT_EQ(*executor->persistentAs<float>(1), expectedSum());
    if (options.memory == ExecutorOptions::Memory::Counted) {
      EXPECT_EQ(executor->countedPeakBytes(), table.predictedPeakBytes);
    }
  }
}

TEST(Executor, SameBitsInEveryModeAndOnEveryNumberOfThreads) {
  for (unsigned threads = 1; threads <= 3; ++threads)
    for (bool poison : {false, true})
      for (auto memory :
           {ExecutorOptions::Memory::Arena, ExecutorOptions::Memory::Counted})
        expectSum(step(), {memory, threads, poison, poison});
}

TEST(Executor, PlacesInTheArenaDoNotMatter) {
  expectSum(step({bytes + 64, 0, bytes + 64, bytes}), {});
  expectSum(step({2 * bytes, bytes, 0, 3 * bytes}), {});
  expectSum(step({64, 5 * bytes, 4 * bytes - 64, 0}), {});
}

TEST(Executor, CountedEqualsPredictedEqualsLivePeak) {
  Table table = step();
  EXPECT_EQ(livePeakBytes(table), table.predictedPeakBytes);
}

TEST(Executor, PersistentValues) {
  Table table = step();
  table.persistent.push_back(vectorOf("k", 3));
  table.persistent[2].role = Persistent::Role::Constant;
  table.persistent[2].value.assign(12, 7);
  auto executor = create(table);
  ASSERT_TRUE(executor);
  EXPECT_EQ(executor->persistentBytes(), bytes + 64 + 64);
  EXPECT_EQ(executor->findPersistent(Persistent::Role::Loss, "s"), 1);
  EXPECT_EQ(executor->findPersistent(Persistent::Role::Param, "s"), -1);
  for (size_t i = 0; i < 3; ++i)
    EXPECT_EQ(reinterpret_cast<uintptr_t>(executor->persistent(i)) % 64, 0u);
  EXPECT_EQ(executor->persistentAs<float>(0)[size - 1], 0.0f);
  EXPECT_EQ(executor->persistentAs<uint8_t>(2)[11], 7);
}

TEST(Executor, TwoTablesShareStorageOfTheCaller) {
  std::vector<float> x(size + 16, 0.25f), sum(16, 0.0f);
  auto aligned = [](std::vector<float> &values) {
    auto address = reinterpret_cast<uintptr_t>(values.data());
    return reinterpret_cast<float *>((address + 63) / 64 * 64);
  };
  ExecutorOptions options;
  options.persistent = {aligned(x), aligned(sum)};
  auto first = create(step(), options), second = create(step(), options);
  ASSERT_TRUE(first && second);
  std::string error;
  ASSERT_TRUE(first->run(error));
  float expected = *aligned(sum);
  EXPECT_NE(expected, 0.0f);
  *aligned(sum) = 0;
  ASSERT_TRUE(second->run(error));
  EXPECT_EQ(*second->persistentAs<float>(1), expected);
  EXPECT_EQ(*aligned(sum), expected);

  options.persistent.pop_back();
  EXPECT_FALSE(Executor::create(step(), options, error));
  EXPECT_EQ(error, "there are 1 addresses for 2 persistent values");
}

TEST(Executor, TimesOfLaunches) {
  ExecutorOptions options;
  options.timing = true;
  auto executor = create(step(), options);
  std::string error;
  ASSERT_TRUE(executor->run(error));
  ASSERT_EQ(executor->launchTimes().size(), 6u);
  int64_t last = 0;
  for (const LaunchTime &time : executor->launchTimes()) {
    EXPECT_GE(time.begin, last);
    EXPECT_GE(time.end, time.begin);
    last = time.end;
  }
  EXPECT_TRUE(create(step())->launchTimes().empty());
}

TEST(Executor, Profile) {
  auto executor = create(step());
  std::string error;
  for (size_t kernel : {Affine, Multiply, Sum})
    EXPECT_GT(executor->profile(kernel, 1000000, error), 0) << error;
  Table table = step();
  table.kernels.push_back(
      kernel("unused", 1, 0, {{"affine_p0", chunks, affine}}));
  EXPECT_EQ(create(table)->profile(3, 0, error), -1);
  EXPECT_EQ(error, "the kernel is never launched");
}

TEST(Executor, TheCallersFloatingPointModeDoesNotMatter) {
  auto executor = create(step());
  fillInput(*executor);
  std::string error;
  std::fesetround(FE_UPWARD);
  ASSERT_TRUE(executor->run(error));
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(*executor->persistentAs<float>(1), expectedSum());
}

//===----------------------------------------------------------------------===//
// What goes wrong
//===----------------------------------------------------------------------===//

void expectRefused(const Table &table, const std::string &part) {
  std::string error;
  EXPECT_FALSE(Executor::create(table, {}, error));
  EXPECT_NE(error.find(part), std::string::npos) << error;
}

TEST(Executor, RefusesWhatItCannotRun) {
  Table table = step();
  table.buffers[A].lastLaunch = 1;
  expectRefused(table, "inconsistent launch table: launch 2 'ab'");
  table = step();
  table.kernels[1].phases[0].fn = nullptr;
  expectRefused(table, "kernel 'multiply': phase 'multiply_p0' has no machine "
                       "code");
}

TEST(Executor, AnArenaThatCannotBeHadIsAnErrorWithItsBytes) {
  Table table = step();
  table.arenaBytes = int64_t(1) << 60;
  expectRefused(table, "needs an arena of 1152921504606846976 bytes");
  table = step();
  table.persistent.push_back(vectorOf("huge", int64_t(1) << 58));
  expectRefused(table, "parameters, states, data and constants need "
                       "1152921504606863424 bytes");
}

/// A kernel with a wrong idea of its operands' lifetimes or sizes.
const float *strayPointer = nullptr;
void stray(void *const *args, int64_t) { out(args, 1)[0] = *strayPointer; }
void remember(void *const *args, int64_t) {
  strayPointer = in(args, 1);
  out(args, 1)[0] = 0;
}
void beyond(void *const *args, int64_t) { out(args, 1)[size] = 0; }

void runCounted(PhaseFn first, PhaseFn fourth) {
  Table table = step();
  table.kernels.push_back(kernel("first", 1, 0, {{"first_p0", 1, first}}));
  table.kernels.push_back(kernel("fourth", 1, 0, {{"fourth_p0", 1, fourth}}));
  table.launches[0].kernel = 3;
  table.launches[3].kernel = 4;
  ExecutorOptions options;
  options.memory = ExecutorOptions::Memory::Counted;
  std::string error;
  create(table, options)->run(error);
}

TEST(ExecutorDeathTest, CountedTrapsAWrongLifetime) {
  EXPECT_DEATH(runCounted(remember, stray),
               "launch 3 'c' \\(kernel 'fourth'\\) touches buffer 'a' outside "
               "its lifetime \\(lifetime: launches 0 to 2");
  EXPECT_DEATH(runCounted(beyond, affine),
               "launch 0 'a' .* touches buffer 'a' beyond its end");
}

TEST(Executor, PoisonShowsAWrongLifetime) {
  // Reads a's bytes after its last use: NaN instead of an old value.
  Table table = step();
  table.kernels.push_back(kernel("first", 1, 0, {{"first_p0", 1, remember}}));
  table.kernels.push_back(kernel("fourth", 1, 0, {{"fourth_p0", 1, stray}}));
  table.launches[0].kernel = 3;
  table.launches[3].kernel = 4;
  table.buffers[C].place = 2 * bytes + 64;
  table.arenaBytes = 3 * bytes + 64;
  ExecutorOptions options;
  options.poison = true;
  auto executor = create(table, options);
  std::string error;
  ASSERT_TRUE(executor->run(error));
  EXPECT_TRUE(std::isnan(*executor->persistentAs<float>(1)));
}

} // namespace
