//===- KernelCost.cpp - Bytes and operations of a kernel ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/CostModel/CostModel.h"
#include "ckpt/Interfaces/Rematerialization.h"
#include "ckpt/Kernels/OneHot.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/AsmState.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace ckpt;

/// Operations that a polynomial expansion of a math function costs.
static constexpr int64_t mathFunctionFlops = 20;
static constexpr int64_t divisionFlops = 8;

/// 0 for what is no tensor of static shape.
static int64_t tensorBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return 0;
  Type element = tensor.getElementType();
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  return tensor.getNumElements() * ((bits + 7) / 8);
}

static int64_t scalarFlops(Operation &op) {
  if (isa<arith::DivFOp, math::SqrtOp, math::RsqrtOp>(op))
    return divisionFlops;
  if (isa<math::AbsFOp, math::FmaOp, math::CopySignOp>(op))
    return 2;
  if (op.getDialect() && isa<math::MathDialect>(op.getDialect()))
    return mathFunctionFlops;
  if (isa<arith::ConstantOp>(op))
    return 0;
  return 1;
}

static int64_t iterations(linalg::LinalgOp op) {
  int64_t product = 1;
  for (int64_t size : op.getStaticLoopRanges())
    product *= size;
  // Of these loops one iteration runs.
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    for (OneHotLoop oneHot : findOneHotLoops(generic))
      product /= std::max<int64_t>(1, op.getStaticLoopRanges()[oneHot.loop]);
  return product;
}

/// Multiply-adds of a convolution: one per output element and filter tap.
template <typename Op>
static int64_t convFlops(Op, RankedTensorType output, RankedTensorType filter,
                         int64_t outputChannels) {
  return 2 * output.getNumElements() * filter.getNumElements() / outputChannels;
}

static int64_t operationFlops(Operation &op) {
  if (auto own = dyn_cast<CostOpInterface>(op))
    return own.getFlops();
  if (auto generic = dyn_cast<linalg::LinalgOp>(op)) {
    int64_t perPoint = 0;
    for (Operation &scalar : generic.getBlock()->without_terminator())
      perPoint += scalarFlops(scalar);
    return iterations(generic) * perPoint;
  }
  if (auto conv = dyn_cast<ConvOp>(op))
    return convFlops(conv, conv.getType(), conv.getRhs().getType(),
                     conv.getType().getDimSize(conv.getChannelDim()));
  if (auto conv = dyn_cast<ConvBackwardDataOp>(op)) {
    RankedTensorType output = conv.getLhs().getType();
    return convFlops(conv, output, conv.getRhs().getType(),
                     output.getDimSize(conv.getChannelDim()));
  }
  if (auto conv = dyn_cast<ConvBackwardFilterOp>(op)) {
    RankedTensorType output = conv.getRhs().getType();
    return convFlops(conv, output, conv.getType(),
                     output.getDimSize(conv.getChannelDim()));
  }
  if (auto pool = dyn_cast<PoolOp>(op))
    return pool.getType().getNumElements() * pool.getWindow()[0] *
           pool.getWindow()[1];
  if (auto pool = dyn_cast<PoolBackwardOp>(op))
    return pool.getDOutput().getType().getNumElements() * pool.getWindow()[0] *
           pool.getWindow()[1];
  return 0;
}

KernelCost ckpt::kernelCost(KernelOp kernel) {
  KernelCost cost;
  FunctionType type = kernel.getFunctionType();
  for (Type operand : type.getInputs())
    cost.bytes += tensorBytes(operand);
  for (Type result : type.getResults())
    cost.bytes += tensorBytes(result);
  for (Operation &op : kernel.getBody().front())
    cost.flops += operationFlops(op);
  return cost;
}

KernelCost ckpt::operationCost(Operation *op) {
  KernelCost cost;
  for (Type type : op->getResultTypes())
    cost.bytes += tensorBytes(type);
  if (cost.bytes == 0)
    return cost;
  for (Type type : op->getOperandTypes())
    cost.bytes += tensorBytes(type);
  cost.flops = operationFlops(*op);
  return cost;
}

std::string ckpt::kernelKey(KernelOp kernel) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel.getFunctionType().print(stream);
  AsmState state(kernel, OpPrintingFlags().elideLargeElementsAttrs(64));
  for (Operation &op : kernel.getBody().front()) {
    op.print(stream, state);
    stream << '\n';
  }
  return kernel.getSymName().str() + "#" +
         llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, 16);
}
