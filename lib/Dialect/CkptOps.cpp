//===- CkptOps.cpp - Regions, gradients, kernels, launches ----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace ckpt;

#define GET_OP_CLASSES
#include "ckpt/Dialect/CkptOps.cpp.inc"

/// The types yielded at the end of `body` must be `types`.
static LogicalResult verifyYields(Operation *op, Region &body, TypeRange types,
                                  StringRef what) {
  auto yield = dyn_cast<YieldOp>(body.front().getTerminator());
  if (!yield)
    return op->emitOpError("must end with 'ckpt.yield'");
  if (yield.getValues().getTypes() != types) {
    InFlightDiagnostic diagnostic =
        yield.emitOpError()
        << "yields (" << yield.getValues().getTypes() << "), but the " << what
        << " has (" << types << ")";
    return diagnostic;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// RegionOp
//===----------------------------------------------------------------------===//

LogicalResult RegionOp::verify() {
  bool namesPolicy = getPolicy() == Policy::Names;
  if (namesPolicy != getNames().has_value())
    return emitOpError(namesPolicy ? "policy 'names' needs a list of names"
                                   : "a list of names needs policy(names)");
  if (getPolicy() == Policy::Everything && getBudgetAttr())
    return emitOpError("policy 'everything' cannot have a budget");
  return success();
}

LogicalResult RegionOp::verifyRegions() {
  return verifyYields(*this, getBody(), getResultTypes(), "region");
}

namespace {
/// A value that is only passed through, yielded twice or never used needs no
/// result.
struct DropRegionResults : OpRewritePattern<RegionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RegionOp op,
                                PatternRewriter &rewriter) const override {
    auto yield = cast<YieldOp>(op.getBody().front().getTerminator());
    SmallVector<Value> kept;
    SmallVector<Value> replacements(op.getNumResults());
    SmallVector<int64_t> resultOf(op.getNumResults(), -1);
    for (auto [index, value] : llvm::enumerate(yield.getValues())) {
      if (op.getResult(index).use_empty())
        continue;
      if (!op.getBody().isAncestor(value.getParentRegion())) {
        replacements[index] = value;
        continue;
      }
      auto found = llvm::find(kept, value);
      resultOf[index] = found - kept.begin();
      if (found == kept.end())
        kept.push_back(value);
    }
    if (kept.size() == op.getNumResults())
      return failure();
    auto replacement =
        RegionOp::create(rewriter, op.getLoc(), ValueRange(kept).getTypes(),
                         ValueRange{}, op->getAttrs());
    rewriter.inlineRegionBefore(op.getBody(), replacement.getBody(),
                                replacement.getBody().begin());
    rewriter.modifyOpInPlace(yield,
                             [&] { yield.getValuesMutable().assign(kept); });
    for (auto [index, result] : llvm::enumerate(resultOf)) {
      if (result >= 0)
        replacements[index] = replacement.getResult(result);
      if (replacements[index])
        rewriter.replaceAllUsesWith(op.getResult(index), replacements[index]);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

/// A region that computes nothing marks nothing.
struct EraseEmptyRegion : OpRewritePattern<RegionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RegionOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumResults() != 0 || !isa<YieldOp>(op.getBody().front().front()))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void RegionOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<DropRegionResults, EraseEmptyRegion>(context);
}

//===----------------------------------------------------------------------===//
// GradientOp
//===----------------------------------------------------------------------===//

LogicalResult GradientOp::verify() {
  if (!(*this)->getParentOp()->hasAttr(stepAttrName))
    return emitOpError("belongs in a function with 'ckpt.step'");
  return success();
}

LogicalResult GradientOp::verifyRegions() {
  return verifyYields(*this, getBody(), getResultTypes(), "gradient");
}

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> arguments,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(arguments, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void KernelOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

static bool isStaticTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

static bool isEmptyTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && llvm::is_contained(tensor.getShape(), 0);
}

LogicalResult KernelOp::verify() {
  if (getPhases() && getPrimitive())
    return emitOpError("has phases and a library primitive; it needs one");
  if (getWorkspace().value_or(0) < 0)
    return emitOpError("has a negative workspace");
  for (Type type :
       llvm::concat<const Type>(getArgumentTypes(), getResultTypes()))
    if (!isStaticTensor(type))
      return emitOpError("needs static ranked tensors, not ") << type;
    else if (isEmptyTensor(type))
      return emitOpError("needs tensors with elements, not ") << type;
  if (std::optional<ArrayRef<int64_t>> pairs = getInplace()) {
    if (pairs->size() % 2 != 0)
      return emitOpError("'inplace' needs pairs (result, operand)");
    for (size_t i = 0; i < pairs->size(); i += 2) {
      int64_t result = (*pairs)[i], operand = (*pairs)[i + 1];
      if (result < 0 || result >= int64_t(getResultTypes().size()) ||
          operand < 0 || operand >= int64_t(getArgumentTypes().size()) ||
          getResultTypes()[result] != getArgumentTypes()[operand])
        return emitOpError("'inplace' pair (")
               << result << ", " << operand
               << ") does not name a result and an operand of one type";
    }
  }
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  if (failed(verifyYields(*this, getBody(), getResultTypes(), "kernel")))
    return failure();
  WalkResult walk = getBody().walk([&](Operation *inner) -> WalkResult {
    if (llvm::any_of(inner->getResultTypes(), isEmptyTensor))
      return inner->emitOpError(
          "has no elements; a kernel needs tensors that have some");
    if (!isMemoryEffectFree(inner))
      return inner->emitOpError("has effects; a kernel is pure");
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto kernel =
      symbols.lookupNearestSymbolFrom<KernelOp>(*this, getKernelAttr());
  if (!kernel)
    return emitOpError("does not find the kernel ") << getKernelAttr();
  if (getOperandTypes() != TypeRange(kernel.getArgumentTypes()) ||
      getResultTypes() != TypeRange(kernel.getResultTypes()))
    return emitOpError("does not have the type of ")
           << getKernelAttr() << ": " << kernel.getFunctionType();
  ArrayRef<int64_t> allowed = kernel.getInplace().value_or(ArrayRef<int64_t>());
  ArrayRef<int64_t> tied = getTied().value_or(ArrayRef<int64_t>());
  if (tied.size() % 2 != 0)
    return emitOpError("'tied' needs pairs (result, operand)");
  for (size_t i = 0; i < tied.size(); i += 2) {
    bool found = false;
    for (size_t j = 0; j < allowed.size(); j += 2)
      found |= allowed[j] == tied[i] && allowed[j + 1] == tied[i + 1];
    if (!found)
      return emitOpError("ties result ")
             << tied[i] << " to operand " << tied[i + 1]
             << ", which the kernel does not allow";
  }
  return success();
}
