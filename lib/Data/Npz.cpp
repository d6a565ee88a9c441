//===- Npz.cpp - NumPy's archives: zip files of .npy files ----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Data/File.h"
#include "ckpt/Data/Formats.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

#include <limits>
#include <zlib.h>

using namespace ckpt::data;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

namespace {

constexpr uint32_t localMagic = 0x04034b50, centralMagic = 0x02014b50,
                   endMagic = 0x06054b50, end64Magic = 0x06064b50,
                   locator64Magic = 0x07064b50;
constexpr size_t localBytes = 30, centralBytes = 46, endBytes = 22,
                 end64Bytes = 56, locator64Bytes = 20;

struct Entry {
  std::string name;
  unsigned method = 0;
  uint32_t crc = 0;
  uint64_t compressed = 0, size = 0, local = 0;
};

/// Reads the list at the end of a zip file. Offsets are checked before use.
class ZipDirectory {
public:
  ZipDirectory(StringRef path, ArrayRef<uint8_t> bytes)
      : path(path), bytes(bytes) {}

  Expected<std::vector<Entry>> read();
  Expected<std::vector<uint8_t>> extract(const Entry &entry);

private:
  bool inside(uint64_t offset, uint64_t size) const {
    return offset <= bytes.size() && size <= bytes.size() - offset;
  }
  Error findDirectory(uint64_t &offset, uint64_t &count);
  Expected<Entry> readEntry(uint64_t &offset);

  StringRef path;
  ArrayRef<uint8_t> bytes;
};

Error ZipDirectory::findDirectory(uint64_t &offset, uint64_t &count) {
  if (bytes.size() < endBytes)
    return fileError(path, "is too short to be an .npz file");
  // A comment of up to 65535 bytes may follow the end record.
  size_t at = bytes.size() - endBytes;
  size_t last = at > 65535 ? at - 65535 : 0;
  while (read32le(&bytes[at]) != endMagic) {
    if (at == last)
      return fileError(path, "is not an .npz file, or is truncated");
    --at;
  }
  count = read16le(&bytes[at + 10]);
  offset = read32le(&bytes[at + 16]);
  if (count != 0xffff && offset != 0xffffffff)
    return Error::success();
  if (at < locator64Bytes ||
      read32le(&bytes[at - locator64Bytes]) != locator64Magic)
    return fileError(path, "is a damaged zip file (no 64-bit locator)");
  uint64_t end64 = read64le(&bytes[at - locator64Bytes + 8]);
  if (!inside(end64, end64Bytes) || read32le(&bytes[end64]) != end64Magic)
    return fileError(path, "is a damaged zip file (no 64-bit end record)");
  count = read64le(&bytes[end64 + 32]);
  offset = read64le(&bytes[end64 + 48]);
  return Error::success();
}

Expected<Entry> ZipDirectory::readEntry(uint64_t &offset) {
  if (!inside(offset, centralBytes) || read32le(&bytes[offset]) != centralMagic)
    return fileError(path, "is a damaged zip file (directory)");
  const uint8_t *at = &bytes[offset];
  Entry entry;
  entry.method = read16le(at + 10);
  entry.crc = read32le(at + 16);
  entry.compressed = read32le(at + 20);
  entry.size = read32le(at + 24);
  entry.local = read32le(at + 42);
  size_t nameBytes = read16le(at + 28), extraBytes = read16le(at + 30),
         commentBytes = read16le(at + 32);
  if (!inside(offset + centralBytes, nameBytes + extraBytes + commentBytes))
    return fileError(path, "is a damaged zip file (directory)");
  entry.name.assign(reinterpret_cast<const char *>(at) + centralBytes,
                    nameBytes);
  // The 64-bit sizes stand in extra field 1, only those that did not fit.
  ArrayRef<uint8_t> extra(at + centralBytes + nameBytes, extraBytes);
  while (extra.size() >= 4) {
    size_t id = read16le(extra.data()), length = read16le(extra.data() + 2);
    extra = extra.drop_front(4);
    if (length > extra.size())
      break;
    ArrayRef<uint8_t> field = extra.take_front(length);
    extra = extra.drop_front(length);
    if (id != 1)
      continue;
    for (uint64_t *value : {&entry.size, &entry.compressed, &entry.local})
      if (*value == 0xffffffff && field.size() >= 8) {
        *value = read64le(field.data());
        field = field.drop_front(8);
      }
  }
  offset += centralBytes + nameBytes + extraBytes + commentBytes;
  return entry;
}

Expected<std::vector<Entry>> ZipDirectory::read() {
  uint64_t offset = 0, count = 0;
  if (Error error = findDirectory(offset, count))
    return std::move(error);
  std::vector<Entry> entries;
  for (uint64_t i = 0; i < count; ++i) {
    Expected<Entry> entry = readEntry(offset);
    if (!entry)
      return entry.takeError();
    entries.push_back(std::move(*entry));
  }
  return entries;
}

Expected<std::vector<uint8_t>> ZipDirectory::extract(const Entry &entry) {
  if (!inside(entry.local, localBytes) ||
      read32le(&bytes[entry.local]) != localMagic)
    return fileError(path, "is a damaged zip file at '" + entry.name + "'");
  uint64_t start = entry.local + localBytes +
                   read16le(&bytes[entry.local + 26]) +
                   read16le(&bytes[entry.local + 28]);
  if (!inside(start, entry.compressed))
    return fileError(path, "is truncated in '" + entry.name + "'");
  ArrayRef<uint8_t> stored = bytes.slice(start, entry.compressed);
  std::vector<uint8_t> out;
  if (entry.method == 0) {
    if (entry.size != entry.compressed)
      return fileError(path, "has two sizes for '" + entry.name + "'");
    out.assign(stored.begin(), stored.end());
  } else if (entry.method == 8) {
    Expected<std::vector<uint8_t>> inflated = inflateRaw(stored, entry.size);
    if (!inflated)
      return fileError(path, "'" + entry.name + "' " +
                                 llvm::toString(inflated.takeError()));
    out = std::move(*inflated);
  } else {
    return fileError(path, "'" + entry.name + "' uses the compression method " +
                               Twine(entry.method));
  }
  if (crc32_z(0, out.data(), out.size()) != entry.crc)
    return fileError(path, "'" + entry.name + "' has a wrong checksum");
  return out;
}

/// Appends little-endian numbers.
struct Writer {
  std::vector<uint8_t> bytes;
  void put(uint64_t value, int width) {
    for (int i = 0; i < width; ++i)
      bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
  }
  void put(StringRef text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
  }
  /// The fields that local and central headers share.
  void putCommon(uint32_t crc, uint64_t size, StringRef name) {
    put(20, 2);   // version needed
    put(0, 2);    // flags
    put(0, 2);    // stored
    put(0, 2);    // time: none, so that equal contents give equal files
    put(0x21, 2); // 1980-01-01
    put(crc, 4);
    put(size, 4);
    put(size, 4);
    put(name.size(), 2);
    put(0, 2); // extra
  }
};

} // namespace

