//===- CloneSafety.h - What runs once, whatever the policy ------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_REMAT_CLONESAFETY_H
#define CKPT_LIB_REMAT_CLONESAFETY_H

#include "ckpt/Remat/StepGraph.h"

namespace ckpt {

/// Whether `op`, with what it holds, reads or changes memory that others may
/// change: it has effects, works on memrefs, or on a tensor that may share its
/// bytes with one. Such ops run once, in their order.
bool dependsOnMemory(mlir::Operation *op);

/// Forbids to recompute what decides: nodes that make of floats an integer (a
/// largest element's index, the chosen experts), or a comparison that becomes
/// an index or chooses a branch. Only if the gradient depends on it; in a graph
/// without gradients, if anything does.
void pinDecisions(StepGraph &graph);

} // namespace ckpt

#endif // CKPT_LIB_REMAT_CLONESAFETY_H
