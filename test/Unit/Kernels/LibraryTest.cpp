//===- LibraryTest.cpp - Library and generated code agree -----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "ckpt/CostModel/Products.h"
#include "ckpt/Kernels/Primitive.h"
#include "ckpt/Runtime/Primitive.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstdlib>

using namespace ckpt;
using namespace ckpt::test;

namespace {

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<char, Free>;

Memory allocate(int64_t bytes) {
  return Memory(
      static_cast<char *>(std::aligned_alloc(64, (bytes + 63) & ~63)));
}

Memory floatsOf(const std::vector<double> &elements) {
  Memory memory = allocate(int64_t(elements.size() * sizeof(float)) + 64);
  std::copy(elements.begin(), elements.end(),
            reinterpret_cast<float *>(memory.get()));
  return memory;
}

/// The library's result of a kernel that it supports.
std::vector<double> runLibrary(KernelOp kernel,
                               const std::vector<Tensor> &inputs,
                               size_t elements) {
  auto spec = matchPrimitive(kernel);
  std::string error;
  auto primitive = spec ? runtime::Primitive::create(*spec, 1, error) : nullptr;
  if (!primitive)
    return {};
  Memory a = floatsOf(inputs[0].elements), b = floatsOf(inputs[1].elements);
  Memory result = floatsOf(std::vector<double>(elements));
  Memory workspace = allocate(primitive->info().workspaceBytes + 64);
  void *arguments[] = {a.get(), b.get(), result.get(), workspace.get()};
  runtime::SingleThreadScope scope;
  const std::vector<int64_t> &chunks = primitive->info().phaseChunks;
  for (size_t phase = 0; phase < chunks.size(); ++phase)
    for (int64_t chunk = 0; chunk < chunks[phase]; ++chunk)
      EXPECT_TRUE(primitive->run(phase, chunk, arguments, 0));
  const float *values = reinterpret_cast<const float *>(result.get());
  return {values, values + elements};
}

void checkBoth(const char *op, const std::string &a, const std::string &b,
               const std::string &r) {
  SCOPED_TRACE(op + (" " + a + " " + b));
  CompiledKernel kernel("ckpt.kernel @k(%a: " + a + ", %b: " + b + ") -> " + r +
                        " {\n  %r = ckpt." + op + " %a, %b : (" + a + ", " + b +
                        ") -> " + r + "\n  ckpt.yield %r : " + r + "\n}");
  ASSERT_TRUE(kernel.ok());
  std::vector<Tensor> inputs = kernel.randomInputs(1);
  std::vector<double> generated = kernel.run(inputs)[0].elements;
  std::vector<double> library =
      runLibrary(kernel.op(), inputs, generated.size());
  ASSERT_EQ(library.size(), generated.size());
  for (size_t i = 0; i < library.size(); ++i)
    ASSERT_NEAR(library[i], generated[i], 2e-3 + 1e-4 * std::abs(library[i]));
}

/// Pointwise convolutions on both sides of the border between the two.
TEST(Library, PointwiseConvolutionsAgreeWithGeneratedCode) {
  for (auto [channels, filters] : {std::pair(36, 16), {136, 32}, {96, 128}}) {
    auto tensor = [](const std::string &shape) {
      return "tensor<" + shape + "xf32>";
    };
    std::string c = std::to_string(channels), f = std::to_string(filters);
    std::string x = tensor("20x7x9x" + c), y = tensor("20x7x9x" + f);
    std::string w = tensor("1x1x" + c + "x" + f);
    checkBoth("conv", x, w, y);
    checkBoth("conv_backward_data", y, w, x);
    checkBoth("conv_backward_filter", x, y, w);
  }
}

TEST(Products, GeneratedCodeTakesWhatIsBoundByMemory) {
  auto work = [](double rows, double inner, double columns) {
    return ProductWork{rows, 2 * rows * inner * columns,
                       4 * (rows * inner + inner * columns + rows * columns)};
  };
  EXPECT_TRUE(prefersGenerated(work(50176, 136, 32)));
  EXPECT_TRUE(prefersGenerated(work(200704, 48, 16)));
  EXPECT_FALSE(prefersGenerated(work(1024, 1024, 1024)));
  EXPECT_FALSE(prefersGenerated(work(50176, 144, 128)));
  // Too few rows to share among threads.
  EXPECT_FALSE(prefersGenerated(work(64, 136, 32)));
}

} // namespace
