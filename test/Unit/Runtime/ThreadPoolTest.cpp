//===- ThreadPoolTest.cpp -------------------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/ThreadPool.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>

using namespace ckpt::runtime;

namespace {

struct Counts {
  explicit Counts(int64_t chunks) : visits(new std::atomic<int>[chunks]()) {}
  static void visit(void *context, int64_t chunk, unsigned thread) {
    auto *counts = static_cast<Counts *>(context);
    counts->visits[chunk].fetch_add(1);
    if (thread >= 4)
      counts->badThread = true;
  }
  std::unique_ptr<std::atomic<int>[]> visits;
  std::atomic<bool> badThread{false};
};

TEST(ThreadPool, EveryChunkOnceForEveryNumberOfThreads) {
  for (unsigned threads = 1; threads <= 4; ++threads) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (int64_t chunks : {0, 1, 2, 3, 17, 100}) {
      Counts counts(chunks + 1);
      for (int repeat = 0; repeat < 50; ++repeat)
        pool.parallelFor(chunks, Counts::visit, &counts);
      for (int64_t chunk = 0; chunk < chunks; ++chunk)
        EXPECT_EQ(counts.visits[chunk].load(), 50);
      EXPECT_EQ(counts.visits[chunks].load(), 0);
      EXPECT_FALSE(counts.badThread);
    }
  }
}

TEST(ThreadPool, WorkersThatSleepWakeUp) {
  ThreadPool pool(3);
  Counts counts(8);
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    pool.parallelFor(8, Counts::visit, &counts);
  }
  for (int64_t chunk = 0; chunk < 8; ++chunk)
    EXPECT_EQ(counts.visits[chunk].load(), 5);
}

TEST(ThreadPool, ALateWorkerTakesNothingOfAJobThatIsOver) {
  // A large job right after a small one: a worker that is late for the small
  // one must not take a chunk because the large one has more. (With the count
  // of pending chunks spoilt, the caller waits for ever.) Chunks take a while,
  // and there are more threads than cores, so that workers do come late.
  auto visitSlowly = [](void *context, int64_t chunk, unsigned) {
    static_cast<Counts *>(context)->visits[chunk].fetch_add(1);
    for (volatile int i = 0; i < 200; i = i + 1) {
    }
  };
  for (unsigned threads : {2u, 3u, 8u}) {
    ThreadPool pool(threads);
    Counts counts(64);
    const int rounds = 30000;
    for (int round = 0; round < rounds; ++round) {
      pool.parallelFor(2, visitSlowly, &counts);
      pool.parallelFor(40, visitSlowly, &counts);
    }
    for (int64_t chunk = 0; chunk < 64; ++chunk)
      ASSERT_EQ(counts.visits[chunk], chunk < 2    ? 2 * rounds
                                      : chunk < 40 ? rounds
                                                   : 0)
          << chunk << " with " << threads << " threads";
  }
}

TEST(ThreadPool, JobsInQuickSuccessionDoNotMix) {
  // Each job writes its own number; a late worker of a former job would leave
  // a wrong one.
  ThreadPool pool(4);
  struct Job {
    int number = 0;
    std::array<int, 7> out{};
    static void write(void *context, int64_t chunk, unsigned) {
      auto *job = static_cast<Job *>(context);
      job->out[size_t(chunk)] = job->number;
    }
  };
  for (int number = 1; number < 5000; ++number) {
    Job job;
    job.number = number;
    pool.parallelFor(7, Job::write, &job);
    for (int value : job.out)
      ASSERT_EQ(value, number);
  }
}

} // namespace
