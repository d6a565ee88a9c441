//===- Budget.h - A memory budget as written by people ----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MEASURE_BUDGET_H
#define CKPT_MEASURE_BUDGET_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ckpt::measure {

/// `NUMBER(B|kB|MB|GB|KiB|MiB|GiB|%)`: an amount of bytes for arena and
/// persistent buffers together, or a percentage of the baseline's transient
/// peak on top of the persistent bytes.
class Budget {
public:
  /// Parses exactly: no rounding through floating point, bytes are rounded
  /// down. On failure returns nothing and says why in `error`.
  static std::optional<Budget> parse(std::string_view text, std::string &error);
  static Budget fromBytes(int64_t bytes);

  bool isPercent() const { return percent; }

  /// The limit in bytes on arena + persistent. Both arguments are needed for
  /// percentages only.
  int64_t resolve(int64_t persistentBytes,
                  int64_t baselineTransientPeakBytes) const;

  /// As it was written.
  const std::string &text() const { return spelling; }

private:
  bool percent = false;
  /// Bytes; for percentages the number is `value / denominator`.
  int64_t value = 0;
  int64_t denominator = 1;
  std::string spelling;
};

/// "350.0 MB", for people.
std::string formatBytes(int64_t bytes);

} // namespace ckpt::measure

#endif // CKPT_MEASURE_BUDGET_H
