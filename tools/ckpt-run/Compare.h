//===- Compare.h - Equal to the last bit, or not ----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_COMPARE_H
#define CKPT_TOOLS_CKPT_RUN_COMPARE_H

#include "llvm/Support/Error.h"

#include <string>

namespace ckpt::tool {

/// Compares two safetensors files byte for byte. Returns an empty string when
/// they are equal, else which tensor differs first, where, and by what.
llvm::Expected<std::string> compareSaved(const std::string &mine,
                                         const std::string &plain);

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_COMPARE_H
