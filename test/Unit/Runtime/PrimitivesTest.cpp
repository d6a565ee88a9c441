//===- PrimitivesTest.cpp - Primitives against plain loops ----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/Primitive.h"
#include "ckpt/Runtime/ThreadPool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace ckpt::runtime;
using Kind = PrimitiveSpec::Kind;

namespace {

using Floats = std::vector<float>;

Floats numbers(int64_t count, unsigned seed) {
  Floats values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] =
        float(((i + seed) * 2654435761u >> 9) & 0xffff) / 65536.f - 0.5f;
  return values;
}

//===----------------------------------------------------------------------===//
// Plain loops, in double precision
//===----------------------------------------------------------------------===//

struct Sizes {
  int64_t a, b, c;
};

Sizes sizesOf(const PrimitiveSpec &s) {
  if (s.kind == Kind::Matmul)
    return {s.batch * s.m * s.k, (s.broadcastB ? 1 : s.batch) * s.k * s.n,
            s.batch * s.m * s.n};
  int64_t input = s.batch * s.inputHeight * s.inputWidth * s.inputChannels;
  int64_t output = s.batch * s.outputHeight * s.outputWidth * s.outputChannels;
  int64_t filter = s.kernelHeight * s.kernelWidth * s.inputChannels / s.groups *
                   s.outputChannels;
  if (s.kind == Kind::Conv)
    return {input, filter, output};
  if (s.kind == Kind::ConvBackwardData)
    return {output, filter, input};
  return {input, output, filter};
}

/// Calls `body(input, filter, output)` with the three indices of each product
/// in the convolution.
template <typename Body>
void forEachProduct(const PrimitiveSpec &s, Body body) {
  int64_t inputs = s.inputChannels / s.groups;
  int64_t outputs = s.outputChannels / s.groups;
  for (int64_t n = 0; n < s.batch; ++n)
    for (int64_t y = 0; y < s.outputHeight; ++y)
      for (int64_t x = 0; x < s.outputWidth; ++x)
        for (int64_t ky = 0; ky < s.kernelHeight; ++ky)
          for (int64_t kx = 0; kx < s.kernelWidth; ++kx) {
            int64_t iy = y * s.strides[0] + ky * s.dilations[0] - s.padLow[0];
            int64_t ix = x * s.strides[1] + kx * s.dilations[1] - s.padLow[1];
            if (iy < 0 || iy >= s.inputHeight || ix < 0 || ix >= s.inputWidth)
              continue;
            for (int64_t o = 0; o < s.outputChannels; ++o)
              for (int64_t i = 0; i < inputs; ++i)
                body(((n * s.inputHeight + iy) * s.inputWidth + ix) *
                             s.inputChannels +
                         o / outputs * inputs + i,
                     ((ky * s.kernelWidth + kx) * inputs + i) *
                             s.outputChannels +
                         o,
                     ((n * s.outputHeight + y) * s.outputWidth + x) *
                             s.outputChannels +
                         o);
          }
}

std::vector<double> expected(const PrimitiveSpec &s, const Floats &a,
                             const Floats &b) {
  std::vector<double> c(size_t(sizesOf(s).c), 0.0);
  auto product = [&](int64_t i, int64_t j) {
    return double(a[size_t(i)]) * double(b[size_t(j)]);
  };
  switch (s.kind) {
  case Kind::Conv:
    forEachProduct(s, [&](int64_t input, int64_t filter, int64_t output) {
      c[size_t(output)] += product(input, filter);
    });
    break;
  case Kind::ConvBackwardData:
    forEachProduct(s, [&](int64_t input, int64_t filter, int64_t output) {
      c[size_t(input)] += product(output, filter);
    });
    break;
  case Kind::ConvBackwardFilter:
    forEachProduct(s, [&](int64_t input, int64_t filter, int64_t output) {
      c[size_t(filter)] += product(input, output);
    });
    break;
  case Kind::Matmul:
    for (int64_t l = 0; l < s.batch; ++l)
      for (int64_t i = 0; i < s.m; ++i)
        for (int64_t j = 0; j < s.n; ++j)
          for (int64_t k = 0; k < s.k; ++k)
            c[size_t((l * s.m + i) * s.n + j)] += product(
                l * s.m * s.k + (s.transposeA ? k * s.m + i : i * s.k + k),
                (s.broadcastB ? 0 : l * s.k * s.n) +
                    (s.transposeB ? j * s.k + k : k * s.n + j));
    break;
  }
  return c;
}

