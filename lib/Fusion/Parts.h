//===- Parts.h - Concatenations read as their parts -------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_PARTS_H
#define CKPT_LIB_FUSION_PARTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ckpt::fusion {

/// A generic that reads a concatenation along one of its parallel loops becomes
/// one generic per part, and a concatenation of their results in the same
/// kernel (`groupAttrName`). A concatenation that nobody else reads disappears;
/// a result that is only read in separate slices is stored as these.
///
/// The bytes that are read stay the same, and what is alive instead of the
/// concatenation are its parts, of the same size. Marks do not matter: no work
/// moves, a concatenation only moves data.
void readParts(mlir::func::FuncOp function);

/// Writes a slice inserted into a constant as a concatenation.
void insertionsToConcats(mlir::func::FuncOp function);

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_PARTS_H
