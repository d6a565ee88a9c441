//===- ControlFlow.cpp - Loops and branches between tensors ---------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step is a straight line of launches. Equal kernels are one symbol, so the
// iterations of a loop cost launches, not code; every iteration's values are
// then known to the planner one by one.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "Scalars.h"
#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace ckpt;

/// Ops that one function may have after unrolling.
static constexpr int64_t maxUnrolledOps = 200'000;

/// Whether `op` stands between the tensors of a step, not in a body.
static bool isAtFunctionLevel(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp()) {
    if (isa<func::FuncOp>(parent))
      return true;
    if (!isa<scf::ForOp, scf::IfOp, RegionOp>(parent))
      return false;
  }
  return false;
}

template <typename Op> static SmallVector<Op> innerFirst(func::FuncOp func) {
  SmallVector<Op> ops;
  func.walk<WalkOrder::PostOrder>([&](Op op) {
    if (isAtFunctionLevel(op))
      ops.push_back(op);
  });
  return ops;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static int64_t countOps(Operation *op) {
  int64_t count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

/// The counter's values as first, number and step.
struct Counting {
  int64_t first = 0, count = 0, step = 0;
};

static FailureOr<Counting> countIterations(scf::ForOp loop) {
  std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!first || !end || !step || *step <= 0)
    return loop.emitError("needs constant bounds and a positive constant step");
  Counting counting{*first, 0, *step};
  if (*end > *first)
    counting.count = (*end - *first - 1) / *step + 1;
  return counting;
}

/// What follows from the counter alone folds, so that places are static.
static void cloneFolded(OpBuilder &builder, Operation &op, IRMapping &mapping) {
  Operation *copy = builder.clone(op, mapping);
  SmallVector<Value> folded;
  if (op.getNumRegions() != 0 || failed(builder.tryFold(copy, folded)) ||
      folded.empty())
    return;
  mapping.map(op.getResults(), folded);
  copy->erase();
}

static void unroll(scf::ForOp loop, const Counting &counting) {
  OpBuilder builder(loop);
  Block *body = loop.getBody();
  SmallVector<Value> carried(loop.getInitArgs());
  for (int64_t i = 0; i < counting.count; ++i) {
    Value counter = arith::ConstantOp::create(
        builder, loop.getLoc(),
        builder.getIntegerAttr(loop.getInductionVar().getType(),
                               counting.first + i * counting.step));
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), counter);
    mapping.map(loop.getRegionIterArgs(), carried);
    for (Operation &op : body->without_terminator())
      cloneFolded(builder, op, mapping);
    for (auto [value, yielded] :
         llvm::zip_equal(carried, body->getTerminator()->getOperands()))
      value = mapping.lookupOrDefault(yielded);
  }
  loop.replaceAllUsesWith(carried);
  loop.erase();
}

LogicalResult ckpt::unrollLoops(func::FuncOp function) {
  int64_t ops = countOps(function);
  for (scf::ForOp loop : innerFirst<scf::ForOp>(function)) {
    FailureOr<Counting> counting = countIterations(loop);
    if (failed(counting))
      return failure();
    int64_t own = countOps(loop);
    if (counting->count > maxUnrolledOps / own ||
        ops + counting->count * own > maxUnrolledOps)
      return loop.emitError("has ")
             << counting->count << " iterations of " << own
             << " ops; a function may have " << maxUnrolledOps
             << " ops after loops are unrolled";
    ops += counting->count * own;
    unroll(loop, *counting);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Moves the ops of a branch before `op`; assertions need `holds` first.
static LogicalResult hoistBranch(scf::IfOp op, Region &branch, bool taken) {
  if (branch.empty())
    return success();
  OpBuilder builder(op);
  for (Operation &inner :
       llvm::make_early_inc_range(branch.front().without_terminator())) {
    auto assertion = dyn_cast<cf::AssertOp>(inner);
    if (!assertion && !isMemoryEffectFree(&inner))
      return inner.emitError("has effects, so it cannot be in a branch");
    inner.moveBefore(op);
    if (!assertion)
      continue;
    builder.setInsertionPoint(assertion);
    Value otherwise = op.getCondition();
    if (taken)
      otherwise = arith::XOrIOp::create(
          builder, op.getLoc(), otherwise,
          arith::ConstantOp::create(builder, op.getLoc(),
                                    builder.getBoolAttr(true)));
    assertion.getArgMutable().assign(arith::OrIOp::create(
        builder, op.getLoc(), otherwise, assertion.getArg()));
  }
  return success();
}

LogicalResult ckpt::flattenBranches(func::FuncOp function) {
  for (scf::IfOp op : innerFirst<scf::IfOp>(function)) {
    std::optional<int64_t> constant = getConstantIntValue(op.getCondition());
    SmallVector<Value> results;
    if (constant) {
      Region &taken = *constant ? op.getThenRegion() : op.getElseRegion();
      if (!taken.empty()) {
        for (Operation &inner :
             llvm::make_early_inc_range(taken.front().without_terminator()))
          inner.moveBefore(op);
        llvm::append_range(results,
                           taken.front().getTerminator()->getOperands());
      }
    } else {
      if (failed(hoistBranch(op, op.getThenRegion(), true)) ||
          failed(hoistBranch(op, op.getElseRegion(), false)))
        return failure();
      OpBuilder builder(op);
      if (op.getNumResults() != 0)
        for (auto [a, b] : llvm::zip_equal(op.thenYield().getResults(),
                                           op.elseYield().getResults()))
          results.push_back(
              createSelect(builder, op.getLoc(), op.getCondition(), a, b));
    }
    op.replaceAllUsesWith(results);
    op.erase();
  }
  return success();
}
