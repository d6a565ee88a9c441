//===- Idx.cpp - The format of the MNIST family ---------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two zero bytes, an element type, the number of dimensions, each dimension as
// a big-endian 32-bit number, then the elements, big-endian.
//
//===----------------------------------------------------------------------===//

#include "ckpt/Data/File.h"
#include "ckpt/Data/Formats.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace ckpt::data;
using llvm::Expected;
using llvm::Twine;

static std::optional<DType> idxType(uint8_t code) {
  switch (code) {
  case 0x08:
    return DType::U8;
  case 0x09:
    return DType::I8;
  case 0x0b:
    return DType::I16;
  case 0x0c:
    return DType::I32;
  case 0x0d:
    return DType::F32;
  case 0x0e:
    return DType::F64;
  default:
    return std::nullopt;
  }
}

Expected<Array> ckpt::data::readIdx(const std::string &path) {
  Expected<std::vector<uint8_t>> read = readMaybeGzipped(path);
  if (!read)
    return read.takeError();
  const std::vector<uint8_t> &bytes = *read;
  if (bytes.size() < 4)
    return fileError(path, "is too short to be an IDX file");
  if (bytes[0] != 0 || bytes[1] != 0)
    return fileError(path, "is not an IDX file (its first bytes are not 0 0)");
  std::optional<DType> type = idxType(bytes[2]);
  if (!type)
    return fileError(path, "has the unknown IDX element type " +
                               Twine(unsigned(bytes[2])));
  size_t rank = bytes[3], header = 4 + 4 * rank;
  if (bytes.size() < header)
    return fileError(path, "ends inside its header");
  Array array;
  array.type = *type;
  for (size_t i = 0; i < rank; ++i) {
    const uint8_t *at = bytes.data() + 4 + 4 * i;
    array.shape.push_back(int64_t(at[0]) << 24 | at[1] << 16 | at[2] << 8 |
                          at[3]);
  }
  std::optional<int64_t> size = arrayBytes(*type, array.shape);
  size_t have = bytes.size() - header;
  if (!size || static_cast<uint64_t>(*size) != have)
    return fileError(path, "holds " + Twine(have) +
                               " bytes of elements where " +
                               describe(*type, array.shape) + " needs " +
                               (size ? std::to_string(*size) : "too many"));
  array.bytes.assign(bytes.begin() + header, bytes.end());
  size_t width = static_cast<size_t>(dtypeBytes(*type));
  if (width > 1)
    for (size_t at = 0; at < array.bytes.size(); at += width)
      std::reverse(array.bytes.begin() + at, array.bytes.begin() + at + width);
  return array;
}
