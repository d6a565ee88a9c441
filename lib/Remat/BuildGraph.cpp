//===- BuildGraph.cpp - From a function to its graph ----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CloneSafety.h"
#include "ckpt/Dialect/Locations.h"
#include "ckpt/Dialect/Views.h"
#include "ckpt/Interfaces/Rematerialization.h"
#include "ckpt/Remat/StepGraph.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace ckpt;

/// Whether the value costs no bytes and no time: an empty tensor, a constant
/// that is one element.
static bool isFree(Operation *op) {
  if (isa<tensor::EmptyOp>(op))
    return op->getNumOperands() == 0;
  DenseElementsAttr elements;
  if (matchPattern(op, m_Constant(&elements)))
    return elements.isSplat();
  return op->hasTrait<OpTrait::ConstantLike>() &&
         !isa<RankedTensorType>(op->getResult(0).getType());
}

namespace {
/// Fills a graph from a block, in one walk.
class GraphBuilder {
public:
  GraphBuilder(func::FuncOp step, Block *block, bool opLevel)
      : step(step), block(block) {
    graph.step = step;
    graph.block = block;
    graph.opLevel = opLevel;
  }

  FailureOr<StepGraph> run() {
    if (isFunction())
      for (BlockArgument argument : block->getArguments())
        addPersistent(PersistentStorage::Kind::Argument, argument,
                      argument.getArgNumber(), argument.getType());
    for (Operation &op : block->without_terminator())
      if (failed(add(&op)))
        return failure();
    Operation *terminator = block->getTerminator();
    if (isFunction() && (!graph.opLevel || step->hasAttr(stepAttrName)) &&
        isa<func::ReturnOp>(terminator)) {
      if (failed(storeResults(terminator)))
        return failure();
    } else {
      keepResults(terminator);
    }
    pinDecisions(graph);
    return std::move(graph);
  }

private:
  bool isFunction() { return block == &step.getBody().front(); }

  LogicalResult add(Operation *op) {
    if (auto launch = dyn_cast<LaunchOp>(op))
      return addLaunch(launch);
    if (auto gradient = dyn_cast<GradientOp>(op))
      return addGradient(gradient);
    if (isStorageView(op)) {
      sources[op->getResult(0)] = sources.lookup(op->getOperand(0));
      return success();
    }
    if (graph.opLevel && isFree(op))
      return success();
    if (op->hasTrait<OpTrait::ConstantLike>() &&
        isa<RankedTensorType>(op->getResult(0).getType())) {
      addPersistent(PersistentStorage::Kind::Constant, op->getResult(0), 0,
                    op->getResult(0).getType());
      return success();
    }
    if (graph.opLevel)
      return addOp(op);
    if (op->hasTrait<OpTrait::ConstantLike>())
      return op->emitError("a constant between launches must be a tensor");
    return op->emitError("only launches, views and constants can stand between "
                         "the kernels of a step; '")
           << op->getName() << "' is none of them";
  }

  LogicalResult addGradient(GradientOp gradient) {
    ++phase;
    for (Operation &inner : gradient.getBody().front().without_terminator())
      if (failed(add(&inner)))
        return failure();
    ++phase;
    auto yield = cast<YieldOp>(gradient.getBody().front().getTerminator());
    for (auto [result, value] :
         llvm::zip_equal(gradient.getResults(), yield.getValues()))
      sources[result] = sources.lookup(value);
    return success();
  }

  void addPersistent(PersistentStorage::Kind kind, Value value, unsigned index,
                     Type type) {
    if (value)
      sources[value].persistent = graph.persistent.size();
    graph.persistent.push_back({kind, value, index, type});
  }

  StepNode makeNode(Operation *op) {
    StepNode node;
    node.op = op;
    node.phase = phase;
    node.gradient = phase % 2 != 0;
    node.reads.assign(op->operand_begin(), op->operand_end());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    for (Value value : captured)
      node.reads.push_back(value);
    for (Value value : node.reads)
      node.operands.push_back(sources.lookup(value));
    node.storage.assign(op->getNumResults(), -1);
    for (OpResult result : op->getResults())
      sources[result] = {int32_t(graph.nodes.size()),
                         int32_t(result.getResultNumber()), -1};
    return node;
  }

  LogicalResult addLaunch(LaunchOp launch) {
    auto kernel = symbols.lookupNearestSymbolFrom<KernelOp>(
        launch, launch.getKernelAttr());
    if (!kernel)
      return launch.emitError("does not find its kernel");
    StepNode node = makeNode(launch);
    node.launch = launch;
    node.kernel = kernel;
    auto [known, isNew] = recomputable.try_emplace(kernel, true);
    if (isNew)
      known->second = llvm::all_of(kernel.getBody().front(), [](Operation &op) {
        return isRecomputable(&op);
      });
    node.recomputable = known->second;
    node.gradient |= launch.getBackward();
    auto name = launch->getAttrOfType<StringAttr>(nameAttrName);
    node.name = name ? name.str() : kernel.getSymName().str();
    ArrayRef<int64_t> pairs = kernel.getInplace().value_or(ArrayRef<int64_t>());
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      node.inPlace.push_back({int32_t(pairs[i]), int32_t(pairs[i + 1])});
    graph.nodes.push_back(std::move(node));
    return success();
  }

