//===- Harness.cpp - Compile a kernel from text and run it ----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "ckpt/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

using namespace mlir;

namespace ckpt::test {

CompiledKernel::CompiledKernel(const std::string &text, bool show) {
  DialectRegistry registry;
  registry.insert<CkptDialect, arith::ArithDialect, func::FuncDialect,
                  linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
                  tensor::TensorDialect>();
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return;
  PassManager passes(&context);
  KernelsOptions options;
  options.library = false;
  passes.addPass(createKernels(options));
  if (failed(passes.run(*module)))
    return;
  if (show)
    module->dump();
  JitOptions jitOptions;
  jitOptions.pieces = 1;
  jitOptions.llvmIR = show ? &llvmIR : nullptr;
  jit = compileKernels(*module, jitOptions);
  if (!jit)
    return;
  auto entries = buildKernelTable(*module, *jit);
  if (failed(entries)) {
    jit.reset();
    return;
  }
  table = *entries;
  kernel = *module->getOps<KernelOp>().begin();
}

std::vector<Tensor> CompiledKernel::randomInputs(unsigned seed, double low,
                                                 double high) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> real(low, high);
  std::uniform_int_distribution<int> integer(0, 5);
  std::vector<Tensor> inputs;
  for (Type type : kernel.getArgumentTypes()) {
    Tensor tensor;
    tensor.type = cast<RankedTensorType>(type);
    Type element = tensor.type.getElementType();
    for (int64_t i = 0; i < tensor.type.getNumElements(); ++i) {
      double value = isa<FloatType>(element) ? real(random) : integer(random);
      if (element.isF32())
        value = float(value);
      if (element.isInteger(1))
        value = int(value) % 2;
      tensor.elements.push_back(value);
    }
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

static int64_t bytesOf(RankedTensorType type) {
  int64_t bits = type.getElementTypeBitWidth();
  return type.getNumElements() * std::max<int64_t>(1, bits / 8);
}

static void writeElement(Type type, uint8_t *to, double value) {
  auto put = [&](auto converted) {
    std::memcpy(to, &converted, sizeof(converted));
  };
  if (type.isF32())
    put(float(value));
  else if (type.isF64())
    put(value);
  else if (type.isInteger(32))
    put(int32_t(value));
  else if (type.isInteger(64))
    put(int64_t(value));
  else if (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 8)
    put(int8_t(value));
  else if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat f(value);
    bool lost;
    f.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
              &lost);
    put(uint16_t(f.bitcastToAPInt().getZExtValue()));
  }
}

static double readElement(Type type, const uint8_t *from) {
  auto get = [&](auto value) {
    std::memcpy(&value, from, sizeof(value));
    return value;
  };
  if (type.isF32())
    return get(float());
  if (type.isF64())
    return get(double());
  if (type.isInteger(32))
    return get(int32_t());
  if (type.isInteger(64))
    return double(get(int64_t()));
  if (type.getIntOrFloatBitWidth() <= 8)
    return get(int8_t());
  APFloat f(cast<FloatType>(type).getFloatSemantics(),
            APInt(16, get(uint16_t())));
  return f.convertToDouble();
}

