//===- Executor.cpp - Runs a launch table ---------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/Executor.h"

#include "TransientMemory.h"

#include "ckpt/Runtime/Primitive.h"
#include "ckpt/Runtime/ThreadPool.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cfenv>
#include <chrono>
#include <cstring>
#include <map>

using namespace ckpt::runtime;

namespace {

int64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// The caller's thread computes under the same conditions as the pool's: one
/// library thread, default rounding, denormals kept.
class CallerScope {
public:
  CallerScope() {
    std::fegetenv(&former);
    std::fesetenv(FE_DFL_ENV);
  }
  ~CallerScope() { std::fesetenv(&former); }

private:
  SingleThreadScope oneThread;
  std::fenv_t former;
};

int64_t roundUp(int64_t bytes, int64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// One phase of one launch, as the thread pool sees it.
struct PhaseJob {
  PhaseFn fn = nullptr;
  Primitive *primitive = nullptr;
  size_t phase = 0;
  void *const *args = nullptr;
  std::atomic<bool> failed{false};

  static void run(void *context, int64_t chunk, unsigned thread) {
    auto *job = static_cast<PhaseJob *>(context);
    if (job->fn)
      job->fn(job->args, chunk);
    else if (!job->primitive->run(job->phase, chunk, job->args, thread))
      job->failed.store(true, std::memory_order_relaxed);
  }
};

} // namespace

Executor::Executor() = default;
Executor::~Executor() = default;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

std::unique_ptr<Executor> Executor::create(Table table,
                                           const ExecutorOptions &options,
                                           std::string &error) {
  std::unique_ptr<Executor> executor(new Executor());
  error = executor->load(std::move(table), options);
  return error.empty() ? std::move(executor) : nullptr;
}

std::string Executor::load(Table table, const ExecutorOptions &wanted) {
  launchTable = std::move(table);
  options = wanted;
  options.threads = std::max(1u, wanted.threads);
  std::string problem = verify(launchTable);
  if (!problem.empty())
    return "inconsistent launch table: " + problem;
  bool isCounted = options.memory == ExecutorOptions::Memory::Counted;
  // The memory first: if it cannot be had, nothing else need be prepared.
  transient = isCounted
                  ? createCountedMemory(launchTable, problem)
                  : createArenaMemory(launchTable, options.poison, problem);
  if (!transient)
    return problem;
  if (problem = allocatePersistent(); !problem.empty())
    return problem;
  if (problem = prepareKernels(); !problem.empty())
    return problem;
  resolveArguments();
  if (options.timing)
    times.resize(launchTable.launches.size());
  pool = std::make_unique<ThreadPool>(options.threads);
  return "";
}

std::string Executor::prepareKernels() {
  primitives.resize(launchTable.kernels.size());
  for (size_t i = 0; i < launchTable.kernels.size(); ++i) {
    const Kernel &kernel = launchTable.kernels[i];
    std::string prefix = "kernel '" + kernel.name + "': ";
    for (const CodePhase &phase : kernel.phases)
      if (!phase.fn)
        return prefix + "phase '" + phase.symbol + "' has no machine code";
    if (!kernel.isPrimitive)
      continue;
    std::string reason;
    primitives[i] =
        Primitive::create(kernel.primitive, options.threads, reason);
    if (!primitives[i])
      return prefix + "the library does not support it: " + reason;
    int64_t needed = primitives[i]->info().workspaceBytes;
    if (needed > kernel.workspaceBytes)
      return prefix + "the library needs " + std::to_string(needed) +
             " bytes of workspace here, but the plan has " +
             std::to_string(kernel.workspaceBytes) +
             "; it was made for another machine or library";
  }
  return "";
}

std::string Executor::allocatePersistent() {
  if (!options.persistent.empty()) {
    if (options.persistent.size() != launchTable.persistent.size())
      return "there are " + std::to_string(options.persistent.size()) +
             " addresses for " + std::to_string(launchTable.persistent.size()) +
             " persistent values";
    persistentPointers = options.persistent;
    for (const Persistent &value : launchTable.persistent)
      ownedBytes += roundUp(value.bytes, launchTable.alignment);
    return "";
  }
  std::vector<int64_t> offsets;
  for (const Persistent &value : launchTable.persistent) {
    offsets.push_back(ownedBytes);
    ownedBytes += roundUp(value.bytes, launchTable.alignment);
  }
  owned = std::make_unique<Mapping>();
  if (!owned->map(ownedBytes, true))
    return "parameters, states, data and constants need " +
           std::to_string(ownedBytes) +
           " bytes, which the system refuses: " + std::strerror(errno);
  for (size_t i = 0; i < offsets.size(); ++i) {
    char *pointer = owned->data() + offsets[i];
    persistentPointers.push_back(pointer);
    const std::vector<uint8_t> &value = launchTable.persistent[i].value;
    if (!value.empty())
      std::memcpy(pointer, value.data(), value.size());
  }
  return "";
}

void Executor::resolveArguments() {
  for (const Launch &launch : launchTable.launches) {
    firstArgument.push_back(arguments.size());
    for (const Argument &argument : launch.arguments) {
      const Buffer &buffer = launchTable.buffers[size_t(argument.buffer)];
      char *base =
          buffer.space == Space::Persistent
              ? static_cast<char *>(persistentPointers[size_t(buffer.place)])
              : transient->address(size_t(argument.buffer));
      arguments.push_back(base + argument.offset);
    }
    // Code may read the workspace argument even if it needs none.
    arguments.push_back(nullptr);
  }
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

bool Executor::runKernel(size_t kernel, void *const *args) {
  PhaseJob job;
  job.args = args;
  job.primitive = primitives[kernel].get();
  if (job.primitive) {
    const std::vector<int64_t> &chunks = job.primitive->info().phaseChunks;
    for (job.phase = 0; job.phase < chunks.size(); ++job.phase)
      pool->parallelFor(chunks[job.phase], PhaseJob::run, &job);
    return !job.failed.load(std::memory_order_relaxed);
  }
  for (const CodePhase &phase : launchTable.kernels[kernel].phases) {
    job.fn = phase.fn;
    pool->parallelFor(phase.chunks, PhaseJob::run, &job);
  }
  return true;
}

bool Executor::run(std::string &error) {
  CallerScope scope;
  transient->beginStep();
  int64_t start = options.timing ? nowNs() : 0;
  bool succeeded = true;
  for (size_t i = 0; succeeded && i < launchTable.launches.size(); ++i) {
    transient->beginLaunch(i);
    if (options.timing)
      times[i].begin = nowNs() - start;
    size_t kernel = size_t(launchTable.launches[i].kernel);
    succeeded = runKernel(kernel, arguments.data() + firstArgument[i]);
    if (options.timing)
      times[i].end = nowNs() - start;
    transient->endLaunch(i);
    if (!succeeded)
      error = "the library failed in launch '" + launchTable.launches[i].name +
              "' of kernel '" + launchTable.kernels[kernel].name + "'";
  }
  transient->endStep();
  return succeeded;
}

int64_t Executor::countedPeakBytes() const {
  return transient->countedPeakBytes();
}

std::vector<int64_t> Executor::countedBytes() const {
  return transient->countedBytes();
}

int64_t Executor::findPersistent(Persistent::Role role,
                                 const std::string &name) const {
  for (size_t i = 0; i < launchTable.persistent.size(); ++i)
    if (launchTable.persistent[i].role == role &&
        launchTable.persistent[i].name == name)
      return int64_t(i);
  return -1;
}

std::string Executor::implementation(size_t kernel) const {
  return primitives[kernel] ? primitives[kernel]->info().description : "";
}

//===----------------------------------------------------------------------===//
// Profile
//===----------------------------------------------------------------------===//

int64_t Executor::profile(size_t kernel, int64_t enoughNs, std::string &error) {
  auto launch = std::find_if(
      launchTable.launches.begin(), launchTable.launches.end(),
      [&](const Launch &entry) { return size_t(entry.kernel) == kernel; });
  if (launch == launchTable.launches.end()) {
    error = "the kernel is never launched";
    return -1;
  }
  // Buffers of its own; equal ones stay equal, so in-place launches stay so.
  std::map<int32_t, int64_t> offsets;
  int64_t bytes = 0;
  for (const Argument &argument : launch->arguments)
    if (offsets.emplace(argument.buffer, bytes).second)
      bytes += roundUp(launchTable.buffers[size_t(argument.buffer)].bytes,
                       launchTable.alignment);
  Mapping memory;
  if (!memory.map(bytes, true)) {
    error = "the kernel's " + std::to_string(bytes) +
            " bytes cannot be had: " + std::strerror(errno);
    return -1;
  }
  // Zeros are good indices, too. Written, or all would be one page.
  std::memset(memory.data(), 0, size_t(bytes));
  std::vector<void *> args;
  for (const Argument &argument : launch->arguments)
    args.push_back(memory.data() + offsets[argument.buffer] + argument.offset);
  args.push_back(nullptr);

  CallerScope scope;
  std::vector<int64_t> durations;
  int64_t start = nowNs();
  // The first run finds cold code and does not count.
  while (durations.size() < 4 || nowNs() - start < enoughNs) {
    int64_t begin = nowNs();
    if (!runKernel(kernel, args.data())) {
      error = "the library failed";
      return -1;
    }
    durations.push_back(nowNs() - begin);
  }
  durations.erase(durations.begin());
  auto middle = durations.begin() + int64_t(durations.size() / 2);
  std::nth_element(durations.begin(), middle, durations.end());
  return *middle;
}
