//===- Ops.h - How fusion sees the ops of a step ----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_FUSION_OPS_H
#define CKPT_LIB_FUSION_OPS_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSet.h"

namespace ckpt::fusion {

/// What an op of the step becomes.
enum class Kind {
  /// `tensor.empty`, constants, fills and scalar arithmetic: no launch and no
  /// buffer, each kernel has its own copy.
  Material,
  /// A constant with different elements: an operand of kernels.
  Constant,
  /// A reshape of a dense tensor; stays between the launches.
  View,
  /// `tensor.extract_slice`: part of the kernels that read it.
  Slice,
  /// `linalg.generic`.
  Generic,
  /// An op with a kernel of its own: contractions, windows, concatenations.
  Single,
  /// Terminators, gradients, barriers and launches.
  Structure,
  /// Anything that no kernel can hold.
  Unknown
};
Kind classify(mlir::Operation *op);

/// Bytes of a tensor of static shape; an `i1` counts one.
int64_t bytesOf(mlir::Type type);
inline int64_t bytesOf(mlir::Value value) { return bytesOf(value.getType()); }

/// Tensors up to this size never decide where work goes, and ops on nothing
/// larger may share a kernel: such a kernel lives in the first-level caches.
inline constexpr int64_t smallBytes = 64 * 1024;
inline bool isSmall(mlir::Value value) { return bytesOf(value) <= smallBytes; }
/// All tensors that the op reads and writes are small.
bool isSmall(mlir::Operation *op);

mlir::Attribute marksOf(mlir::Operation *op);

/// The operands of `op`, and the tensors that its body gathers from.
llvm::SmallVector<mlir::Value> readBy(mlir::Operation *op);
/// Only those that its body gathers from.
llvm::SmallVector<mlir::Value> gatheredBy(mlir::Operation *op);
/// The op of the step that `user` belongs to: one in a body is part of the op
/// around it.
mlir::Operation *holderOf(mlir::Operation *user);

/// Ops with the same value of this attribute stand side by side and share a
/// kernel. It exists only while the pass runs.
inline constexpr llvm::StringLiteral groupAttrName = "ckpt.fusion_group";

/// The op is inside a `ckpt.gradient`.
bool inGradient(mlir::Operation *op);

/// All loops are parallel and there is a tensor result.
bool isElementwise(mlir::linalg::GenericOp op);

/// One scalar op that costs many times an addition.
bool isExpensive(mlir::Operation &scalarOp);
/// Scalar ops in the body of a generic, without the terminator.
unsigned bodySize(mlir::linalg::GenericOp op);

/// `ckpt.name`s of the results, null where there is none. A merged op keeps
/// them in `ckpt.names`, an empty string for none.
llvm::SmallVector<mlir::StringAttr> resultNames(mlir::Operation *op);
void setResultNames(mlir::Operation *op,
                    llvm::ArrayRef<mlir::StringAttr> names);

/// The names that some region's policy wants to save.
class NamedValues {
public:
  explicit NamedValues(mlir::Operation *function);
  /// Some result of `op` has such a name: it must be stored.
  bool contains(mlir::Operation *op) const;

private:
  llvm::StringSet<> names;
};

/// The value whose storage a view or a slice reads.
mlir::Value baseOf(mlir::Value value);

/// The value is returned from the function or yielded from its gradient as new
/// parameter or state, to be written over the old one.
bool isUpdate(mlir::Value value);

} // namespace ckpt::fusion

#endif // CKPT_LIB_FUSION_OPS_H
