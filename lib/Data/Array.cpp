//===- Array.cpp - Sizes and names of arrays ------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Data/Array.h"

using namespace ckpt::data;

int64_t ckpt::data::dtypeBytes(DType type) {
  switch (type) {
  case DType::Bool:
  case DType::U8:
  case DType::I8:
    return 1;
  case DType::I16:
  case DType::F16:
  case DType::BF16:
    return 2;
  case DType::I32:
  case DType::F32:
    return 4;
  case DType::I64:
  case DType::F64:
    return 8;
  }
  return 0;
}

const char *ckpt::data::dtypeName(DType type) {
  switch (type) {
  case DType::Bool:
    return "bool";
  case DType::U8:
    return "u8";
  case DType::I8:
    return "i8";
  case DType::I16:
    return "i16";
  case DType::I32:
    return "i32";
  case DType::I64:
    return "i64";
  case DType::F16:
    return "f16";
  case DType::BF16:
    return "bf16";
  case DType::F32:
    return "f32";
  case DType::F64:
    return "f64";
  }
  return "?";
}

std::optional<int64_t>
ckpt::data::arrayBytes(DType type, const std::vector<int64_t> &shape) {
  int64_t bytes = dtypeBytes(type);
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return std::nullopt;
    // A zero later in the shape does not excuse an overflow before it.
    if (size == 0)
      empty = true;
    else if (__builtin_mul_overflow(bytes, size, &bytes))
      return std::nullopt;
  }
  return empty ? 0 : bytes;
}

std::string ckpt::data::describe(DType type,
                                 const std::vector<int64_t> &shape) {
  std::string text = dtypeName(type);
  text += '[';
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i)
      text += 'x';
    text += std::to_string(shape[i]);
  }
  return text + ']';
}
