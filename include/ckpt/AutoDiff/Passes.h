//===- Passes.h - Passes of AutoDiff ----------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_AUTODIFF_PASSES_H
#define CKPT_AUTODIFF_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace ckpt {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "ckpt/AutoDiff/Passes.h.inc"

} // namespace ckpt

#endif // CKPT_AUTODIFF_PASSES_H
