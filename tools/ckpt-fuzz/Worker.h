//===- Worker.h - Checks in a process of their own --------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_FUZZ_WORKER_H
#define CKPT_TOOLS_CKPT_FUZZ_WORKER_H

#include "Check.h"

#include <functional>

namespace ckpt::fuzz {

struct Job {
  Program program;
  uint64_t seed = 0;
};

/// Checks the jobs in their order until `next` has none or `done` says false.
/// A check that crashes or hangs is a failed one ("crash", "hang"); it does not
/// end this process.
void checkAll(const std::function<bool(Job &)> &next, const std::string &plant,
              const std::function<bool(const Job &, const Verdict &)> &done);

/// One check, apart from this process.
Verdict checkOne(const Job &job, const std::string &plant);

} // namespace ckpt::fuzz

#endif // CKPT_TOOLS_CKPT_FUZZ_WORKER_H
