//===- Compare.cpp - Equal to the last bit, or not ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"

#include "ckpt/Data/File.h"
#include "ckpt/Data/Formats.h"

#include <algorithm>

using namespace ckpt;
using llvm::Expected;

/// "tensor 'w' differs first at element 3 of f32[2x2], in 4 of 16 bytes"
static std::string difference(const data::NamedArray &a,
                              const data::NamedArray &b) {
  if (a.name != b.name)
    return "tensors '" + a.name + "' and '" + b.name +
           "' stand in the same place";
  std::string type = data::describe(a.array.type, a.array.shape);
  if (a.array.type != b.array.type || a.array.shape != b.array.shape)
    return "tensor '" + a.name + "' is " + type + " and " +
           data::describe(b.array.type, b.array.shape);
  const std::vector<uint8_t> &x = a.array.bytes, &y = b.array.bytes;
  size_t first = x.size(), count = 0;
  for (size_t i = x.size(); i-- > 0;)
    if (x[i] != y[i]) {
      first = i;
      ++count;
    }
  if (count == 0)
    return "";
  size_t width = static_cast<size_t>(data::dtypeBytes(a.array.type));
  return "tensor '" + a.name + "' differs first at element " +
         std::to_string(first / width) + " of " + type + ", in " +
         std::to_string(count) + " of " + std::to_string(x.size()) + " bytes";
}

Expected<std::string> tool::compareSaved(const std::string &mine,
                                         const std::string &plain) {
  Expected<std::vector<uint8_t>> a = data::readFile(mine);
  if (!a)
    return a.takeError();
  Expected<std::vector<uint8_t>> b = data::readFile(plain);
  if (!b)
    return b.takeError();
  if (*a == *b)
    return std::string();
  Expected<data::Safetensors> x = data::readSafetensors(mine);
  if (!x)
    return x.takeError();
  Expected<data::Safetensors> y = data::readSafetensors(plain);
  if (!y)
    return y.takeError();
  for (size_t i = 0; i < std::min(x->tensors.size(), y->tensors.size()); ++i) {
    std::string what = difference(x->tensors[i], y->tensors[i]);
    if (!what.empty())
      return what;
  }
  return std::string("the saved files differ outside of their tensors");
}
