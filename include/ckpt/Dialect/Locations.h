//===- Locations.h - Where a value was written -------------------*- C++
//-*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DIALECT_LOCATIONS_H
#define CKPT_DIALECT_LOCATIONS_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

namespace ckpt {

/// Says of `op`, and of what is in it, that it came here by a call.
void setCallSite(mlir::Operation *op, mlir::Location call);

/// The place of a call through which the location came here, the outermost
/// one; null if there is none.
mlir::LocationAttr callSiteOf(mlir::Location location);

/// The innermost place in a file; null if there is none.
mlir::FileLineColLoc placeOf(mlir::Location location);

/// The first name in the location; empty if there is none.
llvm::StringRef nameOf(mlir::Location location);

} // namespace ckpt

#endif // CKPT_DIALECT_LOCATIONS_H
