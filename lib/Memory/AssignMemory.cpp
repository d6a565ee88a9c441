//===- AssignMemory.cpp - Places and lifetimes ----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Memory/Memory.h"
#include "ckpt/Remat/Remat.h"

using namespace mlir;
using namespace ckpt;

FailureOr<StepBuffers> StepBuffers::build(func::FuncOp step,
                                          int64_t alignment) {
  FailureOr<StepGraph> graph = StepGraph::build(step);
  if (failed(graph))
    return failure();
  StepBuffers buffers;
  buffers.graph = std::move(*graph);
  buffers.problem =
      buffers.graph.problem([](Operation *) { return 0.0; }, alignment);
  if (buffers.problem.nodes.empty()) {
    buffers.evaluation.firstCopy.push_back(0);
    return std::move(buffers);
  }
  if (std::optional<std::string> error = verify(buffers.problem))
    return step.emitError("the step is malformed: ") << *error;
  planning::Schedule order = referenceSchedule(buffers.problem);
  buffers.evaluation = evaluate(buffers.problem, order);
  if (!buffers.evaluation.valid())
    return step.emitError("the step cannot run in this order: ")
           << buffers.evaluation.error;
  buffers.transient =
      transientBuffers(buffers.problem, order, buffers.evaluation);
  return std::move(buffers);
}

/// Moves the gradient's body into the step and drops the barriers: the order is
/// fixed from here on.
static void flatten(func::FuncOp step) {
  for (auto gradient :
       llvm::make_early_inc_range(step.getBody().getOps<GradientOp>())) {
    auto yield = cast<YieldOp>(gradient.getBody().front().getTerminator());
    for (auto [result, value] :
         llvm::zip_equal(gradient.getResults(), yield.getValues()))
      result.replaceAllUsesWith(value);
    yield.erase();
    for (auto launch : gradient.getBody().getOps<LaunchOp>())
      launch.setBackward(true);
    Block &body = gradient.getBody().front();
    gradient->getBlock()->getOperations().splice(gradient->getIterator(),
                                                 body.getOperations());
    gradient.erase();
  }
  step.walk([](BarrierOp barrier) {
    barrier.getResult().replaceAllUsesWith(barrier.getValue());
    barrier.erase();
  });
}

/// The operand whose storage result `output` of event `event` takes, or -1.
static int64_t tiedOperand(const StepBuffers &buffers, int32_t event,
                           int32_t output) {
  const StepNode &node = buffers.graph.nodes[event];
  const planning::Evaluation &evaluation = buffers.evaluation;
  KernelOp kernel = node.kernel;
  ArrayRef<int64_t> pairs = kernel.getInplace().value_or(ArrayRef<int64_t>());
  int32_t storage = node.storage[output];
  int32_t taken =
      evaluation.copies[evaluation.firstCopy[event] + output].inPlaceOf;
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
    if (pairs[i] != output)
      continue;
    const StepSource &source = node.operands[pairs[i + 1]];
    if (source.isPersistent()
            ? source.persistent == storage
            : taken >= 0 &&
                  evaluation.firstCopy[source.node] + source.output == taken)
      return pairs[i + 1];
  }
  return -1;
}

/// A kernel that overwrites the storage of an operand must be able to.
static LogicalResult checkPersistentAliases(const StepBuffers &buffers) {
  for (auto [event, node] : llvm::enumerate(buffers.graph.nodes)) {
    for (size_t output = 0; output < node.storage.size(); ++output) {
      int32_t storage = node.storage[output];
      if (storage < 0)
        continue;
      bool reads = llvm::any_of(node.operands, [&](const StepSource &source) {
        return source.persistent == storage;
      });
      LaunchOp launch = node.launch;
      if (reads && tiedOperand(buffers, event, output) < 0)
        return launch.emitError("result ")
               << output << " overwrites an argument that the kernel reads, "
               << "but the kernel cannot run in place";
    }
  }
  return success();
}

/// The places that Remat found for these very buffers, else a new search.
static memory::Packing packStep(func::FuncOp step,
                                const TransientBuffers &buffers) {
  auto plan = step->getAttrOfType<DictionaryAttr>(planAttrName);
  auto packed = plan ? plan.getAs<StringAttr>("packed") : nullptr;
  auto offsets = plan ? plan.getAs<DenseI64ArrayAttr>("offsets") : nullptr;
  if (packed && offsets && packed.getValue() == hashOf(buffers) &&
      offsets.size() == int64_t(buffers.intervals.size())) {
    memory::Packing packing;
    packing.offsets.assign(offsets.asArrayRef().begin(),
                           offsets.asArrayRef().end());
    for (auto [interval, offset] :
         llvm::zip_equal(buffers.intervals, packing.offsets))
      packing.bytes = std::max(packing.bytes, offset + interval.bytes);
    return packing;
  }
  auto limit = plan ? plan.getAs<IntegerAttr>("limit") : nullptr;
  return packTransient(buffers, limit ? limit.getInt() : 0);
}

FailureOr<MemoryFigures> ckpt::assignMemory(func::FuncOp step,
                                            int64_t alignment) {
  flatten(step);
  FailureOr<StepBuffers> built = StepBuffers::build(step, alignment);
  if (failed(built) || failed(checkPersistentAliases(*built)))
    return failure();
  StepBuffers &buffers = *built;
  if (failed(verifyPlan(buffers.graph, alignment)))
    return failure();
  memory::Packing packing = packStep(step, buffers.transient);
  Builder builder(step.getContext());
  for (auto [event, node] : llvm::enumerate(buffers.graph.nodes)) {
    LaunchOp launch = node.launch;
    SmallVector<int64_t> offsets, tied;
    auto place = [&](int32_t interval) {
      offsets.push_back(interval < 0 ? -1 : packing.offsets[interval]);
    };
    for (size_t output = 0; output < node.storage.size(); ++output) {
      place(buffers.transient
                .ofCopy[buffers.evaluation.firstCopy[event] + output]);
      if (int64_t operand = tiedOperand(buffers, event, output); operand >= 0)
        tied.append({int64_t(output), operand});
    }
    if (buffers.transient.ofWorkspace[event] >= 0)
      place(buffers.transient.ofWorkspace[event]);
    launch.setOffsets(offsets);
    if (!tied.empty())
      launch.setTied(tied);
  }
  MemoryFigures figures{buffers.evaluation.peak, packing.bytes,
                        buffers.graph.persistentBytes(alignment)};
  auto named = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
  };
  step->setAttr(memoryAttrName,
                builder.getDictionaryAttr(
                    {named("arena", figures.arena), named("peak", figures.peak),
                     named("persistent", figures.persistent)}));
  return figures;
}
