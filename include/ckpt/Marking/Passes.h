//===- Passes.h - Roles and regions --------------------------------*- C++
//-*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MARKING_PASSES_H
#define CKPT_MARKING_PASSES_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace ckpt {

#define GEN_PASS_DECL
#include "ckpt/Marking/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ckpt/Marking/Passes.h.inc"

} // namespace ckpt

#endif // CKPT_MARKING_PASSES_H
