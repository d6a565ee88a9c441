//===- Formats.h - IDX, NPY, NPZ and safetensors files ----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every reader checks the whole file before it allocates what the file claims,
// and says what is wrong with its name; none of them trusts a size.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DATA_FORMATS_H
#define CKPT_DATA_FORMATS_H

#include "ckpt/Data/Array.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace ckpt::data {

/// The format of the MNIST family, plain or gzipped; elements become
/// little-endian.
llvm::Expected<Array> readIdx(const std::string &path);

llvm::Expected<Array> readNpy(const std::string &path);
/// The same from memory; `name` is used in messages.
llvm::Expected<Array> parseNpy(llvm::StringRef name,
                               llvm::ArrayRef<uint8_t> bytes);
std::vector<uint8_t> npyHeader(const Array &array);

/// Arrays of an `.npz` (stored or deflated), names without ".npy", in the
/// order of the file.
llvm::Expected<std::vector<NamedArray>> readNpz(const std::string &path);
llvm::Error writeNpz(const std::string &path,
                     llvm::ArrayRef<NamedArray> arrays);

struct Safetensors {
  /// Sorted by name when written.
  std::vector<NamedArray> tensors;
  std::map<std::string, std::string> metadata;
};

llvm::Expected<Safetensors> readSafetensors(const std::string &path);

/// What `writeSafetensors` writes, without copying the elements first. Equal
/// contents give equal bytes.
struct TensorView {
  std::string name;
  DType type = DType::F32;
  std::vector<int64_t> shape;
  llvm::ArrayRef<uint8_t> bytes;
};
llvm::Error
writeSafetensors(const std::string &path, std::vector<TensorView> tensors,
                 const std::map<std::string, std::string> &metadata);

} // namespace ckpt::data

#endif // CKPT_DATA_FORMATS_H
