//===- Primitive.h - Library primitives of kernels --------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_KERNELS_PRIMITIVE_H
#define CKPT_KERNELS_PRIMITIVE_H

#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Runtime/PrimitiveSpec.h"

#include <optional>

namespace ckpt {

/// The primitive that computes what the kernel's body computes: one f32
/// convolution, one of its gradients, or one contraction that is a matrix
/// product of dense operands.
std::optional<runtime::PrimitiveSpec> matchPrimitive(KernelOp kernel);

mlir::DictionaryAttr primitiveToAttr(mlir::MLIRContext *context,
                                     const runtime::PrimitiveSpec &spec);

/// Reads the attribute back; diagnostics at `op`.
mlir::FailureOr<runtime::PrimitiveSpec>
primitiveFromAttr(mlir::Operation *op, mlir::DictionaryAttr attr);

} // namespace ckpt

#endif // CKPT_KERNELS_PRIMITIVE_H
