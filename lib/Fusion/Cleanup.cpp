//===- Cleanup.cpp - Equal ops, dead ops, tidy generics -------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cleanup.h"

#include "Ops.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

SmallVector<Block *, 2> fusion::blocksOf(func::FuncOp function) {
  SmallVector<Block *, 2> blocks{&function.getBody().front()};
  for (auto gradient : blocks.front()->getOps<GradientOp>())
    blocks.push_back(&gradient.getBody().front());
  return blocks;
}

//===----------------------------------------------------------------------===//
// Equal and dead ops
//===----------------------------------------------------------------------===//

namespace {
/// Ops are one key if they compute the same from the same operands.
struct SameOp : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *a, const Operation *b) {
    if (a == b)
      return true;
    if (a == getTombstoneKey() || a == getEmptyKey() ||
        b == getTombstoneKey() || b == getEmptyKey())
      return false;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(a), const_cast<Operation *>(b),
        OperationEquivalence::IgnoreLocations);
  }
};
} // namespace

void fusion::mergeEqualOps(Block &block) {
  llvm::DenseSet<Operation *, SameOp> seen;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.getNumResults() == 0 || !isMemoryEffectFree(&op) ||
        isa<GradientOp, BarrierOp>(op))
      continue;
    auto [known, inserted] = seen.insert(&op);
    if (inserted)
      continue;
    op.replaceAllUsesWith(*known);
    op.erase();
  }
}

static void eraseDeadOps(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (op.use_empty() && op.getNumResults() > 0 && isMemoryEffectFree(&op) &&
        !isa<GradientOp>(op))
      op.erase();
}

void fusion::eraseDeadOps(func::FuncOp function) {
  // The gradient's ops first: they use the forward's.
  SmallVector<Block *, 2> blocks = blocksOf(function);
  for (Block *block : llvm::reverse(blocks))
    ::eraseDeadOps(*block);
}

void fusion::hoistAccesses(Block &block) {
  // Number 0 is the start of the block, n + 1 the n-th op that stays.
  llvm::DenseMap<Operation *, size_t> place;
  SmallVector<Operation *> staying, accesses;
  for (Operation &op : block) {
    if (llvm::is_contained(
            {Kind::Material, Kind::Constant, Kind::View, Kind::Slice},
            classify(&op))) {
      accesses.push_back(&op);
      continue;
    }
    staying.push_back(&op);
    place[&op] = staying.size();
  }
  // A merged op may have moved behind views of its results.
  SmallVector<SmallVector<Operation *>> following(staying.size() + 1);
  for (Operation *op : accesses) {
    size_t after = 0;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        after = std::max(after, place.lookup(producer));
    place[op] = after;
    following[after].push_back(op);
  }
  Operation *end = &block.back();
  for (Operation *op : following[0])
    op->moveBefore(staying.empty() ? end : staying.front());
  for (auto [index, op] : llvm::enumerate(staying)) {
    Operation *last = op;
    for (Operation *next : following[index + 1]) {
      next->moveAfter(last);
      last = next;
    }
  }
}

//===----------------------------------------------------------------------===//
// Generics
//===----------------------------------------------------------------------===//

Value fusion::splatScalar(RewriterBase &rewriter, Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (!op || classify(op) != Kind::Material)
    return {};
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return fill.getInputs()[0];
  auto constant = dyn_cast<arith::ConstantOp>(op);
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                        : SplatElementsAttr();
  if (!splat)
    return {};
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(constant);
  return arith::ConstantOp::create(rewriter, constant.getLoc(),
                                   splat.getSplatValue<TypedAttr>());
}

static void replaceConstantInputs(RewriterBase &rewriter,
                                  linalg::GenericOp op) {
  bool readsInits = !isElementwise(op);
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (argument.use_empty() || (op.isDpsInit(&operand) && readsInits))
      continue;
    if (!isa<RankedTensorType>(operand.get().getType()))
      argument.replaceAllUsesWith(operand.get());
    else if (Value scalar = splatScalar(rewriter, operand.get()))
      argument.replaceAllUsesWith(scalar);
  }
}

