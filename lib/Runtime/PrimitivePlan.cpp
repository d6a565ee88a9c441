//===- PrimitivePlan.cpp - Phases and chunks of a primitive ---------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimitivePlan.h"

#include "ckpt/Runtime/Primitive.h"

#include <algorithm>

using namespace ckpt::runtime;
using namespace ckpt::runtime::onednn;

namespace {

constexpr int64_t floatBytes = 4;
constexpr int64_t alignment = 64;

// A chunk should cost at least `chunkNs`, so that handing it out costs nothing,
// by a rough speed of one core. These figures are part of the result's bits:
// they must not be measured at run time.
constexpr double flopsPerNs = 100, bytesPerNs = 15, chunkNs = 100e3;
constexpr int64_t maxChunks = 32;
/// Partial results of a weight gradient take at most this many bytes, unless
/// even two of them do not fit.
constexpr int64_t maxPartialsBytes = 4 << 20;

struct Chunks {
  int64_t count = 1, size = 1, last = 1;
};

/// Cuts `units` equal pieces of work into chunks.
Chunks chooseChunks(int64_t units, double flops, double bytes, int64_t most) {
  double ns = std::max(flops / flopsPerNs, bytes / bytesPerNs);
  int64_t target = int64_t(std::min<double>(ns / chunkNs, double(most)));
  target = std::max<int64_t>(1, std::min(target, units));
  // Equal chunks need no second operation and keep the threads equally busy.
  for (int64_t count = target; count > target / 2; --count)
    if (units % count == 0)
      return {count, units / count, units / count};
  int64_t size = (units + target - 1) / target;
  int64_t count = (units + size - 1) / size;
  return {count, size, units - (count - 1) * size};
}

/// Hands out the workspace and collects the phases.
class PlanBuilder {
public:
  int64_t reserve(int64_t bytes) {
    int64_t offset = plan.workspaceBytes;
    plan.workspaceBytes += roundUp(bytes);
    return offset;
  }

  static int64_t roundUp(int64_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
  }

  void addLibrary(LibraryPhase phase) {
    // A slot for each chunk: which chunks run at once is not known.
    int64_t bytes = int64_t(phase.full.scratchpad.get_size());
    if (phase.tail)
      bytes = std::max(bytes, int64_t(phase.tail->scratchpad.get_size()));
    bytes = roundUp(bytes);
    phase.scratch = {Workspace, reserve(bytes * phase.chunks), bytes};
    PlannedPhase planned;
    planned.library = std::move(phase);
    plan.phases.push_back(std::move(planned));
  }

  bool addReorder(const memory::desc &from, Place source,
                  const memory::desc &to, Place destination,
                  std::string &error) {
    std::optional<Operation> operation = makeReorder(from, to, error);
    if (!operation)
      return false;
    LibraryPhase phase;
    phase.full = *operation;
    phase.places = {source, Place(), destination};
    addLibrary(std::move(phase));
    return true;
  }

  /// Adds up `partials` results of format `packed` and leaves the sum in the
  /// launch's result, in format `plain`.
  bool addSum(int64_t partials, int64_t offset, const memory::desc &packed,
              const memory::desc &plain, std::string &error) {
    SumPhase sum;
    sum.partials = partials;
    sum.partialsOffset = offset;
    sum.partialStride = roundUp(int64_t(packed.get_size()));
    sum.elements = int64_t(packed.get_size()) / floatBytes;
    sum.chunks = chooseChunks(sum.elements, 0,
                              double(partials * sum.elements * floatBytes), 16)
                     .count;
    bool isPlain = packed == plain;
    sum.out = isPlain ? Place{Result} : Place{Workspace, offset};
    if (partials > 1 || isPlain) {
      PlannedPhase planned;
      planned.sum = sum;
      plan.phases.push_back(std::move(planned));
    }
    return isPlain ||
           addReorder(packed, {Workspace, offset}, plain, {Result}, error);
  }

