//===- StructuredReduction.cpp - What a structured op computes ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace ckpt;

BlockArgument ckpt::getBodyArgument(linalg::LinalgOp op, unsigned operand) {
  // `linalg.map` has no arguments for its inits.
  Block *block = op.getBlock();
  return operand < block->getNumArguments() ? block->getArgument(operand)
                                            : BlockArgument();
}

SmallVector<utils::IteratorType> ckpt::getOutputIterators(AffineMap map) {
  SmallVector<utils::IteratorType> iterators(map.getNumDims(),
                                             utils::IteratorType::reduction);
  for (AffineExpr result : map.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      iterators[dim.getPosition()] = utils::IteratorType::parallel;
  return iterators;
}

/// Whether each element that is written through `map` has one iteration.
static bool isElementwiseOutput(AffineMap map) {
  return !llvm::is_contained(getOutputIterators(map),
                             utils::IteratorType::reduction);
}

static bool dependsOn(Value value, Value source, Block *block) {
  SmallVector<Value> pending{value};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value current = pending.pop_back_val();
    if (current == source)
      return true;
    if (!seen.insert(current).second || current.getParentBlock() != block)
      continue;
    if (Operation *def = current.getDefiningOp())
      forEachUsedValue(def, [&](Value used) { pending.push_back(used); });
  }
  return false;
}

/// Whether the yielded value is the accumulator plus something without it.
static bool isSum(Value yielded, Value accumulator, Block *block) {
  Value current = yielded;
  while (current != accumulator) {
    Operation *def = current.getDefiningOp();
    if (!def || def->getBlock() != block)
      return false;
    // The operands through which the accumulator passes with factor one.
    SmallVector<Value, 2> through;
    if (isa<arith::AddFOp>(def))
      through.assign({def->getOperand(0), def->getOperand(1)});
    else if (isa<arith::SubFOp>(def))
      through.assign({def->getOperand(0)});
    else if (isa<math::FmaOp>(def))
      through.assign({def->getOperand(2)});
    Value next;
    for (Value operand : def->getOperands()) {
      if (!dependsOn(operand, accumulator, block))
        continue;
      if (next || !llvm::is_contained(through, operand))
        return false;
      next = operand;
    }
    if (!next)
      return false;
    current = next;
  }
  return true;
}

/// For a maximum or minimum of the accumulator and another value, the latter.
static Value getCompared(Value yielded, Value accumulator, Block *block) {
  Operation *def = yielded.getDefiningOp();
  if (!def || def->getBlock() != block)
    return {};
  Value a, b;
  if (isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp,
          arith::MinNumFOp>(def)) {
    a = def->getOperand(0);
    b = def->getOperand(1);
  } else if (auto select = dyn_cast<arith::SelectOp>(def)) {
    a = select.getTrueValue();
    b = select.getFalseValue();
    auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
    if (!compare || !llvm::is_contained(compare->getOperands(), a) ||
        !llvm::is_contained(compare->getOperands(), b))
      return {};
  }
  if (a == accumulator && !dependsOn(b, accumulator, block))
    return b;
  if (b == accumulator && !dependsOn(a, accumulator, block))
    return a;
  return {};
}

FailureOr<StructuredResult> ckpt::classifyResult(linalg::LinalgOp op,
                                                 unsigned index) {
  Block *block = op.getBlock();
  AffineMap map = op.getIndexingMapMatchingResult(op->getResult(index));
  Value yielded = block->getTerminator()->getOperand(index);
  if (isElementwiseOutput(map))
    return StructuredResult{index, map, Combination::Elementwise, yielded};
  Value accumulator = getBodyArgument(op, op.getNumDpsInputs() + index);
  if (!accumulator)
    return op.emitError() << "cannot differentiate a reduction without an "
                             "accumulator";
  if (isSum(yielded, accumulator, block))
    return StructuredResult{index, map, Combination::Sum, yielded};
  if (Value compared = getCompared(yielded, accumulator, block))
    return StructuredResult{index, map, Combination::Extremum, compared};
  return op.emitError() << "cannot differentiate this reduction: result "
                        << index << " is not a sum, a maximum or a minimum";
}

/// Adds to `inputs` the arguments of the body that `value` is computed from.
static void collectInputs(Value value, Block *block,
                          llvm::DenseSet<Value> &inputs) {
  SmallVector<Value> pending{value};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value current = pending.pop_back_val();
    if (current.getParentBlock() != block || !seen.insert(current).second)
      continue;
    if (Operation *def = current.getDefiningOp())
      forEachUsedValue(def, [&](Value used) { pending.push_back(used); });
    else
      inputs.insert(current);
  }
}

SmallVector<bool> ckpt::chooseResultReads(linalg::LinalgOp op,
                                          ArrayRef<Value> sources) {
  Block *block = op.getBlock();
  Operation *yield = block->getTerminator();
  SmallVector<bool> reads(op->getNumResults(), false);
  llvm::DenseSet<Value> inputs;
  llvm::DenseSet<Value> requested;
  ReverseSweep activity(*block, sources);
  auto wants = [&](Value value) { return activity.wants(value); };
  for (Operation &inner : block->without_terminator()) {
    auto rule = dyn_cast<DifferentiableOpInterface>(inner);
    if (!rule || llvm::none_of(inner.getResults(), wants))
      continue;
    SmallVector<Value> values(inner.operand_begin(), inner.operand_end());
    llvm::append_range(values, inner.getResults());
    for (Value value : values) {
      if (!rule.needsForward(value, wants))
        continue;
      if (llvm::is_contained(yield->getOperands(), value))
        requested.insert(value);
      else
        collectInputs(value, block, inputs);
    }
  }
  for (OpResult result : op->getResults()) {
    Value yielded = yield->getOperand(result.getResultNumber());
    AffineMap map = op.getIndexingMapMatchingResult(result);
    if (!isElementwiseOutput(map) || !requested.contains(yielded) ||
        yielded.getParentBlock() != block || isa<BlockArgument>(yielded))
      continue;
    llvm::DenseSet<Value> needed;
    collectInputs(yielded, block, needed);
    reads[result.getResultNumber()] =
        llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
          BlockArgument arg = getBodyArgument(op, operand.getOperandNumber());
          bool large = op.getMatchingIndexingMap(&operand).getNumResults() >=
                       map.getNumResults();
          return arg && large && needed.contains(arg) && !inputs.contains(arg);
        });
  }
  return reads;
}
