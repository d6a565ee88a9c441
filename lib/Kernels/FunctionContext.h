//===- FunctionContext.h - Building the code of one phase -------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_KERNELS_FUNCTIONCONTEXT_H
#define CKPT_LIB_KERNELS_FUNCTIONCONTEXT_H

#include "Program.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ckpt::kernels {

using Values = llvm::SmallVector<mlir::Value, 8>;

/// How a value of a nest lies along the vector dimension: `width` lanes from
/// the counter on, of which the first `active` exist. Width 1 is a scalar. With
/// `rows` > 1 the lanes are that many whole rows of the dimension before.
struct Lanes {
  int dim = -1;
  int width = 1;
  int active = 1;
  int rows = 1;
};

class FunctionContext {
public:
  FunctionContext(const Program &program, KernelOp kernel,
                  mlir::func::FuncOp function);

  mlir::OpBuilder b;
  const Program &program;
  mlir::Location loc;
  mlir::Value chunk;
  /// First row of the current block, inside a phase of row blocks.
  mlir::Value blockStart;

  /// Constants stand at the top of the function, once.
  mlir::Value index(int64_t value);
  mlir::Value constant(mlir::TypedAttr value);
  mlir::Value splat(mlir::Value scalar, int width);

  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, int64_t factor);
  mlir::Value addOffset(mlir::Value a, int64_t offset);
  mlir::Value minimum(mlir::Value a, mlir::Value b);
  mlir::Value maximum(mlir::Value a, mlir::Value b);

  mlir::Value address(const Access &access,
                      llvm::ArrayRef<mlir::Value> counters);
  /// A scalar, or a vector when the access moves along the vector dimension.
  mlir::Value load(const Access &access, mlir::Type type,
                   llvm::ArrayRef<mlir::Value> counters, Lanes lanes = {});
  /// `offset` elements after the address.
  mlir::Value loadAt(int buffer, mlir::Value address, mlir::Type type,
                     int width, int active);
  /// `streams`: past the cache, if every vector is a whole cache line.
  void store(mlir::Value value, const Access &access,
             llvm::ArrayRef<mlir::Value> counters, Lanes lanes = {},
             bool streams = false);
  void storeAt(mlir::Value value, int buffer, mlir::Value address, int active,
               bool streams = false);

  /// The first value of an output's combination.
  mlir::Value initial(const Output &output,
                      llvm::ArrayRef<mlir::Value> counters, Lanes lanes = {});
  mlir::Value combine(Combine kind, mlir::Value a, mlir::Value b);
  /// Combines groups of neighbouring lanes in a fixed tree until `lanes` are
  /// left; one lane is a scalar.
  mlir::Value horizontal(Combine kind, mlir::Value vector, int64_t lanes = 1);
  mlir::Value mask(int width, int active);

  using LoopBody =
      llvm::function_ref<Values(mlir::Value counter, mlir::ValueRange carried)>;
  Values loop(mlir::Value from, mlir::Value to, int64_t step,
              mlir::ValueRange carried, LoopBody body);
  Values conditional(mlir::Value condition, mlir::ValueRange otherwise,
                     llvm::function_ref<Values()> then);

private:
  mlir::Value loadRows(const Access &access, mlir::Type type, mlir::Value start,
                       Lanes lanes);
  void storeRows(mlir::Value value, const Access &access, mlir::Value start,
                 Lanes lanes, bool streams);
  mlir::Value base(int buffer);
  mlir::Value fromStorage(mlir::Value value, mlir::Type type);
  mlir::Value toStorage(mlir::Value value, mlir::Type stored);

  KernelOp kernel;
  mlir::func::FuncOp function;
  Values bases;
  llvm::DenseMap<int64_t, mlir::Value> indices;
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
};

/// The nests, each for the current chunk.
void emitGeneric(FunctionContext &context, const Nest &nest);
/// The nests of a phase, block of rows by block of rows.
void emitRowBlocks(FunctionContext &context, const Phase &phase);
void emitContract(FunctionContext &context, const Nest &nest, mlir::Value from,
                  mlir::Value to, bool continues);
void emitPool(FunctionContext &context, const Nest &nest);
/// Sums at computed positions.
void emitScatter(FunctionContext &context, const Nest &nest, mlir::Value from,
                 mlir::Value to);
/// Writes the first values of an output over rows [from, to) of dimension 0.
void emitInitial(FunctionContext &context, const Nest &nest,
                 const Output &output, mlir::Value from, mlir::Value to);
/// The rows of the current chunk.
std::pair<mlir::Value, mlir::Value> chunkRows(FunctionContext &context,
                                              const Nest &nest);

} // namespace ckpt::kernels

#endif // CKPT_LIB_KERNELS_FUNCTIONCONTEXT_H
