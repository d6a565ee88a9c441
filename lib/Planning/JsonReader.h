//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pull reader for JSON: the caller asks for what it expects next. Keeps no
// tree and does not recurse.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_JSONREADER_H
#define CKPT_LIB_PLANNING_JSONREADER_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ckpt::planning {

class JsonReader {
public:
  explicit JsonReader(std::string_view text) : text(text) {}

  /// The first error, with its line.
  const std::optional<std::string> &error() const { return firstError; }
  bool ok() const { return !firstError; }
  void fail(const std::string &message);

  /// The next character that is not white space, or 0 at the end.
  char peek();
  /// Consumes `c` or fails.
  bool expect(char c);
  /// Consumes `c` when it is next.
  bool accept(char c);

  /// Loops over a list or an object: `while (reader.next(']', first))`.
  /// Consumes commas and the closing bracket.
  bool next(char close, bool &first);

  std::string string();
  int64_t integer();
  double number();
  bool boolean();
  int32_t index();
  /// Skips any value, of any depth.
  void skip();
  void expectEnd();

private:
  std::string_view token();
  void appendEscape(std::string &out);

  std::string_view text;
  size_t at = 0;
  std::optional<std::string> firstError;
};

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_JSONREADER_H
