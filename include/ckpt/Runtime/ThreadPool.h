//===- ThreadPool.h - The threads that run chunks ---------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_RUNTIME_THREADPOOL_H
#define CKPT_RUNTIME_THREADPOOL_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace ckpt::runtime {

/// A fixed number of threads, the caller being one of them. Handing out work
/// takes no lock and no allocation unless a worker has gone to sleep.
class ThreadPool {
public:
  using Body = void (*)(void *context, int64_t chunk, unsigned thread);

  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  unsigned size() const { return unsigned(workers.size()) + 1; }

  /// Calls `body` once for each chunk 0 .. chunks-1 and returns when all have
  /// finished. `chunks` is below 2^32. Not reentrant.
  void parallelFor(int64_t chunks, Body body, void *context);

private:
  void work(unsigned thread);
  void drain(uint64_t generation, unsigned thread);
  uint64_t waitForOther(uint64_t generation);

  /// Generation in the upper half, chunks that nobody has taken yet in the
  /// lower half: a worker that wakes up late finds none left of a job that is
  /// over, whatever the next job writes below.
  std::atomic<uint64_t> ticket{0};
  // The job. Atomic because a late worker may read while the next job is being
  // written; its claim then fails, and what it read is not used.
  std::atomic<Body> jobBody{nullptr};
  std::atomic<void *> jobContext{nullptr};
  std::atomic<int64_t> jobChunks{0};
  std::atomic<int64_t> pending{0};

  std::atomic<int> sleepers{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable wake;
  /// Polls before a thread sleeps or yields; 0 when there are more threads than
  /// cores, where polling takes the core from the thread it waits for.
  int spins = 0;
  std::vector<std::thread> workers;
};

} // namespace ckpt::runtime

#endif // CKPT_RUNTIME_THREADPOOL_H
