//===- Siblings.cpp - Ops with the same loops become one ------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Siblings.h"

#include "Cleanup.h"
#include "Ops.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

namespace {
/// Bodies beyond this are not joined further.
constexpr unsigned maxJoinedBody = 384;
/// Of the ops that read one value, how many recent ones are tried as sibling.
constexpr unsigned maxCandidates = 4;

class SiblingMerge {
public:
  explicit SiblingMerge(func::FuncOp function)
      : function(function), rewriter(function.getContext()) {}
  void run();

private:
  void visit(linalg::GenericOp op);
  linalg::GenericOp joinOnce(linalg::GenericOp op);
  bool canJoin(linalg::GenericOp first, linalg::GenericOp second) const;
  bool operandsPrecede(linalg::GenericOp op, linalg::GenericOp place) const;
  bool readersFollow(linalg::GenericOp op, linalg::GenericOp place) const;
  int64_t positionOf(Operation *op) const;
  linalg::GenericOp join(linalg::GenericOp first, linalg::GenericOp second,
                         bool atSecond);
  void remember(linalg::GenericOp op);
  void erase(linalg::GenericOp op);

  func::FuncOp function;
  IRRewriter rewriter;
  llvm::DenseMap<Operation *, int64_t> order;
  /// Ops that read a value or compute it, latest last.
  llvm::DenseMap<Value, SmallVector<Operation *>> users;
};
} // namespace

static bool isUpdateOp(Operation *op) {
  return llvm::any_of(op->getResults(),
                      [](Value result) { return isUpdate(result); });
}

/// The two may share a kernel by what they are.
static bool fitTogether(linalg::GenericOp first, linalg::GenericOp second) {
  if (first->getBlock() != second->getBlock() ||
      marksOf(first) != marksOf(second) ||
      isUpdateOp(first) != isUpdateOp(second))
    return false;
  if (!isElementwise(second))
    return true;
  return isElementwise(first) &&
         (isUpdateOp(first) || (isSmall(first) && isSmall(second)));
}

/// A reduction may run with the loops of an elementwise op that it reads.
static bool sameLoops(linalg::GenericOp first, linalg::GenericOp second,
                      bool reads) {
  bool sameTypes = first.getIteratorTypes() == second.getIteratorTypes();
  return (sameTypes || (reads && isElementwise(first))) &&
         first.getStaticLoopRanges() == second.getStaticLoopRanges();
}

/// The map with which `op` reads `value`, null if it does not.
static AffineMap mapOf(linalg::GenericOp op, Value value) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get() == value)
      return op.getMatchingIndexingMap(input);
  return {};
}

/// Both read some value in the same way; reductions one that spans all loops.
static bool shareInput(linalg::GenericOp a, linalg::GenericOp b) {
  for (OpOperand *input : b.getDpsInputOperands()) {
    AffineMap map = b.getMatchingIndexingMap(input);
    bool whole = isElementwise(b) || map.getNumResults() == b.getNumLoops();
    if (whole && mapOf(a, input->get()) == map)
      return true;
  }
  return false;
}

/// `second` reads results of `first` only element by element, where `first` has
/// just computed them, and gathers from none.
static bool readsAligned(linalg::GenericOp first, linalg::GenericOp second) {
  for (Value value : gatheredBy(second))
    if (baseOf(value).getDefiningOp() == first)
      return false;
  bool reads = false;
  for (OpOperand &operand : second->getOpOperands()) {
    if (operand.get().getDefiningOp() != first)
      continue;
    reads = true;
    unsigned index = cast<OpResult>(operand.get()).getResultNumber();
    AffineMap written =
        first.getMatchingIndexingMap(first.getDpsInitOperand(index));
    if (!written.isPermutation() || !second.isDpsInput(&operand) ||
        second.getMatchingIndexingMap(&operand) != written)
      return false;
  }
  return reads;
}

static bool reads(Operation *op, Operation *producer) {
  return llvm::any_of(readBy(op), [&](Value value) {
    return baseOf(value).getDefiningOp() == producer;
  });
}

