//===- TransientMemory.cpp - The arena ------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransientMemory.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>

using namespace ckpt::runtime;

//===----------------------------------------------------------------------===//
// Mapping
//===----------------------------------------------------------------------===//

/// Large pages save most of the address translation when kernels stream
/// through hundreds of megabytes.
static constexpr size_t hugePageBytes = size_t(2) << 20;

bool Mapping::map(int64_t bytes, bool accessible) {
  bool huge = accessible && size_t(bytes) >= 4 * hugePageBytes;
  size_t size = bytes > 0 ? size_t(bytes) : 1;
  int protection = accessible ? PROT_READ | PROT_WRITE : PROT_NONE;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
  // A reservation is not memory: the system need not promise to back it.
  if (!accessible)
    flags |= MAP_NORESERVE;
  void *result = mmap(nullptr, size, protection, flags, -1, 0);
  if (result == MAP_FAILED)
    return false;
  base = static_cast<char *>(result);
  mappedBytes = size;
#ifdef MADV_HUGEPAGE
  if (huge)
    madvise(base, mappedBytes, MADV_HUGEPAGE); // a hint: failure is harmless
#endif
  return true;
}

Mapping::~Mapping() {
  if (base)
    munmap(base, mappedBytes);
}

//===----------------------------------------------------------------------===//
// Arena
//===----------------------------------------------------------------------===//

namespace {

/// A quiet NaN that arithmetic does not produce.
constexpr uint32_t poisonPattern = 0xffdeadde;

class ArenaMemory : public TransientMemory {
public:
  ArenaMemory(const Table &table, bool poison)
      : table(table), poison(poison), dying(table.launches.size()) {
    if (!poison)
      return;
    for (size_t i = 0; i < table.buffers.size(); ++i)
      if (table.buffers[i].space == Space::Arena)
        dying[size_t(table.buffers[i].lastLaunch)].push_back(i);
  }

  bool map() { return arena.map(table.arenaBytes, true); }

  char *address(size_t buffer) const override {
    const Buffer &entry = table.buffers[buffer];
    return entry.space == Space::Arena ? arena.data() + entry.place : nullptr;
  }

  void beginStep() override {
    if (poison)
      fill(0, table.arenaBytes);
  }

  void endLaunch(size_t launch) override {
    for (size_t buffer : dying[launch])
      fill(table.buffers[buffer].place, table.buffers[buffer].bytes);
  }

private:
  void fill(int64_t offset, int64_t bytes) {
    auto *words = reinterpret_cast<uint32_t *>(arena.data() + offset);
    for (int64_t i = 0; i < bytes / 4; ++i)
      words[i] = poisonPattern;
  }

  const Table &table;
  bool poison;
  std::vector<std::vector<size_t>> dying;
  Mapping arena;
};

} // namespace

std::unique_ptr<TransientMemory>
ckpt::runtime::createArenaMemory(const Table &table, bool poison,
                                 std::string &error) {
  auto memory = std::make_unique<ArenaMemory>(table, poison);
  if (memory->map())
    return memory;
  error = "the step needs an arena of " + std::to_string(table.arenaBytes) +
          " bytes, which the system refuses: " + std::strerror(errno);
  return nullptr;
}
