//===- ApplySchedule.cpp - A schedule becomes IR --------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The events are emitted one after the other before the block's terminator;
// afterwards the runs of events that belong to a gradient are wrapped in one.
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Views.h"
#include "ckpt/Remat/Remat.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace ckpt;

namespace {
/// Consecutive events of one gradient region.
struct GradientRun {
  int32_t phase;
  Operation *first;
  Operation *last;
};

class ScheduleApplier {
public:
  ScheduleApplier(StepGraph &graph, const planning::Schedule &schedule)
      : graph(graph), schedule(schedule), builder(graph.step.getContext()),
        terminator(graph.block->getTerminator()) {}

  int64_t run() {
    hoistFreeValues();
    latest.resize(graph.nodes.size());
    for (const StepNode &node : graph.nodes)
      current[node.op].assign(node.reads.begin(), node.reads.end());
    builder.setInsertionPoint(terminator);
    int32_t phase = 0;
    for (int32_t index : schedule) {
      const StepNode &node = graph.nodes[index];
      if (!latest[index])
        phase = std::max(phase, node.phase);
      Operation *before = terminator->getPrevNode();
      emit(index);
      extendRun(before, node.phase % 2 ? node.phase : phase);
    }
    for (auto [index, source] : llvm::enumerate(graph.results))
      terminator->setOperand(index,
                             valueFor(terminator->getOperand(index), source));
    for (const GradientRun &run : runs)
      wrap(run);
    eraseDead();
    return clones;
  }

private:
  /// What costs nothing is there before everything that uses it.
  void hoistFreeValues() {
    Operation *before = &graph.block->front();
    for (auto gradient : graph.block->getOps<GradientOp>())
      for (Operation &op :
           llvm::make_early_inc_range(gradient.getBody().front()))
        if (op.getNumOperands() == 0 && !isNode(&op) && !isa<YieldOp>(op))
          op.moveBefore(before);
  }

  bool isNode(Operation *op) {
    if (nodeOps.empty())
      for (const StepNode &node : graph.nodes)
        nodeOps.insert(node.op);
    return nodeOps.contains(op);
  }

  /// The value that the new code uses for what was `old`: the latest copy of
  /// its storage, seen through the same views.
  Value valueFor(Value old, const StepSource &source) {
    if (!source.isNode() &&
        !graph.block->getParent()->isAncestor(old.getParentRegion()))
      return old;
    SmallVector<Operation *> views;
    Value base = storageOf(old, &views);
    if (source.isNode())
      base = latest[source.node]->getResult(source.output);
    return rebuildViews(builder, base, views);
  }

  void emit(int32_t index) {
    const StepNode &node = graph.nodes[index];
    bool clone = node.cloneOf >= 0 || latest[index];
    SmallVector<Value> values;
    for (auto [old, source] : llvm::zip_equal(node.reads, node.operands))
      values.push_back(valueFor(old, source));
    Operation *op =
        clone ? emitClone(node, values) : emitOriginal(node, values);
    latest[index] = op;
    if (op->getNumResults() > 0)
      previous = op->getResult(0);
  }

  Operation *emitOriginal(const StepNode &node, ArrayRef<Value> values) {
    Operation *op = node.op;
    op->remove();
    builder.insert(op);
    unsigned operands = op->getNumOperands();
    op->setOperands(values.take_front(operands));
    SmallVector<Value> &old = current[op];
    for (size_t i = operands; i < values.size(); ++i)
      if (old[i] != values[i])
        op->walk([&](Operation *inner) {
          if (inner != op)
            inner->replaceUsesOfWith(old[i], values[i]);
        });
    old.assign(values.begin(), values.end());
    return op;
  }

  Operation *emitClone(const StepNode &node, MutableArrayRef<Value> values) {
    Operation *original = node.op;
    // One barrier keeps the clone from being merged with what it repeats, or
    // moved before this place.
    int64_t hold = previous ? heldRead(node) : -1;
    if (hold >= 0)
      values[hold] =
          BarrierOp::create(builder, original->getLoc(), values[hold].getType(),
                            values[hold], anchor(original->getLoc()));
    IRMapping mapping;
    const SmallVector<Value> &old = current[original];
    for (size_t i = original->getNumOperands(); i < values.size(); ++i)
      mapping.map(old[i], values[i]);
    Operation *copy = builder.clone(*original, mapping);
    copy->setOperands(values.take_front(original->getNumOperands()));
    ++clones;
    markClone(node, copy, /*held=*/hold >= 0);
    return copy;
  }

