//===- DataTestUtils.h - Files for the tests of lib/Data --------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TEST_UNIT_DATA_DATATESTUTILS_H
#define CKPT_TEST_UNIT_DATA_DATATESTUTILS_H

#include "ckpt/Data/Array.h"
#include "ckpt/Data/File.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace ckpt::data::test {

/// A file that goes away with its object.
class TemporaryFile {
public:
  explicit TemporaryFile(const char *suffix = "")
      : path(::testing::TempDir() + "ckpt-" + std::to_string(getpid()) + "-" +
             std::to_string(counter()++) + suffix) {}
  TemporaryFile(const std::vector<uint8_t> &bytes, const char *suffix = "")
      : TemporaryFile(suffix) {
    write(bytes);
  }
  ~TemporaryFile() { std::remove(path.c_str()); }

  void write(const std::vector<uint8_t> &bytes) const {
    std::FILE *file = std::fopen(path.c_str(), "wb");
    ASSERT_NE(file, nullptr);
    EXPECT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), file), bytes.size());
    std::fclose(file);
  }

  const std::string path;

private:
  static int &counter() {
    static int value = 0;
    return value;
  }
};

template <typename T>
Array makeArray(DType type, std::vector<int64_t> shape,
                const std::vector<T> &values) {
  Array array{type, std::move(shape), {}};
  array.bytes.resize(values.size() * sizeof(T));
  if (!values.empty())
    std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  return array;
}

template <typename T> std::vector<T> valuesOf(const Array &array) {
  std::vector<T> values(array.bytes.size() / sizeof(T));
  std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

/// The message of a failed `Expected`, or "no error".
template <typename T> std::string messageOf(llvm::Expected<T> result) {
  return result ? "no error" : llvm::toString(result.takeError());
}

/// Reads every truncation of `bytes` and every change of one of its bytes:
/// nothing may crash, and nothing cut off may be accepted.
template <typename Read>
void mutateEverything(const std::vector<uint8_t> &bytes, Read read) {
  TemporaryFile file;
  for (size_t size = 0; size < bytes.size(); ++size) {
    file.write({bytes.begin(), bytes.begin() + long(size)});
    auto result = read(file.path);
    EXPECT_FALSE(bool(result)) << "accepted the first " << size << " bytes";
    llvm::consumeError(result.takeError());
  }
  for (size_t at = 0; at < bytes.size(); ++at)
    for (int change : {0x01, 0x80, 0xff}) {
      std::vector<uint8_t> changed = bytes;
      changed[at] ^= uint8_t(change);
      file.write(changed);
      auto result = read(file.path);
      if (!result)
        llvm::consumeError(result.takeError());
    }
}

} // namespace ckpt::data::test

#endif // CKPT_TEST_UNIT_DATA_DATATESTUTILS_H
