//===- TransientMemory.h - Where the step's buffers live --------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_RUNTIME_TRANSIENTMEMORY_H
#define CKPT_LIB_RUNTIME_TRANSIENTMEMORY_H

#include "ckpt/Runtime/LaunchTable.h"

#include <memory>
#include <vector>

namespace ckpt::runtime {

/// Pages from the system, given back in the end.
class Mapping {
public:
  Mapping() = default;
  ~Mapping();
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;

  /// Returns false if the system refuses; `errno` says why. `accessible` pages
  /// are zero; other ones are only reserved.
  bool map(int64_t bytes, bool accessible);
  char *data() const { return base; }

private:
  char *base = nullptr;
  size_t mappedBytes = 0;
};

/// Addresses of the arena buffers. They do not change between steps.
class TransientMemory {
public:
  virtual ~TransientMemory() = default;
  /// Null for persistent buffers.
  virtual char *address(size_t buffer) const = 0;
  virtual void beginStep() {}
  virtual void endStep() {}
  virtual void beginLaunch(size_t) {}
  virtual void endLaunch(size_t) {}
  virtual int64_t countedPeakBytes() const { return 0; }
  /// By launch; empty where nothing is counted.
  virtual std::vector<int64_t> countedBytes() const { return {}; }
};

/// Both return null and set `error` if the memory cannot be had.
std::unique_ptr<TransientMemory>
createArenaMemory(const Table &table, bool poison, std::string &error);
std::unique_ptr<TransientMemory> createCountedMemory(const Table &table,
                                                     std::string &error);

} // namespace ckpt::runtime

#endif // CKPT_LIB_RUNTIME_TRANSIENTMEMORY_H
