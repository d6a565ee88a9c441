//===- MathExpansion.cpp - Math functions as arithmetic -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ckpt/Lowering/CPU/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ckpt {

using namespace mlir;

namespace cpu {
#define GEN_PASS_DEF_EXPANDMATH
#include "ckpt/Lowering/CPU/Passes.h.inc"

namespace {
struct ExpandMathPass : impl::ExpandMathBase<ExpandMathPass> {
  void runOnOperation() override {
    if (failed(expandMath(getOperation())))
      signalPassFailure();
  }
};
} // namespace
} // namespace cpu

static bool hasMath(Operation *root) {
  WalkResult walk = root->walk([](Operation *op) {
    bool expands = isa<math::MathDialect>(op->getDialect()) ||
                   isa<arith::MaximumFOp, arith::MinimumFOp, arith::CeilDivSIOp,
                       arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
    return expands ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

LogicalResult expandMath(Operation *root) {
  if (!hasMath(root))
    return success();
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  populateMathFormulas(patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  if (failed(applyPatternsGreedily(root, std::move(patterns))))
    return root->emitError("math functions do not expand");

  // What the processor does itself stays; the rest is the C library's.
  RewritePatternSet library(context);
  populateMathToLibmConversionPatterns(library);
  ConversionTarget target(*context);
  target.addLegalDialect<arith::ArithDialect, func::FuncDialect,
                         vector::VectorDialect, LLVM::LLVMDialect>();
  target.addIllegalDialect<math::MathDialect>();
  target
      .addLegalOp<math::AbsFOp, math::AbsIOp, math::SqrtOp, math::FmaOp,
                  math::CopySignOp, math::FloorOp, math::CeilOp, math::TruncOp,
                  math::RoundEvenOp, math::CtPopOp, math::CountLeadingZerosOp,
                  math::CountTrailingZerosOp, math::IsNaNOp, math::IsInfOp,
                  math::IsFiniteOp, math::IsNormalOp, math::IPowIOp>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(root, target, std::move(library));
}

} // namespace ckpt
