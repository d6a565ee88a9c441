//===- Array.h - A dense array as files hold it -----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DATA_ARRAY_H
#define CKPT_DATA_ARRAY_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ckpt::data {

/// Element types that the file formats share; all are stored little-endian.
enum class DType : uint8_t { Bool, U8, I8, I16, I32, I64, F16, BF16, F32, F64 };

int64_t dtypeBytes(DType type);
/// "f32", "i64", "bool", …
const char *dtypeName(DType type);

/// The bytes of a dense array, or nothing when the shape has a negative size
/// or the product leaves 64 bits.
std::optional<int64_t> arrayBytes(DType type,
                                  const std::vector<int64_t> &shape);

/// "f32[3x4]", for messages.
std::string describe(DType type, const std::vector<int64_t> &shape);

/// Row-major and dense.
struct Array {
  DType type = DType::F32;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;
};

struct NamedArray {
  std::string name;
  Array array;
};

} // namespace ckpt::data

#endif // CKPT_DATA_ARRAY_H
