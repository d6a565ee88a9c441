//===- Phases.cpp - Nests that share a phase ------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several nests over the same rows (parts of a concatenation, sweeps over
// slices of one tensor, a producer and its reader) run together: for each block
// of rows all of them, so that what one reads or writes is still in the cache
// for the next.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace ckpt::kernels {

namespace {
/// A block of rows of all operands of a phase should stay in the cache.
constexpr int64_t rowBlockBytes = 64 * 1024;
/// Below this, passing over memory again costs nothing.
constexpr int64_t smallBytes = 256 * 1024;
using Group = std::vector<std::pair<int, Nest>>;
} // namespace

/// Row counts that the leading dimensions of a nest can form.
static SmallVector<int64_t> rowCandidates(const Nest &nest) {
  SmallVector<int64_t> rows;
  int64_t count = 1;
  for (int d = 0; d < nest.rank(); ++d) {
    bool joins = true;
    if (d > 0)
      forEachAccess(nest, [&](const Access &access) {
        joins &= access.coefs[d - 1] == access.coefs[d] * nest.extents[d];
      });
    if (!joins)
      break;
    count *= nest.extents[d];
    rows.push_back(count);
  }
  return rows;
}

/// The nest with its rows as the first dimension, ready to run in row blocks.
static std::optional<Nest> withRows(const Program &program, const Nest &nest,
                                    int64_t rows) {
  if (!llvm::is_contained(rowCandidates(nest), rows))
    return std::nullopt;
  Nest pinned = nest;
  if (!arrangeWithRows(program, pinned, rows))
    return std::nullopt;
  return pinned;
}

/// The nests from `first` on that can run together over `rows`; others may stay
/// behind if nothing that is taken depends on them.
static Group collectGroup(const Program &program, ArrayRef<Nest> nests,
                          ArrayRef<bool> done, int first, int64_t rows) {
  Group group;
  SmallVector<int> skipped;
  for (int i = first; i < static_cast<int>(nests.size()); ++i) {
    if (done[i])
      continue;
    const Nest &nest = nests[i];
    std::optional<Nest> pinned;
    if (isJoinable(nest))
      pinned = withRows(program, nest, rows);
    bool fits = pinned && llvm::none_of(skipped, [&](int other) {
                  return dependsOn(nest, nests[other]);
                });
    fits = fits && llvm::all_of(group, [&](const auto &member) {
             return dependsByRowsOnly(*pinned, member.second);
           });
    if (fits)
      group.emplace_back(i, std::move(*pinned));
    else
      skipped.push_back(i);
  }
  return group;
}

/// Blocks of rows begin at multiples of this: whole tiles (of 12, 8 or 6 rows),
/// rows that share a vector, vectors along the rows.
static int64_t rowGrain(const Group &group) {
  bool tiles = false, packed = false, vectors = false;
  for (auto &[index, nest] : group) {
    tiles |= nest.kind == Nest::Kind::Contract && nest.rowDim == 0;
    packed |= nest.rank() == 2;
    vectors |= nest.rank() == 1;
  }
  if (tiles)
    return vectors ? 192 : 48;
  return vectors ? 64 : packed ? 16 : 1;
}

/// Values that live only inside the group need room for one block of rows in
/// each chunk.
static void shrinkToBlocks(Program &program, Group &group,
                           ArrayRef<Nest> others, const Phase &phase) {
  for (size_t buffer = 0; buffer < program.buffers.size(); ++buffer) {
    Buffer &place = program.buffers[buffer];
    if (place.kind != Buffer::Kind::Workspace)
      continue;
    SmallVector<Access *> uses;
    int64_t stride = 0;
    bool shrinks = true;
    for (auto &member : group)
      forEachAccess(member.second, [&](Access &access) {
        if (access.buffer != static_cast<int>(buffer))
          return;
        uses.push_back(&access);
        stride = access.coefs[0];
        shrinks &= staysInRow(access, member.second.extents) &&
                   stride == uses[0]->coefs[0] && access.offset < stride;
      });
    for (const Nest &other : others)
      forEachAccess(other, [&](const Access &access) {
        shrinks &= access.buffer != static_cast<int>(buffer);
      });
    int64_t size = phase.chunks * phase.rowBlock * stride;
    if (uses.empty() || !shrinks || size >= place.size)
      continue;
    place.size = size;
    for (Access *access : uses) {
      access->inBlock = true;
      access->chunkStride = phase.rowBlock * stride;
    }
  }
}

