//===- Initialize.cpp - First values of parameters and states -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Data/Initialize.h"
#include "ckpt/Data/Random.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <cmath>
#include <cstring>
#include <functional>

using namespace ckpt::data;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

using Generator = std::function<double(uint64_t)>;

struct Fans {
  double in = 1, out = 1;
};

Fans fansOf(const std::vector<int64_t> &shape) {
  size_t rank = shape.size();
  if (rank == 0)
    return {};
  if (rank == 1)
    return {double(shape[0]), double(shape[0])};
  double window = 1;
  for (size_t i = 0; i + 2 < rank; ++i)
    window *= double(shape[i]);
  return {window * double(shape[rank - 2]), window * double(shape[rank - 1])};
}

/// "name(1, 2)" -> name and numbers; false when malformed.
bool parseCall(StringRef init, StringRef &name,
               llvm::SmallVectorImpl<double> &arguments) {
  size_t open = init.find('(');
  name = init.take_front(open).trim();
  if (open == StringRef::npos)
    return true;
  StringRef inside = init.drop_front(open + 1).rtrim();
  if (!inside.consume_back(")"))
    return false;
  llvm::SmallVector<StringRef> pieces;
  inside.split(pieces, ',');
  for (StringRef piece : pieces) {
    double number = 0;
    if (piece.trim().getAsDouble(number) || !std::isfinite(number))
      return false;
    arguments.push_back(number);
  }
  return true;
}

Generator constant(double value) {
  return [value](uint64_t) { return value; };
}

Generator uniform(const RandomStream &random, double low, double high) {
  return [=](uint64_t i) { return low + (high - low) * random.unit(i); };
}

Generator normal(const RandomStream &random, double mean, double deviation) {
  return [=](uint64_t i) { return mean + deviation * random.normal(i); };
}

/// Variance scaling: "glorot", "he", "lecun" x "_uniform", "_normal".
Generator scaled(StringRef name, const RandomStream &random, Fans fans) {
  bool isUniform = name.consume_back("_uniform");
  if (!isUniform && !name.consume_back("_normal"))
    return nullptr;
  double variance;
  if (name == "glorot")
    variance = 2 / (fans.in + fans.out);
  else if (name == "he")
    variance = 2 / fans.in;
  else if (name == "lecun")
    variance = 1 / fans.in;
  else
    return nullptr;
  double limit = std::sqrt(3 * variance);
  return isUniform ? uniform(random, -limit, limit)
                   : normal(random, 0, std::sqrt(variance));
}

Generator makeGenerator(StringRef init, const RandomStream &random, Fans fans) {
  StringRef name;
  llvm::SmallVector<double> numbers;
  if (!parseCall(init, name, numbers))
    return nullptr;
  double number = 0;
  if (numbers.empty()) {
    if (name == "zeros")
      return constant(0);
    if (name == "ones")
      return constant(1);
    if (!name.getAsDouble(number) && std::isfinite(number))
      return constant(number);
    return scaled(name, random, fans);
  }
  if (name == "constant" && numbers.size() == 1)
    return constant(numbers[0]);
  if (name == "uniform" && numbers.size() == 2)
    return uniform(random, numbers[0], numbers[1]);
  if (name == "normal" && numbers.size() == 1)
    return normal(random, 0, numbers[0]);
  if (name == "normal" && numbers.size() == 2)
    return normal(random, numbers[0], numbers[1]);
  return nullptr;
}

/// bfloat16 is the upper half of float, rounded to nearest even.
uint16_t toBFloat16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

template <typename T>
void fill(const Generator &generate, uint64_t count, uint8_t *to) {
  for (uint64_t i = 0; i < count; ++i) {
    T value = static_cast<T>(generate(i));
    std::memcpy(to + i * sizeof(T), &value, sizeof(T));
  }
}

} // namespace

static Error unknownInit(StringRef init, StringRef name) {
  return llvm::createStringError(
      "'" + name + "' has the unknown init '" + init +
      "'; known are zeros, ones, a number, constant(C), uniform(LOW, HIGH), "
      "normal(DEVIATION) and glorot, he, lecun with _uniform or _normal");
}

Error ckpt::data::checkInit(StringRef init, StringRef name) {
  if (makeGenerator(init, RandomStream(0, ""), Fans()))
    return Error::success();
  return unknownInit(init, name);
}

Error ckpt::data::initialize(StringRef init, StringRef name, uint64_t seed,
                             DType type, const std::vector<int64_t> &shape,
                             uint8_t *to) {
  RandomStream random(seed, std::string_view(name.data(), name.size()));
  Generator generate = makeGenerator(init, random, fansOf(shape));
  if (!generate)
    return unknownInit(init, name);
  uint64_t count = static_cast<uint64_t>(arrayBytes(type, shape).value_or(0)) /
                   static_cast<uint64_t>(dtypeBytes(type));
  switch (type) {
  case DType::F32:
    fill<float>(generate, count, to);
    return Error::success();
  case DType::F64:
    fill<double>(generate, count, to);
    return Error::success();
  case DType::F16:
    fill<_Float16>(generate, count, to);
    return Error::success();
  case DType::BF16:
    for (uint64_t i = 0; i < count; ++i) {
      uint16_t value = toBFloat16(static_cast<float>(generate(i)));
      std::memcpy(to + 2 * i, &value, 2);
    }
    return Error::success();
  case DType::Bool:
  case DType::U8:
    fill<uint8_t>(generate, count, to);
    return Error::success();
  case DType::I8:
    fill<int8_t>(generate, count, to);
    return Error::success();
  case DType::I16:
    fill<int16_t>(generate, count, to);
    return Error::success();
  case DType::I32:
    fill<int32_t>(generate, count, to);
    return Error::success();
  case DType::I64:
    fill<int64_t>(generate, count, to);
    return Error::success();
  }
  return Error::success();
}
