//===- Runner.cpp - Runs one table in the right mode ----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Train/Runner.h"
#include "ckpt/Runtime/Executor.h"

#include "llvm/ADT/Twine.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <sys/mman.h>

using namespace ckpt;
using namespace ckpt::train;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;

/// Whether the system would give so many bytes now.
static Error probe(int64_t bytes) {
  if (bytes == 0)
    return Error::success();
  void *memory =
      mmap(nullptr, static_cast<size_t>(bytes), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return llvm::createStringError(
        "one step needs an arena of " + Twine(bytes) +
        " bytes, which the system refuses: " + std::strerror(errno));
  munmap(memory, static_cast<size_t>(bytes));
  return Error::success();
}

Runner::Runner(const runtime::Table &table, std::vector<void *> persistent,
               int threads)
    : table(table), persistent(std::move(persistent)), threads(threads) {}

Runner::~Runner() = default;

Expected<std::unique_ptr<Runner>> Runner::create(const runtime::Table &table,
                                                 std::vector<void *> persistent,
                                                 int threads) {
  std::unique_ptr<Runner> runner(
      new Runner(table, std::move(persistent), threads));
  if (Error error = probe(table.arenaBytes))
    return std::move(error);
  // Also finds kernels that this machine cannot run.
  if (Error error = runner->prepare(/*counting=*/true))
    return std::move(error);
  return runner;
}

Error Runner::prepare(bool counting) {
  // The former executor's memory goes first.
  executor.reset();
  runtime::ExecutorOptions options;
  options.memory = counting ? runtime::ExecutorOptions::Memory::Counted
                            : runtime::ExecutorOptions::Memory::Arena;
  options.threads = static_cast<unsigned>(threads);
  options.timing = timing && !counting;
  options.persistent = persistent;
  std::string message;
  executor = runtime::Executor::create(table, options, message);
  return executor ? Error::success() : llvm::createStringError(message);
}

Error Runner::run() {
  if (runs == 1)
    if (Error error = prepare(/*counting=*/false))
      return error;
  auto begin = std::chrono::steady_clock::now();
  std::string message;
  if (!executor->run(message))
    return llvm::createStringError(message);
  seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  if (++runs == 1) {
    counted = executor->countedPeakBytes();
    countedLaunches = executor->countedBytes();
  }
  launches.clear();
  for (const runtime::LaunchTime &time : executor->launchTimes())
    launches.push_back(static_cast<double>(time.end - time.begin));
  return findFailedCheck();
}

Error Runner::findFailedCheck() const {
  for (size_t i = 0; i < table.persistent.size(); ++i)
    if (table.persistent[i].role == runtime::Persistent::Role::Check &&
        *static_cast<const uint8_t *>(persistent[i]) == 0)
      return llvm::createStringError("an assertion of the model failed: " +
                                     table.persistent[i].name);
  return Error::success();
}

Expected<double> Runner::profileKernel(size_t kernel) {
  constexpr int64_t enoughNanoseconds = 20'000'000;
  std::string message;
  int64_t time = executor->profile(kernel, enoughNanoseconds, message);
  if (time < 0)
    return llvm::createStringError(message);
  return static_cast<double>(time);
}
