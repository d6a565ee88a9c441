//===- LaunchTable.cpp - Consistency of a launch table --------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/LaunchTable.h"

#include <algorithm>
#include <map>

using namespace ckpt::runtime;

int64_t ckpt::runtime::elementBytes(ElementType type) {
  switch (type) {
  case ElementType::F64:
  case ElementType::I64:
    return 8;
  case ElementType::F32:
  case ElementType::I32:
    return 4;
  case ElementType::F16:
  case ElementType::BF16:
    return 2;
  case ElementType::I1:
  case ElementType::I8:
    return 1;
  }
  return 0;
}

static std::string quoted(const std::string &name) { return "'" + name + "'"; }

static std::string number(int64_t value) { return std::to_string(value); }

static std::string verifyKernel(const Kernel &kernel) {
  std::string prefix = "kernel " + quoted(kernel.name) + ": ";
  if (kernel.numOperands < 0 || kernel.numResults < 0)
    return prefix + "negative number of operands or results";
  if (kernel.workspaceBytes < 0)
    return prefix + "negative workspace";
  if (kernel.isPrimitive) {
    if (!kernel.phases.empty())
      return prefix + "a library primitive has no phases of its own";
    if (kernel.numOperands != 2 || kernel.numResults != 1)
      return prefix + "a library primitive has two operands and one result";
    return "";
  }
  if (kernel.phases.empty())
    return prefix + "neither a library primitive nor any phase";
  for (const CodePhase &phase : kernel.phases)
    if (phase.chunks < 1 || phase.chunks >= (int64_t(1) << 32))
      return prefix + "phase " + quoted(phase.symbol) + " has " +
             number(phase.chunks) + " chunks";
  return "";
}

static std::string verifyPersistent(const Persistent &persistent) {
  std::string prefix = "persistent " + quoted(persistent.name) + ": ";
  int64_t bytes = elementBytes(persistent.type);
  for (int64_t size : persistent.shape) {
    if (size < 0)
      return prefix + "negative size";
    bytes *= size;
  }
  if (bytes != persistent.bytes)
    return prefix + number(persistent.bytes) + " bytes, but its shape has " +
           number(bytes);
  if (!persistent.value.empty() && int64_t(persistent.value.size()) != bytes)
    return prefix + number(int64_t(persistent.value.size())) +
           " bytes of value, but its shape has " + number(bytes);
  return "";
}

static std::string verifyBuffer(const Table &table, const Buffer &buffer) {
  std::string prefix = "buffer " + quoted(buffer.name) + ": ";
  if (buffer.bytes < 0 || buffer.bytes % table.alignment != 0)
    return prefix + number(buffer.bytes) + " bytes are not a multiple of " +
           number(table.alignment);
  if (buffer.space == Space::Persistent) {
    if (buffer.place < 0 || buffer.place >= int64_t(table.persistent.size()))
      return prefix + "no persistent value " + number(buffer.place);
    int64_t owned = table.persistent[size_t(buffer.place)].bytes;
    if (buffer.bytes - owned >= table.alignment)
      return prefix + number(buffer.bytes) +
             " bytes, but the persistent value has " + number(owned);
    return "";
  }
  if (buffer.place < 0 || buffer.place % table.alignment != 0)
    return prefix + "offset " + number(buffer.place) +
           " is not a multiple of " + number(table.alignment);
  if (buffer.place + buffer.bytes > table.arenaBytes)
    return prefix + "ends at byte " + number(buffer.place + buffer.bytes) +
           ", outside the arena of " + number(table.arenaBytes);
  if (buffer.firstLaunch < 0 || buffer.lastLaunch < buffer.firstLaunch ||
      buffer.lastLaunch >= int64_t(table.launches.size()))
    return prefix + "lifetime " + number(buffer.firstLaunch) + " to " +
           number(buffer.lastLaunch) + " in a step of " +
           number(int64_t(table.launches.size())) + " launches";
  return "";
}

/// The elements of the two operands and the result of a primitive.
static std::array<int64_t, 3> primitiveElements(const PrimitiveSpec &spec) {
  if (spec.kind == PrimitiveSpec::Kind::Matmul)
    return {spec.batch * spec.m * spec.k,
            (spec.broadcastB ? 1 : spec.batch) * spec.k * spec.n,
            spec.batch * spec.m * spec.n};
  int64_t input =
      spec.batch * spec.inputHeight * spec.inputWidth * spec.inputChannels;
  int64_t output =
      spec.batch * spec.outputHeight * spec.outputWidth * spec.outputChannels;
  int64_t filter = spec.kernelHeight * spec.kernelWidth * spec.inputChannels /
                   std::max<int64_t>(spec.groups, 1) * spec.outputChannels;
  if (spec.kind == PrimitiveSpec::Kind::Conv)
    return {input, filter, output};
  if (spec.kind == PrimitiveSpec::Kind::ConvBackwardData)
    return {output, filter, input};
  return {input, output, filter};
}

