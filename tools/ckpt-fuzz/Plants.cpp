//===- Plants.cpp - Bugs put into compiled steps on purpose ---------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plants.h"

#include <algorithm>
#include <functional>

using namespace ckpt;
using namespace ckpt::fuzz;
using runtime::Argument;
using runtime::Buffer;
using runtime::Kernel;
using runtime::Launch;
using runtime::Space;
using runtime::Table;

using LaunchFilter = std::function<bool(const Table &, size_t)>;

static const Kernel &kernelOf(const Table &table, size_t launch) {
  return table.kernels[size_t(table.launches[launch].kernel)];
}

static const Buffer &bufferOf(const Table &table, const Argument &argument) {
  return table.buffers[size_t(argument.buffer)];
}

/// One of the launches that the filter lets pass, or -1.
static int64_t choose(const Table &table, uint64_t choice,
                      const LaunchFilter &filter) {
  std::vector<size_t> candidates;
  for (size_t i = 0; i < table.launches.size(); ++i)
    if (filter(table, i))
      candidates.push_back(i);
  if (candidates.empty())
    return -1;
  return int64_t(candidates[choice % candidates.size()]);
}

static bool isClone(const Table &table, size_t launch) {
  return table.launches[launch].clone;
}

/// Whether a result takes the place of a persistent operand.
static bool updatesPersistent(const Table &table, size_t launch) {
  const std::vector<Argument> &arguments = table.launches[launch].arguments;
  auto operands = size_t(kernelOf(table, launch).numOperands);
  for (size_t i = operands; i < arguments.size(); ++i)
    if (bufferOf(table, arguments[i]).space == Space::Persistent)
      for (size_t k = 0; k < operands; ++k)
        if (arguments[k].buffer == arguments[i].buffer)
          return true;
  return false;
}

static bool isGradient(const Table &table, size_t launch) {
  return table.launches[launch].gradient && !table.launches[launch].clone &&
         !updatesPersistent(table, launch);
}

/// Puts a launch of a new kernel of one in-and-out argument behind `at`.
static void insertAfter(Table &table, int64_t at, const char *name,
                        runtime::PhaseFn fn, Argument argument) {
  Kernel kernel;
  kernel.name = name;
  kernel.numResults = 1;
  kernel.phases.push_back({name, 1, fn});
  Launch launch;
  launch.kernel = int32_t(table.kernels.size());
  launch.arguments.push_back(argument);
  launch.name = name;
  table.kernels.push_back(std::move(kernel));
  table.launches.insert(table.launches.begin() + at + 1, std::move(launch));
  for (Buffer &buffer : table.buffers) {
    buffer.firstLaunch += buffer.firstLaunch > at;
    buffer.lastLaunch += buffer.lastLaunch > at;
  }
}

static Argument firstResult(const Table &table, int64_t launch) {
  return table.launches[size_t(launch)]
      .arguments[size_t(kernelOf(table, size_t(launch)).numOperands)];
}

/// The lowest bits of the first element: a rounding that differs.
static void flipLow(void *const *args, int64_t) {
  static_cast<uint8_t *>(args[0])[0] ^= 0x3;
}

/// Another exponent.
static void flipHigh(void *const *args, int64_t) {
  for (int i : {3, 7})
    static_cast<uint8_t *>(args[0])[i] ^= 0x10;
}

static void flipSometimes(void *const *args, int64_t) {
  static int calls = 0;
  if (++calls % 3 == 0)
    flipLow(args, 0);
}

static bool flipAfter(PlannedTable &planned, uint64_t choice,
                      const LaunchFilter &filter, runtime::PhaseFn fn) {
  int64_t at = choose(planned.table, choice, filter);
  if (at < 0)
    return false;
  insertAfter(planned.table, at, "planted", fn, firstResult(planned.table, at));
  return true;
}

static bool wrongBits(PlannedTable &planned, uint64_t choice) {
  return flipAfter(planned, choice, isClone, flipLow);
}

