//===- heap_counter.c - What a process takes from the system --------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Preloaded (LD_PRELOAD) into a program that knows nothing of it; needs glibc.
// Sums the bytes that are live, of malloc and its relatives and of anonymous
// writable mappings. Whenever the program begins to print a line "step ..." on
// stderr, the file CKPT_HEAP_LOG gets a line "LIVE PEAK": the bytes now, and
// the most since the line before.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc's own, which need no lookup and never come back here.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long long live, peak;

static void count(long long bytes) {
  live += bytes;
  if (live > peak)
    peak = live;
}

static void *counted(void *block) {
  pthread_mutex_lock(&lock);
  count((long long)malloc_usable_size(block));
  pthread_mutex_unlock(&lock);
  return block;
}

void free(void *block) {
  pthread_mutex_lock(&lock);
  count(-(long long)malloc_usable_size(block));
  pthread_mutex_unlock(&lock);
  __libc_free(block);
}

void *malloc(size_t bytes) { return counted(__libc_malloc(bytes)); }

void *calloc(size_t number, size_t bytes) {
  return counted(__libc_calloc(number, bytes));
}

void *realloc(void *block, size_t bytes) {
  long long before = (long long)malloc_usable_size(block);
  void *result = __libc_realloc(block, bytes);
  if (result || bytes == 0) {
    pthread_mutex_lock(&lock);
    count((long long)malloc_usable_size(result) - before);
    pthread_mutex_unlock(&lock);
  }
  return result;
}

void *memalign(size_t alignment, size_t bytes) {
  return counted(__libc_memalign(alignment, bytes));
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  return memalign(alignment, bytes);
}

int posix_memalign(void **result, size_t alignment, size_t bytes) {
  *result = memalign(alignment, bytes);
  return *result ? 0 : ENOMEM;
}

// A mapping is not asked for its size; these are few.
enum { MOST = 1 << 16 };
static struct {
  void *address;
  size_t bytes;
} mappings[MOST];
static int used;

void *mmap(void *address, size_t bytes, int protection, int flags, int file,
           off_t offset) {
  void *result = (void *)syscall(SYS_mmap, address, bytes, protection, flags,
                                 file, offset);
  if (result == MAP_FAILED || !(flags & MAP_ANONYMOUS) ||
      !(protection & PROT_WRITE))
    return result;
  pthread_mutex_lock(&lock);
  if (used < MOST) {
    mappings[used].address = result;
    mappings[used++].bytes = bytes;
    count((long long)bytes);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

void *mmap64(void *address, size_t bytes, int protection, int flags, int file,
             off_t offset) {
  return mmap(address, bytes, protection, flags, file, offset);
}

int munmap(void *address, size_t bytes) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < used; ++i)
    if (mappings[i].address == address) {
      count(-(long long)mappings[i].bytes);
      mappings[i] = mappings[--used];
      break;
    }
  pthread_mutex_unlock(&lock);
  return (int)syscall(SYS_munmap, address, bytes);
}

static void note(void) {
  const char *path = getenv("CKPT_HEAP_LOG");
  char line[64];
  if (!path)
    return;
  pthread_mutex_lock(&lock);
  int size = snprintf(line, sizeof(line), "%lld %lld\n", live, peak);
  peak = live;
  pthread_mutex_unlock(&lock);
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file >= 0) {
    (void)!syscall(SYS_write, file, line, (size_t)size);
    close(file);
  }
}

ssize_t write(int file, const void *text, size_t bytes) {
  if (file == STDERR_FILENO && bytes >= 5 && memcmp(text, "step ", 5) == 0)
    note();
  return syscall(SYS_write, file, text, bytes);
}