//===----------------------------------------------------------------------===//
// Running a primitive
//===----------------------------------------------------------------------===//

struct Runner {
  Primitive *primitive;
  void *const *args;
  size_t phase = 0;
  bool reverse = false;
  std::atomic<bool> failed{false};
  static void run(void *context, int64_t chunk, unsigned thread) {
    auto *self = static_cast<Runner *>(context);
    if (self->reverse)
      chunk = self->primitive->info().phaseChunks[self->phase] - 1 - chunk;
    if (!self->primitive->run(self->phase, chunk, self->args, thread))
      self->failed = true;
  }
};

/// `offset` shifts every operand, in units of 64 bytes. Result and workspace
/// begin as NaNs; the chunks run in both orders.
Floats compute(const PrimitiveSpec &spec, const Floats &a, const Floats &b,
               unsigned threads, int64_t offset = 0) {
  std::string error;
  auto primitive = Primitive::create(spec, threads, error);
  if (!primitive) {
    ADD_FAILURE() << error;
    return {};
  }
  Sizes sizes = sizesOf(spec);
  auto place = [&](std::vector<Floats> &storage, int64_t count) {
    storage.emplace_back(size_t(count + 64 + offset * 16),
                         std::numeric_limits<float>::quiet_NaN());
    auto address = reinterpret_cast<uintptr_t>(storage.back().data());
    return reinterpret_cast<float *>((address + 63) / 64 * 64) + offset * 16;
  };
  std::vector<Floats> storage;
  storage.reserve(4);
  float *pa = place(storage, sizes.a), *pb = place(storage, sizes.b);
  float *pc = place(storage, sizes.c);
  float *pw = place(storage, primitive->info().workspaceBytes / 4 + 1);
  std::copy(a.begin(), a.end(), pa);
  std::copy(b.begin(), b.end(), pb);
  void *args[] = {pa, pb, pc, pw};
  ThreadPool pool(threads);
  SingleThreadScope oneThread;
  Floats first;
  for (bool reverse : {false, true}) {
    std::fill_n(pc, sizes.c, std::numeric_limits<float>::quiet_NaN());
    std::fill_n(pw, primitive->info().workspaceBytes / 4,
                std::numeric_limits<float>::quiet_NaN());
    Runner runner;
    runner.primitive = primitive.get();
    runner.args = args;
    runner.reverse = reverse;
    for (int64_t chunks : primitive->info().phaseChunks) {
      pool.parallelFor(chunks, Runner::run, &runner);
      ++runner.phase;
    }
    EXPECT_FALSE(runner.failed);
    Floats result(pc, pc + sizes.c);
    if (first.empty())
      first = result;
    EXPECT_EQ(std::memcmp(first.data(), result.data(), first.size() * 4), 0);
  }
  return first;
}