  LogicalResult addOp(Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tensor = dyn_cast<TensorType>(type);
          tensor && !tensor.hasStaticShape())
        return op->emitError("has a result of unknown size, ")
               << type << ": bind the sizes before planning";
    StepNode node = makeNode(op);
    node.name = nameOf(op);
    if (auto destination = dyn_cast<DestinationStyleOpInterface>(op);
        destination && destination.hasPureTensorSemantics())
      for (OpOperand &init : destination.getDpsInitsMutable())
        node.inPlace.push_back(
            {int32_t(destination.getTiedOpResult(&init).getResultNumber()),
             int32_t(init.getOperandNumber())});
    node.recomputable = isRecomputable(op);
    if (dependsOnMemory(op) || op->getNumResults() == 0) {
      node.recomputable = false;
      if (lastEffect >= 0)
        node.after.push_back(lastEffect);
      lastEffect = graph.nodes.size();
    }
    if (auto loop = dyn_cast<scf::ForOp>(op))
      if (failed(addLoop(loop, node)))
        return failure();
    graph.nodes.push_back(std::move(node));
    return success();
  }

  LogicalResult addLoop(scf::ForOp loop, StepNode &node) {
    FailureOr<StepGraph> body =
        GraphBuilder(step, loop.getBody(), /*opLevel=*/true).run();
    if (failed(body))
      return failure();
    node.loop.emplace();
    node.loop->graph = std::make_shared<StepGraph>(std::move(*body));
    if (std::optional<APInt> trips = loop.getStaticTripCount())
      node.loop->trips = std::max<int64_t>(trips->getSExtValue(), 1);
    for (auto [index, init] : llvm::enumerate(loop.getInitArgsMutable()))
      node.inPlace.push_back(
          {int32_t(index), int32_t(init.getOperandNumber())});
    return success();
  }

  /// "conv1" of ckpt.name or of the location, else "matmul.12".
  std::string nameOf(Operation *op) const {
    if (auto name = op->getAttrOfType<StringAttr>(nameAttrName))
      return name.str();
    if (StringRef name = ckpt::nameOf(op->getLoc()); !name.empty())
      return name.str();
    return op->getName().stripDialect().str() + "." +
           std::to_string(graph.nodes.size());
  }

  void keepResults(Operation *terminator) {
    for (Value value : terminator->getOperands()) {
      StepSource source = sources.lookup(value);
      graph.results.push_back(source);
      if (source.isNode())
        keep(source);
    }
  }

  void keep(const StepSource &source) {
    std::vector<int32_t> &kept = graph.nodes[source.node].keep;
    if (!llvm::is_contained(kept, source.output))
      kept.push_back(source.output);
  }

  /// Gives each result of a step its storage.
  LogicalResult storeResults(Operation *ret) {
    for (OpOperand &operand : ret->getOpOperands()) {
      StepSource source = sources.lookup(operand.get());
      graph.results.push_back(source);
      if (failed(storeResult(ret, operand, source)))
        return failure();
    }
    return success();
  }

  LogicalResult storeResult(Operation *ret, OpOperand &operand,
                            const StepSource &source) {
    unsigned number = operand.getOperandNumber();
    auto donated =
        step.getResultAttrOfType<IntegerAttr>(number, donatesAttrName);
    if (!source.isNode()) {
      // --ckpt-own-results copies it later.
      if (graph.opLevel || (donated && source.persistent == donated.getInt()))
        return success();
      return ret->emitError("result ")
             << number << " of the step has no storage of its own";
    }
    int32_t &storage = graph.nodes[source.node].storage[source.output];
    if (storage >= 0) {
      if (graph.opLevel)
        return success();
      return ret->emitError("result ")
             << number << " of the step is another result too";
    }
    if (donated) {
      storage = donated.getInt();
      return success();
    }
    storage = graph.persistent.size();
    addPersistent(PersistentStorage::Kind::Result, Value(), number,
                  operand.get().getType());
    return success();
  }

  func::FuncOp step;
  Block *block;
  StepGraph graph;
  SymbolTableCollection symbols;
  llvm::DenseMap<Value, StepSource> sources;
  /// By kernel.
  llvm::DenseMap<Operation *, bool> recomputable;
  int32_t phase = 0;
  int32_t lastEffect = -1;
};
} // namespace

FailureOr<StepGraph> StepGraph::build(func::FuncOp step) {
  if (!step.getBody().hasOneBlock())
    return step.emitError("a step has one block");
  return GraphBuilder(step, &step.getBody().front(), /*opLevel=*/false).run();
}

FailureOr<StepGraph> StepGraph::buildAny(func::FuncOp function) {
  bool launches =
      function.walk([](LaunchOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (launches)
    return build(function);
  if (!function.getBody().hasOneBlock())
    return function.emitError("cannot be planned: its body has several blocks");
  return GraphBuilder(function, &function.getBody().front(), /*opLevel=*/true)
      .run();
}
