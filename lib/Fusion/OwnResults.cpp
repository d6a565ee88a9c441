//===- OwnResults.cpp - --ckpt-own-results --------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Views.h"
#include "ckpt/Fusion/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ckpt {
#define GEN_PASS_DEF_OWNRESULTSPASS
#include "ckpt/Fusion/Passes.h.inc"
} // namespace ckpt

using namespace mlir;
using namespace ckpt;

namespace {
class StepResults {
public:
  StepResults(func::FuncOp step, SymbolTable &symbols)
      : step(step), symbols(symbols) {
    int64_t next = 0;
    step.walk<WalkOrder::PreOrder>([&](Operation *op) { order[op] = next++; });
  }

  void run() {
    auto ret = cast<func::ReturnOp>(step.getBody().front().getTerminator());
    findOverwritten(ret);
    for (OpOperand &operand : ret->getOpOperands()) {
      auto donated = step.getResultAttrOfType<IntegerAttr>(
          operand.getOperandNumber(), donatesAttrName);
      BlockArgument argument =
          donated ? step.getArgument(donated.getInt()) : BlockArgument();
      Value base = storageOf(operand.get());
      if (argument && base == argument)
        continue;
      if (base.getDefiningOp<LaunchOp>() && claimed.insert(base).second &&
          (!argument || canOverwrite(cast<OpResult>(base), argument)))
        continue;
      OpBuilder atEnd(ret);
      if (!overwritten.contains(base)) {
        operand.set(copy(operand.get(), atEnd));
        continue;
      }
      // The old value, which is gone by the end: taken before any launch. What
      // it goes to may hold an old value too, so it waits for the end.
      Value old = copyAtStart(operand.get());
      operand.set(argument ? copy(old, atEnd) : old);
    }
  }

private:
  /// The arguments whose storage takes a result other than themselves.
  void findOverwritten(func::ReturnOp ret) {
    for (OpOperand &operand : ret->getOpOperands()) {
      auto donated = step.getResultAttrOfType<IntegerAttr>(
          operand.getOperandNumber(), donatesAttrName);
      if (donated &&
          storageOf(operand.get()) != step.getArgument(donated.getInt()))
        overwritten.insert(step.getArgument(donated.getInt()));
    }
  }

  /// A copy of `value`, which is an argument or a view of one.
  Value copyAtStart(Value value) {
    SmallVector<Operation *> views;
    value = storageOf(value, &views);
    OpBuilder atStart = OpBuilder::atBlockBegin(&step.getBody().front());
    value = rebuildViews(atStart, value, views);
    return copy(value, atStart);
  }

  /// Whether the launch may write `argument`'s storage: nobody reads the old
  /// value after it, and the launch itself only element by element.
  bool canOverwrite(OpResult result, BlockArgument argument) {
    Operation *writer = result.getOwner();
    SmallVector<Value> worklist{argument};
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      for (Operation *user : value.getUsers()) {
        if (isStorageView(user)) {
          worklist.push_back(user->getResult(0));
          continue;
        }
        if (user == writer ? !isElementwise(result, argument)
                           : order.lookup(user) > order.lookup(writer))
          return false;
      }
    }
    return true;
  }

  /// The kernel is one loop over all elements, and reads `argument` exactly
  /// where it writes `result`.
  bool isElementwise(OpResult result, BlockArgument argument) {
    auto launch = cast<LaunchOp>(result.getOwner());
    auto kernel = symbols.lookup<KernelOp>(launch.getKernel());
    Block &body = kernel.getBody().front();
    auto yielded = dyn_cast<OpResult>(
        body.getTerminator()->getOperand(result.getResultNumber()));
    auto generic =
        yielded ? dyn_cast<linalg::GenericOp>(yielded.getOwner()) : nullptr;
    if (!generic || generic.getNumParallelLoops() != generic.getNumLoops())
      return false;
    AffineMap written = generic.getMatchingIndexingMap(
        generic.getDpsInitOperand(yielded.getResultNumber()));
    for (auto [operand, inner] :
         llvm::zip_equal(launch.getOperands(), body.getArguments())) {
      if (operand != argument)
        continue;
      for (OpOperand &use : inner.getUses())
        if (use.getOwner() != generic ||
            generic.getMatchingIndexingMap(&use) != written)
          return false;
    }
    // An operand that is a view of the argument is read in another shape.
    return llvm::is_contained(launch.getOperands(), argument) &&
           llvm::none_of(launch.getOperands(), [&](Value operand) {
             return operand != argument && storageOf(operand) == argument;
           });
  }

  Value copy(Value value, OpBuilder &builder) {
    auto type = cast<RankedTensorType>(value.getType());
    auto launch = LaunchOp::create(builder, value.getLoc(), TypeRange{type},
                                   SymbolRefAttr::get(copyKernel(type)),
                                   ValueRange{value}, DenseI64ArrayAttr(),
                                   DenseI64ArrayAttr());
    claimed.insert(launch.getResult(0));
    return launch.getResult(0);
  }

  KernelOp copyKernel(RankedTensorType type) {
    KernelOp &kernel = copyKernels[type];
    if (kernel)
      return kernel;
    OpBuilder builder(step.getContext());
    Location loc = step.getLoc();
    kernel = KernelOp::create(builder, loc, TypeRange(), ValueRange());
    kernel.setSymName("copy");
    kernel.setFunctionType(builder.getFunctionType({type}, {type}));
    Block *body = builder.createBlock(&kernel.getBody(), {}, {type}, {loc});
    Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                          type.getElementType());
    AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> loops(type.getRank(),
                                           utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        builder, loc, TypeRange{type}, ValueRange{body->getArgument(0)},
        ValueRange{empty}, ArrayRef<AffineMap>{identity, identity}, loops,
        [](OpBuilder &b, Location l, ValueRange arguments) {
          linalg::YieldOp::create(b, l, arguments[0]);
        });
    YieldOp::create(builder, loc, generic.getResults());
    symbols.insert(kernel);
    return kernel;
  }

  func::FuncOp step;
  SymbolTable &symbols;
  llvm::DenseMap<Operation *, int64_t> order;
  llvm::DenseSet<Value> claimed, overwritten;
  llvm::DenseMap<Type, KernelOp> copyKernels;
};

struct OwnResults : ckpt::impl::OwnResultsPassBase<OwnResults> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto step : getOperation().getOps<func::FuncOp>())
      if (step->hasAttr(stepAttrName) && step.getBody().hasOneBlock())
        StepResults(step, symbols).run();
  }
};
} // namespace
