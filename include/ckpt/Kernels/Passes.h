//===- Passes.h - Passes of the Kernels stage -------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_KERNELS_PASSES_H
#define CKPT_KERNELS_PASSES_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace ckpt {

#define GEN_PASS_DECL
#include "ckpt/Kernels/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ckpt/Kernels/Passes.h.inc"

} // namespace ckpt

#endif // CKPT_KERNELS_PASSES_H
