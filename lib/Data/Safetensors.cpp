//===- Safetensors.cpp - The safetensors format ---------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eight bytes with the length of a JSON header, the header (name -> dtype,
// shape, begin and end offset), then the elements. The header is padded with
// blanks to a multiple of eight.
//
//===----------------------------------------------------------------------===//

#include "ckpt/Data/File.h"
#include "ckpt/Data/Formats.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace ckpt::data;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace json = llvm::json;

static const std::pair<const char *, DType> dtypes[] = {
    {"BOOL", DType::Bool}, {"U8", DType::U8},     {"I8", DType::I8},
    {"I16", DType::I16},   {"I32", DType::I32},   {"I64", DType::I64},
    {"F16", DType::F16},   {"BF16", DType::BF16}, {"F32", DType::F32},
    {"F64", DType::F64}};

/// The JSON parser recurses; a valid header nests three deep.
static bool nestsTooDeep(StringRef text) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > 8)
        return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

/// Fills `tensor` from its header entry; `elements` are all bytes after the
/// header. Returns what is wrong, or an empty string.
static std::string readTensor(const json::Value &value,
                              ArrayRef<uint8_t> elements, NamedArray &tensor) {
  const json::Object *entry = value.getAsObject();
  const json::Array *shape = entry ? entry->getArray("shape") : nullptr;
  const json::Array *offsets =
      entry ? entry->getArray("data_offsets") : nullptr;
  std::optional<StringRef> dtype =
      entry ? entry->getString("dtype") : std::nullopt;
  if (!shape || !offsets || !dtype || offsets->size() != 2)
    return "needs dtype, shape and two data_offsets";
  const auto *known = llvm::find_if(
      dtypes, [&](const auto &pair) { return *dtype == pair.first; });
  if (known == std::end(dtypes))
    return ("has the unsupported dtype '" + *dtype + "'").str();
  Array &array = tensor.array;
  array.type = known->second;
  for (const json::Value &size : *shape) {
    std::optional<int64_t> number = size.getAsInteger();
    if (!number || *number < 0)
      return "has a shape with something other than a size";
    array.shape.push_back(*number);
  }
  std::optional<int64_t> begin = (*offsets)[0].getAsInteger();
  std::optional<int64_t> end = (*offsets)[1].getAsInteger();
  if (!begin || !end || *begin < 0 || *end < *begin ||
      static_cast<uint64_t>(*end) > elements.size())
    return "lies outside of the file, which may be truncated";
  std::optional<int64_t> bytes = arrayBytes(array.type, array.shape);
  if (!bytes || *bytes != *end - *begin)
    return "has " + std::to_string(*end - *begin) + " bytes where " +
           describe(array.type, array.shape) + " needs " +
           (bytes ? std::to_string(*bytes) : "too many");
  ArrayRef<uint8_t> mine = elements.slice(*begin, *bytes);
  array.bytes.assign(mine.begin(), mine.end());
  return "";
}

Expected<Safetensors> ckpt::data::readSafetensors(const std::string &path) {
  Expected<std::vector<uint8_t>> read = readFile(path);
  if (!read)
    return read.takeError();
  ArrayRef<uint8_t> bytes = *read;
  if (bytes.size() < 8)
    return fileError(path, "is too short to be a safetensors file");
  uint64_t length = llvm::support::endian::read64le(bytes.data());
  if (length > bytes.size() - 8)
    return fileError(path, "is not a safetensors file, or is truncated");
  StringRef text(reinterpret_cast<const char *>(bytes.data()) + 8, length);
  if (nestsTooDeep(text))
    return fileError(path, "has a header that is no safetensors header");
  Expected<json::Value> header = json::parse(text);
  if (!header)
    return fileError(path, "has a damaged header: " +
                               llvm::toString(header.takeError()));
  const json::Object *entries = header->getAsObject();
  if (!entries)
    return fileError(path, "has a header that is not an object");
  Safetensors result;
  for (const auto &[key, value] : *entries) {
    if (key == "__metadata__") {
      if (const json::Object *metadata = value.getAsObject())
        for (const auto &[name, text] : *metadata)
          if (std::optional<StringRef> string = text.getAsString())
            result.metadata[name.str()] = string->str();
      continue;
    }
    NamedArray tensor;
    tensor.name = key.str();
    std::string wrong = readTensor(value, bytes.drop_front(8 + length), tensor);
    if (!wrong.empty())
      return fileError(path, "tensor '" + tensor.name + "' " + wrong);
    result.tensors.push_back(std::move(tensor));
  }
  llvm::sort(result.tensors, [](const NamedArray &a, const NamedArray &b) {
    return a.name < b.name;
  });
  return result;
}

Error ckpt::data::writeSafetensors(
    const std::string &path, std::vector<TensorView> tensors,
    const std::map<std::string, std::string> &metadata) {
  llvm::sort(tensors, [](const TensorView &a, const TensorView &b) {
    return a.name < b.name;
  });
  std::string header;
  llvm::raw_string_ostream os(header);
  json::OStream json(os);
  int64_t offset = 0;
  std::vector<ArrayRef<uint8_t>> pieces = {{}, {}};
  json.object([&] {
    if (!metadata.empty())
      json.attributeObject("__metadata__", [&] {
        for (const auto &[name, value] : metadata)
          json.attribute(name, value);
      });
    for (const TensorView &tensor : tensors)
      json.attributeObject(tensor.name, [&] {
        const auto *known = llvm::find_if(dtypes, [&](const auto &pair) {
          return tensor.type == pair.second;
        });
        json.attribute("dtype", known->first);
        json.attributeArray("shape", [&] {
          for (int64_t size : tensor.shape)
            json.value(size);
        });
        json.attributeArray("data_offsets", [&] {
          json.value(offset);
          offset += static_cast<int64_t>(tensor.bytes.size());
          json.value(offset);
        });
        pieces.push_back(tensor.bytes);
      });
  });
  os.flush();
  header.append((8 - header.size() % 8) % 8, ' ');
  uint8_t length[8];
  llvm::support::endian::write64le(length, header.size());
  pieces[0] = length;
  pieces[1] = bytesOf(header);
  return writeFileAtomically(path, pieces);
}
