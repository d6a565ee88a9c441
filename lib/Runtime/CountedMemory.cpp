//===- CountedMemory.cpp - Every buffer by itself, and counted ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each buffer has pages of its own that are accessible during its lifetime
// only. A buffer ends at the end of its last page, and an inaccessible page
// follows, so that reaching beyond the end traps as well.
//
//===----------------------------------------------------------------------===//

#include "TransientMemory.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace ckpt::runtime;

namespace {

class CountedMemory : public TransientMemory {
public:
  explicit CountedMemory(const Table &table);

  bool map() { return reservation.map(reservedBytes, false); }
  int64_t neededBytes() const { return reservedBytes; }

  char *address(size_t buffer) const override {
    if (table.buffers[buffer].space != Space::Arena)
      return nullptr;
    return reservation.data() + regions[buffer].end -
           table.buffers[buffer].bytes;
  }

  void beginStep() override;
  void endStep() override;
  void beginLaunch(size_t launch) override;
  void endLaunch(size_t launch) override;
  int64_t countedPeakBytes() const override { return peakBytes; }

private:
  /// Pages of one buffer, as offsets into the reservation; a guard page
  /// follows at `end`.
  struct Region {
    int64_t begin = 0, end = 0;
  };

  void protect(size_t buffer, bool accessible);
  static void onFault(int signal, siginfo_t *info, void *context);
  void explain(const char *address) const;

  /// The memory whose step is running, for the signal handler.
  static std::atomic<const CountedMemory *> active;

  const Table &table;
  std::vector<Region> regions;
  std::vector<std::vector<size_t>> born, dying;
  int64_t reservedBytes = 0;
  int64_t liveBytes = 0, peakBytes = 0;
  std::atomic<size_t> currentLaunch{0};
  Mapping reservation;
  struct sigaction formerAction = {};
};

std::atomic<const CountedMemory *> CountedMemory::active{nullptr};

} // namespace

CountedMemory::CountedMemory(const Table &table)
    : table(table), regions(table.buffers.size()), born(table.launches.size()),
      dying(table.launches.size()) {
  int64_t page = sysconf(_SC_PAGESIZE);
  reservedBytes = page;
  for (size_t i = 0; i < table.buffers.size(); ++i) {
    const Buffer &buffer = table.buffers[i];
    if (buffer.space != Space::Arena)
      continue;
    int64_t bytes = (buffer.bytes + page - 1) / page * page;
    regions[i] = {reservedBytes, reservedBytes + bytes};
    reservedBytes += bytes + page;
    born[size_t(buffer.firstLaunch)].push_back(i);
    dying[size_t(buffer.lastLaunch)].push_back(i);
  }
}

void CountedMemory::beginStep() {
  liveBytes = peakBytes = 0;
  active = this;
  struct sigaction action = {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &formerAction);
}

void CountedMemory::endStep() {
  sigaction(SIGSEGV, &formerAction, nullptr);
  active = nullptr;
}

void CountedMemory::protect(size_t buffer, bool accessible) {
  Region region = regions[buffer];
  size_t bytes = size_t(region.end - region.begin);
  if (bytes == 0)
    return;
  char *begin = reservation.data() + region.begin;
  int protection = accessible ? PROT_READ | PROT_WRITE : PROT_NONE;
  bool failed = mprotect(begin, bytes, protection) != 0;
  // Give the pages back: what is counted is what is held.
  if (!accessible)
    failed |= madvise(begin, bytes, MADV_DONTNEED) != 0;
  if (!failed)
    return;
  std::fprintf(stderr, "error: cannot map buffer '%s' of %lld bytes: %s\n",
               table.buffers[buffer].name.c_str(),
               static_cast<long long>(table.buffers[buffer].bytes),
               std::strerror(errno));
  std::exit(1);
}

void CountedMemory::beginLaunch(size_t launch) {
  currentLaunch.store(launch, std::memory_order_relaxed);
  for (size_t buffer : born[launch]) {
    protect(buffer, true);
    liveBytes += table.buffers[buffer].bytes;
  }
  peakBytes = std::max(peakBytes, liveBytes);
}

void CountedMemory::endLaunch(size_t launch) {
  for (size_t buffer : dying[launch]) {
    protect(buffer, false);
    liveBytes -= table.buffers[buffer].bytes;
  }
}

/// Says what was touched. Then the fault happens again, under the handler that
/// was there before: the process stops in its usual way.
void CountedMemory::onFault(int signal, siginfo_t *info, void *) {
  if (const CountedMemory *memory = active.load()) {
    memory->explain(static_cast<const char *>(info->si_addr));
    sigaction(signal, &memory->formerAction, nullptr);
  } else {
    ::signal(signal, SIG_DFL);
  }
}

void CountedMemory::explain(const char *address) const {
  int64_t offset = address - reservation.data();
  if (offset < 0 || offset >= reservedBytes)
    return;
  // snprintf into a local array does not allocate for these formats.
  char text[512];
  int length = 0;
  size_t launch = currentLaunch.load(std::memory_order_relaxed);
  const Launch &entry = table.launches[launch];
  const char *kernel = table.kernels[size_t(entry.kernel)].name.c_str();
  for (size_t i = 0; i < regions.size(); ++i) {
    const Buffer &buffer = table.buffers[i];
    bool isGuard = offset >= regions[i].end;
    if (regions[i].end == 0 || offset < regions[i].begin ||
        offset >= regions[i].end + sysconf(_SC_PAGESIZE))
      continue;
    length = std::snprintf(
        text, sizeof(text),
        "error: launch %zu '%s' (kernel '%s') touches buffer '%s' %s "
        "(lifetime: launches %lld to %lld, %lld bytes)\n",
        launch, entry.name.c_str(), kernel, buffer.name.c_str(),
        isGuard ? "beyond its end" : "outside its lifetime",
        static_cast<long long>(buffer.firstLaunch),
        static_cast<long long>(buffer.lastLaunch),
        static_cast<long long>(buffer.bytes));
    break;
  }
  if (length > 0) {
    size_t bytes = std::min(size_t(length), sizeof(text) - 1);
    ssize_t written = write(STDERR_FILENO, text, bytes);
    static_cast<void>(written);
  }
}

std::unique_ptr<TransientMemory>
ckpt::runtime::createCountedMemory(const Table &table, std::string &error) {
  auto memory = std::make_unique<CountedMemory>(table);
  if (memory->map())
    return memory;
  error =
      "counting needs " + std::to_string(memory->neededBytes()) +
      " bytes of addresses, which the system refuses: " + std::strerror(errno);
  return nullptr;
}
