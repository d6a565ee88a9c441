//===- CorruptClone.cpp - A damaged plan, to test that --compare notices --===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorruptClone.h"

#include "llvm/ADT/Twine.h"

using namespace ckpt;
using runtime::Kernel;
using runtime::Launch;

static void doNothing(void *const *, int64_t) {}

llvm::Error tool::corruptClone(runtime::Table &table, int64_t index) {
  Launch *damaged = nullptr;
  int64_t clones = 0;
  for (Launch &launch : table.launches)
    if (launch.clone && clones++ == index)
      damaged = &launch;
  if (!damaged)
    return llvm::createStringError("the plan has " + llvm::Twine(clones) +
                                   " clones");
  // The launch, its buffers and their lifetimes stay, so that only the values
  // can show that something is wrong.
  const Kernel &whole = table.kernels[static_cast<size_t>(damaged->kernel)];
  Kernel idle;
  idle.name = whole.name;
  idle.numOperands = whole.numOperands;
  idle.numResults = whole.numResults;
  idle.workspaceBytes = whole.workspaceBytes;
  idle.phases.push_back({"do_nothing", 1, doNothing});
  damaged->kernel = static_cast<int32_t>(table.kernels.size());
  table.kernels.push_back(std::move(idle));
  return llvm::Error::success();
}
