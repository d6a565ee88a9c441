//===- LowerToCPU.cpp - Phase functions to the LLVM dialect ---------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Lowering/CPU/Passes.h"

#include "Patterns.h"
#include "ckpt/Dialect/Ckpt.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/LoweringOptions.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/StringSet.h"

namespace ckpt {

using namespace mlir;

namespace cpu {
#define GEN_PASS_DEF_LOWERTOCPU
#include "ckpt/Lowering/CPU/Passes.h.inc"

namespace {
struct LowerToCPUPass : impl::LowerToCPUBase<LowerToCPUPass> {
  void runOnOperation() override {
    if (failed(lowerToCPU(getOperation())))
      signalPassFailure();
  }
};
} // namespace
} // namespace cpu

/// Names of all phase functions of the module's kernels; without kernels all
/// functions that look like one.
static SmallVector<func::FuncOp> phaseFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    ArrayRef<Type> types = function.getArgumentTypes();
    bool isPhase = !function.isExternal() && types.size() >= 2 &&
                   function.getResultTypes().empty() &&
                   types.back().isIndex() &&
                   llvm::all_of(types.drop_back(), [](Type type) {
                     auto memref = dyn_cast<MemRefType>(type);
                     return memref && memref.getRank() == 1;
                   });
    if (isPhase)
      functions.push_back(function);
  }
  return functions;
}

/// Moves the body into a function of the machine ABI that loads the addresses.
static LLVM::LLVMFuncOp toMachineAbi(func::FuncOp function) {
  OpBuilder builder(function);
  MLIRContext *context = function.getContext();
  Location loc = function.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                          {pointer, builder.getI64Type()});
  auto machine =
      LLVM::LLVMFuncOp::create(builder, loc, function.getName(), type);
  machine.getBody().takeBody(function.getBody());
  Block &entry = machine.getBody().front();
  unsigned count = entry.getNumArguments();
  Value table = entry.addArgument(pointer, loc);
  Value chunk = entry.addArgument(builder.getI64Type(), loc);
  builder.setInsertionPointToStart(&entry);
  auto cast = [&](Type wanted, Value value) {
    return UnrealizedConversionCastOp::create(builder, loc, wanted, value)
        .getResult(0);
  };
  for (unsigned i = 0; i + 1 < count; ++i) {
    Value place = LLVM::GEPOp::create(builder, loc, pointer, pointer, table,
                                      ArrayRef<LLVM::GEPArg>{int32_t(i)});
    Value address = LLVM::LoadOp::create(builder, loc, pointer, place, 8);
    BlockArgument argument = entry.getArgument(i);
    argument.replaceAllUsesWith(cast(argument.getType(), address));
  }
  BlockArgument old = entry.getArgument(count - 1);
  old.replaceAllUsesWith(cast(old.getType(), chunk));
  entry.eraseArguments(0, count);
  for (auto ret :
       llvm::make_early_inc_range(machine.getBody().getOps<func::ReturnOp>())) {
    builder.setInsertionPoint(ret);
    LLVM::ReturnOp::create(builder, ret.getLoc(), ValueRange());
    ret.erase();
  }
  function.erase();
  return machine;
}

LogicalResult lowerToCPU(ModuleOp module) {
  MLIRContext *context = module.getContext();
  SmallVector<Operation *> roots;
  for (func::FuncOp function : phaseFunctions(module)) {
    if (failed(expandMath(function)))
      return failure();
    roots.push_back(toMachineAbi(function));
  }
  llvm::append_range(roots, module.getOps<memref::GlobalOp>());
  // Functions of the C library, declared by the expansion of math.
  llvm::append_range(roots, llvm::make_filter_range(
                                module.getOps<func::FuncOp>(),
                                [](func::FuncOp f) { return f.isExternal(); }));

  RewritePatternSet structure(context);
  populateSCFToControlFlowConversionPatterns(structure);
  ConversionTarget noLoops(*context);
  noLoops.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  noLoops.addIllegalDialect<scf::SCFDialect>();
  if (failed(applyPartialConversion(roots, noLoops, std::move(structure))))
    return failure();

  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(context, options);
  converter.addConversion([&](MemRefType type) -> std::optional<Type> {
    if (type.getRank() != 1 || !type.getLayout().isIdentity())
      return std::nullopt;
    return LLVM::LLVMPointerType::get(context);
  });
  RewritePatternSet patterns(context);
  populateMemoryPatterns(converter, patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  // The casts of the arguments disappear together with those of their users.
  target.addLegalOp<UnrealizedConversionCastOp>();
  if (failed(applyFullConversion(roots, target, std::move(patterns))))
    return failure();
  SmallVector<UnrealizedConversionCastOp> casts;
  module.walk([&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  SmallVector<UnrealizedConversionCastOp> remaining;
  reconcileUnrealizedCasts(casts, &remaining);
  for (UnrealizedConversionCastOp cast : remaining)
    return cast.emitError("does not lower to LLVM");
  return success();
}

} // namespace ckpt
