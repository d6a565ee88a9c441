//===- VerifyMemory.cpp - Offsets checked from the IR alone ---------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Independent of how the offsets were found: lifetimes are read off the order
// of the launches, places off their `offsets`.
//
//===----------------------------------------------------------------------===//

#include "ckpt/Memory/Memory.h"
#include "ckpt/Remat/Remat.h"

#include <map>

using namespace mlir;
using namespace ckpt;

namespace {
/// Bytes [begin, end) that hold one result, or a workspace, from its launch to
/// its last reader.
struct Place {
  int64_t begin, end;
  int32_t first, last;
  LaunchOp launch;
  int32_t node, output; // output -1: workspace
};

class MemoryVerifier {
public:
  MemoryVerifier(func::FuncOp step, int64_t alignment)
      : step(step), alignment(alignment) {}

  LogicalResult run(std::optional<int64_t> budget) {
    auto memory = step->getAttrOfType<DictionaryAttr>(memoryAttrName);
    auto arenaAttr = memory ? memory.getAs<IntegerAttr>("arena") : nullptr;
    if (!arenaAttr && isPlannedAtOpLevel())
      return verifyOps(budget);
    if (!arenaAttr)
      return step.emitError("has no places yet: run --ckpt-memory first");
    arena = arenaAttr.getInt();
    FailureOr<StepGraph> built = StepGraph::build(step);
    if (failed(built))
      return failure();
    graph = std::move(*built);
    if (failed(verifyPlan(graph, alignment)) || failed(collect()) ||
        failed(checkOverlaps()))
      return failure();
    int64_t total = arena + graph.persistentBytes(alignment);
    if (budget && total > *budget)
      return step.emitError("needs ")
             << total << " bytes (" << arena << " arena, " << total - arena
             << " persistent), the budget is " << *budget;
    auto plan = step->getAttrOfType<DictionaryAttr>(planAttrName);
    auto limit = plan ? plan.getAs<IntegerAttr>("limit") : nullptr;
    if (limit && arena > limit.getInt())
      return step.emitError("has an arena of ")
             << arena << " bytes, the plan's limit is " << limit.getInt();
    return success();
  }

private:
  bool isPlannedAtOpLevel() {
    return step->hasAttr(planAttrName) &&
           !step.walk([](LaunchOp) { return WalkResult::interrupt(); })
                .wasInterrupted();
  }

  /// Ops have no places; their order and the bytes alive are checked.
  LogicalResult verifyOps(std::optional<int64_t> budget) {
    FailureOr<StepGraph> built = StepGraph::buildAny(step);
    if (failed(built) || failed(verifyPlan(*built, alignment)))
      return failure();
    int64_t peak = step->getAttrOfType<DictionaryAttr>(planAttrName)
                       .getAs<IntegerAttr>("peak")
                       .getInt();
    int64_t total = peak + built->persistentBytes(alignment);
    if (budget && total > *budget)
      return step.emitError("needs ")
             << total << " bytes, the budget is " << *budget;
    return success();
  }

  LogicalResult collect() {
    std::vector<std::vector<int32_t>> last(graph.nodes.size());
    for (auto [index, node] : llvm::enumerate(graph.nodes)) {
      last[index].assign(node.storage.size(), int32_t(index));
      for (const StepSource &source : node.operands)
        if (!source.isPersistent())
          last[source.node][source.output] = index;
    }
    for (auto [index, node] : llvm::enumerate(graph.nodes)) {
      LaunchOp launch = node.launch;
      ArrayRef<int64_t> offsets =
          launch.getOffsets().value_or(ArrayRef<int64_t>());
      int64_t workspace = node.kernel.getWorkspace().value_or(0);
      if (offsets.size() != node.storage.size() + (workspace > 0))
        return launch.emitError("has ")
               << offsets.size() << " offsets for "
               << node.storage.size() + (workspace > 0) << " buffers";
      for (auto [output, offset] : llvm::enumerate(offsets)) {
        bool isResult = output < node.storage.size();
        if (isResult && node.storage[output] >= 0) {
          if (offset != -1)
            return launch.emitError("places a persistent result in the arena");
          continue;
        }
        int64_t bytes =
            isResult
                ? bufferBytes(launch.getResult(output).getType(), alignment)
                : (workspace + alignment - 1) / alignment * alignment;
        if (offset < 0 || offset % alignment != 0 || offset + bytes > arena)
          return launch.emitError("has a buffer at offset ")
                 << offset << " with " << bytes << " bytes, the arena has "
                 << arena << " bytes, aligned to " << alignment;
        places.push_back({offset, offset + bytes, int32_t(index),
                          isResult ? last[index][output] : int32_t(index),
                          launch, int32_t(index),
                          isResult ? int32_t(output) : -1});
      }
    }
    return success();
  }

  /// `later` may take the place of `earlier` when its launch says so and is the
  /// last reader.
  bool takesPlace(const Place &earlier, const Place &later) const {
    if (earlier.last != later.first || later.output < 0 ||
        earlier.begin != later.begin || earlier.end != later.end)
      return false;
    LaunchOp launch = later.launch;
    ArrayRef<int64_t> tied = launch.getTied().value_or(ArrayRef<int64_t>());
    for (size_t i = 0; i + 1 < tied.size(); i += 2) {
      const StepSource &source = graph.nodes[later.node].operands[tied[i + 1]];
      if (tied[i] == later.output && source.node == earlier.node &&
          source.output == earlier.output)
        return true;
    }
    return false;
  }

  LogicalResult checkOverlaps() {
    // Places are in the order of their first event. `alive` is sorted by begin.
    std::multimap<int64_t, const Place *> alive;
    for (const Place &place : places) {
      for (auto it = alive.begin(); it != alive.end();) {
        const Place &other = *it->second;
        if (other.last < place.first) {
          it = alive.erase(it);
          continue;
        }
        bool disjoint = other.end <= place.begin || place.end <= other.begin;
        if (!disjoint && !takesPlace(other, place)) {
          LaunchOp launch = place.launch, earlier = other.launch;
          InFlightDiagnostic diagnostic =
              launch.emitError("writes bytes ")
              << place.begin << " to " << place.end
              << " of the arena, which are still in use";
          diagnostic.attachNote(earlier.getLoc()) << "by this launch";
          return diagnostic;
        }
        ++it;
      }
      alive.insert({place.begin, &place});
    }
    return success();
  }

  func::FuncOp step;
  int64_t alignment;
  int64_t arena = 0;
  StepGraph graph;
  std::vector<Place> places;
};
} // namespace

LogicalResult ckpt::verifyMemory(func::FuncOp step,
                                 std::optional<int64_t> budgetBytes,
                                 int64_t alignment) {
  return MemoryVerifier(step, alignment).run(budgetBytes);
}
