//===- Machine.cpp - What one core can do ---------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>

using namespace ckpt::tools;

double ckpt::tools::threadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

double ckpt::tools::copyBandwidth() {
  constexpr size_t size = 64 << 20;
  std::vector<char> from(size, 1), to(size, 2);
  // Through a volatile pointer, so that the copy cannot be left out.
  void *(*volatile copy)(void *, const void *, size_t) = std::memcpy;
  double seconds = medianSeconds([&] { copy(to.data(), from.data(), size); });
  return 2.0 * double(size) / seconds;
}

#if defined(__x86_64__)
// Twelve sums that do not wait for each other hide the latency of one.
#define CKPT_TWELVE(R)                                                         \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "4\n"                                 \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "5\n"                                 \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "6\n"                                 \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "7\n"                                 \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "8\n"                                 \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "9\n"                                 \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "10\n"                                \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "11\n"                                \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "12\n"                                \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "13\n"                                \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "14\n"                                \
  "vfmadd231ps %%" R "0, %%" R "1, %%" R "15\n"

#define CKPT_REGISTERS                                                         \
  "xmm0", "xmm1", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",     \
      "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc"

static constexpr int64_t sums = 12;

static void multiplyAdd512(int64_t count) {
  asm volatile("vzeroall\n1:\n" CKPT_TWELVE("zmm") "dec %0\njnz 1b\n"
               : "+r"(count)::CKPT_REGISTERS);
}

static void multiplyAdd256(int64_t count) {
  asm volatile("vzeroall\n1:\n" CKPT_TWELVE("ymm") "dec %0\njnz 1b\n"
               : "+r"(count)::CKPT_REGISTERS);
}

double ckpt::tools::peakFlops() {
  constexpr int64_t count = 1000000;
  double lanes = 16;
  void (*run)(int64_t) = multiplyAdd512;
  if (!__builtin_cpu_supports("avx512f")) {
    lanes = 8;
    run = multiplyAdd256;
    if (!__builtin_cpu_supports("fma"))
      return 0;
  }
  double seconds = medianSeconds([&] { run(count); });
  return double(count) * sums * lanes * 2 / seconds;
}
#else
double ckpt::tools::peakFlops() { return 0; }
#endif
