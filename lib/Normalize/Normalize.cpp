//===- Normalize.cpp - One form for what frameworks write -----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bind.h"
#include "Checks.h"
#include "ControlFlow.h"
#include "Patterns.h"
#include "Random.h"
#include "Tosa.h"
#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Normalize/Calls.h"
#include "ckpt/Normalize/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace ckpt {
#define GEN_PASS_DEF_NORMALIZE
#include "ckpt/Normalize/Passes.h.inc"
} // namespace ckpt

using namespace mlir;
using namespace ckpt;

namespace {
/// Hands `ckpt.name` on to the op that defines the value from now on.
struct NameKeeper : RewriterBase::Listener {
  void notifyOperationReplaced(Operation *op, ValueRange values) override {
    auto name = op->getAttr(nameAttrName);
    if (!name || values.empty() || !values.front())
      return;
    // A view has no storage of its own: the name belongs to its base.
    Operation *definition = values.front().getDefiningOp();
    while (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
        definition))
      definition = definition->getOperand(0).getDefiningOp();
    if (definition && definition != op && !definition->hasAttr(nameAttrName))
      definition->setAttr(nameAttrName, name);
  }
};

/// Constants come first, in the order of their first uses: the output does not
/// depend on how they came about.
void orderConstants(func::FuncOp func) {
  Block &entry = func.getBody().front();
  SetVector<Operation *> constants;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      Operation *definition = operand.getDefiningOp();
      if (definition && definition->getBlock() == &entry &&
          definition->hasTrait<OpTrait::ConstantLike>())
        constants.insert(definition);
    }
  });
  for (Operation *constant : llvm::reverse(constants))
    constant->moveBefore(&entry, entry.begin());
}

/// The conversion of tensor ops to generics leaves their attributes on the
/// scalar op, too, where a name would only make equal bodies differ.
void forgetInnerNames(func::FuncOp func) {
  func.walk([](linalg::GenericOp op) {
    for (Operation &inner : *op.getBody())
      inner.removeAttr(nameAttrName);
  });
}

