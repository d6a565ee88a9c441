//===- Ckpt.h - The ckpt dialect --------------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DIALECT_CKPT_H
#define CKPT_DIALECT_CKPT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace ckpt {

// Names of the discardable attributes; CkptDialect.td says what they mean.
inline constexpr llvm::StringLiteral paramAttrName = "ckpt.param";
inline constexpr llvm::StringLiteral stateAttrName = "ckpt.state";
inline constexpr llvm::StringLiteral optStateAttrName = "ckpt.opt_state";
inline constexpr llvm::StringLiteral dataAttrName = "ckpt.data";
inline constexpr llvm::StringLiteral initAttrName = "ckpt.init";
inline constexpr llvm::StringLiteral learningRateAttrName = "ckpt.lr";
inline constexpr llvm::StringLiteral stepIndexAttrName = "ckpt.step_index";
inline constexpr llvm::StringLiteral lossAttrName = "ckpt.loss";
inline constexpr llvm::StringLiteral metricAttrName = "ckpt.metric";
inline constexpr llvm::StringLiteral checkAttrName = "ckpt.check";
inline constexpr llvm::StringLiteral donatesAttrName = "ckpt.donates";
inline constexpr llvm::StringLiteral nameAttrName = "ckpt.name";
inline constexpr llvm::StringLiteral namesAttrName = "ckpt.names";
inline constexpr llvm::StringLiteral marksAttrName = "ckpt.marks";
inline constexpr llvm::StringLiteral stepAttrName = "ckpt.step";
inline constexpr llvm::StringLiteral regionsAttrName = "ckpt.regions";
inline constexpr llvm::StringLiteral cloneOfAttrName = "ckpt.clone_of";
inline constexpr llvm::StringLiteral cloneNumberAttrName = "ckpt.clone";
inline constexpr llvm::StringLiteral planAttrName = "ckpt.plan";
inline constexpr llvm::StringLiteral memoryAttrName = "ckpt.memory";
inline constexpr llvm::StringLiteral objectivesAttrName = "ckpt.objectives";

} // namespace ckpt

#include "ckpt/Dialect/CkptDialect.h.inc"
#include "ckpt/Dialect/CkptEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ckpt/Dialect/CkptAttrs.h.inc"
#define GET_OP_CLASSES
#include "ckpt/Dialect/CkptOps.h.inc"

#endif // CKPT_DIALECT_CKPT_H
