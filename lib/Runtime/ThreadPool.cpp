//===- ThreadPool.cpp - The threads that run chunks -----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/ThreadPool.h"
#include "ckpt/Runtime/Primitive.h"

#include <cfenv>

using namespace ckpt::runtime;

/// About 20 to 100 microseconds, the length of a short launch.
static constexpr int pollsBeforeSleep = 2000;

static void pauseThread() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

static uint64_t generationOf(uint64_t ticket) { return ticket >> 32; }

ThreadPool::ThreadPool(unsigned threads) {
  if (threads <= std::thread::hardware_concurrency())
    spins = pollsBeforeSleep;
  for (unsigned i = 1; i < threads; ++i)
    workers.emplace_back([this, i] { work(i); });
}

ThreadPool::~ThreadPool() {
  stop = true;
  {
    std::lock_guard<std::mutex> lock(mutex);
    wake.notify_all();
  }
  for (std::thread &worker : workers)
    worker.join();
}

void ThreadPool::parallelFor(int64_t chunks, Body body, void *context) {
  if (workers.empty() || chunks <= 1) {
    for (int64_t chunk = 0; chunk < chunks; ++chunk)
      body(context, chunk, 0);
    return;
  }
  jobBody.store(body, std::memory_order_relaxed);
  jobContext.store(context, std::memory_order_relaxed);
  jobChunks.store(chunks, std::memory_order_relaxed);
  pending.store(chunks, std::memory_order_relaxed);
  uint64_t generation =
      (generationOf(ticket.load(std::memory_order_relaxed)) + 1) & 0xffffffff;
  // Sequentially consistent together with `sleepers`: either we see the
  // sleeper, or the sleeper sees the new ticket.
  ticket.store(generation << 32 | uint64_t(chunks));
  if (sleepers.load() != 0) {
    std::lock_guard<std::mutex> lock(mutex);
    wake.notify_all();
  }
  drain(generation, 0);
  for (int poll = 0; pending.load(std::memory_order_acquire) != 0; ++poll) {
    if (poll < spins)
      pauseThread();
    else
      std::this_thread::yield();
  }
}

void ThreadPool::drain(uint64_t generation, unsigned thread) {
  while (true) {
    uint64_t current = ticket.load(std::memory_order_acquire);
    if (generationOf(current) != generation)
      return;
    // Nothing left, perhaps because the job is over and the next one is just
    // being written: the other fields must not be looked at.
    int64_t left = int64_t(current & 0xffffffff);
    if (left == 0)
      return;
    Body body = jobBody.load(std::memory_order_relaxed);
    void *context = jobContext.load(std::memory_order_relaxed);
    int64_t chunk = jobChunks.load(std::memory_order_relaxed) - left;
    // Succeeds only while this chunk is not taken. The job is unfinished then,
    // so that the fields read above are its own.
    if (!ticket.compare_exchange_weak(current, current - 1,
                                      std::memory_order_acq_rel))
      continue;
    body(context, chunk, thread);
    pending.fetch_sub(1, std::memory_order_release);
  }
}

uint64_t ThreadPool::waitForOther(uint64_t generation) {
  auto changed = [&] {
    return stop.load() || generationOf(ticket.load()) != generation;
  };
  for (int poll = 0; poll < spins; ++poll) {
    if (changed())
      return generationOf(ticket.load());
    pauseThread();
  }
  std::unique_lock<std::mutex> lock(mutex);
  sleepers.fetch_add(1);
  wake.wait(lock, changed);
  sleepers.fetch_sub(1);
  return generationOf(ticket.load());
}

void ThreadPool::work(unsigned thread) {
  SingleThreadScope oneLibraryThread;
  // A new thread inherits the rounding and denormal modes of its creator.
  std::fesetenv(FE_DFL_ENV);
  uint64_t generation = 0;
  while (true) {
    generation = waitForOther(generation);
    if (stop)
      return;
    drain(generation, thread);
  }
}