/// Loops over nothing and divisions by a size of zero: what is left of them
/// after the patterns has no use in a step.
LogicalResult checkElements(func::FuncOp func) {
  auto isEmpty = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && llvm::is_contained(tensor.getShape(), 0);
  };
  for (BlockArgument argument : func.getArguments())
    if (isEmpty(argument.getType()))
      return emitError(argument.getLoc())
             << "argument " << argument.getArgNumber() << " is "
             << argument.getType() << ", which has no elements";
  WalkResult walk = func.walk([&](Operation *op) -> WalkResult {
    for (Type type : op->getResultTypes())
      if (isEmpty(type))
        return op->emitError("a result is ")
               << type << ", which has no elements";
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

struct NormalizePass : ckpt::impl::NormalizeBase<NormalizePass> {
  using NormalizeBase::NormalizeBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<Bindings> bindings =
        parseBindings(module.getLoc(), batch,
                      SmallVector<std::string>(bind.begin(), bind.end()));
    if (failed(bindings) || failed(checkBindings(module, *bindings)) ||
        failed(convertTosa(module)) || failed(expandCalls(module)))
      return signalPassFailure();
    for (auto func : module.getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      if (!func.getBody().hasOneBlock()) {
        func.emitError("control flow between blocks is not supported");
        return signalPassFailure();
      }
      if (failed(bindShapes(func, *bindings)) || failed(straighten(func)) ||
          failed(expandRandom(func)) || failed(normalize(func)) ||
          failed(checkElements(func)))
        return signalPassFailure();
    }
  }

private:
  LogicalResult convertTosa(ModuleOp module) {
    if (!hasTosa(module))
      return success();
    OpPassManager manager(ModuleOp::getOperationName());
    addTosaConversions(manager);
    return runPipeline(manager, module);
  }

  /// Leaves pure ops on tensors in a straight line.
  static LogicalResult straighten(func::FuncOp func) {
    return failure(failed(hoistAssertions(func)) || failed(unrollLoops(func)) ||
                   failed(flattenBranches(func)) ||
                   failed(returnAssertions(func)));
  }

  /// Runs until nothing changes; the patterns only go one way, so that a
  /// failure to converge is an error in them.
  LogicalResult rewrite(func::FuncOp func,
                        function_ref<void(RewritePatternSet &)> populate) {
    RewritePatternSet patterns(&getContext());
    populate(patterns);
    for (StringRef name : {"arith", "ckpt", "linalg", "math", "tensor"})
      if (Dialect *dialect = getContext().getLoadedDialect(name))
        dialect->getCanonicalizationPatterns(patterns);
    for (RegisteredOperationName op : getContext().getRegisteredOperations())
      if (llvm::is_contained({"arith", "ckpt", "linalg", "math", "tensor"},
                             op.getDialectNamespace()))
        op.getCanonicalizationPatterns(patterns, &getContext());
    NameKeeper names;
    GreedyRewriteConfig config;
    config.setListener(&names).setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(func, std::move(patterns), config)))
      return func.emitError("normalization does not converge");
    return success();
  }

  /// Unit dimensions of generics and unit batches of contractions become
  /// reshapes of their operands, which cancel against each other afterwards.
  void dropUnitDims(func::FuncOp func) {
    NameKeeper names;
    IRRewriter rewriter(&getContext(), &names);
    SmallVector<linalg::LinalgOp> ops;
    func.walk([&](linalg::LinalgOp op) {
      if (isa<linalg::GenericOp, linalg::ContractOp>(op) &&
          op.hasPureTensorSemantics())
        ops.push_back(op);
    });
    linalg::ControlDropUnitDims generics, contractions;
    contractions.controlFn = getBatchDims;
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
      auto dropped = generic ? linalg::dropUnitDims(rewriter, generic, generics)
                             : linalg::dropUnitDims(rewriter, op, buildContract,
                                                    contractions);
      if (succeeded(dropped))
        rewriter.replaceOp(op, dropped->replacements);
    }
  }

  /// The dimensions of all three tensors.
  static SmallVector<unsigned> getBatchDims(Operation *op) {
    auto contract = cast<linalg::ContractOp>(op);
    SmallVector<AffineMap> maps = contract.getIndexingMapsArray();
    SmallVector<unsigned> dims;
    for (unsigned dim = 0; dim < contract.getNumLoops(); ++dim)
      if (llvm::all_of(maps,
                       [&](AffineMap map) { return map.isFunctionOfDim(dim); }))
        dims.push_back(dim);
    return dims;
  }

  static IndexingMapOpInterface
  buildContract(Location loc, OpBuilder &builder, IndexingMapOpInterface,
                ArrayRef<Value> operands, ArrayRef<AffineMap> maps,
                const llvm::SmallDenseSet<unsigned> &) {
    return cast<IndexingMapOpInterface>(
        linalg::ContractOp::create(builder, loc, operands.take_front(2),
                                   operands.drop_front(2),
                                   builder.getAffineMapArrayAttr(maps))
            .getOperation());
  }

  LogicalResult normalize(func::FuncOp func) {
    auto form = [](RewritePatternSet &patterns) {
      populateWindowPatterns(patterns);
      populateConcatPatterns(patterns);
      populateContractionPatterns(patterns);
      populateGeneralizationPatterns(patterns);
      populateScalarPatterns(patterns);
      populateDynamicSlicePatterns(patterns);
      populateGenericCleanupPatterns(patterns);
    };
    auto tidy = [&](RewritePatternSet &patterns) {
      linalg::ControlDropUnitDims options;
      linalg::populateFoldUnitExtentDimsCanonicalizationPatterns(patterns,
                                                                 options);
      form(patterns);
      populateCopyPatterns(patterns);
    };
    if (failed(rewrite(func, form)))
      return failure();
    dropUnitDims(func);
    if (failed(rewrite(func, tidy)))
      return failure();
    forgetInnerNames(func);
    orderConstants(func);
    return success();
  }
};
} // namespace
