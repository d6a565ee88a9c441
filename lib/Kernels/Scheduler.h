//===- Scheduler.h - Order of loops, vectors and chunks ---------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_KERNELS_SCHEDULER_H
#define CKPT_LIB_KERNELS_SCHEDULER_H

#include "Program.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ckpt::kernels {

void forEachAccess(Nest &nest, llvm::function_ref<void(Access &)> visit);
void forEachAccess(const Nest &nest,
                   llvm::function_ref<void(const Access &)> visit);

/// Removes dimensions of extent 1; a nest keeps at least one dimension.
void dropUnitDims(Nest &nest);
/// New dimension i is old dimension order[i].
void permuteDims(Nest &nest, llvm::ArrayRef<int> order);
/// Joins neighbouring dimensions that are one run in every access.
void collapseDims(Nest &nest);

/// Bytes that the nest reads and writes, each element counted once.
int64_t touchedBytes(const Program &program, const Nest &nest);

/// Sets `chunks` and `rowsPerChunk` for a nest whose first dimension is split.
/// `grain` is a multiple that chunks should start at.
void splitIntoChunks(Nest &nest, int64_t workBytes, int64_t maxChunks,
                     int64_t grain);

/// Gives outputs that are reduced over the chunked dimension a partial result
/// per chunk and appends the nests that combine them.
void addPartials(Program &program, Nest nest);

void scheduleGeneric(Program &program, Nest nest);
void scheduleContract(Program &program, Nest nest);
void schedulePool(Program &program, Nest nest);

} // namespace ckpt::kernels

#endif // CKPT_LIB_KERNELS_SCHEDULER_H