namespace {
/// The operands that a tidy generic keeps.
struct Operands {
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps;
  /// For each block argument of the old body: the new position, or -1.
  SmallVector<int64_t> position;
};
} // namespace

static void markDims(AffineMap map, llvm::SmallBitVector &dims) {
  for (AffineExpr expr : map.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      dims.set(dim.getPosition());
}

/// Inputs that the body does not read stay only where a loop has no other
/// operand to take its length from.
static Operands chooseOperands(linalg::GenericOp op) {
  Operands kept;
  llvm::SmallBitVector covered(op.getNumLoops());
  for (OpOperand &init : op.getDpsInitsMutable())
    markDims(op.getMatchingIndexingMap(&init), covered);
  SmallVector<OpOperand *> inputs = op.getDpsInputOperands();
  for (OpOperand *input : inputs)
    if (!op.getMatchingBlockArgument(input).use_empty())
      markDims(op.getMatchingIndexingMap(input), covered);

  llvm::DenseMap<std::pair<Value, AffineMap>, int64_t> known;
  for (OpOperand *input : inputs) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (op.getMatchingBlockArgument(input).use_empty()) {
      llvm::SmallBitVector own(op.getNumLoops());
      markDims(map, own);
      own.reset(covered);
      if (own.none()) {
        kept.position.push_back(-1);
        continue;
      }
      covered |= own;
    }
    auto [it, inserted] =
        known.try_emplace({input->get(), map}, kept.inputs.size());
    if (inserted) {
      kept.inputs.push_back(input->get());
      kept.maps.push_back(map);
    }
    kept.position.push_back(it->second);
  }
  return kept;
}