static std::string verifyLaunch(const Table &table, int64_t index) {
  const Launch &launch = table.launches[size_t(index)];
  std::string prefix =
      "launch " + number(index) + " " + quoted(launch.name) + ": ";
  if (launch.kernel < 0 || launch.kernel >= int64_t(table.kernels.size()))
    return prefix + "no kernel " + number(launch.kernel);
  const Kernel &kernel = table.kernels[size_t(launch.kernel)];
  size_t values = size_t(kernel.numOperands + kernel.numResults);
  size_t expected = values + (kernel.workspaceBytes > 0 ? 1 : 0);
  if (launch.arguments.size() != expected)
    return prefix + number(int64_t(launch.arguments.size())) +
           " arguments, but kernel " + quoted(kernel.name) + " takes " +
           number(int64_t(expected));
  std::array<int64_t, 3> elements{0, 0, 0};
  if (kernel.isPrimitive)
    elements = primitiveElements(kernel.primitive);
  for (size_t i = 0; i < expected; ++i) {
    const Argument &argument = launch.arguments[i];
    if (argument.buffer < 0 || argument.buffer >= int64_t(table.buffers.size()))
      return prefix + "no buffer " + number(argument.buffer);
    const Buffer &buffer = table.buffers[size_t(argument.buffer)];
    std::string what = prefix + "argument " + number(int64_t(i)) + ", buffer " +
                       quoted(buffer.name) + ", ";
    int64_t needed = 0;
    if (i == values)
      needed = kernel.workspaceBytes;
    else if (kernel.isPrimitive)
      needed = elements[i] * elementBytes(ElementType::F32);
    if (argument.offset < 0 || argument.offset + needed > buffer.bytes)
      return what + "needs " + number(needed) + " bytes at offset " +
             number(argument.offset) + " of " + number(buffer.bytes);
    if (buffer.space == Space::Arena &&
        (index < buffer.firstLaunch || index > buffer.lastLaunch))
      return what + "used outside its lifetime, launches " +
             number(buffer.firstLaunch) + " to " + number(buffer.lastLaunch);
  }
  return "";
}

/// The arena buffers with at least one byte, by their first launch.
static std::vector<const Buffer *> byFirstLaunch(const Table &table) {
  std::vector<const Buffer *> sorted;
  for (const Buffer &buffer : table.buffers)
    if (buffer.space == Space::Arena && buffer.bytes > 0)
      sorted.push_back(&buffer);
  std::sort(sorted.begin(), sorted.end(), [](const Buffer *a, const Buffer *b) {
    return a->firstLaunch != b->firstLaunch ? a->firstLaunch < b->firstLaunch
                                            : a < b; // elements of one vector
  });
  return sorted;
}

static std::string verifyDisjoint(const Table &table) {
  // A sweep over the launches: the live buffers by offset and by last launch.
  std::map<int64_t, const Buffer *> live;
  std::multimap<int64_t, int64_t> ends;
  for (const Buffer *buffer : byFirstLaunch(table)) {
    while (!ends.empty() && ends.begin()->first < buffer->firstLaunch) {
      live.erase(ends.begin()->second);
      ends.erase(ends.begin());
    }
    auto after = live.lower_bound(buffer->place);
    const Buffer *other = nullptr;
    if (after != live.end() &&
        after->second->place < buffer->place + buffer->bytes)
      other = after->second;
    else if (after != live.begin() &&
             std::prev(after)->second->place + std::prev(after)->second->bytes >
                 buffer->place)
      other = std::prev(after)->second;
    if (other)
      return "buffers " + quoted(other->name) + " and " + quoted(buffer->name) +
             " are both live in launch " + number(buffer->firstLaunch) +
             " and overlap at byte " +
             number(std::max(other->place, buffer->place));
    live.emplace(buffer->place, buffer);
    ends.emplace(buffer->lastLaunch, buffer->place);
  }
  return "";
}

std::string ckpt::runtime::verify(const Table &table) {
  if (table.alignment <= 0 || (table.alignment & (table.alignment - 1)) != 0)
    return "alignment " + number(table.alignment) + " is not a power of two";
  if (table.arenaBytes < 0)
    return "negative arena";
  std::string problem;
  for (size_t i = 0; problem.empty() && i < table.kernels.size(); ++i)
    problem = verifyKernel(table.kernels[i]);
  for (size_t i = 0; problem.empty() && i < table.persistent.size(); ++i)
    problem = verifyPersistent(table.persistent[i]);
  for (size_t i = 0; problem.empty() && i < table.buffers.size(); ++i)
    problem = verifyBuffer(table, table.buffers[i]);
  for (size_t i = 0; problem.empty() && i < table.launches.size(); ++i)
    problem = verifyLaunch(table, int64_t(i));
  return problem.empty() ? verifyDisjoint(table) : problem;
}

int64_t ckpt::runtime::livePeakBytes(const Table &table) {
  std::vector<int64_t> change(table.launches.size() + 1, 0);
  for (const Buffer *buffer : byFirstLaunch(table)) {
    change[size_t(buffer->firstLaunch)] += buffer->bytes;
    change[size_t(buffer->lastLaunch) + 1] -= buffer->bytes;
  }
  int64_t live = 0, peak = 0;
  for (int64_t bytes : change) {
    live += bytes;
    peak = std::max(peak, live);
  }
  return peak;
}