/// Chunks and row blocks of a group; appends it as one phase. `others` are the
/// nests that come later.
static void addGroup(Program &program, Group &group, ArrayRef<Nest> others) {
  int64_t bytes = 0, work = 0, limit = std::numeric_limits<int64_t>::max();
  for (auto &[index, nest] : group) {
    int64_t touched = touchedBytes(program, nest);
    bytes += touched;
    work += nest.kind == Nest::Kind::Contract
                ? std::max(touched, product(nest.extents) / 2)
                : touched;
    limit = std::min(limit, partialLimit(nest));
    packRight(program, nest);
  }
  int64_t rows = group[0].second.extents[0];
  int64_t rowBytes = std::max<int64_t>(1, bytes / rows);
  int64_t grain = rowGrain(group);
  Phase phase;
  phase.rowBlock = std::max<int64_t>(
      grain, llvm::alignDown(rowBlockBytes / rowBytes, grain));
  std::vector<Nest> combines;
  for (auto &[index, nest] : group) {
    splitIntoChunks(nest, work, limit, grain);
    phase.chunks = nest.chunks;
  }
  shrinkToBlocks(program, group, others, phase);
  for (auto &[index, nest] : group) {
    takePartials(program, nest, combines);
    phase.nests.push_back(static_cast<int>(program.nests.size()));
    program.nests.push_back(std::move(nest));
  }
  program.phases.push_back(std::move(phase));
  for (Nest &combine : combines)
    addAlone(program, std::move(combine));
}

/// Tries all row counts of the first nest and keeps the largest group.
static bool joinFrom(Program &program, ArrayRef<Nest> nests,
                     MutableArrayRef<bool> done, int first) {
  if (!isJoinable(nests[first]))
    return false;
  Group best;
  SmallVector<int64_t> candidates = rowCandidates(nests[first]);
  for (int64_t rows : llvm::reverse(candidates)) {
    if (rows == 1)
      continue;
    auto group = collectGroup(program, nests, done, first, rows);
    if (group.size() > best.size())
      best = std::move(group);
  }
  if (best.size() < 2)
    return false;
  int64_t bytes = 0;
  for (auto &[index, nest] : best)
    bytes += touchedBytes(program, nest);
  if (bytes < smallBytes)
    return false;
  for (auto &[index, nest] : best)
    done[index] = true;
  std::vector<Nest> others;
  for (auto [nest, isDone] : llvm::zip(nests, done))
    if (!isDone)
      others.push_back(nest);
  others.insert(others.end(), program.nests.begin(), program.nests.end());
  addGroup(program, best, others);
  return true;
}

/// Results of kernels that touch more than the caches hold go past them: they
/// would be evicted before their reader comes, and a line that is written whole
/// need not be read first.
static void markStreams(Program &program) {
  constexpr int64_t cacheBytes = 24 * 1024 * 1024;
  int64_t bytes = 0;
  for (const Buffer &buffer : program.buffers)
    bytes += buffer.size * storedBytes(buffer.element);
  if (bytes < cacheBytes)
    return;
  for (Nest &nest : program.nests) {
    if (nest.kind != Nest::Kind::Generic)
      continue;
    nest.streams = llvm::none_of(program.nests, [&](const Nest &reader) {
      return llvm::any_of(reader.inputs, [&](const Input &input) {
        return !input.constant &&
               llvm::any_of(nest.outputs, [&](const Output &output) {
                 return output.access.buffer == input.access.buffer;
               });
      });
    });
  }
}

void schedule(Program &program) {
  std::vector<Nest> nests;
  for (Nest &nest : program.nests)
    if (product(nest.extents) != 0 || nest.hasReductions())
      nests.push_back(std::move(nest));
  program.nests.clear();
  for (Nest &nest : nests)
    if (nest.kind == Nest::Kind::Generic || nest.kind == Nest::Kind::Contract)
      dropUnitDims(nest);
  SmallVector<bool> done(nests.size(), false);
  for (int i = 0; i < static_cast<int>(nests.size()); ++i) {
    if (done[i] || joinFrom(program, nests, done, i))
      continue;
    addAlone(program, std::move(nests[i]));
    done[i] = true;
  }
  markStreams(program);
  program.placeWorkspace();
}

} // namespace ckpt::kernels
