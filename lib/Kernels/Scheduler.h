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
/// Makes dimensions d and d + 1, one run in every access, one dimension.
void joinDims(Nest &nest, int d);
/// Joins neighbouring dimensions from `first` on that are one run in every
/// access.
void collapseDims(Nest &nest, int first = 0);

/// Whether the body reads a loop counter.
bool readsCounters(const Nest &nest);

/// Bytes that the nest reads and writes, each element counted once.
int64_t touchedBytes(const Program &program, const Nest &nest);

/// Sets `chunks` and `rowsPerChunk` for a nest whose first dimension is split.
/// `grain` is a multiple that chunks should start at.
void splitIntoChunks(Nest &nest, int64_t workBytes, int64_t maxChunks,
                     int64_t grain);

/// Chunks that the partial results of a nest allow.
int64_t partialLimit(const Nest &nest);

/// Gives outputs that are reduced over the chunked dimension a partial result
/// per chunk; the nests that combine them are appended to `combines`.
void takePartials(Program &program, Nest &nest, std::vector<Nest> &combines);

/// Order of loops, vectors and chunks of a generic nest by itself.
void arrangeGeneric(const Program &program, Nest &nest);
/// The same for a contraction; false if it should be a generic nest instead.
int vectorWidth(const Program &program, const Nest &nest);
/// Arranges a sum at computed positions; false if the nest is none.
bool arrangeScatter(const Program &program, Nest &nest, bool vectorizable);
bool arrangeContract(const Program &program, Nest &nest);
/// The same where dimension 0 must stay the first.
bool arrangeContractWithRows(const Program &program, Nest &nest);
/// Copies the right operand of a contraction where its vectors are not
/// contiguous; the copy is a nest of its own.
void packRight(Program &program, Nest &nest);
/// Adds a nest with a phase of its own.
void addAlone(Program &program, Nest nest);

/// Whether the nest could share a phase with others.
bool isJoinable(const Nest &nest);
/// Makes the leading dimensions, `rows` steps in all, the first dimension and
/// arranges the others behind it. False if the nest then has no good order.
bool arrangeWithRows(const Program &program, Nest &nest, int64_t rows);

/// Whether two accesses may touch the same element.
bool mayOverlap(const Access &a, llvm::ArrayRef<int64_t> aExtents,
                const Access &b, llvm::ArrayRef<int64_t> bExtents);
/// Whether `later` must run after `earlier`.
bool dependsOn(const Nest &later, const Nest &earlier);
/// Whether each step of dimension 0 touches one block of elements of its own.
bool staysInRow(const Access &access, llvm::ArrayRef<int64_t> extents);
/// Whether row i of `later` needs no other row of `earlier` than row i.
bool dependsByRowsOnly(const Nest &later, const Nest &earlier);

} // namespace ckpt::kernels

#endif // CKPT_LIB_KERNELS_SCHEDULER_H
