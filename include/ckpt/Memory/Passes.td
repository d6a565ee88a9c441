//===- Passes.td - Passes of the Memory stage --------------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MEMORY_PASSES_TD
#define CKPT_MEMORY_PASSES_TD

include "mlir/Pass/PassBase.td"

def AssignMemory : Pass<"ckpt-memory", "::mlir::ModuleOp"> {
  let summary = "give every buffer of a step its place in one arena";
  let description = [{
    Inlines `ckpt.gradient`, erases barriers, writes `tied` and `offsets` on
    each launch and `ckpt.memory` on the step. The order of the launches is the
    order of execution.
  }];
}

def VerifyMemory : Pass<"ckpt-verify-memory", "::mlir::ModuleOp"> {
  let summary = "check the places of a step, and its budget";
  let description = [{
    After --ckpt-memory: recomputes lifetimes from the order of the launches and
    fails when buffers that are alive together overlap, leave the arena, or when
    arena and persistent bytes exceed the budget; and when clones, their order
    or the peak are no longer those that --ckpt-remat planned, because a pass
    has merged or moved a clone. After --ckpt-remat at op level: the order and
    the bytes alive.
  }];
  let options = [
    Option<"budget", "budget", "std::string", /*default=*/"\"\"",
           "NUMBER(B|kB|MB|GB|KiB|MiB|GiB) for arena and persistent bytes">,
  ];
}

#endif // CKPT_MEMORY_PASSES_TD