Expected<std::vector<NamedArray>> ckpt::data::readNpz(const std::string &path) {
  Expected<std::vector<uint8_t>> bytes = readFile(path);
  if (!bytes)
    return bytes.takeError();
  ZipDirectory zip(path, *bytes);
  Expected<std::vector<Entry>> entries = zip.read();
  if (!entries)
    return entries.takeError();
  std::vector<NamedArray> arrays;
  for (const Entry &entry : *entries) {
    StringRef name = entry.name;
    if (!name.consume_back(".npy"))
      return fileError(path, "holds '" + name + "', which is not an array");
    Expected<std::vector<uint8_t>> content = zip.extract(entry);
    if (!content)
      return content.takeError();
    Expected<Array> array =
        parseNpy((path + ": '" + name + "'").str(), *content);
    if (!array)
      return array.takeError();
    arrays.push_back({name.str(), std::move(*array)});
  }
  return arrays;
}

Error ckpt::data::writeNpz(const std::string &path,
                           ArrayRef<NamedArray> arrays) {
  constexpr uint64_t limit = std::numeric_limits<uint32_t>::max();
  std::vector<Writer> headers(arrays.size());
  std::vector<ArrayRef<uint8_t>> pieces;
  Writer central;
  uint64_t offset = 0;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const Array &array = arrays[i].array;
    std::string name = arrays[i].name + ".npy";
    std::vector<uint8_t> npy = npyHeader(array);
    uint64_t size = npy.size() + array.bytes.size();
    if (size > limit || offset > limit || name.size() > 0xffff)
      return fileError(path, "is limited to 4 GiB");
    uint32_t crc = crc32_z(0, npy.data(), npy.size());
    // zlib takes a null pointer as the wish for the initial value.
    if (!array.bytes.empty())
      crc = crc32_z(crc, array.bytes.data(), array.bytes.size());
    Writer &local = headers[i];
    local.put(localMagic, 4);
    local.putCommon(crc, size, name);
    local.put(name);
    local.bytes.insert(local.bytes.end(), npy.begin(), npy.end());
    central.put(centralMagic, 4);
    central.put(20, 2); // version made by
    central.putCommon(crc, size, name);
    central.put(0, 2); // comment
    central.put(0, 2); // disk
    central.put(0, 2); // internal attributes
    central.put(0, 4); // external attributes
    central.put(offset, 4);
    central.put(name);
    offset += local.bytes.size() + array.bytes.size();
    pieces.push_back(local.bytes);
    pieces.push_back(array.bytes);
  }
  if (offset > limit || arrays.size() >= 0xffff)
    return fileError(path, "is limited to 4 GiB and 65534 arrays");
  size_t centralSize = central.bytes.size();
  central.put(endMagic, 4);
  central.put(0, 4); // disks
  central.put(arrays.size(), 2);
  central.put(arrays.size(), 2);
  central.put(centralSize, 4);
  central.put(offset, 4);
  central.put(0, 2); // comment
  pieces.push_back(central.bytes);
  return writeFileAtomically(path, pieces);
}
