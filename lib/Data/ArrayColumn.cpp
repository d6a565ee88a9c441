//===- ArrayColumn.cpp - Samples that come from an array ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Data/Dataset.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <cstring>

using namespace ckpt::data;
using llvm::Error;
using llvm::Expected;

namespace {

bool isInteger(DType type) {
  return type != DType::F16 && type != DType::BF16 && type != DType::F32 &&
         type != DType::F64;
}

int64_t loadInteger(DType type, const uint8_t *from) {
  switch (type) {
  case DType::I8:
    return static_cast<int8_t>(*from);
  case DType::I16: {
    int16_t value;
    std::memcpy(&value, from, sizeof(value));
    return value;
  }
  case DType::I32: {
    int32_t value;
    std::memcpy(&value, from, sizeof(value));
    return value;
  }
  case DType::I64: {
    int64_t value;
    std::memcpy(&value, from, sizeof(value));
    return value;
  }
  default:
    return *from;
  }
}

/// Two's complement, little-endian: the low bytes are the narrow integer.
void storeInteger(DType type, int64_t value, uint8_t *to) {
  std::memcpy(to, &value, static_cast<size_t>(dtypeBytes(type)));
}

/// The range of an integer type that fits in 64 bits.
std::pair<int64_t, int64_t> rangeOf(DType type) {
  if (type == DType::Bool)
    return {0, 1};
  if (type == DType::U8)
    return {0, 255};
  int bits = 8 * static_cast<int>(dtypeBytes(type));
  int64_t high = static_cast<int64_t>(~uint64_t(0) >> 1 >> (64 - bits));
  return {-high - 1, high};
}

std::vector<int64_t> withoutUnits(std::vector<int64_t> shape) {
  llvm::erase(shape, 1);
  return shape;
}

class ArrayColumn : public Column {
public:
  ArrayColumn(std::string name, Array given, bool pixels, std::string origin)
      : Column(std::move(name)),
        array(std::make_shared<const Array>(std::move(given))), pixels(pixels),
        origin(std::move(origin)) {
    if (!array->shape.empty())
      sampleShape.assign(array->shape.begin() + 1, array->shape.end());
    elements = arrayBytes(array->type, sampleShape).value_or(0) /
               dtypeBytes(array->type);
  }

  int64_t samples() const override {
    return array->shape.empty() ? 0 : array->shape.front();
  }
  Expected<SampleReader>
  reader(DType type, const std::vector<int64_t> &shape) const override;

  std::string label() const override {
    return (origin.empty() ? "" : origin + ": ") + Column::label();
  }

private:
  Error mismatch(DType type, const std::vector<int64_t> &shape) const {
    return llvm::createStringError(
        label() + " has samples of " + describe(array->type, sampleShape) +
        " where the model wants " + describe(type, shape));
  }
  /// Checks that all elements are in [low, high].
  Error checkRange(int64_t low, int64_t high, const char *what) const;

  SampleReader copies() const;
  SampleReader integers(DType type) const;
  template <typename T> SampleReader scaledPixels() const;
  template <typename T> SampleReader oneHot(int64_t classes) const;

