//===- Passes.h - From ops to kernels and launches --------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_FUSION_PASSES_H
#define CKPT_FUSION_PASSES_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace ckpt {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "ckpt/Fusion/Passes.h.inc"

} // namespace ckpt

#endif // CKPT_FUSION_PASSES_H
