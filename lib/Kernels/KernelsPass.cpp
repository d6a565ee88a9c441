//===- KernelsPass.cpp - Implementations of the kernels -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Kernels/Passes.h"

#include "Program.h"
#include "ckpt/CostModel/Products.h"
#include "ckpt/Kernels/Primitive.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace ckpt {
#define GEN_PASS_DEF_KERNELS
#include "ckpt/Kernels/Passes.h.inc"

using namespace mlir;

/// Whether generated code should run what the library could run: a product
/// that is bound by memory.
static bool isLeftToGenerated(const runtime::PrimitiveSpec &spec) {
  using Kind = runtime::PrimitiveSpec::Kind;
  double rows = spec.m, columns = spec.n, inner = spec.k;
  if (spec.kind == Kind::Conv || spec.kind == Kind::ConvBackwardData) {
    bool pointwise = spec.kernelHeight == 1 && spec.kernelWidth == 1 &&
                     spec.groups == 1 && spec.strides[0] == 1 &&
                     spec.strides[1] == 1 &&
                     spec.outputHeight == spec.inputHeight &&
                     spec.outputWidth == spec.inputWidth;
    if (!pointwise)
      return false;
    rows = double(spec.batch) * spec.inputHeight * spec.inputWidth;
    columns = spec.outputChannels;
    inner = spec.inputChannels;
  } else if (spec.kind != Kind::Matmul || spec.transposeA || spec.batch != 1) {
    return false;
  }
  ProductWork work;
  work.rows = rows;
  work.flops = 2 * rows * columns * inner;
  work.bytes = 4 * (rows * inner + inner * columns + rows * columns);
  return prefersGenerated(work);
}

/// The same kernel in terms of ops that code is generated for: ops that say how
/// they are made up (`linalg::AggregatedOpInterface`, in particular those of
/// other dialects) are taken apart. Null if there is no such op.
static FailureOr<OwningOpRef<KernelOp>> decompose(KernelOp kernel) {
  auto aggregated = [](KernelOp kernel) {
    return llvm::to_vector(
        kernel.getBody().getOps<linalg::AggregatedOpInterface>());
  };
  OwningOpRef<KernelOp> copy;
  if (aggregated(kernel).empty())
    return std::move(copy);
  copy = kernel.clone();
  IRRewriter rewriter(kernel.getContext());
  for (auto ops = aggregated(*copy); !ops.empty(); ops = aggregated(*copy))
    for (linalg::AggregatedOpInterface op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
      if (failed(values) || values->size() != op->getNumResults())
        return op.emitOpError("does not say what it is made up of");
      rewriter.replaceOp(op, *values);
    }
  return std::move(copy);
}

/// Hands the kernel to the library if the library has code for it.
static bool usePrimitive(KernelOp kernel) {
  std::optional<runtime::PrimitiveSpec> spec = matchPrimitive(kernel);
  if (!spec || isLeftToGenerated(*spec))
    return false;
  runtime::PrimitiveInfo info = runtime::queryPrimitive(*spec);
  if (!info.supported)
    return false;
  kernel.setPrimitiveAttr(primitiveToAttr(kernel.getContext(), *spec));
  kernel.setWorkspace(info.workspaceBytes);
  return true;
}

namespace {
struct KernelsPass : impl::KernelsBase<KernelsPass> {
  using KernelsBase::KernelsBase;

  void runOnOperation() override {
    for (auto kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>())) {
      if (kernel.getPhases() || kernel.getPrimitive())
        continue;
      if (library && usePrimitive(kernel))
        continue;
      // The tensor body stays as it was, for cost models.
      FailureOr<OwningOpRef<KernelOp>> parts = decompose(kernel);
      if (failed(parts))
        return signalPassFailure();
      std::optional<kernels::Program> program =
          kernels::analyze(*parts ? **parts : kernel);
      if (!program)
        return signalPassFailure();
      kernels::schedule(*program);
      kernels::emit(*program, kernel);
    }
  }
};
} // namespace

} // namespace ckpt