static bool changingBits(PlannedTable &planned, uint64_t choice) {
  return flipAfter(planned, choice, isGradient, flipSometimes);
}

static bool wrongGradient(PlannedTable &planned, uint64_t choice) {
  return flipAfter(planned, choice, isGradient, flipHigh);
}

static void doNothing(void *const *, int64_t) {}

/// The launch stays, with its lifetimes, but computes nothing.
static bool silence(PlannedTable &planned, uint64_t choice,
                    const LaunchFilter &filter) {
  int64_t at = choose(planned.table, choice, filter);
  if (at < 0)
    return false;
  Table &table = planned.table;
  Kernel idle = kernelOf(table, size_t(at));
  idle.isPrimitive = false;
  idle.phases = {{"planted", 1, doNothing}};
  table.launches[size_t(at)].kernel = int32_t(table.kernels.size());
  table.kernels.push_back(std::move(idle));
  return true;
}

static bool skippedClone(PlannedTable &planned, uint64_t choice) {
  return silence(planned, choice, isClone);
}

static bool lostUpdate(PlannedTable &planned, uint64_t choice) {
  return silence(planned, choice, updatesPersistent);
}

/// Runs an update in place once more.
static bool doubleUpdate(PlannedTable &planned, uint64_t choice) {
  int64_t at = choose(planned.table, choice, updatesPersistent);
  if (at < 0)
    return false;
  Table &table = planned.table;
  Launch again = table.launches[size_t(at)];
  table.launches.insert(table.launches.begin() + at + 1, std::move(again));
  for (Buffer &buffer : table.buffers) {
    buffer.firstLaunch += buffer.firstLaunch > at;
    buffer.lastLaunch += buffer.lastLaunch >= at;
  }
  return true;
}

/// An operand of a clone is another buffer of its size that is alive too.
static bool staleClone(PlannedTable &planned, uint64_t choice) {
  Table &table = planned.table;
  std::vector<std::pair<Argument *, int32_t>> candidates;
  for (size_t i = 0; i < table.launches.size(); ++i) {
    if (!table.launches[i].clone)
      continue;
    for (size_t k = 0; k < size_t(kernelOf(table, i).numOperands); ++k) {
      Argument &argument = table.launches[i].arguments[k];
      const Buffer &own = bufferOf(table, argument);
      for (size_t b = 0; b < table.buffers.size(); ++b) {
        const Buffer &other = table.buffers[b];
        bool alive =
            other.space == Space::Persistent ||
            (other.firstLaunch < int64_t(i) && other.lastLaunch > int64_t(i));
        if (int32_t(b) != argument.buffer && alive && other.bytes == own.bytes)
          candidates.push_back({&argument, int32_t(b)});
      }
    }
  }
  if (candidates.empty())
    return false;
  auto &[argument, buffer] = candidates[choice % candidates.size()];
  argument->buffer = buffer;
  return true;
}

/// A buffer whose last reader comes after its end.
static bool shortLifetime(PlannedTable &planned, uint64_t choice) {
  std::vector<Buffer *> candidates;
  for (Buffer &buffer : planned.table.buffers)
    if (buffer.space == Space::Arena && buffer.firstLaunch < buffer.lastLaunch)
      candidates.push_back(&buffer);
  if (candidates.empty())
    return false;
  --candidates[choice % candidates.size()]->lastLaunch;
  return true;
}

/// Two buffers in one place at one time, as a lifetime that is wrong in the
/// packing alone would give: the table says that the first one ends early.
static bool overlap(PlannedTable &planned, uint64_t choice) {
  std::vector<std::pair<Buffer *, Buffer *>> candidates;
  for (Buffer &a : planned.table.buffers)
    for (Buffer &b : planned.table.buffers)
      if (a.space == Space::Arena && b.space == Space::Arena &&
          a.firstLaunch < b.firstLaunch && b.firstLaunch < a.lastLaunch &&
          b.bytes <= a.bytes)
        candidates.push_back({&a, &b});
  if (candidates.empty())
    return false;
  auto [a, b] = candidates[choice % candidates.size()];
  b->place = a->place;
  return true;
}

