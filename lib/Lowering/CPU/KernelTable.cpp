//===- KernelTable.cpp - Kernels of a module for the launch table ---------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Lowering/CPU/Jit.h"

#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Kernels/Primitive.h"

namespace ckpt {

using namespace mlir;

static LogicalResult addPhases(KernelOp op, const Jit &jit,
                               runtime::Kernel &kernel) {
  for (auto phase : op.getPhasesAttr().getAsRange<DictionaryAttr>()) {
    auto fn = phase.getAs<FlatSymbolRefAttr>("fn");
    auto chunks = phase.getAs<IntegerAttr>("chunks");
    if (!fn || !chunks)
      return op.emitOpError("has a phase without 'fn' or 'chunks'");
    runtime::CodePhase code;
    code.symbol = fn.getValue().str();
    code.chunks = chunks.getInt();
    code.fn = jit.lookup(code.symbol);
    if (!code.fn)
      return op.emitOpError("has no machine code for ") << fn;
    kernel.phases.push_back(std::move(code));
  }
  return success();
}

FailureOr<std::vector<runtime::Kernel>> buildKernelTable(ModuleOp module,
                                                         const Jit &jit) {
  std::vector<runtime::Kernel> kernels;
  for (auto op : module.getOps<KernelOp>()) {
    runtime::Kernel kernel;
    kernel.name = op.getSymName().str();
    kernel.numOperands = op.getNumArguments();
    kernel.numResults = op.getResultTypes().size();
    kernel.workspaceBytes = op.getWorkspace().value_or(0);
    if (DictionaryAttr primitive = op.getPrimitiveAttr()) {
      FailureOr<runtime::PrimitiveSpec> spec = primitiveFromAttr(op, primitive);
      if (failed(spec))
        return failure();
      kernel.isPrimitive = true;
      kernel.primitive = *spec;
    } else if (op.getPhasesAttr()) {
      if (failed(addPhases(op, jit, kernel)))
        return failure();
    } else {
      return op.emitOpError("has no implementation; run 'ckpt-kernels' first");
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

} // namespace ckpt
