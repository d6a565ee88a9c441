//===- ApplySchedule.cpp - A schedule becomes IR --------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/Remat.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace ckpt;

namespace {
class ScheduleApplier {
public:
  ScheduleApplier(StepGraph &graph, const planning::Schedule &schedule)
      : graph(graph), schedule(schedule), builder(graph.step.getContext()) {}

  int64_t run() {
    Block &body = graph.step.getBody().front();
    auto ret = cast<func::ReturnOp>(body.getTerminator());
    GradientOp oldGradient;
    for (auto op : body.getOps<GradientOp>())
      oldGradient = op;
    Location gradientLoc = oldGradient ? oldGradient.getLoc() : ret.getLoc();

    // The events are emitted before `ret`, and inside a new gradient from the
    // first gradient node on. Operands are remembered before anything moves.
    size_t firstGradient = 0;
    while (firstGradient < schedule.size() &&
           !graph.nodes[schedule[firstGradient]].gradient)
      ++firstGradient;
    for (const StepNode &node : graph.nodes)
      operandsOf[node.launch].assign(node.launch->operand_begin(),
                                     node.launch->operand_end());
    SmallVector<Value> returned(ret.getOperands());

    latest.resize(graph.nodes.size());
    builder.setInsertionPoint(ret);
    for (size_t i = 0; i < firstGradient; ++i)
      emit(schedule[i]);
    Block *inner = nullptr;
    OpBuilder::InsertPoint outside = builder.saveInsertionPoint();
    if (firstGradient < schedule.size()) {
      inner = new Block();
      builder.setInsertionPointToEnd(inner);
      for (size_t i = firstGradient; i < schedule.size(); ++i)
        emit(schedule[i]);
    }
    finish(inner, outside, gradientLoc, ret, returned);
    if (oldGradient)
      oldGradient.erase();
    eraseDeadViews(body);
    return clones;
  }

private:
  /// The value that the new code uses for what was `old`: the latest copy of
  /// its base, seen through the same views.
  Value current(Value old, const StepSource &source) {
    SmallVector<Operation *> views;
    Value base = old;
    while (true) {
      Operation *op = base.getDefiningOp();
      if (op && isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
        views.push_back(op);
        base = op->getOperand(0);
      } else if (auto barrier = dyn_cast_or_null<BarrierOp>(op)) {
        base = barrier.getValue();
      } else if (auto gradient = dyn_cast_or_null<GradientOp>(op)) {
        base = gradient.getBody().front().getTerminator()->getOperand(
            cast<OpResult>(base).getResultNumber());
      } else {
        break;
      }
    }
    if (!source.isPersistent())
      base = latest[source.node]->getResult(source.output);
    for (Operation *view : llvm::reverse(views)) {
      IRMapping mapping;
      mapping.map(view->getOperand(0), base);
      base = builder.clone(*view, mapping)->getResult(0);
    }
    return base;
  }

  void emit(int32_t index) {
    const StepNode &node = graph.nodes[index];
    bool clone = node.cloneOf >= 0 || latest[index];
    SmallVector<Value> operands;
    for (auto [old, source] :
         llvm::zip_equal(operandsOf[node.launch], node.operands))
      operands.push_back(current(old, source));
    if (!clone) {
      LaunchOp launch = node.launch;
      launch->remove();
      builder.insert(launch);
      launch->setOperands(operands);
      latest[index] = previous = launch;
      return;
    }
    // One barrier keeps the clone from being merged with what it repeats, or
    // moved before this place.
    LaunchOp original = node.launch;
    if (!operands.empty() && previous)
      operands[0] =
          BarrierOp::create(builder, original.getLoc(), operands[0].getType(),
                            operands[0], previous->getResult(0));
    auto copy = cast<LaunchOp>(builder.clone(*original));
    copy->setOperands(operands);
    if (auto name = copy->getAttrOfType<StringAttr>(nameAttrName)) {
      copy->setAttr(cloneOfAttrName, name);
      copy->removeAttr(nameAttrName);
    } else {
      copy->setAttr(cloneOfAttrName, copy.getKernelAttr().getAttr());
    }
    latest[index] = previous = copy;
    ++clones;
  }

  /// Wraps `inner` in a gradient and rewires the results of the step.
  void finish(Block *inner, OpBuilder::InsertPoint outside, Location loc,
              func::ReturnOp ret, ArrayRef<Value> returned) {
    SmallVector<Value> yields;
    SmallVector<std::pair<unsigned, unsigned>> yielded; // operand, yield
    for (auto [index, old] : llvm::enumerate(returned)) {
      const StepSource &source = graph.results[index];
      bool inside = !source.isPersistent() && inner &&
                    latest[source.node]->getBlock() == inner;
      if (inside) {
        yielded.push_back({unsigned(index), unsigned(yields.size())});
        yields.push_back(current(old, source));
        continue;
      }
      OpBuilder::InsertionGuard guard(builder);
      builder.restoreInsertionPoint(outside);
      ret->setOperand(index, current(old, source));
    }
    if (!inner)
      return;
    YieldOp::create(builder, loc, yields);
    builder.restoreInsertionPoint(outside);
    auto gradient =
        GradientOp::create(builder, loc, ValueRange(yields).getTypes());
    gradient.getBody().getBlocks().clear();
    gradient.getBody().push_back(inner);
    for (auto [operand, yield] : yielded)
      ret->setOperand(operand, gradient.getResult(yield));
  }

  void eraseDeadViews(Block &body) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
      if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, BarrierOp>(op) &&
          op.use_empty())
        op.erase();
  }

  StepGraph &graph;
  const planning::Schedule &schedule;
  OpBuilder builder;
  llvm::DenseMap<Operation *, SmallVector<Value>> operandsOf;
  /// Latest occurrence of each node.
  std::vector<Operation *> latest;
  Operation *previous = nullptr;
  int64_t clones = 0;
};
} // namespace

int64_t ckpt::applySchedule(StepGraph &graph,
                            const planning::Schedule &schedule) {
  return ScheduleApplier(graph, schedule).run();
}