static bool wrongPeak(PlannedTable &planned, uint64_t) {
  planned.table.predictedPeakBytes -= planned.table.alignment;
  return true;
}

/// A workspace that is in no sum.
static bool uncountedBuffer(PlannedTable &planned, uint64_t choice) {
  Table &table = planned.table;
  int64_t at = choose(table, choice, isGradient);
  if (at < 0)
    return false;
  Buffer extra;
  extra.name = "planted";
  extra.bytes = 4 * table.predictedPeakBytes;
  extra.bytes -= extra.bytes % table.alignment;
  extra.place = table.arenaBytes;
  extra.firstLaunch = extra.lastLaunch = at;
  table.arenaBytes += extra.bytes;
  table.buffers.push_back(extra);
  return true;
}

/// A clone that reads a parameter after its update: the update comes first.
static bool earlyUpdate(PlannedTable &planned, uint64_t choice) {
  Table &table = planned.table;
  std::vector<std::pair<size_t, size_t>> candidates;
  for (size_t u = 0; u < table.launches.size(); ++u) {
    if (!updatesPersistent(table, u) || kernelOf(table, u).numOperands == 0)
      continue;
    for (size_t r = 0; r < u; ++r)
      for (const Argument &read : table.launches[r].arguments)
        for (const Argument &written : table.launches[u].arguments)
          if (read.buffer == written.buffer &&
              bufferOf(table, read).space == Space::Persistent)
            candidates.push_back({r, u});
  }
  if (candidates.empty())
    return false;
  auto [reader, update] = candidates[choice % candidates.size()];
  const std::vector<Argument> &written = table.launches[update].arguments;
  auto result = size_t(kernelOf(table, update).numOperands);
  insertAfter(table, int64_t(reader) - 1, "planted", flipHigh,
              written[std::min(result, written.size() - 1)]);
  return true;
}

/// Two launches of which one reads what the other writes change places.
static bool wrongOrder(PlannedTable &planned, uint64_t choice) {
  Table &table = planned.table;
  int64_t at = choose(table, choice, [](const Table &t, size_t i) {
    if (i + 1 >= t.launches.size())
      return false;
    Argument result = firstResult(t, int64_t(i));
    for (const Argument &argument : t.launches[i + 1].arguments)
      if (argument.buffer == result.buffer)
        return true;
    return false;
  });
  if (at < 0)
    return false;
  std::swap(table.launches[size_t(at)], table.launches[size_t(at) + 1]);
  return true;
}

static bool overBudget(PlannedTable &planned, uint64_t) {
  if (!planned.result.budgetBytes)
    return false;
  *planned.result.budgetBytes =
      planned.persistentBytes + planned.table.predictedPeakBytes - 1;
  return true;
}

static bool uncountedClone(PlannedTable &planned, uint64_t choice) {
  int64_t at = choose(planned.table, choice, isClone);
  if (at < 0)
    return false;
  planned.table.launches[size_t(at)].clone = false;
  return true;
}

const std::vector<Plant> &ckpt::fuzz::plants() {
  static const std::vector<Plant> all = {
      {"stale-clone", staleClone},
      {"skipped-clone", skippedClone},
      {"wrong-bits", wrongBits},
      {"changing-bits", changingBits},
      {"wrong-gradient", wrongGradient, true},
      {"double-update", doubleUpdate},
      {"lost-update", lostUpdate},
      {"early-update", earlyUpdate},
      {"short-lifetime", shortLifetime},
      {"overlap", overlap},
      {"wrong-order", wrongOrder},
      {"wrong-peak", wrongPeak},
      {"uncounted-buffer", uncountedBuffer},
      {"over-budget", overBudget},
      {"uncounted-clone", uncountedClone}};
  return all;
}

const Plant *ckpt::fuzz::findPlant(const std::string &name) {
  for (const Plant &plant : plants())
    if (name == plant.name)
      return &plant;
  return nullptr;
}
