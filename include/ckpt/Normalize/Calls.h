//===- Calls.h - Calls become regions or vanish -----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_NORMALIZE_CALLS_H
#define CKPT_NORMALIZE_CALLS_H

#include "mlir/IR/BuiltinOps.h"

namespace ckpt {

/// On a function or a call: every such call becomes a region.
inline constexpr llvm::StringLiteral checkpointAttrName = "ckpt.checkpoint";

/// Inlines every call of a function with a body; where the call or its callee
/// has `ckpt.checkpoint`, into a `ckpt.region` that is labelled with the
/// callee's name. Called functions without roles are erased afterwards.
/// Fails, with a diagnostic at the call, for recursion and unstructured bodies.
mlir::LogicalResult expandCalls(mlir::ModuleOp module);

} // namespace ckpt

#endif // CKPT_NORMALIZE_CALLS_H
