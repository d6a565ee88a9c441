//===- Npy.cpp - NumPy's format for one array -----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Data/File.h"
#include "ckpt/Data/Formats.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <cstring>

using namespace ckpt::data;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {

struct NpyHeader {
  DType type = DType::F32;
  bool bigEndian = false;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

std::optional<DType> npyType(StringRef code) {
  static const std::pair<StringRef, DType> types[] = {
      {"b1", DType::Bool}, {"u1", DType::U8},  {"i1", DType::I8},
      {"i2", DType::I16},  {"i4", DType::I32}, {"i8", DType::I64},
      {"f2", DType::F16},  {"f4", DType::F32}, {"f8", DType::F64}};
  for (auto [name, type] : types)
    if (name == code)
      return type;
  return std::nullopt;
}

const char *npyCode(DType type) {
  switch (type) {
  case DType::Bool:
    return "|b1";
  case DType::U8:
    return "|u1";
  case DType::I8:
    return "|i1";
  case DType::I16:
    return "<i2";
  case DType::I32:
    return "<i4";
  case DType::I64:
    return "<i8";
  case DType::F16:
    return "<f2";
  case DType::BF16:
    return "<V2"; // NumPy has no bfloat16
  case DType::F32:
    return "<f4";
  case DType::F64:
    return "<f8";
  }
  return "";
}

/// What follows `'key':` in the dictionary, without leading blanks.
std::optional<StringRef> valueOf(StringRef dictionary, StringRef key) {
  for (StringRef quote : {"'", "\""}) {
    std::string quoted = (quote + key + quote).str();
    size_t at = dictionary.find(quoted);
    if (at == StringRef::npos)
      continue;
    StringRef rest = dictionary.substr(at + quoted.size()).ltrim();
    if (rest.consume_front(":"))
      return rest.ltrim();
  }
  return std::nullopt;
}

/// Returns what is wrong with the dictionary, or an empty string.
std::string parseDictionary(StringRef text, NpyHeader &header) {
  std::optional<StringRef> descr = valueOf(text, "descr");
  std::optional<StringRef> order = valueOf(text, "fortran_order");
  std::optional<StringRef> shape = valueOf(text, "shape");
  if (!descr || !order || !shape)
    return "has a header without descr, fortran_order and shape";
  if (!descr->starts_with("'") && !descr->starts_with("\""))
    return "has a structured element type";
  StringRef code = descr->drop_front().take_until(
      [&](char c) { return c == descr->front(); });
  std::optional<DType> type =
      code.size() == 3 ? npyType(code.drop_front()) : std::nullopt;
  if (!type)
    return ("has the unsupported element type '" + code + "'").str();
  header.type = *type;
  header.bigEndian = code.front() == '>';
  header.fortranOrder = order->starts_with("True");
  if (!header.fortranOrder && !order->starts_with("False"))
    return "has a header whose fortran_order is neither True nor False";
  if (!shape->consume_front("("))
    return "has a header whose shape is not a tuple";
  size_t close = shape->find(')');
  if (close == StringRef::npos)
    return "has a header whose shape does not end";
  llvm::SmallVector<StringRef> sizes;
  shape->take_front(close).split(sizes, ',');
  for (size_t i = 0; i < sizes.size(); ++i) {
    StringRef number = sizes[i].trim();
    if (number.empty() && i + 1 == sizes.size())
      continue; // "(3,)" and "()"
    int64_t size = 0;
    if (number.getAsInteger(10, size) || size < 0)
      return ("has the shape entry '" + number + "'").str();
    header.shape.push_back(size);
  }
  return "";
}

/// From column-major to row-major.
void transpose(Array &array) {
  size_t rank = array.shape.size();
  size_t width = static_cast<size_t>(dtypeBytes(array.type));
  std::vector<uint8_t> out(array.bytes.size());
  std::vector<size_t> stride(rank, width), index(rank, 0);
  for (size_t i = 1; i < rank; ++i)
    stride[i] = stride[i - 1] * static_cast<size_t>(array.shape[i - 1]);
  size_t from = 0;
  for (size_t to = 0; to < out.size(); to += width) {
    std::memcpy(out.data() + to, array.bytes.data() + from, width);
    for (size_t i = rank; i-- > 0;) {
      from += stride[i];
      if (++index[i] < static_cast<size_t>(array.shape[i]))
        break;
      from -= stride[i] * index[i];
      index[i] = 0;
    }
  }
  array.bytes = std::move(out);
}

} // namespace

Expected<Array> ckpt::data::parseNpy(StringRef name, ArrayRef<uint8_t> bytes) {
  if (bytes.size() < 10 || std::memcmp(bytes.data(), "\x93NUMPY", 6) != 0)
    return fileError(name, "is not an .npy file");
  unsigned major = bytes[6];
  if (major < 1 || major > 3)
    return fileError(name, "has the unknown .npy version " + Twine(major));
  size_t lengthBytes = major == 1 ? 2 : 4, start = 8 + lengthBytes;
  if (bytes.size() < start)
    return fileError(name, "ends inside its header");
  size_t length = 0;
  for (size_t i = 0; i < lengthBytes; ++i)
    length |= size_t(bytes[8 + i]) << (8 * i);
  if (length > bytes.size() - start)
    return fileError(name, "ends inside its header");
  NpyHeader header;
  std::string wrong = parseDictionary(
      StringRef(reinterpret_cast<const char *>(bytes.data()) + start, length),
      header);
  if (!wrong.empty())
    return fileError(name, wrong);
  std::optional<int64_t> size = arrayBytes(header.type, header.shape);
  size_t have = bytes.size() - start - length;
  if (!size || static_cast<uint64_t>(*size) != have)
    return fileError(name, "holds " + Twine(have) +
                               " bytes of elements where " +
                               describe(header.type, header.shape) + " needs " +
                               (size ? std::to_string(*size) : "too many"));
  Array array{header.type, header.shape, {}};
  array.bytes.assign(bytes.begin() + start + length, bytes.end());
  size_t width = static_cast<size_t>(dtypeBytes(array.type));
  if (header.bigEndian && width > 1)
    for (size_t at = 0; at < array.bytes.size(); at += width)
      std::reverse(array.bytes.begin() + at, array.bytes.begin() + at + width);
  if (header.fortranOrder && array.shape.size() > 1)
    transpose(array);
  return array;
}

Expected<Array> ckpt::data::readNpy(const std::string &path) {
  Expected<std::vector<uint8_t>> bytes = readFile(path);
  if (!bytes)
    return bytes.takeError();
  return parseNpy(path, *bytes);
}

std::vector<uint8_t> ckpt::data::npyHeader(const Array &array) {
  std::string text = std::string("{'descr': '") + npyCode(array.type) +
                     "', 'fortran_order': False, 'shape': (";
  for (int64_t size : array.shape)
    text += std::to_string(size) + ",";
  text += "), }";
  // The elements begin at a multiple of 64, as NumPy does it.
  size_t total = (10 + text.size() + 1 + 63) / 64 * 64;
  text.append(total - 10 - text.size() - 1, ' ');
  text += '\n';
  std::vector<uint8_t> out = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
  out.push_back(static_cast<uint8_t>(text.size()));
  out.push_back(static_cast<uint8_t>(text.size() >> 8));
  out.insert(out.end(), text.begin(), text.end());
  return out;
}
