//===- Report.h - What fusion did, as JSON ----------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_REPORT_H
#define CKPT_LIB_FUSION_REPORT_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/JSON.h"

namespace ckpt::fusion {

/// Why the result of an elementwise op is stored; on the op, later on the
/// launch. Exists only while the pass runs.
inline constexpr llvm::StringLiteral noteAttrName = "ckpt.fusion_note";

/// Bytes that the function's ops, each by itself, read and write.
int64_t trafficOf(mlir::func::FuncOp function);

/// One function's part of the report: its launches with their bytes, and why
/// values are stored. Removes the notes.
llvm::json::Object describeFusion(mlir::func::FuncOp function,
                                  int64_t trafficBefore);

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_REPORT_H