  std::shared_ptr<const Array> array;
  bool pixels;
  std::string origin;
  std::vector<int64_t> sampleShape;
  int64_t elements = 0;
};

Error ArrayColumn::checkRange(int64_t low, int64_t high,
                              const char *what) const {
  size_t width = static_cast<size_t>(dtypeBytes(array->type));
  for (size_t at = 0; at < array->bytes.size(); at += width) {
    int64_t value = loadInteger(array->type, array->bytes.data() + at);
    if (value < low || value > high)
      return llvm::createStringError(
          label() + " holds " + llvm::Twine(value) + " at sample " +
          llvm::Twine(static_cast<int64_t>(at / width) /
                      std::max<int64_t>(elements, 1)) +
          ", outside of " + what);
  }
  return Error::success();
}

SampleReader ArrayColumn::copies() const {
  size_t bytes = static_cast<size_t>(elements * dtypeBytes(array->type));
  return [array = array, bytes](int64_t sample, uint8_t *to) {
    std::memcpy(to, array->bytes.data() + size_t(sample) * bytes, bytes);
  };
}

SampleReader ArrayColumn::integers(DType type) const {
  size_t from = static_cast<size_t>(dtypeBytes(array->type));
  size_t into = static_cast<size_t>(dtypeBytes(type));
  return [=, array = array, count = size_t(elements)](int64_t sample,
                                                      uint8_t *to) {
    const uint8_t *at = array->bytes.data() + size_t(sample) * count * from;
    for (size_t i = 0; i < count; ++i)
      storeInteger(type, loadInteger(array->type, at + i * from),
                   to + i * into);
  };
}

template <typename T> SampleReader ArrayColumn::scaledPixels() const {
  std::vector<T> scaled(256);
  for (int i = 0; i < 256; ++i)
    scaled[i] = static_cast<T>(i) / 255;
  return [scaled, array = array, count = size_t(elements)](int64_t sample,
                                                           uint8_t *to) {
    const uint8_t *at = array->bytes.data() + size_t(sample) * count;
    for (size_t i = 0; i < count; ++i)
      std::memcpy(to + i * sizeof(T), &scaled[at[i]], sizeof(T));
  };
}

template <typename T> SampleReader ArrayColumn::oneHot(int64_t classes) const {
  size_t width = static_cast<size_t>(dtypeBytes(array->type));
  return [=, array = array, count = elements](int64_t sample, uint8_t *to) {
    std::memset(to, 0, size_t(count * classes) * sizeof(T));
    T one = 1;
    for (int64_t i = 0; i < count; ++i) {
      int64_t label =
          loadInteger(array->type,
                      array->bytes.data() + size_t(sample * count + i) * width);
      std::memcpy(to + size_t(i * classes + label) * sizeof(T), &one,
                  sizeof(T));
    }
  };
}

Expected<SampleReader>
ArrayColumn::reader(DType type, const std::vector<int64_t> &shape) const {
  if (array->shape.empty())
    return llvm::createStringError(label() +
                                   " is a scalar, not a list of samples");
  bool wide = type == DType::F32 || type == DType::F64;
  if (isInteger(array->type) && !pixels && wide &&
      shape.size() == sampleShape.size() + 1 &&
      std::equal(sampleShape.begin(), sampleShape.end(), shape.begin())) {
    int64_t classes = shape.back();
    std::string range = "the " + std::to_string(classes) + " classes";
    if (Error error = checkRange(0, classes - 1, range.c_str()))
      return std::move(error);
    return type == DType::F32 ? oneHot<float>(classes)
                              : oneHot<double>(classes);
  }
  std::optional<int64_t> bytes = arrayBytes(type, shape);
  bool sameCount = bytes && *bytes / dtypeBytes(type) == elements;
  bool flattened = pixels && shape.size() == 1;
  if (!sameCount ||
      (!flattened && withoutUnits(shape) != withoutUnits(sampleShape)))
    return mismatch(type, shape);
  if (pixels && array->type == DType::U8 && wide)
    return type == DType::F32 ? scaledPixels<float>() : scaledPixels<double>();
  if (type == array->type)
    return copies();
  if (!isInteger(type) || !isInteger(array->type))
    return mismatch(type, shape);
  auto [low, high] = rangeOf(type);
  if (Error error = checkRange(low, high, dtypeName(type)))
    return std::move(error);
  return integers(type);
}

} // namespace

std::unique_ptr<Column> ckpt::data::makeArrayColumn(std::string name,
                                                    Array array, bool pixels,
                                                    std::string origin) {
  return std::make_unique<ArrayColumn>(std::move(name), std::move(array),
                                       pixels, std::move(origin));
}