void check(const PrimitiveSpec &spec, const char *what) {
  SCOPED_TRACE(what);
  PrimitiveInfo info = queryPrimitive(spec);
  ASSERT_TRUE(info.supported) << info.description;
  ASSERT_EQ(info.workspaceBytes % 64, 0);
  Sizes sizes = sizesOf(spec);
  Floats a = numbers(sizes.a, 1), b = numbers(sizes.b, 7);
  Floats got = compute(spec, a, b, 1);
  std::vector<double> want = expected(spec, a, b);
  ASSERT_EQ(got.size(), want.size());
  // Rounding errors grow with the length of the sum.
  double length = double(sizes.a) * double(sizes.b) / double(sizes.c);
  double tolerance = 2e-7 * std::sqrt(std::max(length, 16.0)) + 1e-5;
  for (size_t i = 0; i < got.size(); ++i)
    ASSERT_NEAR(got[i], want[i], tolerance * std::max(1.0, std::abs(want[i])))
        << info.description << " element " << i;
  for (unsigned threads : {2u, 3u}) {
    Floats other = compute(spec, a, b, threads, threads);
    ASSERT_EQ(std::memcmp(got.data(), other.data(), got.size() * 4), 0)
        << info.description << " differs on " << threads << " threads";
  }
}

PrimitiveSpec conv(int64_t batch, int64_t size, int64_t inputs, int64_t outputs,
                   int64_t kernel, int64_t stride = 1) {
  PrimitiveSpec s;
  s.batch = batch;
  s.inputHeight = s.inputWidth = size;
  s.inputChannels = inputs;
  s.outputChannels = outputs;
  s.kernelHeight = s.kernelWidth = kernel;
  s.strides = {stride, stride};
  s.outputHeight = s.outputWidth = (size + stride - 1) / stride;
  int64_t pad = std::max<int64_t>(0, (s.outputHeight - 1) * stride + kernel -
                                         size); // SAME
  s.padLow = {pad / 2, pad / 2};
  s.padHigh = {pad - pad / 2, pad - pad / 2};
  return s;
}

void checkAllKinds(PrimitiveSpec spec) {
  spec.kind = Kind::Conv;
  check(spec, "forward");
  spec.kind = Kind::ConvBackwardData;
  check(spec, "backward data");
  spec.kind = Kind::ConvBackwardFilter;
  check(spec, "backward filter");
}

class Primitives : public ::testing::Test {
protected:
  void SetUp() override {
    PrimitiveInfo info = queryPrimitive(conv(1, 4, 4, 4, 3));
    if (!info.supported && info.description == "built without oneDNN")
      GTEST_SKIP() << info.description;
  }
};

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

TEST_F(Primitives, SameConvolutions) {
  checkAllKinds(conv(70, 14, 16, 4, 3));
  checkAllKinds(conv(33, 7, 32, 8, 3));
  checkAllKinds(conv(5, 3, 32, 8, 3));
}

TEST_F(Primitives, StrideWithAsymmetricPads) {
  PrimitiveSpec spec = conv(130, 28, 1, 32, 5, 2);
  EXPECT_EQ(spec.padLow[0], 1);
  EXPECT_EQ(spec.padHigh[0], 2);
  checkAllKinds(spec);
}

TEST_F(Primitives, PointwiseConvolutions) {
  checkAllKinds(conv(70, 14, 48, 16, 1));
  checkAllKinds(conv(11, 7, 136, 32, 1));
  checkAllKinds(conv(37, 7, 144, 128, 1));
  checkAllKinds(conv(9, 8, 12, 20, 1, 2));
}

TEST_F(Primitives, OddSizes) {
  PrimitiveSpec spec = conv(13, 9, 7, 5, 3);
  spec.inputWidth = 11;
  spec.outputWidth = 11;
  checkAllKinds(spec);
  spec = conv(3, 10, 3, 10, 4, 3);
  checkAllKinds(spec);
}

TEST_F(Primitives, RectangularKernelStridesAndDilations) {
  PrimitiveSpec spec;
  spec.batch = 6;
  spec.inputHeight = 17;
  spec.inputWidth = 12;
  spec.inputChannels = 8;
  spec.outputChannels = 24;
  spec.kernelHeight = 3;
  spec.kernelWidth = 2;
  spec.dilations = {2, 3};
  spec.strides = {2, 1};
  spec.padLow = {1, 0};
  spec.padHigh = {2, 3};
  spec.outputHeight = (17 + 3 - 5) / 2 + 1;
  spec.outputWidth = 12 + 3 - 4 + 1;
  checkAllKinds(spec);
}