bool SiblingMerge::canJoin(linalg::GenericOp first,
                           linalg::GenericOp second) const {
  bool dependent = reads(second, first);
  if (!fitTogether(first, second) || !sameLoops(first, second, dependent) ||
      bodySize(first) + bodySize(second) > maxJoinedBody)
    return false;
  return dependent ? readsAligned(first, second) : shareInput(first, second);
}

/// Where the op stands among the ops of the function's block or the gradient.
int64_t SiblingMerge::positionOf(Operation *op) const {
  auto it = order.find(op);
  return it == order.end() ? -1 : it->second;
}

/// All that `op` reads exists before `place`. Views, slices and materials do
/// not count: they can stand anywhere after their base.
bool SiblingMerge::operandsPrecede(linalg::GenericOp op,
                                   linalg::GenericOp place) const {
  for (Value value : readBy(op)) {
    Operation *producer = baseOf(value).getDefiningOp();
    if (producer && producer != place &&
        producer->getBlock() == op->getBlock() &&
        classify(producer) != Kind::Material &&
        positionOf(producer) > positionOf(place))
      return false;
  }
  return true;
}

/// All that reads `op`, but `place` itself, comes after `place`.
bool SiblingMerge::readersFollow(linalg::GenericOp op,
                                 linalg::GenericOp place) const {
  SmallVector<Operation *> pending{op};
  while (!pending.empty()) {
    Operation *next = pending.pop_back_val();
    for (Operation *reader : next->getUsers()) {
      Operation *user = holderOf(reader);
      Kind kind = classify(user);
      if (kind == Kind::View || kind == Kind::Slice)
        pending.push_back(user);
      else if (user != place && user->getBlock() == op->getBlock() &&
               positionOf(user) < positionOf(place))
        return false;
    }
  }
  return true;
}

/// The operands of both, the body of `first` and then that of `second`.
linalg::GenericOp SiblingMerge::join(linalg::GenericOp first,
                                     linalg::GenericOp second, bool atSecond) {
  rewriter.setInsertionPoint(atSecond ? second : first);
  SmallVector<Value> inputs(first.getInputs()), inits(first.getOutputs());
  SmallVector<AffineMap> firstMaps = first.getIndexingMapsArray();
  SmallVector<AffineMap> maps(
      ArrayRef(firstMaps).take_front(first.getNumDpsInputs()));
  SmallVector<AffineMap> initMaps(
      ArrayRef(firstMaps).drop_front(first.getNumDpsInputs()));
  SmallVector<Value> inner; // the yielded value behind an input of `second`
  for (OpOperand *input : second.getDpsInputOperands()) {
    inner.push_back({});
    if (input->get().getDefiningOp() == first) {
      unsigned index = cast<OpResult>(input->get()).getResultNumber();
      inner.back() = first.getBody()->getTerminator()->getOperand(index);
      continue;
    }
    inputs.push_back(input->get());
    maps.push_back(second.getMatchingIndexingMap(input));
  }
  for (OpOperand &init : second.getDpsInitsMutable()) {
    inits.push_back(init.get());
    initMaps.push_back(second.getMatchingIndexingMap(&init));
  }
  maps.append(initMaps);
  for (Value &init : inits)
    if (auto empty = init.getDefiningOp<tensor::EmptyOp>())
      init = rewriter.clone(*empty)->getResult(0);

  SmallVector<Type> types(first->getResultTypes());
  llvm::append_range(types, second->getResultTypes());
  auto joined =
      linalg::GenericOp::create(rewriter, first.getLoc(), types, inputs, inits,
                                maps, second.getIteratorTypesArray());
  SmallVector<StringAttr> names = resultNames(first);
  llvm::append_range(names, resultNames(second));
  joined->setDiscardableAttrs(first->getDiscardableAttrDictionary());
  setResultNames(joined, names);

  Block &body = joined.getRegion().emplaceBlock();
  for (Value operand : joined->getOperands())
    body.addArgument(getElementTypeOrSelf(operand.getType()), joined.getLoc());
  rewriter.setInsertionPointToEnd(&body);
  IRMapping mapping;
  SmallVector<Value> yields;
  unsigned nextInput = 0, nextInit = inputs.size();
  auto take = [&](linalg::GenericOp op, ArrayRef<Value> known) {
    for (unsigned i = 0, e = op.getNumDpsInputs(); i < e; ++i) {
      Value value = i < known.size() && known[i]
                        ? mapping.lookupOrDefault(known[i])
                        : Value(body.getArgument(nextInput++));
      mapping.map(op.getBody()->getArgument(i), value);
    }
    for (BlockArgument argument : op.getRegionOutputArgs())
      mapping.map(argument, body.getArgument(nextInit++));
    for (Operation &scalar : op.getBody()->without_terminator())
      rewriter.clone(scalar, mapping);
    for (Value yielded : op.getBody()->getTerminator()->getOperands())
      yields.push_back(mapping.lookupOrDefault(yielded));
  };
  take(first, {});
  take(second, inner);
  linalg::YieldOp::create(rewriter, joined.getLoc(), yields);
  return joined;
}

