//===- Executor.h - Runs a launch table -------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_RUNTIME_EXECUTOR_H
#define CKPT_RUNTIME_EXECUTOR_H

#include "ckpt/Runtime/LaunchTable.h"

#include <memory>

namespace ckpt::runtime {

class Mapping;
class Primitive;
class ThreadPool;
class TransientMemory;

struct ExecutorOptions {
  enum class Memory : uint8_t {
    /// One arena with the table's offsets.
    Arena,
    /// Each buffer is mapped by itself for its lifetime only, and the bytes
    /// that are live are counted. A kernel that touches a buffer before or
    /// after its lifetime, or reaches beyond its end, stops the process with a
    /// message. Slow; for checks.
    Counted
  };
  Memory memory = Memory::Arena;
  unsigned threads = 1;
  /// Arena only: fills every buffer with NaNs before the step and after its
  /// last use, so that a wrong lifetime shows in the results.
  bool poison = false;
  /// Record the times of the launches.
  bool timing = false;
  /// Storage of the persistent values where the caller owns it, one address
  /// each, so that several tables can share parameters; empty: the executor
  /// has its own.
  std::vector<void *> persistent = {};
};

/// Nanoseconds since the step began.
struct LaunchTime {
  int64_t begin = 0, end = 0;
};

/// Loads a table once, then runs its step any number of times. It does not
/// allocate while it runs; oneDNN's gemm keeps buffers of its own for the
/// duration of a call (74 kB, below 1 MB for wide matrices, in each thread).
class Executor {
public:
  /// Returns null and says why in `error`: the table is not consistent, a
  /// phase has no code, the library does not support a primitive or needs more
  /// workspace than planned, or the memory cannot be had.
  static std::unique_ptr<Executor>
  create(Table table, const ExecutorOptions &options, std::string &error);
  ~Executor();

  /// Runs the step. False if a library reports an error; the persistent
  /// values are then undefined.
  bool run(std::string &error);

  const Table &table() const { return launchTable; }

  /// The storage of a persistent value; zeros, or its constant, at first if it
  /// is the executor's own. It may be read and written between steps.
  void *persistent(size_t index) const { return persistentPointers[index]; }
  template <typename T> T *persistentAs(size_t index) const {
    return static_cast<T *>(persistent(index));
  }
  /// The index of a persistent value, or -1.
  int64_t findPersistent(Persistent::Role role, const std::string &name) const;

  /// Sum of all persistent values, each rounded up to the alignment.
  int64_t persistentBytes() const { return ownedBytes; }
  /// The most transient bytes that were live in any launch of the last step;
  /// 0 unless `Memory::Counted`.
  int64_t countedPeakBytes() const;
  /// The same by launch; empty unless `Memory::Counted`.
  std::vector<int64_t> countedBytes() const;
  /// Per launch, of the last step; empty unless asked for.
  const std::vector<LaunchTime> &launchTimes() const { return times; }
  /// The library's name of the implementation of a primitive kernel.
  std::string implementation(size_t kernel) const;

  /// Median time in nanoseconds of a kernel that runs alone, in memory of its
  /// own, with the arguments' sizes and aliases of its first launch. At least
  /// three runs, then until `enoughNs` have passed. -1 and `error` if the
  /// kernel is never launched, memory is short or the library fails.
  int64_t profile(size_t kernel, int64_t enoughNs, std::string &error);

private:
  Executor();

  std::string load(Table table, const ExecutorOptions &options);
  std::string prepareKernels();
  std::string allocatePersistent();
  void resolveArguments();
  bool runKernel(size_t kernel, void *const *args);

  Table launchTable;
  ExecutorOptions options;
  std::unique_ptr<ThreadPool> pool;
  std::unique_ptr<TransientMemory> transient;
  std::unique_ptr<Mapping> owned;
  int64_t ownedBytes = 0;
  std::vector<void *> persistentPointers;
  /// By kernel; null for generated code.
  std::vector<std::unique_ptr<Primitive>> primitives;
  /// The arguments of all launches, and where each launch's begin.
  std::vector<void *> arguments;
  std::vector<size_t> firstArgument;
  std::vector<LaunchTime> times;
};

} // namespace ckpt::runtime

#endif // CKPT_RUNTIME_EXECUTOR_H
