//===- KernelsPass.cpp - Implementations of the kernels -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Kernels/Passes.h"

#include "Program.h"
#include "ckpt/Kernels/Primitive.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace ckpt {
#define GEN_PASS_DEF_KERNELS
#include "ckpt/Kernels/Passes.h.inc"

using namespace mlir;

/// Hands the kernel to the library if the library has code for it.
static bool usePrimitive(KernelOp kernel) {
  std::optional<runtime::PrimitiveSpec> spec = matchPrimitive(kernel);
  if (!spec)
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
      std::optional<kernels::Program> program = kernels::analyze(kernel);
      if (!program)
        return signalPassFailure();
      kernels::schedule(*program);
      kernels::emit(*program, kernel);
    }
  }
};
} // namespace

} // namespace ckpt
