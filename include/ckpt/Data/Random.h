//===- Random.h - Counter-based random numbers ------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DATA_RANDOM_H
#define CKPT_DATA_RANDOM_H

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ckpt::data {

/// Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2,
/// 3", 2011): a pure function of counter and key.
std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter,
                                   std::array<uint32_t, 2> key);

/// An endless stream of numbers that depends on a seed and a name only; any
/// place of it can be read at any time.
class RandomStream {
public:
  RandomStream(uint64_t seed, std::string_view name);

  /// 64 random bits for each index.
  uint64_t bits(uint64_t index) const;
  /// Uniform in [0, 1), a multiple of 2^-53.
  double unit(uint64_t index) const;
  /// Uniform in [0, bound); the bias is below 2^-32 for bounds under 2^32.
  uint64_t below(uint64_t index, uint64_t bound) const;
  /// Standard normal (Box and Muller).
  double normal(uint64_t index) const;

private:
  std::array<uint32_t, 2> key;
  std::array<uint32_t, 2> high;
};

/// A permutation of 0 .. count-1 (Fisher and Yates), the same everywhere.
std::vector<int64_t> permutation(int64_t count, const RandomStream &random);

} // namespace ckpt::data

#endif // CKPT_DATA_RANDOM_H
