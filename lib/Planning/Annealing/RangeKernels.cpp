//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeKernels.h"

using namespace ckpt::planning;

namespace {

__attribute__((always_inline)) inline int64_t
addRange(int64_t *__restrict memory, int64_t count, int64_t w, int64_t budget) {
  int64_t sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    int64_t before = memory[i] - budget;
    int64_t after = before + w;
    memory[i] += w;
    sum += (after > 0 ? after : 0) - (before > 0 ? before : 0);
  }
  return sum;
}

__attribute__((always_inline)) inline int64_t
gainRange(const int64_t *__restrict memory, int64_t count, int64_t w,
          int64_t budget) {
  int64_t sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    int64_t before = memory[i] - budget;
    int64_t after = before + w;
    sum += (after > 0 ? after : 0) - (before > 0 ? before : 0);
  }
  return sum;
}

__attribute__((always_inline)) inline int64_t
findRange(const int64_t *__restrict memory, int64_t count, int64_t budget) {
  constexpr int64_t block = 32;
  int64_t i = 0;
  for (; i + block <= count; i += block) {
    int64_t any = 0;
    for (int64_t k = 0; k < block; ++k)
      any |= budget - memory[i + k];
    if (any < 0) // some difference is negative
      break;
  }
  for (; i < count; ++i)
    if (memory[i] > budget)
      return i;
  return -1;
}

#define CKPT_RANGE_KERNELS(suffix, attribute)                                  \
  attribute int64_t add##suffix(int64_t *memory, int64_t count, int64_t w,     \
                                int64_t budget) {                              \
    return addRange(memory, count, w, budget);                                 \
  }                                                                            \
  attribute int64_t gain##suffix(const int64_t *memory, int64_t count,         \
                                 int64_t w, int64_t budget) {                  \
    return gainRange(memory, count, w, budget);                                \
  }                                                                            \
  attribute int64_t find##suffix(const int64_t *memory, int64_t count,         \
                                 int64_t budget) {                             \
    return findRange(memory, count, budget);                                   \
  }

CKPT_RANGE_KERNELS(Baseline, )
#if defined(__x86_64__)
CKPT_RANGE_KERNELS(Avx2, __attribute__((target("avx2"))))
CKPT_RANGE_KERNELS(Avx512, __attribute__((target("avx512f,avx512dq,avx512vl"))))
#endif

} // namespace

std::vector<RangeKernels> ckpt::planning::supportedRangeKernels() {
  std::vector<RangeKernels> result{
      {addBaseline, gainBaseline, findBaseline, "baseline"}};
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2"))
    result.push_back({addAvx2, gainAvx2, findAvx2, "avx2"});
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    result.push_back({addAvx512, gainAvx512, findAvx512, "avx512"});
#endif
  return result;
}

const RangeKernels &ckpt::planning::rangeKernels() {
  static const RangeKernels kernels = supportedRangeKernels().back();
  return kernels;
}
