//===- PeakMemory.cpp - Counts the live heap of a process -----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Preloaded into another program (LD_PRELOAD), it counts the bytes of all
// blocks of a page or more that the C library's allocator has handed out.
//
//===----------------------------------------------------------------------===//

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
}

namespace {
constexpr size_t smallestCounted = 4096;
std::atomic<int64_t> live{0}, peak{0};

void count(int64_t bytes) {
  int64_t now = live.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  int64_t most = peak.load(std::memory_order_relaxed);
  while (now > most &&
         !peak.compare_exchange_weak(most, now, std::memory_order_relaxed))
    continue;
}

int64_t countedSize(void *block) {
  size_t size = block ? malloc_usable_size(block) : 0;
  return size >= smallestCounted ? static_cast<int64_t>(size) : 0;
}

void *taken(void *block) {
  if (int64_t size = countedSize(block))
    count(size);
  return block;
}
} // namespace

extern "C" {
int64_t ckptHeapLive() { return live.load(); }
int64_t ckptHeapPeak() { return peak.load(); }
void ckptHeapReset() { peak.store(live.load()); }

void *malloc(size_t size) { return taken(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) {
  return taken(__libc_calloc(count, size));
}
void *realloc(void *block, size_t size) {
  int64_t before = countedSize(block);
  void *moved = __libc_realloc(block, size);
  if ((moved || size == 0) && before)
    count(-before);
  return taken(moved);
}
void *memalign(size_t alignment, size_t size) {
  return taken(__libc_memalign(alignment, size));
}
void *aligned_alloc(size_t alignment, size_t size) {
  return taken(__libc_memalign(alignment, size));
}
int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  if (!block)
    return ENOMEM;
  *result = taken(block);
  return 0;
}
void free(void *block) {
  int error = errno;
  if (int64_t size = countedSize(block))
    count(-size);
  __libc_free(block);
  errno = error;
}
}
