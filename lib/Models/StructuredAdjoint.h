//===- StructuredAdjoint.h - Rule of structured ops -------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_MODELS_STRUCTUREDADJOINT_H
#define CKPT_LIB_MODELS_STRUCTUREDADJOINT_H

#include "StructuredBody.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ckpt {

/// The rule of every op with iterators, indexing maps and a body. The adjoint
/// of an operand is the body's adjoint, summed over the iterations that read
/// the same element: a `linalg.generic` over the same iteration space that
/// writes through the operand's map. Contractions become contractions.
class StructuredAdjoint {
public:
  StructuredAdjoint(mlir::linalg::LinalgOp op, mlir::OpBuilder &builder,
                    AdjointContext &context)
      : op(op), builder(builder), context(context), loc(op.getLoc()) {}

  llvm::LogicalResult run();

private:
  /// A value whose gradient is wanted, and where the body reads it.
  struct Target {
    mlir::Value value;
    mlir::AffineMap map;
    llvm::SmallVector<mlir::Value, 1> places;
    bool isSummed;
  };

  llvm::LogicalResult collectResults();
  void addTarget(mlir::Value value, mlir::AffineMap map, mlir::Value place);

  /// The adjoint of an extremum, divided by the number of elements that attain
  /// it: at ties each gets the same share.
  mlir::Value createShare(const StructuredResult &result, mlir::Value adjoint);
  void seed(StructuredBody &body);

  bool isContraction();
  bool emitContraction(unsigned operand);
  llvm::LogicalResult emitTargets();
  llvm::LogicalResult emit(llvm::ArrayRef<Target> group);
  llvm::LogicalResult emitCaptured(mlir::Value tensor);
  llvm::LogicalResult emitGather(mlir::tensor::ExtractOp extract);
  /// Whether `element` needs no op of its own; then it is accumulated.
  bool forwardsElement(StructuredBody &body, const Target &target,
                       mlir::Value element);
  void accumulate(mlir::Value value, mlir::Value gradient);

  mlir::linalg::LinalgOp op;
  mlir::OpBuilder &builder;
  AdjointContext &context;
  mlir::Location loc;
  llvm::SmallVector<StructuredResult> results;
  /// One for each result of the op; null without adjoint.
  llvm::SmallVector<mlir::Value> adjoints;
  llvm::SmallVector<bool> readResults;
  llvm::SmallVector<Target> targets;
};

} // namespace ckpt

#endif // CKPT_LIB_MODELS_STRUCTUREDADJOINT_H
