//===- StepGraph.cpp - A step as launches and values ----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/StepGraph.h"
#include "ckpt/Interfaces/Rematerialization.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ckpt;

int64_t ckpt::bufferBytes(Type type, int64_t alignment) {
  auto tensor = cast<RankedTensorType>(type);
  int64_t bits = tensor.getElementTypeBitWidth();
  int64_t bytes = tensor.getNumElements() * ((bits + 7) / 8);
  return (bytes + alignment - 1) / alignment * alignment;
}

namespace {
/// Fills a graph from the function, in one walk.
class GraphBuilder {
public:
  explicit GraphBuilder(func::FuncOp step) { graph.step = step; }

  FailureOr<StepGraph> run() {
    if (!graph.step.getBody().hasOneBlock())
      return graph.step.emitError("a step has one block");
    for (BlockArgument argument : graph.step.getArguments())
      addPersistent(PersistentStorage::Kind::Argument, argument,
                    argument.getArgNumber(), argument.getType());
    for (Operation &op : graph.step.getBody().front())
      if (failed(add(&op, /*gradient=*/false)))
        return failure();
    return std::move(graph);
  }

private:
  LogicalResult add(Operation *op, bool gradient) {
    if (auto launch = dyn_cast<LaunchOp>(op))
      return addLaunch(launch, gradient);
    if (auto region = dyn_cast<GradientOp>(op)) {
      for (Operation &inner : region.getBody().front().without_terminator())
        if (failed(add(&inner, /*gradient=*/true)))
          return failure();
      auto yield = cast<YieldOp>(region.getBody().front().getTerminator());
      for (auto [result, value] :
           llvm::zip_equal(region.getResults(), yield.getValues()))
        sources[result] = sources.lookup(value);
      return success();
    }
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, BarrierOp>(op)) {
      sources[op->getResult(0)] = sources.lookup(op->getOperand(0));
      return success();
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      if (!isa<RankedTensorType>(constant.getType()))
        return op->emitError("a constant between launches must be a tensor");
      addPersistent(PersistentStorage::Kind::Constant, constant, 0,
                    constant.getType());
      return success();
    }
    if (auto ret = dyn_cast<func::ReturnOp>(op))
      return addResults(ret);
    return op->emitError("only launches, views and constants can stand between "
                         "the kernels of a step; '")
           << op->getName() << "' is none of them";
  }

  void addPersistent(PersistentStorage::Kind kind, Value value, unsigned index,
                     Type type) {
    if (value)
      sources[value].persistent = graph.persistent.size();
    graph.persistent.push_back({kind, value, index, type});
  }

  LogicalResult addLaunch(LaunchOp launch, bool gradient) {
    auto kernel = symbols.lookupNearestSymbolFrom<KernelOp>(
        launch, launch.getKernelAttr());
    if (!kernel)
      return launch.emitError("does not find its kernel");
    StepNode node;
    node.launch = launch;
    node.kernel = kernel;
    node.gradient = gradient || launch.getBackward();
    auto [known, isNew] = recomputable.try_emplace(kernel, true);
    if (isNew)
      known->second = llvm::all_of(kernel.getBody().front(), [](Operation &op) {
        return ckpt::isRecomputable(&op);
      });
    node.recomputable = known->second;
    for (Value operand : launch.getOperands())
      node.operands.push_back(sources.lookup(operand));
    node.storage.assign(launch.getNumResults(), -1);
    for (OpResult result : launch->getResults()) {
      StepSource source;
      source.node = graph.nodes.size();
      source.output = result.getResultNumber();
      sources[result] = source;
    }
    graph.nodes.push_back(std::move(node));
    return success();
  }

  /// Gives each result of the step its storage.
  LogicalResult addResults(func::ReturnOp ret) {
    for (OpOperand &operand : ret->getOpOperands()) {
      StepSource source = sources.lookup(operand.get());
      graph.results.push_back(source);
      unsigned number = operand.getOperandNumber();
      auto donated =
          graph.step.getResultAttrOfType<IntegerAttr>(number, donatesAttrName);
      if (source.isPersistent()) {
        if (donated && source.persistent == donated.getInt())
          continue; // unchanged
        return ret.emitError("result ")
               << number << " of the step has no storage of its own";
      }
      int32_t &storage = graph.nodes[source.node].storage[source.output];
      if (storage >= 0)
        return ret.emitError("result ")
               << number << " of the step is another result too";
      if (donated) {
        storage = donated.getInt();
        continue;
      }
      storage = graph.persistent.size();
      addPersistent(PersistentStorage::Kind::Result, Value(), number,
                    operand.get().getType());
    }
    return success();
  }

  StepGraph graph;
  SymbolTableCollection symbols;
  llvm::DenseMap<Value, StepSource> sources;
  /// By kernel.
  llvm::DenseMap<Operation *, bool> recomputable;
};
} // namespace

FailureOr<StepGraph> StepGraph::build(func::FuncOp step) {
  return GraphBuilder(step).run();
}

int64_t StepGraph::persistentBytes(int64_t alignment) const {
  int64_t sum = 0;
  for (const PersistentStorage &storage : persistent)
    sum += bufferBytes(storage.type, alignment);
  return sum;
}

planning::Problem StepGraph::problem(const KernelTime &time,
                                     int64_t alignment) const {
  planning::Problem problem;
  problem.name = func::FuncOp(step).getName().str();
  std::vector<char> overwritten(persistent.size());
  for (const StepNode &node : nodes)
    for (int32_t storage : node.storage)
      if (storage >= 0)
        overwritten[storage] = true;

  for (const StepNode &node : nodes) {
    LaunchOp launch = node.launch;
    KernelOp kernel = node.kernel;
    planning::Node out;
    if (auto name = launch->getAttrOfType<StringAttr>(nameAttrName))
      out.name = name.str();
    else
      out.name = kernel.getSymName().str();
    out.time = time(kernel);
    out.workspace = kernel.getWorkspace().value_or(0);
    out.workspace = (out.workspace + alignment - 1) / alignment * alignment;
    out.after = node.after;
    out.recompute = node.recomputable && !node.pinned;
    for (auto [index, result] : llvm::enumerate(launch.getResults())) {
      int32_t storage = node.storage[index];
      out.outputs.push_back(
          storage >= 0 ? 0 : bufferBytes(result.getType(), alignment));
      if (storage >= 0)
        out.overwritesPersistent.push_back(storage);
    }
    // Position of each operand among the planner's inputs, or -1.
    std::vector<int32_t> position;
    for (const StepSource &source : node.operands) {
      position.push_back(source.isPersistent() ? -1
                                               : int32_t(out.inputs.size()));
      if (!source.isPersistent())
        out.inputs.push_back({source.node, source.output});
      else if (overwritten[source.persistent])
        out.readsPersistent.push_back(source.persistent);
    }
    ArrayRef<int64_t> pairs = kernel.getInplace().value_or(ArrayRef<int64_t>());
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      if (position[pairs[i + 1]] >= 0 && node.storage[pairs[i]] < 0)
        out.inPlace.push_back({int32_t(pairs[i]), position[pairs[i + 1]]});
    problem.nodes.push_back(std::move(out));
  }
  return problem;
}
