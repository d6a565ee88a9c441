//===- Elementwise.cpp - Elementwise ops into their consumers -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Producers are visited in program order, so a producer's body is complete when
// its consumers take it. A producer with one reader moves; with several it is
// computed in each or stored once, by counting bytes:
//
//   stored:    inputs + write + one read per reader
//   repeated:  per reader, the inputs that it does not read anyway
//
// and by what stays alive: inputs that die here otherwise may not be larger
// than the result, unless the only reader follows closely. The gradient's
// readers of a forward value are judged by what is kept for the gradient anyway
// ("kept" below).
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Cleanup.h"
#include "Ops.h"
#include "Report.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

namespace {
/// A body beyond this is stored and read: it no longer fits in registers, and
/// fusing stays linear in the number of ops.
constexpr unsigned maxBodySize = 256;
/// Scalar ops that may be computed again for each element of a larger consumer.
constexpr unsigned maxBroadcastBody = 2;
/// Cheap scalar ops that may be computed again in another consumer.
constexpr unsigned maxRepeatedBody = 48;
/// An input this many times smaller than the result does not count.
constexpr int64_t negligible = 16;
/// A reader is close if until then no more than this part of the result's bytes
/// is written by others.
constexpr int64_t closeShare = 4;

class ElementwiseFusion {
public:
  explicit ElementwiseFusion(func::FuncOp function)
      : function(function), named(function), rewriter(function.getContext()) {}
  void run();

private:
  void number();
  void forget(Operation *op);
  void visit(linalg::GenericOp producer);
  /// Why `use` cannot compute the producer itself; empty if it can.
  StringRef obstacle(linalg::GenericOp producer, OpOperand &use) const;
  void note(linalg::GenericOp producer, StringRef why);
  bool repeatForGradient(linalg::GenericOp producer,
                         const llvm::SetVector<Operation *> &readers,
                         bool hasOtherReaders);
  bool repeatInBlock(linalg::GenericOp producer,
                     const llvm::SetVector<Operation *> &readers,
                     bool storedAnyway);
  /// Bytes that `readers` load more if they compute the producer themselves.
  int64_t repeatedBytes(linalg::GenericOp producer,
                        const llvm::SetVector<Operation *> &readers) const;
  void fuseInto(linalg::GenericOp producer, Operation *reader);
  bool isKept(Value value);
  bool isReadFrom(Value value, Operation *op, int64_t bytes) const;
  int64_t writtenBefore(Operation *op) const {
    return written[order.lookup(op)];
  }

  func::FuncOp function;
  NamedValues named;
  IRRewriter rewriter;
  /// Position in the program; fused ops have their consumer's.
  llvm::DenseMap<Operation *, int64_t> order;
  /// For each position, the bytes that kernels of their own have written
  /// before. Between two positions with little difference the memory does not
  /// grow.
  SmallVector<int64_t> written;
  /// Whether a forward value is alive in the gradient whatever is decided here.
  llvm::DenseMap<Value, bool> kept;
};
} // namespace

void ElementwiseFusion::number() {
  int64_t bytes = 0;
  for (Block *block : blocksOf(function))
    for (Operation &op : *block) {
      order[&op] = written.size();
      written.push_back(bytes);
      if (classify(&op) == Kind::Single)
        for (Value result : op.getResults())
          bytes += bytesOf(result);
    }
}

/// `op` is about to be erased; another one may get its address.
void ElementwiseFusion::forget(Operation *op) {
  order.erase(op);
  for (Value result : op->getResults())
    kept.erase(result);
}

void ElementwiseFusion::run() {
  number();
  for (Block *block : blocksOf(function)) {
    Operation *op = block->empty() ? nullptr : &block->front();
    while (op) {
      // The visit may erase the op, and replaces only later ones.
      Operation *previous = op->getPrevNode();
      auto generic = dyn_cast<linalg::GenericOp>(op);
      bool erased = false;
      if (generic && isElementwise(generic) && generic.getNumResults() == 1 &&
          !named.contains(op)) {
        visit(generic);
        if (op->use_empty()) {
          forget(op);
          op->erase();
          erased = true;
        }
      }
      if (!erased)
        op = op->getNextNode();
      else
        op = previous ? previous->getNextNode()
                      : (block->empty() ? nullptr : &block->front());
    }
  }
}

/// Elements that the consumer computes for one of the producer.
static bool isBroadcast(linalg::GenericOp producer,
                        linalg::GenericOp consumer) {
  auto elements = [](linalg::GenericOp op) {
    int64_t product = 1;
    for (int64_t range : op.getStaticLoopRanges())
      product *= range;
    return product;
  };
  return elements(consumer) > elements(producer);
}

