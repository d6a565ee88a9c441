//===- Passes.h - Channels last ---------------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LAYOUT_PASSES_H
#define CKPT_LAYOUT_PASSES_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace ckpt {

#define GEN_PASS_DECL
#include "ckpt/Layout/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ckpt/Layout/Passes.h.inc"

} // namespace ckpt

#endif // CKPT_LAYOUT_PASSES_H
