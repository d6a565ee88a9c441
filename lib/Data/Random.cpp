//===- Random.cpp - Counter-based random numbers --------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Data/Random.h"

#include <cmath>
#include <numeric>
#include <utility>

using namespace ckpt::data;

std::array<uint32_t, 4> ckpt::data::philox4x32(std::array<uint32_t, 4> counter,
                                               std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t a = uint64_t(0xD2511F53) * counter[0];
    uint64_t b = uint64_t(0xCD9E8D57) * counter[2];
    counter = {uint32_t(b >> 32) ^ counter[1] ^ key[0], uint32_t(b),
               uint32_t(a >> 32) ^ counter[3] ^ key[1], uint32_t(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

RandomStream::RandomStream(uint64_t seed, std::string_view name)
    : key{uint32_t(seed), uint32_t(seed >> 32)} {
  // FNV-1a of the name chooses the stream.
  uint64_t hash = 0xcbf29ce484222325;
  for (char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  high = {uint32_t(hash), uint32_t(hash >> 32)};
}

uint64_t RandomStream::bits(uint64_t index) const {
  std::array<uint32_t, 4> out = philox4x32(
      {uint32_t(index), uint32_t(index >> 32), high[0], high[1]}, key);
  return uint64_t(out[1]) << 32 | out[0];
}

double RandomStream::unit(uint64_t index) const {
  return double(bits(index) >> 11) * 0x1p-53;
}

uint64_t RandomStream::below(uint64_t index, uint64_t bound) const {
  return uint64_t(static_cast<unsigned __int128>(bits(index)) * bound >> 64);
}

double RandomStream::normal(uint64_t index) const {
  uint64_t random = bits(index);
  // The first factor is in (0, 1], so that the logarithm exists.
  double radius = (double(uint32_t(random)) + 1) * 0x1p-32;
  double angle = double(uint32_t(random >> 32)) * 0x1p-32;
  return std::sqrt(-2 * std::log(radius)) *
         std::cos(6.283185307179586477 * angle);
}

std::vector<int64_t> ckpt::data::permutation(int64_t count,
                                             const RandomStream &random) {
  std::vector<int64_t> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (uint64_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(i, i)]);
  return order;
}
