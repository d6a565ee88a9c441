//===- CorruptClone.cpp - A damaged plan, to test that --compare notices --===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorruptClone.h"

#include "llvm/ADT/Twine.h"

using namespace ckpt;
using runtime::Buffer;
using runtime::Kernel;
using runtime::Launch;

/// Flips the highest bit of the exponent of a first element in single
/// precision: zero becomes two.
static void flipBit(void *const *args, int64_t) {
  static_cast<uint8_t *>(args[0])[3] ^= 0x40;
}

llvm::Error tool::corruptClone(runtime::Table &table, int64_t index) {
  int64_t at = -1, clones = 0;
  for (size_t i = 0; i < table.launches.size(); ++i)
    if (table.launches[i].clone && clones++ == index)
      at = static_cast<int64_t>(i);
  if (at < 0)
    return llvm::createStringError("the plan has " + llvm::Twine(clones) +
                                   " clones");
  const Launch &clone = table.launches[static_cast<size_t>(at)];
  const Kernel &kernel = table.kernels[static_cast<size_t>(clone.kernel)];
  runtime::Argument result =
      clone.arguments[static_cast<size_t>(kernel.numOperands)];

  Kernel flip;
  flip.name = "flip_bit";
  flip.numResults = 1;
  flip.phases.push_back({"flip_bit", 1, flipBit});
  Launch launch;
  launch.kernel = static_cast<int32_t>(table.kernels.size());
  launch.arguments.push_back(result);
  launch.name = "corrupted " + clone.name;
  table.kernels.push_back(std::move(flip));
  table.launches.insert(table.launches.begin() + at + 1, std::move(launch));
  for (Buffer &buffer : table.buffers) {
    buffer.firstLaunch += buffer.firstLaunch > at;
    buffer.lastLaunch += buffer.lastLaunch > at;
  }
  return llvm::Error::success();
}
