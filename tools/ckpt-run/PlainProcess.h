//===- PlainProcess.h - A second process that runs the plain step -*- C++
//-*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_PLAINPROCESS_H
#define CKPT_TOOLS_CKPT_RUN_PLAINPROCESS_H

#include "llvm/Support/Error.h"

#include <functional>
#include <string>
#include <sys/types.h>

namespace ckpt::tool {

/// What the second process can be told.
struct PlainService {
  /// Runs one step; returns its seconds.
  std::function<llvm::Expected<double>()> step;
  std::function<llvm::Error(const std::string &path)> save;
};

/// The plain step has a process and memory of its own, and runs a step
/// whenever it is told to, so that the two never compete and drift of the
/// machine hits both alike.
class PlainProcess {
public:
  /// Forks; must be called before the process has other threads. `prepare`
  /// runs in the new process, which never returns from here.
  static llvm::Expected<PlainProcess>
  start(const std::function<llvm::Expected<PlainService>()> &prepare);

  PlainProcess(PlainProcess &&other) noexcept;
  PlainProcess &operator=(PlainProcess &&) = delete;
  ~PlainProcess();

  /// Waits until the process has compiled and is ready.
  llvm::Error waitUntilReady();
  llvm::Expected<double> step();
  llvm::Error save(const std::string &path);

private:
  PlainProcess(pid_t child, int channel, int log)
      : child(child), channel(channel), log(log) {}
  llvm::Expected<double> receive();
  std::string readLog() const;

  pid_t child;
  int channel;
  /// What the process says on stderr, for when it fails. It compiles the same
  /// model: what this process says need not be said twice.
  int log;
};

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_PLAINPROCESS_H
