//===- Toy.h - A dialect that knows ckpt ------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOY_H
#define TOY_H

#include "ckpt/Interfaces/Differentiation.h"
#include "ckpt/Interfaces/Rematerialization.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace toy {
// The declarations of linalg's interface are written for namespace mlir.
using mlir::FailureOr;
using mlir::OpBuilder;
using mlir::SmallVector;
using mlir::Value;
} // namespace toy

#include "ToyDialect.h.inc"
#define GET_OP_CLASSES
#include "Toy.h.inc"

namespace toy {
/// The dialect and the external models of its ops.
void registerToy(mlir::DialectRegistry &registry);

/// A cost model, "dear-swish", in which a kernel with toy.swish costs a
/// thousand times any other, and a solver, "halves".
void registerPlanning(mlir::DialectRegistry &registry);
} // namespace toy

#endif // TOY_H