std::vector<Tensor> CompiledKernel::run(const std::vector<Tensor> &inputs,
                                        const Placement &placement) {
  std::vector<RankedTensorType> types;
  for (const Tensor &input : inputs)
    types.push_back(input.type);
  size_t numOperands = types.size();
  for (Type type : kernel.getResultTypes())
    types.push_back(cast<RankedTensorType>(type));
  // One block; each buffer has a guard behind it that must stay as it is.
  constexpr int64_t guard = 64;
  constexpr uint8_t pattern = 0xC7;
  int64_t total = 64;
  std::vector<int64_t> offsets;
  auto reserve = [&](int64_t bytes) {
    total += placement.gap;
    offsets.push_back(total);
    total += llvm::alignTo(bytes, 64) + guard;
  };
  for (RankedTensorType type : types)
    reserve(bytesOf(type));
  reserve(table[0].workspaceBytes);
  for (auto [result, operand] : placement.shared)
    offsets[numOperands + result] = offsets[operand];
  auto *memory =
      static_cast<uint8_t *>(std::aligned_alloc(64, llvm::alignTo(total, 64)));
  std::memset(memory, pattern, total);
  for (size_t i = 0; i < numOperands; ++i) {
    int64_t size = bytesOf(types[i]) / types[i].getNumElements();
    for (size_t e = 0; e < inputs[i].elements.size(); ++e)
      writeElement(types[i].getElementType(), memory + offsets[i] + e * size,
                   inputs[i].elements[e]);
  }
  std::vector<void *> arguments;
  for (int64_t offset : offsets)
    arguments.push_back(memory + offset);
  if (table[0].workspaceBytes == 0)
    arguments.back() = nullptr;
  for (const runtime::CodePhase &phase : table[0].phases)
    for (int64_t i = 0; i < phase.chunks; ++i)
      phase.fn(arguments.data(),
               placement.reverseChunks ? phase.chunks - 1 - i : i);
  std::vector<Tensor> results;
  for (size_t i = numOperands; i < types.size(); ++i) {
    Tensor tensor;
    tensor.type = types[i];
    int64_t size = bytesOf(types[i]) / types[i].getNumElements();
    for (int64_t e = 0; e < types[i].getNumElements(); ++e)
      tensor.elements.push_back(readElement(types[i].getElementType(),
                                            memory + offsets[i] + e * size));
    results.push_back(std::move(tensor));
    for (int64_t g = bytesOf(types[i]); g < bytesOf(types[i]) + guard; ++g)
      EXPECT_EQ(memory[offsets[i] + g], pattern) << "written behind a result";
  }
  for (int64_t g = 0; g < guard; ++g)
    EXPECT_EQ(memory[offsets.back() + table[0].workspaceBytes + g], pattern)
        << "written behind the workspace";
  std::free(memory);
  return results;
}

static void expectSameBits(const std::vector<Tensor> &a,
                           const std::vector<Tensor> &b, const char *what) {
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(std::memcmp(a[i].elements.data(), b[i].elements.data(),
                          a[i].elements.size() * sizeof(double)),
              0)
        << what << ", result " << i;
}

void checkKernel(const std::string &text, double tolerance, double low,
                 double high) {
  SCOPED_TRACE(text);
  CompiledKernel kernel(text);
  ASSERT_TRUE(kernel.ok());
  std::vector<Tensor> inputs = kernel.randomInputs(1, low, high);
  std::vector<Tensor> got = kernel.run(inputs);
  std::vector<Tensor> wanted = interpret(kernel.op(), inputs);
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) {
    int reported = 0;
    for (size_t e = 0; e < got[i].elements.size() && reported < 3; ++e) {
      double a = got[i].elements[e], b = wanted[i].elements[e];
      bool equal = std::isnan(b) ? std::isnan(a)
                                 : a == b || std::fabs(a - b) <=
                                                 tolerance * (1 + std::fabs(b));
      reported += !equal;
      EXPECT_TRUE(equal) << "result " << i << " element " << e << ": " << a
                         << " instead of " << b;
    }
  }
  Placement reverse;
  reverse.reverseChunks = true;
  reverse.gap = 192;
  expectSameBits(kernel.run(inputs, reverse), got, "other order and place");
  ArrayRef<int64_t> pairs =
      kernel.op().getInplace().value_or(ArrayRef<int64_t>());
  for (size_t i = 0; i < pairs.size(); i += 2) {
    Placement shared;
    shared.shared = {{int(pairs[i]), int(pairs[i + 1])}};
    std::vector<Tensor> again = kernel.run(inputs, shared);
    expectSameBits(again, got, "in place");
  }
}

std::string fill(std::string text,
                 const std::map<std::string, std::string> &values) {
  for (const auto &[name, value] : values) {
    std::string key = "{" + name + "}";
    for (size_t at; (at = text.find(key)) != std::string::npos;)
      text.replace(at, key.size(), value);
  }
  return text;
}

} // namespace ckpt::test
