//===- Budget.cpp - A memory budget as written by people ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Measure/Budget.h"

#include <cstdio>
#include <limits>

using namespace ckpt::measure;

using Wide = unsigned __int128;

namespace {

constexpr int64_t maxBytes = std::numeric_limits<int64_t>::max();

struct Unit {
  std::string_view name;
  int64_t bytes;
};

constexpr Unit units[] = {{"B", 1},
                          {"kB", 1000},
                          {"MB", 1000 * 1000},
                          {"GB", 1000 * 1000 * 1000},
                          {"KiB", 1 << 10},
                          {"MiB", 1 << 20},
                          {"GiB", 1 << 30}};

/// A decimal number as a fraction with a power of ten below.
struct Decimal {
  int64_t numerator = 0;
  int64_t denominator = 1;
};

/// Consumes "12" or "12.5" from the front; false when there is no number or it
/// has more than 17 digits.
bool consumeDecimal(std::string_view &text, Decimal &number) {
  int digits = 0;
  bool point = false;
  size_t at = 0;
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (c == '.' && !point && digits > 0) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9')
      break;
    if (++digits > 17)
      return false;
    number.numerator = number.numerator * 10 + (c - '0');
    if (point)
      number.denominator *= 10;
  }
  bool endsInPoint = at > 0 && text[at - 1] == '.';
  text.remove_prefix(at);
  return digits > 0 && !endsInPoint;
}

} // namespace

std::optional<Budget> Budget::parse(std::string_view text, std::string &error) {
  std::string quoted = "budget '" + std::string(text) + "'";
  std::string_view rest = text;
  Decimal number;
  if (!rest.empty() && rest.front() == '-') {
    error = quoted + " is negative";
    return std::nullopt;
  }
  if (!consumeDecimal(rest, number)) {
    error = quoted + " is not NUMBER(B|kB|MB|GB|KiB|MiB|GiB|%), for example "
                     "350MB or 60%";
    return std::nullopt;
  }
  Budget budget;
  budget.spelling = text;
  if (rest == "%") {
    budget.percent = true;
    budget.value = number.numerator;
    budget.denominator = number.denominator;
    return budget;
  }
  for (const Unit &unit : units) {
    if (rest != unit.name)
      continue;
    Wide bytes =
        Wide(number.numerator) * Wide(unit.bytes) / Wide(number.denominator);
    if (bytes > Wide(maxBytes)) {
      error = quoted + " is more than 64 bits of bytes";
      return std::nullopt;
    }
    budget.value = static_cast<int64_t>(bytes);
    return budget;
  }
  error = rest.empty()
              ? quoted + " has no unit; write for example " +
                    std::string(text) + "MB or " + std::string(text) + "%"
              : quoted + " has the unknown unit '" + std::string(rest) +
                    "'; known are B, kB, MB, GB, KiB, MiB, GiB and %";
  return std::nullopt;
}

Budget Budget::fromBytes(int64_t bytes) {
  Budget budget;
  budget.value = bytes;
  budget.spelling = std::to_string(bytes) + "B";
  return budget;
}

int64_t Budget::resolve(int64_t persistentBytes,
                        int64_t baselineTransientPeakBytes) const {
  if (!percent)
    return value;
  Wide share = Wide(value) * Wide(baselineTransientPeakBytes) /
               (Wide(denominator) * 100);
  Wide total = share + Wide(persistentBytes);
  return total > Wide(maxBytes) ? maxBytes : static_cast<int64_t>(total);
}

std::string ckpt::measure::formatBytes(int64_t bytes) {
  const char *names[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  while (value >= 999.95 && unit + 1 < std::size(names)) {
    value /= 1000;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof(text), unit == 0 ? "%.0f %s" : "%.1f %s", value,
                names[unit]);
  return text;
}
