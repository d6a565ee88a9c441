//===- Peer.h - Steps of another framework ----------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_BENCH_PEER_H
#define CKPT_TOOLS_CKPT_BENCH_PEER_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdio>
#include <string>
#include <vector>

namespace ckpt::tools {

/// A file that is built into the folder of this program.
std::string besideUs(const char *name);

/// A process that runs torch_step.py: it obeys one line at a time, so that its
/// steps and ours take turns on the same machine.
class Peer {
public:
  static llvm::Expected<Peer> start(const std::string &python,
                                    const std::vector<std::string> &arguments);
  Peer(Peer &&other) noexcept;
  Peer(const Peer &) = delete;
  Peer &operator=(const Peer &) = delete;
  ~Peer();

  /// The next answer, without a command.
  llvm::Expected<llvm::json::Object> receive();
  llvm::Expected<llvm::json::Object> ask(const std::string &command);

private:
  Peer(int child, FILE *to, FILE *from) : child(child), to(to), from(from) {}

  int child;
  FILE *to, *from;
};

} // namespace ckpt::tools

#endif // CKPT_TOOLS_CKPT_BENCH_PEER_H
