//===- Primitives.cpp - Runs library operations chunk by chunk ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/Primitive.h"

#include "PrimitivePlan.h"

#include <algorithm>

using namespace ckpt::runtime;
using namespace ckpt::runtime::onednn;

namespace {

/// oneDNN's view of one operand; the pointer is set before each use.
struct BoundMemory {
  memory object;
  void *current = nullptr;

  BoundMemory() = default;
  explicit BoundMemory(const memory::desc &desc)
      : object(desc, engine(), DNNL_MEMORY_NONE) {}

  bool bind(void *pointer) {
    if (pointer == current)
      return true;
    // In oneDNN 2 this also clears the padding of a packed format.
    current = pointer;
    return dnnl_memory_set_data_handle(object.get(), pointer) == dnnl_success;
  }
};

/// What one thread needs to execute an operation without allocating.
struct ThreadState {
  dnnl::stream stream;
  std::array<BoundMemory, 3> operands;
  BoundMemory scratch;
};

class PreparedOperation {
public:
  PreparedOperation(const Operation &operation, unsigned threads)
      : operation(operation), primitive(operation.desc.get()) {
    for (unsigned i = 0; i < threads; ++i) {
      ThreadState state;
      state.stream = dnnl::stream(engine());
      const memory::desc *descs[] = {&operation.source, &operation.weights,
                                     &operation.destination};
      for (size_t j = 0; j < 3; ++j)
        if (operation.arguments[j] != 0)
          state.operands[j] = BoundMemory(*descs[j]);
      state.scratch = BoundMemory(operation.scratchpad);
      states.push_back(std::move(state));
    }
  }

  /// Lets all threads use one and the same object for the weights: a packed
  /// format may be bound only while no other thread reads it.
  void shareWeights(const std::shared_ptr<BoundMemory> &weights) {
    sharedWeights = weights;
  }

  bool run(const std::array<void *, 3> &pointers, void *scratch,
           unsigned thread) const {
    ThreadState &state = states[thread];
    dnnl_exec_arg_t arguments[4];
    int count = 0;
    for (size_t i = 0; i < 3; ++i) {
      if (operation.arguments[i] == 0)
        continue;
      BoundMemory *bound = &state.operands[i];
      if (i == 1 && sharedWeights)
        bound = sharedWeights.get();
      else if (!bound->bind(pointers[i]))
        return false;
      arguments[count++] = {operation.arguments[i], bound->object.get()};
    }
    if (operation.scratchpad.get_size() != 0) {
      if (!state.scratch.bind(scratch))
        return false;
      arguments[count++] = {DNNL_ARG_SCRATCHPAD, state.scratch.object.get()};
    }
    return dnnl_primitive_execute(primitive.get(), state.stream.get(), count,
                                  arguments) == dnnl_success;
  }

private:
  Operation operation;
  dnnl::primitive primitive;
  mutable std::vector<ThreadState> states;
  std::shared_ptr<BoundMemory> sharedWeights;
};

struct PreparedPhase {
  std::optional<PreparedOperation> full, tail;
  /// The weights of the next phase, which this phase packs.
  std::shared_ptr<BoundMemory> packs;
};

void *pointerTo(const Place &place, int64_t chunk, void *const *args) {
  return static_cast<char *>(args[place.argument]) + place.offset +
         chunk * place.chunkStride;
}

void sumChunk(const SumPhase &sum, int64_t chunk, void *const *args) {
  int64_t begin = sum.elements * chunk / sum.chunks;
  int64_t end = sum.elements * (chunk + 1) / sum.chunks;
  const char *partials =
      static_cast<const char *>(args[Workspace]) + sum.partialsOffset;
  float *out = static_cast<float *>(pointerTo(sum.out, 0, args));
  const float *first = reinterpret_cast<const float *>(partials);
  if (out != first)
    std::copy(first + begin, first + end, out + begin);
  for (int64_t i = 1; i < sum.partials; ++i) {
    const float *partial =
        reinterpret_cast<const float *>(partials + i * sum.partialStride);
    for (int64_t j = begin; j < end; ++j)
      out[j] += partial[j];
  }
}

class OneDnnPrimitive : public Primitive {
public:
  OneDnnPrimitive(PrimitivePlan planned, unsigned threads)
      : plan(std::move(planned)) {
    information.supported = true;
    information.description = plan.description;
    information.workspaceBytes = plan.workspaceBytes;
    std::shared_ptr<BoundMemory> packed;
    for (const PlannedPhase &phase : plan.phases) {
      information.phaseChunks.push_back(phase.chunks());
      PreparedPhase prepared;
      if (phase.library) {
        prepared.full.emplace(phase.library->full, threads);
        if (phase.library->tail)
          prepared.tail.emplace(*phase.library->tail, threads);
        if (packed) {
          prepared.full->shareWeights(packed);
          if (prepared.tail)
            prepared.tail->shareWeights(packed);
        }
        bool packs = phase.library->full.arguments[1] == 0 &&
                     phase.library->places[2].argument == Workspace;
        if (packs)
          packed = prepared.packs =
              std::make_shared<BoundMemory>(phase.library->full.destination);
      }
      phases.push_back(std::move(prepared));
    }
  }

  bool run(size_t index, int64_t chunk, void *const *args,
           unsigned thread) override {
    const PlannedPhase &phase = plan.phases[index];
    if (phase.sum) {
      sumChunk(*phase.sum, chunk, args);
      return true;
    }
    const LibraryPhase &library = *phase.library;
    std::array<void *, 3> pointers;
    for (size_t i = 0; i < 3; ++i)
      pointers[i] = pointerTo(library.places[i], chunk, args);
    void *scratch = nullptr;
    if (library.scratch.chunkStride != 0)
      scratch = pointerTo(library.scratch, chunk, args);
    PreparedPhase &prepared = phases[index];
    bool isTail = prepared.tail && chunk + 1 == library.chunks;
    const PreparedOperation &operation =
        isTail ? *prepared.tail : *prepared.full;
    if (prepared.packs && !prepared.packs->bind(pointers[2]))
      return false;
    return operation.run(pointers, scratch, thread);
  }

private:
  PrimitivePlan plan;
  std::vector<PreparedPhase> phases;
};

} // namespace

Primitive::~Primitive() = default;

std::unique_ptr<Primitive> Primitive::create(const PrimitiveSpec &spec,
                                             unsigned threads,
                                             std::string &error) {
  SingleThreadScope oneThread;
  try {
    std::optional<PrimitivePlan> plan = planPrimitive(spec, error);
    if (!plan)
      return nullptr;
    return std::make_unique<OneDnnPrimitive>(std::move(*plan), threads);
  } catch (const dnnl::error &failure) {
    error = failure.message;
    return nullptr;
  }
}

PrimitiveInfo ckpt::runtime::queryPrimitive(const PrimitiveSpec &spec) {
  PrimitiveInfo info;
  std::optional<PrimitivePlan> plan = planPrimitive(spec, info.description);
  if (!plan)
    return info;
  info.supported = true;
  info.description = plan->description;
  info.workspaceBytes = plan->workspaceBytes;
  for (const PlannedPhase &phase : plan->phases)
    info.phaseChunks.push_back(phase.chunks());
  return info;
}
