//===- Analyzer.h - From a tensor body to loop nests ------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_KERNELS_ANALYZER_H
#define CKPT_LIB_KERNELS_ANALYZER_H

#include "Program.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseMap.h"

namespace ckpt::kernels {

/// The same elements seen with another shape, if strides can express it.
std::optional<View> reshapeView(const View &view,
                                llvm::ArrayRef<int64_t> shape);

View sliceView(const View &view, llvm::ArrayRef<int64_t> offsets,
               llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> strides);

/// A convolution's or pool's geometry with the dimensions found by role.
struct WindowGeometry {
  std::array<int64_t, 2> strides, dilations, padLow, padHigh;
  bool channelsLast = true;
};

class Analyzer {
public:
  explicit Analyzer(KernelOp kernel) : kernel(kernel) {}
  mlir::LogicalResult run();
  Program program;

private:
  // Values.
  void addArguments();
  void findHomes();
  void passHomeToSources(mlir::Operation *op);
  View viewOfBuffer(int buffer, llvm::ArrayRef<int64_t> shape);
  View workspaceView(mlir::RankedTensorType type);
  /// Where the result of an op goes: its home, or a piece of the workspace.
  View destination(mlir::Value value);
  /// The elements of a value; a splat or undefined value is written first.
  View view(mlir::Value value, mlir::Location loc);
  Input inputOf(mlir::Value value, mlir::AffineMap map, mlir::Location loc);
  Access accessOf(const View &view, mlir::AffineMap map);

  // Nests.
  void addCopy(const View &from, const View &to, mlir::Location loc);
  void addFill(mlir::TypedAttr value, const View &to, mlir::Location loc);
  Nest copyNest(llvm::ArrayRef<int64_t> shape, const View &to,
                mlir::Location loc);

  // Ops.
  mlir::LogicalResult visit(mlir::Operation &op);
  mlir::LogicalResult visitConstant(mlir::Operation &op);
  mlir::LogicalResult visitFill(mlir::Value scalar, mlir::Value result,
                                mlir::Operation *op);
  mlir::LogicalResult visitGeneric(mlir::linalg::GenericOp op);
  mlir::LogicalResult addOutput(mlir::linalg::GenericOp op, unsigned index,
                                Nest &nest);
  mlir::LogicalResult visitContract(mlir::linalg::ContractOp op);
  mlir::LogicalResult visitReshape(mlir::Operation *op);
  mlir::LogicalResult visitExtractSlice(mlir::tensor::ExtractSliceOp op);
  mlir::LogicalResult visitInsertSlice(mlir::tensor::InsertSliceOp op);
  mlir::LogicalResult visitConcat(mlir::tensor::ConcatOp op);
  mlir::LogicalResult visitPad(mlir::tensor::PadOp op);
  mlir::LogicalResult visitYield(YieldOp op);
  mlir::LogicalResult visitWindowOp(mlir::Operation *op);
  void visitConv(ConvOp op);
  void visitConvBackwardData(ConvBackwardDataOp op);
  void visitConvBackwardFilter(ConvBackwardFilterOp op);
  void visitPool(mlir::Operation *op);

  /// A copy of an image tensor with zeros around and, for `spread` > 1,
  /// between its rows and columns. Returned in the order (n, h, w, c).
  View paddedImage(const View &image, std::array<int64_t, 2> low,
                   std::array<int64_t, 2> size, std::array<int64_t, 2> spread,
                   mlir::Type element, mlir::Location loc);

  KernelOp kernel;
  struct TensorValue {
    std::optional<View> view;
    mlir::TypedAttr splat;
  };
  llvm::DenseMap<mlir::Value, TensorValue> values;
  /// Planned places: where a value's elements are finally wanted.
  llvm::DenseMap<mlir::Value, View> homes;
};

} // namespace ckpt::kernels

#endif // CKPT_LIB_KERNELS_ANALYZER_H
