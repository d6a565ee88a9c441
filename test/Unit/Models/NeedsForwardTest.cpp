//===- NeedsForwardTest.cpp - Rules read only what they say ---------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Interfaces/Differentiation.h"
#include "ckpt/Models/Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace ckpt;

namespace {
/// Every op with a rule of its own kind, each on values of its own.
const char *const module = R"mlir(
func.func @f(%a: f64, %b: f64, %c: f64, %n: i32, %k: i1, %h: f32,
             %x: tensor<1x4x4x2xf64>, %w: tensor<2x2x2x3xf64>) {
  %0 = arith.addf %a, %b : f64
  %1 = arith.subf %a, %b : f64
  %2 = arith.mulf %a, %b : f64
  %3 = arith.mulf %a, %a : f64
  %4 = arith.divf %a, %b : f64
  %5 = arith.remf %a, %b : f64
  %6 = arith.negf %a : f64
  %7 = arith.maximumf %a, %b : f64
  %8 = arith.minimumf %a, %b : f64
  %9 = arith.select %k, %a, %b : f64
  %zero = arith.constant 0.0 : f64
  %10 = arith.cmpf ogt, %a, %zero : f64
  %11 = arith.select %10, %a, %zero : f64
  %12 = arith.extf %h : f32 to f64
  %13 = math.exp %a : f64
  %14 = math.log %a : f64
  %15 = math.tanh %a : f64
  %16 = math.rsqrt %a : f64
  %17 = math.erf %a : f64
  %18 = math.absf %a : f64
  %19 = math.floor %a : f64
  %20 = math.atan2 %a, %b : f64
  %21 = math.copysign %a, %b : f64
  %22 = math.fma %a, %b, %c : f64
  %23 = math.powf %a, %b : f64
  %24 = math.fpowi %a, %n : f64, i32
  %25 = math.clampf %a to [%b, %c] : f64
  %26, %27 = math.sincos %a : f64
  %28 = ckpt.conv %x, %w : (tensor<1x4x4x2xf64>, tensor<2x2x2x3xf64>) -> tensor<1x3x3x3xf64>
  %29 = ckpt.pool max %x {window = array<i64: 2, 2>} : tensor<1x4x4x2xf64> -> tensor<1x3x3x2xf64>
  %30 = ckpt.pool sum %x {window = array<i64: 2, 2>} : tensor<1x4x4x2xf64> -> tensor<1x3x3x2xf64>
  %31 = tensor.extract_slice %x[0, 0, 0, 0] [1, 2, 2, 2] [1, 1, 1, 1] : tensor<1x4x4x2xf64> to tensor<1x2x2x2xf64>
  return
}
)mlir";

/// Records what a rule asks for; every result has itself as adjoint.
struct Recorder : AdjointContext {
  llvm::DenseSet<Value> wanted, read, given;

  Value adjoint(Value result) override { return result; }
  bool wants(Value operand) override { return wanted.contains(operand); }
  void accumulate(OpBuilder &, Value operand, Value gradient) override {
    EXPECT_EQ(operand.getType(), gradient.getType());
    given.insert(operand);
  }
  Value forward(OpBuilder &, Value value) override {
    read.insert(value);
    return value;
  }
};

TEST(NeedsForward, RulesReadOnlyWhatTheySay) {
  DialectRegistry registry;
  registry.insert<CkptDialect, arith::ArithDialect, func::FuncDialect,
                  linalg::LinalgDialect, math::MathDialect,
                  tensor::TensorDialect>();
  registerDifferentiationModels(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> parsed = parseSourceString<ModuleOp>(module, &context);
  ASSERT_TRUE(parsed);
  unsigned checked = 0;
  Block &body = (*parsed->getOps<func::FuncOp>().begin()).getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &op : body)
    ops.push_back(&op);
  for (Operation *op : ops) {
    auto rule = dyn_cast<DifferentiableOpInterface>(op);
    if (!rule)
      continue;
    // All ways to want some of the operands.
    for (unsigned mask = 1; mask < (1u << op->getNumOperands()); ++mask) {
      Recorder recorder;
      for (OpOperand &operand : op->getOpOperands())
        if ((mask >> operand.getOperandNumber()) & 1 &&
            hasGradient(operand.get().getType()))
          recorder.wanted.insert(operand.get());
      if (recorder.wanted.empty())
        continue;
      OpBuilder builder(body.getTerminator());
      ASSERT_TRUE(succeeded(rule.buildAdjoint(builder, recorder)));
      for (Value value : recorder.read)
        EXPECT_TRUE(rule.needsForward(
            value, [&](Value v) { return recorder.wanted.contains(v); }))
            << op->getName().getStringRef().str() << ", wanted " << mask;
      ++checked;
    }
  }
  EXPECT_GT(checked, 50u);
  EXPECT_TRUE(succeeded(parsed->verify()));
}
} // namespace
