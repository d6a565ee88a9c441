//===- QuietStepTest.cpp - A step neither allocates nor locks -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of its own: it replaces the allocator's and the mutex's entry
// points by ones that count.
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/Executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
}

namespace {
std::atomic<int64_t> allocations{0}, locks{0};
using LockFunction = int (*)(pthread_mutex_t *);
LockFunction realLock = nullptr;
} // namespace

extern "C" {
void *malloc(size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) {
  ++allocations;
  return __libc_realloc(block, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int pthread_mutex_lock(pthread_mutex_t *mutex) {
  ++locks;
  if (!realLock)
    realLock =
        reinterpret_cast<LockFunction>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  return realLock(mutex);
}
}

using namespace ckpt::runtime;

namespace {

constexpr int64_t count = 64, bytes = count * 4;

/// y = x + 1, element by element or all at once.
void addOne(void *const *args, int64_t chunk) {
  static_cast<float *>(args[1])[chunk] =
      static_cast<const float *>(args[0])[chunk] + 1;
}

/// A chain of launches between two buffers.
Table chain(int64_t launches, int64_t chunks) {
  Table table;
  Kernel kernel;
  kernel.name = "add_one";
  kernel.numOperands = kernel.numResults = 1;
  kernel.phases = {{"add_one", chunks, addOne}};
  table.kernels = {kernel};
  Persistent x;
  x.name = "x";
  x.role = Persistent::Role::Data;
  x.shape = {count};
  x.bytes = bytes;
  table.persistent = {x};
  table.buffers = {{"x", Space::Persistent, bytes, 0, 0, 0}};
  for (int64_t i = 0; i < launches; ++i) {
    table.buffers.push_back({"a" + std::to_string(i), Space::Arena, bytes,
                             (i % 2) * bytes, i,
                             std::min(i + 1, launches - 1)});
    table.launches.push_back(
        {0, {{int32_t(i), 0}, {int32_t(i + 1), 0}}, "a", false, false});
  }
  table.arenaBytes = table.predictedPeakBytes = 2 * bytes;
  return table;
}

using Counts = std::pair<int64_t, int64_t>;

/// What a warm step did, on all threads.
Counts run(int64_t chunks, unsigned threads) {
  std::string error;
  ExecutorOptions options;
  options.threads = threads;
  auto executor = Executor::create(chain(1000, chunks), options, error);
  EXPECT_TRUE(executor) << error;
  if (!executor)
    return {-1, -1};
  EXPECT_TRUE(executor->run(error));
  int64_t allocated = allocations, locked = locks;
  EXPECT_TRUE(executor->run(error));
  return {allocations - allocated, locks - locked};
}

TEST(QuietStep, TheCountersCount) {
  int64_t allocated = allocations, locked = locks;
  std::free(std::malloc(1));
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  EXPECT_GT(allocations, allocated);
  EXPECT_GT(locks, locked);
}

TEST(QuietStep, LaunchesNeitherAllocateNorLock) {
  EXPECT_EQ(run(1, 1), Counts(0, 0));
  EXPECT_EQ(run(count, 1), Counts(0, 0));
  // One chunk is nobody else's work.
  EXPECT_EQ(run(1, 3), Counts(0, 0));
}

/// A thread that has nothing to do for long goes to sleep, and is then woken
/// under a lock; nothing is allocated.
TEST(QuietStep, SharedLaunchesDoNotAllocate) {
  EXPECT_EQ(run(count, 2).first, 0);
}

} // namespace
