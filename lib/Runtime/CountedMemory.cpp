//===- CountedMemory.cpp - Every buffer by itself, and counted ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each buffer has pages of its own that are mapped during its lifetime only. A
// buffer ends at the end of its last page, and an address without a page
// follows, so that reaching beyond the end traps as well. The range of
// addresses is not reserved in between: under a limit on the address space,
// counting takes what is live and no more.
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
  ~CountedMemory() override {
    // After a step that failed on its way.
    for (size_t i = 0; i < isMapped.size(); ++i)
      if (isMapped[i])
        unmapBuffer(i);
  }

  /// Finds addresses for all buffers, apart. False if there are none.
  bool findAddresses();

  char *address(size_t buffer) const override {
    if (table.buffers[buffer].space != Space::Arena)
      return nullptr;
    return base + regions[buffer].end - table.buffers[buffer].bytes;
  }

  void beginStep() override;
  void endStep() override;
  void beginLaunch(size_t launch) override;
  void endLaunch(size_t launch) override;
  int64_t countedPeakBytes() const override { return peakBytes; }
  std::vector<int64_t> countedBytes() const override { return launchBytes; }

private:
  /// Pages of one buffer, as offsets into the range of addresses; a guard page
  /// that is never mapped follows at `end`.
  struct Region {
    int64_t begin = 0, end = 0;
  };

  void mapBuffer(size_t buffer);
  void unmapBuffer(size_t buffer);
  static void onFault(int signal, siginfo_t *info, void *context);
  void explain(const char *address) const;

  /// The memory whose step is running, for the signal handler.
  static std::atomic<const CountedMemory *> active;

  const Table &table;
  std::vector<Region> regions;
  std::vector<bool> isMapped;
  std::vector<std::vector<size_t>> born, dying;
  int64_t rangeBytes = 0;
  int64_t liveBytes = 0, peakBytes = 0;
  std::vector<int64_t> launchBytes;
  std::atomic<size_t> currentLaunch{0};
  char *base = nullptr;
  struct sigaction formerAction = {};
};

std::atomic<const CountedMemory *> CountedMemory::active{nullptr};

} // namespace

CountedMemory::CountedMemory(const Table &table)
    : table(table), regions(table.buffers.size()),
      isMapped(table.buffers.size(), false), born(table.launches.size()),
      dying(table.launches.size()) {
  int64_t page = sysconf(_SC_PAGESIZE);
  rangeBytes = page;
  for (size_t i = 0; i < table.buffers.size(); ++i) {
    const Buffer &buffer = table.buffers[i];
    if (buffer.space != Space::Arena)
      continue;
    int64_t bytes = (buffer.bytes + page - 1) / page * page;
    regions[i] = {rangeBytes, rangeBytes + bytes};
    rangeBytes += bytes + page;
    born[size_t(buffer.firstLaunch)].push_back(i);
    dying[size_t(buffer.lastLaunch)].push_back(i);
  }
}

/// Where counted buffers begin: below everything that the system places by
/// itself, and above what sanitizers take.
static constexpr uintptr_t firstAddress = uintptr_t(0x2000) << 32;

bool CountedMemory::findAddresses() {
  // Every table has addresses of its own, as several may be loaded.
  static std::atomic<uintptr_t> next{firstAddress};
  base = reinterpret_cast<char *>(next.fetch_add(uintptr_t(rangeBytes)));
  size_t page = size_t(sysconf(_SC_PAGESIZE));
  char *last = base + rangeBytes - page;
  void *probe = mmap(last, page, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (probe != MAP_FAILED)
    munmap(probe, page);
  if (probe == last)
    return true;
  // A machine with fewer addresses: the system shall choose.
  Mapping range;
  if (!range.map(rangeBytes, false))
    return false;
  base = range.data();
  return true;
}

void CountedMemory::beginStep() {
  liveBytes = peakBytes = 0;
  launchBytes.assign(table.launches.size(), 0);
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

void CountedMemory::mapBuffer(size_t buffer) {
  Region region = regions[buffer];
  if (region.begin == region.end)
    return;
  char *wanted = base + region.begin;
  void *pages =
      mmap(wanted, size_t(region.end - region.begin), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (pages == wanted) {
    isMapped[buffer] = true;
    return;
  }
  std::fprintf(stderr, "error: cannot map buffer '%s' of %lld bytes: %s\n",
               table.buffers[buffer].name.c_str(),
               static_cast<long long>(table.buffers[buffer].bytes),
               pages == MAP_FAILED ? std::strerror(errno)
                                   : "its addresses are taken");
  std::exit(1);
}

void CountedMemory::unmapBuffer(size_t buffer) {
  Region region = regions[buffer];
  if (region.begin != region.end)
    munmap(base + region.begin, size_t(region.end - region.begin));
  isMapped[buffer] = false;
}

void CountedMemory::beginLaunch(size_t launch) {
  currentLaunch.store(launch, std::memory_order_relaxed);
  for (size_t buffer : born[launch]) {
    mapBuffer(buffer);
    liveBytes += table.buffers[buffer].bytes;
  }
  peakBytes = std::max(peakBytes, liveBytes);
  launchBytes[launch] = liveBytes;
}

void CountedMemory::endLaunch(size_t launch) {
  for (size_t buffer : dying[launch]) {
    unmapBuffer(buffer);
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
  int64_t offset = address - base;
  if (offset < 0 || offset >= rangeBytes)
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
  if (memory->findAddresses())
    return memory;
  error = std::string("there are no addresses to count memory: ") +
          std::strerror(errno);
  return nullptr;
}
