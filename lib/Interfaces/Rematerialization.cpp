//===- Rematerialization.cpp - Interfaces of Remat ------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Interfaces/Rematerialization.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

/// What the op itself does, without the ops that it holds.
static bool hasNoOwnEffect(Operation *op) {
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op))
    return effects.hasNoEffect();
  // Terminators only pass values on.
  return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         op->hasTrait<OpTrait::IsTerminator>();
}

bool ckpt::isRecomputable(Operation *root) {
  WalkResult walk = root->walk<WalkOrder::PreOrder>([](Operation *op) {
    if (auto own = dyn_cast<RematerializableOpInterface>(op))
      return own.isRecomputable() ? WalkResult::skip()
                                  : WalkResult::interrupt();
    return hasNoOwnEffect(op) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

#include "ckpt/Interfaces/RematerializationOps.cpp.inc"
