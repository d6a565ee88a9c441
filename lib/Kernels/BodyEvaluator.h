//===- BodyEvaluator.h - The scalar body of a nest, on vectors --*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_KERNELS_BODYEVALUATOR_H
#define CKPT_LIB_KERNELS_BODYEVALUATOR_H

#include "FunctionContext.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace ckpt::kernels {

/// What is known while one element, or one vector of elements, is computed.
struct Element {
  mlir::Value start; // counter of the vector dimension
  int active = 1;
  mlir::IRMapping values;
  Values inputs;
};

/// Clones the body of a generic nest. Each operation is placed at the loop that
/// it depends on, not deeper, because the machine code may not move loads
/// across stores that could alias.
class BodyEvaluator {
public:
  /// `loops` lists the dimensions from the outermost loop to the innermost;
  /// the vector dimension of a nest with packed rows has no loop.
  BodyEvaluator(FunctionContext &context, const Nest &nest,
                llvm::ArrayRef<int> loops, int width);

  Element newElement() const;
  /// Computes what becomes known when the loop at `position` (-1: none) has
  /// begun a step.
  void enter(int position, llvm::ArrayRef<mlir::Value> counters,
             llvm::MutableArrayRef<Element> elements);
  /// A value of the body, or a constant outside of it.
  mlir::Value lookup(mlir::Value value, const Element &element);
  /// The value of an output: scalar or vector.
  mlir::Value result(const Output &output, const Element &element);
  Lanes lanesOf(const Element &element) const {
    return {vectorDim, width, element.active, nest.packedRows};
  }

private:
  mlir::Value evaluateOp(mlir::Operation *op, Element &element, bool isVector,
                         llvm::ArrayRef<mlir::Value> counters);
  mlir::Value evaluateGather(mlir::tensor::ExtractOp op, Element &element);
  mlir::Value evaluateInput(const Input &input, const Element &element,
                            llvm::ArrayRef<mlir::Value> counters);
  void findLevels(llvm::ArrayRef<int> loops);

  struct Level {
    int position = -1;
    bool isVector = false;
  };
  FunctionContext &context;
  const Nest &nest;
  int width, vectorDim;
  llvm::SmallVector<Level> inputLevels;
  llvm::DenseMap<mlir::Operation *, Level> opLevels;
  int innermost;
};

} // namespace ckpt::kernels

#endif // CKPT_LIB_KERNELS_BODYEVALUATOR_H