static bool hasExpensiveOps(linalg::GenericOp op) {
  return llvm::any_of(*op.getBody(),
                      [](Operation &inner) { return isExpensive(inner); });
}

StringRef ElementwiseFusion::obstacle(linalg::GenericOp producer,
                                      OpOperand &use) const {
  Operation *user = use.getOwner();
  if (user->hasTrait<OpTrait::IsTerminator>())
    return "it is a result";
  auto consumer = dyn_cast<linalg::GenericOp>(user);
  if (!consumer)
    return classify(user) == Kind::View ? "it is read in another shape"
                                        : "a kernel of its own reads it";
  if (!consumer.isDpsInput(&use) || !linalg::areElementwiseOpsFusable(&use))
    return "its reader does not read it element by element";
  if (bodySize(producer) + bodySize(consumer) > maxBodySize)
    return "the kernel would become too long";
  bool sameBlock = producer->getBlock() == consumer->getBlock();
  if (sameBlock && marksOf(producer) != marksOf(consumer))
    return "its reader is in another region";
  if (isBroadcast(producer, consumer) &&
      (bodySize(producer) > maxBroadcastBody || hasExpensiveOps(producer)))
    return "its reader would compute each element several times";
  return "";
}

/// Remembers why the producer's result is stored, if that costs anything.
void ElementwiseFusion::note(linalg::GenericOp producer, StringRef why) {
  if (!isSmall(producer.getResult(0)))
    producer->setAttr(noteAttrName, rewriter.getStringAttr(why));
}

/// The inputs whose bytes count beside the result's.
static llvm::SmallSetVector<Value, 4> largeInputs(linalg::GenericOp producer) {
  llvm::SmallSetVector<Value, 4> inputs;
  int64_t result = bytesOf(producer.getResult(0));
  for (Value input : producer.getInputs())
    if (bytesOf(input) * negligible > result)
      inputs.insert(input);
  return inputs;
}

void ElementwiseFusion::visit(linalg::GenericOp producer) {
  // Consumers in the producer's block, and in the gradient for forward work.
  llvm::SetVector<Operation *> here, gradient;
  StringRef why;
  for (OpOperand &use : producer.getResult(0).getUses()) {
    Operation *user = use.getOwner();
    StringRef reason = obstacle(producer, use);
    if (!reason.empty())
      why = reason;
    else if (user->getBlock() == producer->getBlock())
      here.insert(user);
    else
      gradient.insert(user);
  }
  bool storedAnyway = !why.empty();
  bool takeGradient =
      !gradient.empty() &&
      repeatForGradient(producer, gradient, storedAnyway || !here.empty());
  bool stored = storedAnyway || (!gradient.empty() && !takeGradient);
  bool takeHere = !here.empty() && repeatInBlock(producer, here, stored);
  if (takeGradient)
    for (Operation *reader : gradient)
      fuseInto(producer, reader);
  if (takeHere)
    for (Operation *reader : here)
      fuseInto(producer, reader);
  if (producer->use_empty())
    return;
  if (why.empty())
    why = hasExpensiveOps(producer)
              ? "it is too expensive to compute for each reader"
              : "computing it for each reader would read or keep more bytes";
  note(producer, why);
}

/// Whether a value of the forward is alive in the gradient in any case: it is
/// an argument, or the gradient reads it and cannot compute it from something
/// else.
bool ElementwiseFusion::isKept(Value value) {
  value = baseOf(value);
  if (isa<BlockArgument>(value) ||
      classify(value.getDefiningOp()) == Kind::Constant)
    return true;
  auto known = kept.find(value);
  if (known != kept.end())
    return known->second;
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  bool replaceable = generic && isElementwise(generic) &&
                     !hasExpensiveOps(generic) && !named.contains(generic);
  bool result = false;
  for (Operation *user : value.getUsers()) {
    Kind kind = classify(user);
    // A view or a slice is read like its base.
    if (kind == Kind::View || kind == Kind::Slice)
      result |= llvm::any_of(user->getUsers(), inGradient);
    else if (inGradient(user))
      result |= !replaceable || kind != Kind::Generic;
  }
  kept[value] = result;
  return result;
}

bool ElementwiseFusion::repeatForGradient(
    linalg::GenericOp producer, const llvm::SetVector<Operation *> &readers,
    bool hasOtherReaders) {
  int64_t result = bytesOf(producer.getResult(0));
  if ((readers.size() > 1 || hasOtherReaders) &&
      (hasExpensiveOps(producer) || bodySize(producer) > maxRepeatedBody))
    return false;
  int64_t newlyKept = 0;
  for (Value input : largeInputs(producer))
    if (!isKept(input))
      newlyKept += bytesOf(input);
  bool resultKept = isKept(producer.getResult(0));
  bool take;
  if (resultKept)
    take = newlyKept == 0 &&
           repeatedBytes(producer, readers) <= result * int64_t(readers.size());
  else
    take = newlyKept <= result;
  if (take)
    for (Value input : producer.getInputs())
      kept[baseOf(input)] = true;
  else
    kept[producer.getResult(0)] = true;
  return take;
}

