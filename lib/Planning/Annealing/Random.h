//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// xorshift64* with a logarithm of its own: the search must not depend on the
// machine's mathematical library.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_ANNEALING_RANDOM_H
#define CKPT_LIB_PLANNING_ANNEALING_RANDOM_H

#include <cmath>
#include <cstdint>

namespace ckpt::planning {

class Random {
public:
  explicit Random(uint64_t seed)
      : state(seed * 0x9E3779B97F4A7C15ull + 1234567) {
    for (int i = 0; i < 5; ++i)
      next();
  }

  uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545F4914F6CDD1Dull;
  }
  /// Uniform in [0, n).
  int32_t below(int32_t n) {
    return static_cast<int32_t>(((next() >> 32) * static_cast<uint64_t>(n)) >>
                                32);
  }
  /// Uniform in (0, 1).
  double uniform() {
    return (static_cast<double>(next() >> 11) + 0.5) * 0x1p-53;
  }
  /// Exponential with mean 1, to about 1e-6.
  double exponential() {
    int exponent;
    double m = std::frexp(uniform(), &exponent); // exact
    double t = (m - 0.75) / (m + 0.75), s = t * t;
    // ln(m / 0.75) = 2 artanh(t), |t| <= 0.2
    double ln = 2 * t * (1 + s * (1.0 / 3 + s * (1.0 / 5 + s * (1.0 / 7))));
    return -(ln - 0.28768207245178092744 + exponent * 0.69314718055994530942);
  }

private:
  uint64_t state;
};

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_ANNEALING_RANDOM_H
