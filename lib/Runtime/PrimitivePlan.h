//===- PrimitivePlan.h - Phases and chunks of a primitive -------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How one convolution or contraction is cut into library operations. The plan
// depends on the shape and the library only, never on the number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_RUNTIME_PRIMITIVEPLAN_H
#define CKPT_LIB_RUNTIME_PRIMITIVEPLAN_H

#include "OneDnn.h"

namespace ckpt::runtime {

/// Where the bytes of one memory argument of a chunk are.
struct Place {
  /// Index into the launch's arguments.
  size_t argument = 0;
  int64_t offset = 0;
  int64_t chunkStride = 0;
};

/// The arguments of a primitive's launch.
enum : size_t { FirstOperand, SecondOperand, Result, Workspace };

/// Runs a library operation on each chunk.
struct LibraryPhase {
  int64_t chunks = 1;
  onednn::Operation full;
  /// For the last chunk, if it is smaller than the others.
  std::optional<onednn::Operation> tail;
  /// Source, weights, destination.
  std::array<Place, 3> places;
  Place scratch;
};

/// Adds partial results in their order: out = ((p0 + p1) + p2) + …
struct SumPhase {
  int64_t chunks = 1;
  int64_t partials = 0, elements = 0;
  int64_t partialsOffset = 0, partialStride = 0; // bytes in the workspace
  Place out;
};

/// Exactly one of the two is set.
struct PlannedPhase {
  std::optional<LibraryPhase> library;
  std::optional<SumPhase> sum;
  int64_t chunks() const { return library ? library->chunks : sum->chunks; }
};

struct PrimitivePlan {
  std::vector<PlannedPhase> phases;
  int64_t workspaceBytes = 0;
  std::string description;
};

/// Returns nothing and says why in `error` if the library has no good
/// implementation, or the spec makes no sense.
std::optional<PrimitivePlan> planPrimitive(const PrimitiveSpec &spec,
                                           std::string &error);

} // namespace ckpt::runtime

#endif // CKPT_LIB_RUNTIME_PRIMITIVEPLAN_H
