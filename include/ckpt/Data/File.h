//===- File.h - Whole files in and out --------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DATA_FILE_H
#define CKPT_DATA_FILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ckpt::data {

/// An error that begins with the file's name.
llvm::Error fileError(llvm::StringRef path, const llvm::Twine &what);

/// Reads a whole regular file.
llvm::Expected<std::vector<uint8_t>> readFile(const std::string &path);

/// Reads a whole file and inflates it when it begins like gzip. `maxBytes`
/// limits the inflated size, so that a small broken file cannot fill memory.
llvm::Expected<std::vector<uint8_t>>
readMaybeGzipped(const std::string &path, uint64_t maxBytes = 1ull << 36);

/// Inflates raw deflate data that must give exactly `size` bytes.
llvm::Expected<std::vector<uint8_t>> inflateRaw(llvm::ArrayRef<uint8_t> data,
                                                uint64_t size);

/// Replaces `path` as a whole or not at all: writes a file beside it, syncs it
/// to the disk and renames it. The pieces are written one after the other.
llvm::Error writeFileAtomically(const std::string &path,
                                llvm::ArrayRef<llvm::ArrayRef<uint8_t>> pieces);

/// The bytes of a text, for `writeFileAtomically`.
inline llvm::ArrayRef<uint8_t> bytesOf(llvm::StringRef text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

} // namespace ckpt::data

#endif // CKPT_DATA_FILE_H
