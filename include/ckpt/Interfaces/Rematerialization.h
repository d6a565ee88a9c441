//===- Rematerialization.h - Interfaces of Remat ----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_INTERFACES_REMATERIALIZATION_H
#define CKPT_INTERFACES_REMATERIALIZATION_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "ckpt/Interfaces/RematerializationOps.h.inc"

namespace ckpt {

/// Whether `op`, with what it holds, may run more than once in a step.
bool isRecomputable(mlir::Operation *op);

} // namespace ckpt

#endif // CKPT_INTERFACES_REMATERIALIZATION_H
