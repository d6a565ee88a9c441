//===- Emit.cpp - Functions of the phases ---------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionContext.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace ckpt::kernels {

static void emitConstants(const Program &program, KernelOp kernel,
                          OpBuilder &builder) {
  for (const Buffer &buffer : program.buffers) {
    if (buffer.kind != Buffer::Kind::Constant)
      continue;
    auto type = MemRefType::get({buffer.size}, buffer.element);
    memref::GlobalOp::create(
        builder, kernel.getLoc(),
        (kernel.getSymName() + "$c" + Twine(buffer.index)).str(),
        builder.getStringAttr("private"), type, buffer.value,
        /*constant=*/true, /*alignment=*/builder.getI64IntegerAttr(64));
  }
}

void emit(const Program &program, KernelOp kernel) {
  OpBuilder builder(kernel);
  Location loc = kernel.getLoc();
  emitConstants(program, kernel, builder);
  SmallVector<Type> arguments;
  for (const Buffer &buffer : program.buffers)
    if (buffer.kind == Buffer::Kind::Operand ||
        buffer.kind == Buffer::Kind::Result)
      arguments.push_back(MemRefType::get({buffer.size}, buffer.element));
  arguments.push_back(
      MemRefType::get({program.workspaceBytes}, builder.getI8Type()));
  arguments.push_back(builder.getIndexType());

  SmallVector<Attribute> phases;
  for (auto [number, phase] : llvm::enumerate(program.phases)) {
    std::string name = (kernel.getSymName() + "$p" + Twine(number)).str();
    auto function = func::FuncOp::create(
        builder, loc, name, builder.getFunctionType(arguments, {}));
    function.setPrivate();
    function.addEntryBlock();
    FunctionContext context(program, kernel, function);
    if (phase.rowBlock != 0)
      emitRowBlocks(context, phase);
    for (int index :
         phase.rowBlock == 0 ? ArrayRef<int>(phase.nests) : ArrayRef<int>()) {
      const Nest &nest = program.nests[index];
      context.loc = nest.loc;
      if (nest.kind == Nest::Kind::Generic)
        emitGeneric(context, nest);
      else if (nest.kind == Nest::Kind::Contract) {
        auto [from, to] = chunkRows(context, nest);
        emitContract(context, nest, from, to, /*continues=*/false);
      } else
        emitPool(context, nest);
    }
    func::ReturnOp::create(context.b, loc);
    phases.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr(
             "fn", FlatSymbolRefAttr::get(builder.getContext(), name)),
         builder.getNamedAttr("chunks",
                              builder.getI64IntegerAttr(phase.chunks))}));
  }
  kernel.setPhasesAttr(builder.getArrayAttr(phases));
  kernel.setWorkspace(program.workspaceBytes);
  if (SmallVector<int64_t> pairs = inplacePairs(program, kernel);
      !pairs.empty())
    kernel.setInplace(pairs);
}

} // namespace ckpt::kernels