TEST_F(Primitives, Groups) {
  PrimitiveSpec spec = conv(19, 8, 32, 64, 3);
  spec.groups = 2;
  checkAllKinds(spec);
  spec = conv(19, 8, 16, 16, 3);
  spec.groups = 16;
  checkAllKinds(spec);
}

TEST_F(Primitives, OneImage) { checkAllKinds(conv(1, 28, 16, 32, 3)); }

TEST_F(Primitives, BatchThatNoChunkDivides) {
  PrimitiveSpec spec = conv(211, 14, 16, 16, 3);
  PrimitiveInfo info = queryPrimitive(spec);
  ASSERT_GT(info.phaseChunks.back(), 2);
  checkAllKinds(spec);
}

TEST_F(Primitives, Contractions) {
  PrimitiveSpec spec;
  spec.kind = Kind::Matmul;
  for (bool transposeA : {false, true})
    for (bool transposeB : {false, true}) {
      spec.transposeA = transposeA;
      spec.transposeB = transposeB;
      spec.batch = 1;
      const std::array<int64_t, 3> shapes[] = {
          {700, 24, 16},    {1300, 136, 9}, {1024, 10, 32},
          {1031, 130, 257}, {32, 10, 2048}, {40, 24, 50000},
          {3, 4000, 257},   {1, 1, 1},      {5, 7, 3}};
      for (auto [m, n, k] : shapes) {
        spec.m = m;
        spec.n = n;
        spec.k = k;
        std::string what = std::to_string(m) + "x" + std::to_string(n) + "x" +
                           std::to_string(k) + (transposeA ? " A^T" : "") +
                           (transposeB ? " B^T" : "");
        check(spec, what.c_str());
      }
    }
}

TEST_F(Primitives, BatchedContractions) {
  PrimitiveSpec spec;
  spec.kind = Kind::Matmul;
  spec.batch = 37;
  spec.m = 50;
  spec.n = 64;
  spec.k = 70;
  for (bool transposeA : {false, true})
    for (bool transposeB : {false, true})
      for (bool broadcastB : {false, true}) {
        spec.transposeA = transposeA;
        spec.transposeB = transposeB;
        spec.broadcastB = broadcastB;
        check(spec, "batched");
      }
}

TEST_F(Primitives, ChunksFollowFromTheShapeOnly) {
  std::string error;
  PrimitiveSpec spec = conv(1024, 14, 16, 4, 3);
  spec.kind = Kind::ConvBackwardFilter;
  PrimitiveInfo info = queryPrimitive(spec);
  ASSERT_TRUE(info.supported);
  EXPECT_GE(info.phaseChunks[0], 8);
  for (unsigned threads : {1u, 5u}) {
    auto primitive = Primitive::create(spec, threads, error);
    ASSERT_TRUE(primitive) << error;
    EXPECT_EQ(primitive->info().phaseChunks, info.phaseChunks);
    EXPECT_EQ(primitive->info().workspaceBytes, info.workspaceBytes);
  }
}

TEST_F(Primitives, BadSpecsAreRefused) {
  PrimitiveSpec spec = conv(8, 14, 16, 4, 3);
  spec.outputHeight = 15;
  EXPECT_FALSE(queryPrimitive(spec).supported);
  EXPECT_NE(queryPrimitive(spec).description.find("size does not follow"),
            std::string::npos);
  spec = conv(8, 14, 16, 4, 3);
  spec.groups = 3;
  EXPECT_FALSE(queryPrimitive(spec).supported);
  spec = conv(0, 14, 16, 4, 3);
  EXPECT_FALSE(queryPrimitive(spec).supported);
  spec = PrimitiveSpec();
  spec.kind = Kind::Matmul;
  spec.k = 0;
  std::string error;
  EXPECT_EQ(Primitive::create(spec, 1, error), nullptr);
  EXPECT_EQ(error, "a contraction with a size below 1");
}

} // namespace