/// Something besides `op` reads the value where so many bytes are written, or
/// later.
bool ElementwiseFusion::isReadFrom(Value value, Operation *op,
                                   int64_t bytes) const {
  value = baseOf(value);
  if (isa<BlockArgument>(value))
    return true;
  auto isLate = [&](Operation *user) {
    auto it = order.find(user);
    return user != op && it != order.end() && written[it->second] >= bytes;
  };
  for (Operation *user : value.getUsers()) {
    Kind kind = classify(user);
    if (kind == Kind::View || kind == Kind::Slice) {
      if (llvm::any_of(user->getUsers(), isLate))
        return true;
    } else if (isLate(user)) {
      return true;
    }
  }
  return false;
}

int64_t ElementwiseFusion::repeatedBytes(
    linalg::GenericOp producer,
    const llvm::SetVector<Operation *> &readers) const {
  int64_t bytes = 0;
  auto inputs = largeInputs(producer);
  // Reductions over the same loops become one sweep and read together.
  llvm::MapVector<Attribute, llvm::SmallSetVector<Value, 8>> sweeps;
  for (Operation *reader : readers) {
    auto generic = cast<linalg::GenericOp>(reader);
    if (isElementwise(generic)) {
      for (Value input : inputs)
        if (!llvm::is_contained(generic.getInputs(), input))
          bytes += bytesOf(input);
      continue;
    }
    auto &sweep = sweeps[generic.getIteratorTypes()];
    sweep.insert(generic.getInputs().begin(), generic.getInputs().end());
  }
  for (const auto &sweep : sweeps)
    for (Value input : inputs)
      if (!sweep.second.contains(input))
        bytes += bytesOf(input);
  return bytes;
}

bool ElementwiseFusion::repeatInBlock(
    linalg::GenericOp producer, const llvm::SetVector<Operation *> &readers,
    bool storedAnyway) {
  bool moves = readers.size() == 1 && !storedAnyway;
  int64_t result = bytesOf(producer.getResult(0));
  int64_t last = 0;
  for (Operation *reader : readers)
    last = std::max(last, writtenBefore(reader));
  // As good as where the last reader stands.
  last -= result / closeShare;
  if (moves && writtenBefore(producer) >= last)
    return true;
  if (!moves &&
      (hasExpensiveOps(producer) || bodySize(producer) > maxRepeatedBody))
    return false;
  int64_t inputBytes = 0, prolonged = 0;
  for (Value input : largeInputs(producer)) {
    inputBytes += bytesOf(input);
    if (!isReadFrom(input, producer, last))
      prolonged += bytesOf(input);
  }
  if (prolonged > (storedAnyway ? 0 : result))
    return false;
  int64_t storing = storedAnyway ? 0 : inputBytes + result;
  return repeatedBytes(producer, readers) <=
         storing + result * int64_t(readers.size());
}

/// Replaces all reads of the producer in `reader` by its computation.
void ElementwiseFusion::fuseInto(linalg::GenericOp producer,
                                 Operation *reader) {
  auto consumer = cast<linalg::GenericOp>(reader);
  int64_t position = order.lookup(reader);
  DictionaryAttr attributes = reader->getDiscardableAttrDictionary();
  while (true) {
    OpOperand *use = nullptr;
    for (OpOperand *input : consumer.getDpsInputOperands())
      if (input->get() == producer.getResult(0) &&
          obstacle(producer, *input).empty()) {
        use = input;
        break;
      }
    if (!use)
      break;
    // Upstream keeps a result that has other readers; a copy has none.
    rewriter.setInsertionPoint(consumer);
    auto copy = cast<linalg::GenericOp>(rewriter.clone(*producer));
    use->set(copy.getResult(0));
    FailureOr<linalg::ElementwiseOpFusionResult> fused =
        linalg::fuseElementwiseOps(rewriter, use);
    if (failed(fused)) {
      use->set(producer.getResult(0));
      copy->erase();
      break;
    }
    for (OpResult result : consumer->getResults())
      result.replaceAllUsesWith(fused->replacements.lookup(result));
    forget(consumer);
    consumer->erase();
    copy->erase();
    consumer = cast<linalg::GenericOp>(fused->fusedOp);
    consumer->setDiscardableAttrs(attributes);
  }
  if (consumer != reader)
    consumer = tidy(rewriter, consumer);
  order[consumer] = position;
}

void fusion::fuseElementwise(func::FuncOp function) {
  ElementwiseFusion(function).run();
}