/// Reads of one element, or of small tensors by a large reduction, tell
/// nothing.
static bool isLink(linalg::GenericOp op, Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getNumElements() > 1 &&
         (isElementwise(op) || !isSmall(value) || isSmall(op));
}

void SiblingMerge::remember(linalg::GenericOp op) {
  auto note = [&](Value value) {
    SmallVector<Operation *> &list = users[value];
    if (list.empty() || list.back() != op)
      list.push_back(op);
    if (list.size() > maxCandidates)
      list.erase(list.begin());
  };
  for (Value input : op.getInputs())
    if (isLink(op, input))
      note(input);
  for (Value result : op.getResults())
    note(result);
}

void SiblingMerge::erase(linalg::GenericOp op) {
  for (Value input : op.getInputs())
    if (auto it = users.find(input); it != users.end())
      llvm::erase(it->second, op.getOperation());
  for (Value result : op.getResults())
    users.erase(result);
  order.erase(op);
  op->erase();
}

/// Joins `op` with one earlier op. Returns the joined op, or null.
linalg::GenericOp SiblingMerge::joinOnce(linalg::GenericOp op) {
  SmallVector<Operation *> candidates;
  for (Value input : op.getInputs())
    for (Operation *candidate : users.lookup(input))
      if (candidate != op && !llvm::is_contained(candidates, candidate))
        candidates.push_back(candidate);
  for (Operation *candidate : candidates) {
    auto first = cast<linalg::GenericOp>(candidate);
    linalg::GenericOp second = op;
    // A joined op may stand before ones that were seen earlier.
    if (positionOf(first) > positionOf(second))
      std::swap(first, second);
    if (!canJoin(first, second))
      continue;
    bool up = operandsPrecede(second, first);
    if (!up && !readersFollow(first, second))
      continue;
    int64_t position = positionOf(up ? first : second);
    linalg::GenericOp joined = join(first, second, /*atSecond=*/!up);
    unsigned middle = first.getNumResults();
    for (auto [index, result] : llvm::enumerate(joined.getResults()))
      (index < middle ? first.getResult(index)
                      : second.getResult(index - middle))
          .replaceAllUsesWith(result);
    erase(second);
    erase(first);
    joined = tidy(rewriter, joined);
    order[joined] = position;
    return joined;
  }
  return {};
}

void SiblingMerge::visit(linalg::GenericOp op) {
  // A joined op may have found the link to another one.
  while (linalg::GenericOp joined = joinOnce(op))
    op = joined;
  remember(op);
}

void SiblingMerge::run() {
  for (Block *block : blocksOf(function)) {
    int64_t next = 0;
    SmallVector<linalg::GenericOp> generics;
    for (Operation &op : *block) {
      order[&op] = next++;
      if (auto generic = dyn_cast<linalg::GenericOp>(op))
        generics.push_back(generic);
    }
    for (linalg::GenericOp generic : generics)
      visit(generic);
  }
}

void fusion::mergeSiblings(func::FuncOp function) {
  SiblingMerge(function).run();
}
