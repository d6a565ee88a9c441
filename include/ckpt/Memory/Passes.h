//===- Passes.h - Passes of the Memory stage ---------------------*- C++
//-*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MEMORY_PASSES_H
#define CKPT_MEMORY_PASSES_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Pass/Pass.h"

namespace ckpt {

#define GEN_PASS_DECL
#include "ckpt/Memory/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ckpt/Memory/Passes.h.inc"

} // namespace ckpt

#endif // CKPT_MEMORY_PASSES_H
