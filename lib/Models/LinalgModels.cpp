//===- LinalgModels.cpp - Rules of the linalg dialect ---------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredAdjoint.h"
#include "ckpt/Models/Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ckpt;

namespace {
/// Generic, contract, fill, map, reduce, broadcast, transpose and all named
/// ops: whatever has maps, iterators and a body.
template <typename Op>
struct StructuredRule
    : DifferentiableOpInterface::ExternalModel<StructuredRule<Op>, Op> {
  LogicalResult buildAdjoint(Operation *op, OpBuilder &builder,
                             AdjointContext &context) const {
    return StructuredAdjoint(cast<linalg::LinalgOp>(op), builder, context)
        .run();
  }
};
} // namespace

template <typename... Ops> static void attachStructured(MLIRContext *context) {
  (Ops::template attachInterface<StructuredRule<Ops>>(*context), ...);
}

void ckpt::registerLinalgDifferentiation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    context->loadDialect<arith::ArithDialect, tensor::TensorDialect>();
    attachStructured<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
  });
}
