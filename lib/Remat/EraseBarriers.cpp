//===- EraseBarriers.cpp - --ckpt-erase-barriers --------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/Passes.h"

namespace ckpt {
#define GEN_PASS_DEF_ERASEBARRIERS
#include "ckpt/Remat/Passes.h.inc"
} // namespace ckpt

using namespace mlir;
using namespace ckpt;

namespace {
struct EraseBarriersPass : ckpt::impl::EraseBarriersBase<EraseBarriersPass> {
  void runOnOperation() override {
    getOperation()->walk([](BarrierOp barrier) {
      barrier.getResult().replaceAllUsesWith(barrier.getValue());
      barrier.erase();
    });
  }
};
} // namespace