  /// Which read of a clone stands behind a barrier: the first with storage,
  /// else the first operand; -1 when it reads nothing.
  static int64_t heldRead(const StepNode &node) {
    for (auto [index, source] : llvm::enumerate(node.operands))
      if (source.isNode() || source.isPersistent())
        return index;
    return node.op->getNumOperands() > 0 ? 0 : -1;
  }

  /// A value that exists at this place and not before: in a loop's body also
  /// not before the iteration.
  Value anchor(Location location) {
    if (isa<func::FuncOp>(graph.block->getParentOp()))
      return previous;
    Value iteration = graph.block->getArgument(0);
    return BarrierOp::create(builder, location, previous.getType(), previous,
                             iteration);
  }

  void markClone(const StepNode &node, Operation *copy, bool held) {
    copy->setAttr(cloneOfAttrName, builder.getStringAttr(node.name));
    copy->removeAttr(nameAttrName);
    // Nothing else tells two clones apart that have no operands.
    if (!held)
      copy->setAttr(cloneNumberAttrName, builder.getI64IntegerAttr(clones));
    // At op level the name may have been made up: now it is written down.
    if (!node.launch && !node.op->hasAttr(nameAttrName))
      node.op->setAttr(nameAttrName, builder.getStringAttr(node.name));
  }

  /// `phase` is odd for an event in a gradient.
  void extendRun(Operation *before, int32_t phase) {
    Operation *last = terminator->getPrevNode();
    Operation *first = before ? before->getNextNode() : &graph.block->front();
    bool continues = !runs.empty() && runs.back().phase == phase &&
                     runs.back().last == before;
    if (phase % 2 == 0)
      return;
    if (continues)
      runs.back().last = last;
    else
      runs.push_back({phase, first, last});
  }

  /// Moves the run into a gradient that yields what is used after it.
  void wrap(const GradientRun &run) {
    auto end = std::next(Block::iterator(run.last));
    auto *inner = new Block();
    inner->getOperations().splice(inner->end(), graph.block->getOperations(),
                                  Block::iterator(run.first), end);
    llvm::SetVector<Value> yields;
    auto escapes = [&](OpOperand &use) {
      return !inner->findAncestorOpInBlock(*use.getOwner());
    };
    // First what the step returns, in its order.
    for (Value value : terminator->getOperands())
      if (value.getParentBlock() == inner)
        yields.insert(value);
    for (Operation &op : *inner)
      for (Value result : op.getResults())
        if (llvm::any_of(result.getUses(), escapes))
          yields.insert(result);
    OpBuilder outside(graph.block, end);
    Location loc = run.first->getLoc();
    auto gradient = GradientOp::create(
        outside, loc, ValueRange(yields.getArrayRef()).getTypes());
    gradient.getBody().getBlocks().clear();
    gradient.getBody().push_back(inner);
    for (auto [value, result] : llvm::zip_equal(yields, gradient.getResults()))
      Value(value).replaceUsesWithIf(result, [&](OpOperand &use) {
        return !gradient->isProperAncestor(use.getOwner());
      });
    OpBuilder inside = OpBuilder::atBlockEnd(inner);
    YieldOp::create(inside, loc, yields.getArrayRef());
  }

  /// The old views and barriers, and the gradients that hold nothing else.
  void eraseDead() {
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(*graph.block)))
      if ((isStorageView(&op) && op.use_empty()) || isEmptied(&op))
        op.erase();
  }

  bool isEmptied(Operation *op) {
    auto gradient = dyn_cast<GradientOp>(op);
    return gradient && op->use_empty() &&
           llvm::all_of(gradient.getBody().front().without_terminator(),
                        [](Operation &inner) { return isStorageView(&inner); });
  }

  StepGraph &graph;
  const planning::Schedule &schedule;
  OpBuilder builder;
  Operation *terminator;
  llvm::DenseSet<Operation *> nodeOps;
  /// What each original reads now.
  llvm::DenseMap<Operation *, SmallVector<Value>> current;
  /// Latest occurrence of each node.
  std::vector<Operation *> latest;
  /// A result of the last event that has one.
  Value previous;
  std::vector<GradientRun> runs;
  int64_t clones = 0;
};
} // namespace

int64_t ckpt::applySchedule(StepGraph &graph,
                            const planning::Schedule &schedule) {
  return ScheduleApplier(graph, schedule).run();
}
