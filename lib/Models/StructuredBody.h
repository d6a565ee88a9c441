//===- StructuredBody.h - Reverse mode in a linalg body ---------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_MODELS_STRUCTUREDBODY_H
#define CKPT_LIB_MODELS_STRUCTUREDBODY_H

#include "ckpt/Interfaces/ReverseSweep.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <memory>

namespace ckpt {

/// How a result of a structured op comes from its iterations.
enum class Combination { Elementwise, Sum, Extremum };

struct StructuredResult {
  unsigned index;
  mlir::AffineMap map;
  Combination combination;
  /// The value in the body that receives the adjoint of the result: what is
  /// yielded, or for an extremum what is compared with the accumulator.
  mlir::Value seed;
};

/// Fails, with a diagnostic, on reductions other than sums and extrema.
llvm::FailureOr<StructuredResult> classifyResult(mlir::linalg::LinalgOp op,
                                                 unsigned index);

/// The block argument that stands for operand number `operand`, or null.
mlir::BlockArgument getBodyArgument(mlir::linalg::LinalgOp op,
                                    unsigned operand);

/// For each result, whether a backward body shall read the result's tensor
/// instead of recomputing it: only if that spares a tensor of its size.
llvm::SmallVector<bool> chooseResultReads(mlir::linalg::LinalgOp op,
                                          llvm::ArrayRef<mlir::Value> sources);

/// The iterator types with which a tensor can be written through `map`: a
/// dimension that does not select an element is a reduction.
llvm::SmallVector<mlir::utils::IteratorType>
getOutputIterators(mlir::AffineMap map);

/// A `linalg.generic` over the iteration space of a structured op, in which
/// values of its body can be asked for and differentiated.
class StructuredBody : public ReverseSweep {
public:
  /// `adjoints[i]`, if not null, can be read through the map of result i.
  StructuredBody(mlir::linalg::LinalgOp op, llvm::ArrayRef<mlir::Value> sources,
                 llvm::ArrayRef<mlir::Value> adjointTensors,
                 llvm::ArrayRef<bool> readResults);

  mlir::Value forward(mlir::OpBuilder &builder, mlir::Value value) override;

  /// The current element of the adjoint or of the value of a result.
  mlir::Value getAdjointElement(unsigned result) { return adjointArgs[result]; }
  mlir::Value getResultElement(unsigned result) { return resultArgs[result]; }

  /// Builds in the body.
  mlir::OpBuilder &getBuilder() { return builder; }

  struct Output {
    mlir::Value element;
    mlir::AffineMap map;
    /// Gives the shape.
    mlir::Value like;
    /// Added to, if not null.
    mlir::Value init;
  };

  /// Creates the op with the inputs that the body uses. The maps of `outputs`
  /// give the iterators, the same for all; they may have more loops than the
  /// structured op, which come last.
  mlir::linalg::GenericOp finish(mlir::OpBuilder &outer,
                                 llvm::MutableArrayRef<Output> outputs);

private:
  mlir::Value addInput(mlir::Value tensor, mlir::AffineMap map);
  void dropUnused();
  llvm::SmallBitVector extendMaps(llvm::ArrayRef<Output> outputs);
  bool dropLoops(const llvm::SmallBitVector &missing,
                 llvm::MutableArrayRef<Output> outputs);
  void addShapeOperand(mlir::OpBuilder &outer,
                       const llvm::SmallBitVector &loops,
                       mlir::Type elementType);

  mlir::linalg::LinalgOp op;
  std::unique_ptr<mlir::Block> body;
  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::Value> tensors;
  llvm::SmallVector<mlir::AffineMap> maps;
  llvm::SmallVector<mlir::Value> adjointArgs, resultArgs;
  mlir::IRMapping recomputed;
};

} // namespace ckpt

#endif // CKPT_LIB_MODELS_STRUCTUREDBODY_H
