//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonReader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

using namespace ckpt::planning;

void JsonReader::fail(const std::string &message) {
  if (firstError)
    return;
  size_t line = 1 + std::count(text.begin(),
                               text.begin() + std::min(at, text.size()), '\n');
  firstError = "line " + std::to_string(line) + ": " + message;
}

char JsonReader::peek() {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\n' ||
                              text[at] == '\t' || text[at] == '\r'))
    ++at;
  return at < text.size() ? text[at] : 0;
}

bool JsonReader::accept(char c) {
  if (!ok() || peek() != c)
    return false;
  ++at;
  return true;
}

bool JsonReader::expect(char c) {
  if (accept(c))
    return true;
  fail(std::string("expected '") + c + "'");
  return false;
}

bool JsonReader::next(char close, bool &first) {
  if (!ok() || accept(close))
    return false;
  if (!first && !expect(','))
    return false;
  first = false;
  return true;
}

void JsonReader::appendEscape(std::string &out) {
  char c = at < text.size() ? text[at++] : 0;
  static constexpr std::string_view names = "\"\\/bfnrt";
  static constexpr std::string_view meaning = "\"\\/\b\f\n\r\t";
  if (size_t i = names.find(c); c && i != std::string_view::npos) {
    out += meaning[i];
    return;
  }
  unsigned code = 0;
  if (c != 'u' || at + 4 > text.size() ||
      std::from_chars(text.data() + at, text.data() + at + 4, code, 16).ptr !=
          text.data() + at + 4)
    return fail("bad escape in a string");
  at += 4;
  // Names are for people: surrogate halves become a replacement character.
  if (code >= 0xD800 && code < 0xE000)
    code = 0xFFFD;
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

std::string JsonReader::string() {
  std::string result;
  if (!expect('"'))
    return result;
  while (ok()) {
    if (at >= text.size()) {
      fail("a string does not end");
    } else if (char c = text[at++]; c == '"') {
      break;
    } else if (c == '\\') {
      appendEscape(result);
    } else {
      result += c;
    }
  }
  return result;
}

/// A number or word: everything up to the next delimiter.
std::string_view JsonReader::token() {
  peek();
  size_t begin = at;
  while (at < text.size() &&
         std::string_view(" \n\t\r,]}:\"[{").find(text[at]) ==
             std::string_view::npos)
    ++at;
  return text.substr(begin, at - begin);
}

int64_t JsonReader::integer() {
  if (!ok())
    return 0;
  std::string_view t = token();
  int64_t value = 0;
  auto [end, code] = std::from_chars(t.data(), t.data() + t.size(), value);
  if (code == std::errc() && end == t.data() + t.size() && !t.empty())
    return value;
  double real = 0;
  auto [realEnd, realCode] =
      std::from_chars(t.data(), t.data() + t.size(), real);
  if (t.empty() || realCode != std::errc() || realEnd != t.data() + t.size())
    fail("expected an integer");
  else if (std::fabs(real) >= 0x1p63)
    fail("the integer does not fit 64 bits");
  else if (real != std::floor(real))
    fail("expected an integer");
  return ok() ? static_cast<int64_t>(real) : 0;
}

double JsonReader::number() {
  if (!ok())
    return 0;
  std::string_view t = token();
  double value = 0;
  auto [end, code] = std::from_chars(t.data(), t.data() + t.size(), value);
  if (t.empty() || code != std::errc() || end != t.data() + t.size())
    fail("expected a number");
  return value;
}

bool JsonReader::boolean() {
  if (!ok())
    return false;
  std::string_view t = token();
  if (t != "true" && t != "false")
    fail("expected true or false");
  return t == "true";
}

int32_t JsonReader::index() {
  int64_t value = integer();
  if (value < INT32_MIN || value > INT32_MAX) {
    fail("the index is out of range");
    return 0;
  }
  return static_cast<int32_t>(value);
}

void JsonReader::skip() {
  int64_t depth = 0;
  do {
    char c = peek();
    if (c == '"') {
      string();
    } else if (c == '[' || c == '{') {
      ++at;
      ++depth;
    } else if (depth > 0 && (c == ']' || c == '}')) {
      ++at;
      --depth;
    } else if (depth > 0 && (c == ',' || c == ':')) {
      ++at;
    } else if (token().empty()) {
      fail("expected a value");
    }
  } while (ok() && depth > 0);
}

void JsonReader::expectEnd() {
  if (ok() && peek() != 0)
    fail("unexpected text behind the end");
}