/// Adds the inits: empty where their elements are not read; the init that an
/// elementwise op reads becomes an input, too.
static void chooseInits(RewriterBase &rewriter, linalg::GenericOp op,
                        Operands &kept) {
  SmallVector<AffineMap> initMaps;
  SmallVector<int64_t> readInits;
  for (auto [index, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    bool read = !op.getMatchingBlockArgument(&init).use_empty();
    Value value = init.get();
    AffineMap map = op.getMatchingIndexingMap(&init);
    readInits.push_back(-1);
    if (read && isElementwise(op)) {
      readInits.back() = kept.inputs.size();
      kept.inputs.push_back(value);
      kept.maps.push_back(map);
      read = false;
    }
    if (!read && !value.getDefiningOp<tensor::EmptyOp>()) {
      auto type = cast<RankedTensorType>(value.getType());
      value = tensor::EmptyOp::create(rewriter, op.getLoc(), type.getShape(),
                                      type.getElementType());
    }
    kept.inits.push_back(value);
    initMaps.push_back(map);
  }
  for (auto [index, readAs] : llvm::enumerate(readInits))
    kept.position.push_back(readAs >= 0 ? readAs : kept.inputs.size() + index);
  kept.maps.append(initMaps);
}

/// Moves the body over and lets its arguments be those of `kept`.
static void moveBody(linalg::GenericOp from, linalg::GenericOp to,
                     ArrayRef<int64_t> position) {
  Block &fresh = to.getRegion().emplaceBlock();
  for (Value operand : to->getOperands())
    fresh.addArgument(getElementTypeOrSelf(operand.getType()), from.getLoc());
  Block &old = *from.getBody();
  for (auto [argument, index] : llvm::zip(old.getArguments(), position))
    if (index >= 0)
      argument.replaceAllUsesWith(fresh.getArgument(index));
  fresh.getOperations().splice(fresh.end(), old.getOperations());
}

static bool sameOperands(linalg::GenericOp op, const Operands &kept) {
  if (op->getNumOperands() != kept.inputs.size() + kept.inits.size())
    return false;
  return llvm::equal(op->getOperands(),
                     llvm::concat<const Value>(kept.inputs, kept.inits));
}

static void tidyBody(Block &body) {
  mergeEqualOps(body);
  ::eraseDeadOps(body);
}

linalg::GenericOp fusion::tidy(RewriterBase &rewriter, linalg::GenericOp op) {
  replaceConstantInputs(rewriter, op);
  tidyBody(*op.getBody());
  rewriter.setInsertionPoint(op);
  Operands kept = chooseOperands(op);
  chooseInits(rewriter, op, kept);
  if (sameOperands(op, kept))
    return op;
  auto result = linalg::GenericOp::create(
      rewriter, op.getLoc(), op->getResultTypes(), kept.inputs, kept.inits,
      kept.maps, op.getIteratorTypesArray());
  result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  moveBody(op, result, kept.position);
  // Inputs that became one may have made ops equal.
  mergeEqualOps(*result.getBody());
  rewriter.replaceAllUsesWith(op->getResults(), result->getResults());
  op->erase();
  return result;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// No result needs the accumulator of another one, and nothing expensive would
/// be computed twice.
static bool isSeparable(linalg::GenericOp op) {
  Block &body = *op.getBody();
  if (llvm::any_of(body, [](Operation &inner) { return isExpensive(inner); }))
    return false;
  // Bit i: the value depends on the accumulator of result i.
  llvm::DenseMap<Value, llvm::SmallBitVector> needs;
  unsigned results = op.getNumResults();
  auto needsOf = [&](Value value) {
    auto it = needs.find(value);
    return it == needs.end() ? llvm::SmallBitVector(results) : it->second;
  };
  for (auto [index, argument] : llvm::enumerate(op.getRegionOutputArgs())) {
    llvm::SmallBitVector own(results);
    own.set(index);
    needs[argument] = own;
  }
  for (Operation &inner : body.without_terminator()) {
    llvm::SmallBitVector all(results);
    for (Value operand : inner.getOperands())
      all |= needsOf(operand);
    for (Value result : inner.getResults())
      needs[result] = all;
  }
  for (auto [index, value] :
       llvm::enumerate(body.getTerminator()->getOperands())) {
    llvm::SmallBitVector others = needsOf(value);
    others.reset(index);
    if (others.any())
      return false;
  }
  return true;
}

void fusion::splitResults(RewriterBase &rewriter, linalg::GenericOp op) {
  if (op.getNumResults() < 2 || !isSeparable(op))
    return;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<StringAttr> names = resultNames(op);
  unsigned inputs = op.getNumDpsInputs();
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    if (result.use_empty())
      continue;
    rewriter.setInsertionPoint(op);
    SmallVector<AffineMap> ownMaps(ArrayRef(maps).take_front(inputs));
    ownMaps.push_back(maps[inputs + index]);
    auto part = linalg::GenericOp::create(
        rewriter, op.getLoc(), result.getType(), op.getInputs(),
        op.getOutputs()[index], ownMaps, op.getIteratorTypesArray());
    part->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    setResultNames(part, names[index]);
    IRMapping mapping;
    Block &body = part.getRegion().emplaceBlock();
    for (Value operand : part->getOperands())
      body.addArgument(getElementTypeOrSelf(operand.getType()), op.getLoc());
    for (unsigned i = 0; i < inputs; ++i)
      mapping.map(op.getBody()->getArgument(i), body.getArgument(i));
    mapping.map(op.getBody()->getArgument(inputs + index),
                body.getArgument(inputs));
    rewriter.setInsertionPointToEnd(&body);
    // Ops that use another accumulator are not reached from this result.
    for (Operation &inner : op.getBody()->without_terminator())
      rewriter.clone(inner, mapping);
    linalg::YieldOp::create(
        rewriter, op.getLoc(),
        mapping.lookupOrDefault(
            op.getBody()->getTerminator()->getOperand(index)));
    tidyBody(body);
    rewriter.replaceAllUsesWith(result, tidy(rewriter, part)->getResult(0));
  }
  op->erase();
}