  PrimitivePlan plan;
};

double flopsOf(const PrimitiveSpec &spec) {
  if (spec.kind == PrimitiveSpec::Kind::Matmul)
    return 2.0 * spec.batch * spec.m * spec.n * spec.k;
  return 2.0 * spec.batch * spec.outputHeight * spec.outputWidth *
         spec.outputChannels * spec.kernelHeight * spec.kernelWidth *
         (spec.inputChannels / spec.groups);
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

std::string checkConvolution(const PrimitiveSpec &spec) {
  for (int64_t size :
       {spec.batch, spec.inputHeight, spec.inputWidth, spec.inputChannels,
        spec.outputHeight, spec.outputWidth, spec.outputChannels,
        spec.kernelHeight, spec.kernelWidth, spec.groups, spec.strides[0],
        spec.strides[1], spec.dilations[0], spec.dilations[1]})
    if (size < 1)
      return "a convolution with a size, stride or dilation below 1";
  if (spec.inputChannels % spec.groups || spec.outputChannels % spec.groups)
    return "channels are not a multiple of the groups";
  std::array<int64_t, 2> input{spec.inputHeight, spec.inputWidth};
  std::array<int64_t, 2> output{spec.outputHeight, spec.outputWidth};
  std::array<int64_t, 2> kernel{spec.kernelHeight, spec.kernelWidth};
  for (size_t i = 0; i < 2; ++i) {
    if (spec.padLow[i] < 0 || spec.padHigh[i] < 0)
      return "negative padding";
    int64_t room = input[i] + spec.padLow[i] + spec.padHigh[i] -
                   ((kernel[i] - 1) * spec.dilations[i] + 1);
    if (room < 0 || room / spec.strides[i] + 1 != output[i])
      return "the output's size does not follow from the input's";
  }
  return "";
}

std::optional<PrimitivePlan> planConvolution(const PrimitiveSpec &spec,
                                             std::string &error) {
  bool isFilter = spec.kind == PrimitiveSpec::Kind::ConvBackwardFilter;
  bool isData = spec.kind == PrimitiveSpec::Kind::ConvBackwardData;
  int64_t inputBytes =
      spec.inputHeight * spec.inputWidth * spec.inputChannels * floatBytes;
  int64_t outputBytes =
      spec.outputHeight * spec.outputWidth * spec.outputChannels * floatBytes;
  memory::desc plain = plainFilter(spec);
  int64_t most = maxChunks;
  if (isFilter)
    most = std::clamp<int64_t>(maxPartialsBytes / int64_t(plain.get_size()), 2,
                               maxChunks / 2);
  Chunks chunks =
      chooseChunks(spec.batch, flopsOf(spec),
                   double(spec.batch * (inputBytes + outputBytes)), most);

  LibraryPhase phase;
  phase.chunks = chunks.count;
  std::optional<Operation> full =
      makeConvolution(spec, chunks.size, nullptr, error);
  if (!full)
    return std::nullopt;
  phase.full = *full;
  const memory::desc &packed = full->weights;
  if (chunks.last != chunks.size) {
    phase.tail = makeConvolution(spec, chunks.last, &packed, error);
    if (!phase.tail)
      return std::nullopt;
  }

  PlanBuilder builder;
  builder.plan.description = full->implementation;
  bool isPacked = packed != plain;
  int64_t packedBytes = PlanBuilder::roundUp(int64_t(packed.get_size()));
  Place input{isData ? Result : FirstOperand, 0, chunks.size * inputBytes};
  Place output{isData ? FirstOperand : (isFilter ? SecondOperand : Result), 0,
               chunks.size * outputBytes};
  if (isFilter) {
    // One chunk with the plain format goes straight to the result.
    if (chunks.count == 1 && !isPacked) {
      phase.places = {input, Place{Result}, output};
      builder.addLibrary(std::move(phase));
      return builder.plan;
    }
    int64_t partials = builder.reserve(packedBytes * chunks.count);
    phase.places = {input, Place{Workspace, partials, packedBytes}, output};
    builder.addLibrary(std::move(phase));
    if (!builder.addSum(chunks.count, partials, packed, plain, error))
      return std::nullopt;
    return builder.plan;
  }
  Place filter{SecondOperand};
  if (isPacked) {
    filter = {Workspace, builder.reserve(packedBytes)};
    if (!builder.addReorder(plain, {SecondOperand}, packed, filter, error))
      return std::nullopt;
  }
  phase.places = {input, filter, output};
  builder.addLibrary(std::move(phase));
  return builder.plan;
}

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

/// A pointwise convolution is a contraction of the pixels, which needs no
/// packed filter and is at least as fast.
std::optional<PrimitiveSpec> asMatmul(const PrimitiveSpec &spec) {
  using Kind = PrimitiveSpec::Kind;
  std::array<int64_t, 2> none{0, 0}, one{1, 1};
  if (spec.kind == Kind::Matmul || spec.groups != 1 || spec.kernelHeight != 1 ||
      spec.kernelWidth != 1 || spec.strides != one || spec.padLow != none ||
      spec.padHigh != none)
    return std::nullopt;
  int64_t pixels = spec.batch * spec.inputHeight * spec.inputWidth;
  PrimitiveSpec result;
  result.kind = Kind::Matmul;
  result.m = pixels;
  switch (spec.kind) {
  case Kind::ConvBackwardFilter:
    result.m = spec.inputChannels;
    result.n = spec.outputChannels;
    result.k = pixels;
    result.transposeA = true;
    break;
  case Kind::ConvBackwardData:
    result.n = spec.inputChannels;
    result.k = spec.outputChannels;
    result.transposeB = true;
    break;
  default:
    result.n = spec.outputChannels;
    result.k = spec.inputChannels;
    break;
  }
  return result;
}

/// The dimension of a contraction that is cut into chunks.
enum class Cut { Batch, M, N, K };

struct MatmulView {
  memory::desc a, b, c;
};

/// Descriptors of one chunk of the spec's operands; m, n, k and batch are the
/// chunk's, the strides the whole operands'.
MatmulView viewOf(const PrimitiveSpec &whole, const PrimitiveSpec &chunk) {
  auto matrix = [&](int64_t batch, int64_t rows, int64_t columns,
                    int64_t rowStride, int64_t columnStride, int64_t elements) {
    memory::dims sizes{rows, columns}, strides{rowStride, columnStride};
    if (whole.batch != 1) {
      sizes.insert(sizes.begin(), batch);
      strides.insert(strides.begin(), elements);
    }
    return floats(sizes, strides);
  };
  int64_t m = whole.m, n = whole.n, k = whole.k;
  MatmulView view;
  view.a = matrix(chunk.batch, chunk.m, chunk.k, whole.transposeA ? 1 : k,
                  whole.transposeA ? m : 1, m * k);
  view.b = matrix(whole.broadcastB ? 1 : chunk.batch, chunk.k, chunk.n,
                  whole.transposeB ? 1 : n, whole.transposeB ? k : 1, k * n);
  view.c = matrix(chunk.batch, chunk.m, chunk.n, n, 1, m * n);
  return view;
}

/// Which dimension to cut. Weight gradients have a long k and a small result.
Cut chooseCut(const PrimitiveSpec &spec) {
  if (spec.batch > 1)
    return Cut::Batch;
  if (spec.k >= 4 * std::max(spec.m, spec.n) &&
      2 * spec.m * spec.n * floatBytes <= maxPartialsBytes)
    return Cut::K;
  return spec.m >= spec.n || spec.m >= 512 ? Cut::M : Cut::N;
}

class MatmulPlanner {
public:
  MatmulPlanner(const PrimitiveSpec &spec, std::string &error)
      : spec(spec), cut(chooseCut(spec)), error(error) {}

  std::optional<PrimitivePlan> plan();

private:
  std::optional<Operation> makeSpecial(int64_t size);
  std::optional<Operation> makeChunk(int64_t size, const memory::desc *packedB);
  bool chooseOperations(const Chunks &chunks, LibraryPhase &phase,
                        PlanBuilder &builder);
  int64_t &cutSize(PrimitiveSpec &chunk) const;
  std::array<Place, 3> places(int64_t chunkSize) const;

  const PrimitiveSpec &spec;
  Cut cut;
  std::string &error;
};

int64_t &MatmulPlanner::cutSize(PrimitiveSpec &chunk) const {
  switch (cut) {
  case Cut::Batch:
    return chunk.batch;
  case Cut::M:
    return chunk.m;
  case Cut::N:
    return chunk.n;
  default:
    return chunk.k;
  }
}

/// Up to three times as fast where they apply (2.6.3 on AVX-512).
std::optional<Operation> MatmulPlanner::makeSpecial(int64_t size) {
  if (cut == Cut::K && spec.transposeA && !spec.transposeB)
    return makeInnerProduct(InnerProduct::BackwardWeights, size, spec.m, spec.n,
                            error);
  if (cut == Cut::M && spec.k <= 16 && !spec.transposeA && spec.transposeB)
    return makeInnerProduct(InnerProduct::BackwardData, size, spec.n, spec.k,
                            error);
  return std::nullopt;
}

std::optional<Operation> MatmulPlanner::makeChunk(int64_t size,
                                                  const memory::desc *packedB) {
  PrimitiveSpec chunk = spec;
  cutSize(chunk) = size;
  MatmulView view = viewOf(spec, chunk);
  if (packedB)
    view.b = *packedB;
  if (cut == Cut::K)
    view.c = floats({spec.m, spec.n}, {spec.n, 1});
  return makeMatmul(view.a, view.b, view.c, error);
}

/// Where the operands of a chunk begin.
std::array<Place, 3> MatmulPlanner::places(int64_t chunkSize) const {
  int64_t a = 0, b = 0, c = 0;
  switch (cut) {
  case Cut::Batch:
    a = spec.m * spec.k;
    b = spec.broadcastB ? 0 : spec.k * spec.n;
    c = spec.m * spec.n;
    break;
  case Cut::M:
    a = spec.transposeA ? 1 : spec.k;
    c = spec.n;
    break;
  case Cut::N:
    b = spec.transposeB ? spec.k : 1;
    c = 1;
    break;
  case Cut::K:
    a = spec.transposeA ? spec.m : 1;
    b = spec.transposeB ? 1 : spec.n;
    break;
  }
  int64_t bytes = chunkSize * floatBytes;
  return {Place{FirstOperand, 0, a * bytes}, Place{SecondOperand, 0, b * bytes},
          Place{Result, 0, c * bytes}};
}

/// Sets the phase's operations, and packs b before it if that pays.
bool MatmulPlanner::chooseOperations(const Chunks &chunks, LibraryPhase &phase,
                                     PlanBuilder &builder) {
  std::optional<Operation> full = makeSpecial(chunks.size);
  bool isSpecial = full.has_value(), isPacked = false;
  // Packing pays if b is wide enough and used by many rows.
  memory::desc plainB = viewOf(spec, spec).b;
  if (!isSpecial && cut == Cut::M && spec.n > 64 && spec.m >= 512) {
    memory::desc any({spec.k, spec.n}, memory::data_type::f32,
                     memory::format_tag::any);
    full = makeChunk(chunks.size, &any);
    isPacked = full && full->weights != plainB;
  }
  if (isPacked) {
    Place packed{Workspace, builder.reserve(int64_t(full->weights.get_size()))};
    if (!builder.addReorder(plainB, {SecondOperand}, full->weights, packed,
                            error))
      return false;
    phase.places[1] = packed;
  }
  if (!full)
    full = makeChunk(chunks.size, nullptr);
  if (!full)
    return false;
  phase.full = *full;
  builder.plan.description = full->implementation;
  if (chunks.last == chunks.size)
    return true;
  phase.tail =
      isSpecial ? makeSpecial(chunks.last)
                : makeChunk(chunks.last, isPacked ? &full->weights : nullptr);
  return phase.tail.has_value();
}

std::optional<PrimitivePlan> MatmulPlanner::plan() {
  double bytes =
      double(floatBytes) * double(spec.batch) *
      (double(spec.m) * double(spec.k) + double(spec.k) * double(spec.n) +
       double(spec.m) * double(spec.n));
  memory::desc plainC = floats({spec.m, spec.n}, {spec.n, 1});
  int64_t resultBytes = int64_t(plainC.get_size());
  int64_t most = maxChunks;
  if (cut == Cut::K)
    most =
        std::clamp<int64_t>(maxPartialsBytes / resultBytes, 2, maxChunks / 2);
  PrimitiveSpec whole = spec;
  Chunks chunks = chooseChunks(cutSize(whole), flopsOf(spec), bytes, most);

  PlanBuilder builder;
  LibraryPhase phase;
  phase.chunks = chunks.count;
  phase.places = places(chunks.size);
  if (!chooseOperations(chunks, phase, builder))
    return std::nullopt;
  if (cut != Cut::K || chunks.count == 1) {
    builder.addLibrary(std::move(phase));
    return builder.plan;
  }
  int64_t stride = PlanBuilder::roundUp(resultBytes);
  int64_t partials = builder.reserve(stride * chunks.count);
  phase.places[2] = {Workspace, partials, stride};
  builder.addLibrary(std::move(phase));
  if (!builder.addSum(chunks.count, partials, plainC, plainC, error))
    return std::nullopt;
  return builder.plan;
}

std::optional<PrimitivePlan> planMatmul(PrimitiveSpec spec,
                                        std::string &error) {
  if (spec.batch < 1 || spec.m < 1 || spec.n < 1 || spec.k < 1) {
    error = "a contraction with a size below 1";
    return std::nullopt;
  }
  // Rows of a batch that share one b are rows of one product.
  if (spec.broadcastB && !spec.transposeA) {
    spec.m *= spec.batch;
    spec.batch = 1;
  }
  if (spec.batch == 1)
    spec.broadcastB = false;
  return MatmulPlanner(spec, error).plan();
}

} // namespace

std::optional<PrimitivePlan>
ckpt::runtime::planPrimitive(const PrimitiveSpec &spec, std::string &error) {
  SingleThreadScope oneThread;
  if (spec.kind == PrimitiveSpec::Kind::Matmul)
    return planMatmul(spec, error);
  error = checkConvolution(spec);
  if (!error.empty())
    return std::nullopt;
  if (std::optional<PrimitiveSpec> matmul = asMatmul(spec))
    return planMatmul(*matmul, error);
  return planConvolution(spec, error);
}
