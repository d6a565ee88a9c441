//===- OneHot.cpp - Sums in which one iteration of a loop counts ----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Kernels/OneHot.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ckpt;

/// The loop whose counter `value` is, perhaps converted to another integer.
static std::optional<unsigned> loopOf(Value value) {
  while (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  auto index = value.getDefiningOp<linalg::IndexOp>();
  return index ? std::optional<unsigned>(index.getDim()) : std::nullopt;
}

/// The comparisons that all hold where `condition` does.
static SmallVector<arith::CmpIOp> conjuncts(Value condition) {
  SmallVector<arith::CmpIOp> found;
  SmallVector<Value> pending{condition};
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (auto both = value.getDefiningOp<arith::AndIOp>())
      pending.append({both.getRhs(), both.getLhs()});
    else if (auto compare = value.getDefiningOp<arith::CmpIOp>();
             compare && compare.getPredicate() == arith::CmpIPredicate::eq)
      found.push_back(compare);
  }
  return found;
}

/// The loops that `value` in the body depends on.
static llvm::SmallBitVector loopsBehind(linalg::GenericOp op, Value value) {
  llvm::SmallBitVector loops(op.getNumLoops());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  llvm::DenseSet<Value> seen;
  SmallVector<Value> pending{value};
  while (!pending.empty()) {
    Value current = pending.pop_back_val();
    if (!seen.insert(current).second)
      continue;
    auto argument = dyn_cast<BlockArgument>(current);
    if (argument && argument.getOwner() == op.getBody()) {
      for (unsigned loop = 0; loop < loops.size(); ++loop)
        if (maps[argument.getArgNumber()].isFunctionOfDim(loop))
          loops.set(loop);
      continue;
    }
    Operation *definition = current.getDefiningOp();
    if (!definition || definition->getBlock() != op.getBody())
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(definition))
      loops.set(index.getDim());
    if (definition->getNumRegions() != 0)
      loops.set(); // whatever the regions read
    llvm::append_range(pending, definition->getOperands());
  }
  return loops;
}

static arith::SelectOp findSummand(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || !op.hasPureTensorSemantics())
    return {};
  BlockArgument sum = op.getBody()->getArguments().back();
  auto add = op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_present<arith::AddFOp, arith::AddIOp>(add) || !sum.hasOneUse())
    return {};
  Value summand = add->getOperand(0) == sum   ? add->getOperand(1)
                  : add->getOperand(1) == sum ? add->getOperand(0)
                                              : Value();
  if (!summand)
    return {};
  auto select = summand.getDefiningOp<arith::SelectOp>();
  if (!select || !(matchPattern(select.getFalseValue(), m_AnyZeroFloat()) ||
                   matchPattern(select.getFalseValue(), m_Zero())))
    return {};
  return select;
}

SmallVector<OneHotLoop, 2> ckpt::findOneHotLoops(linalg::GenericOp op) {
  SmallVector<OneHotLoop, 2> found;
  arith::SelectOp select = findSummand(op);
  if (!select)
    return found;
  AffineMap written = op.getIndexingMapsArray().back();
  auto isCandidate = [&](std::optional<unsigned> loop) {
    return loop && written.isFunctionOfDim(*loop) &&
           llvm::none_of(found, [&](OneHotLoop o) { return o.loop == *loop; });
  };
  for (arith::CmpIOp compare : conjuncts(select.getCondition())) {
    Value lhs = compare.getLhs(), rhs = compare.getRhs();
    if (isCandidate(loopOf(lhs)) && !loopsBehind(op, rhs).test(*loopOf(lhs)))
      found.push_back({*loopOf(lhs), rhs});
    else if (isCandidate(loopOf(rhs)) &&
             !loopsBehind(op, lhs).test(*loopOf(rhs)))
      found.push_back({*loopOf(rhs), lhs});
  }
  // Each position must be known before any of the loops begins.
  SmallVector<OneHotLoop, 2> independent;
  for (OneHotLoop candidate : found) {
    llvm::SmallBitVector behind = loopsBehind(op, candidate.position);
    if (llvm::none_of(
            found, [&](OneHotLoop other) { return behind.test(other.loop); }))
      independent.push_back(candidate);
  }
  return independent;
}
