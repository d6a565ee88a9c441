//===- Patterns.h - Pieces of the lowering to the CPU -----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_LOWERING_CPU_PATTERNS_H
#define CKPT_LIB_LOWERING_CPU_PATTERNS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

namespace ckpt {

/// Flat memrefs are pointers: loads, stores, views and globals.
void populateMemoryPatterns(const mlir::LLVMTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

/// f32 functions with a formula of their own, and bounds by constants.
void populateMathFormulas(mlir::RewritePatternSet &patterns);

} // namespace ckpt

#endif // CKPT_LIB_LOWERING_CPU_PATTERNS_H
