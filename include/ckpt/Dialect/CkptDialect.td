//===- CkptDialect.td - The ckpt dialect -------------------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DIALECT_CKPTDIALECT_TD
#define CKPT_DIALECT_CKPTDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"

def Ckpt_Dialect : Dialect {
  let name = "ckpt";
  let cppNamespace = "::ckpt";
  let summary = "Checkpoint regions, gradients, kernels and launches of a training step";
  let description = [{
    The dialect marks what may be recomputed (`ckpt.region`), separates the
    gradient from the forward work (`ckpt.gradient`), keeps clones apart from
    their originals (`ckpt.barrier`) and describes a step as launches of
    kernels (`ckpt.kernel`, `ckpt.launch`).

    Discardable attributes, verified where they stand:

    | attribute | on | meaning |
    |---|---|---|
    | `ckpt.param` | function argument, result | a parameter: unit, or its name |
    | `ckpt.state = "n"` | argument, result | model state, for instance a running mean |
    | `ckpt.opt_state = "n"` | argument, result | optimizer state |
    | `ckpt.data = "n"` | argument | an input of the batch |
    | `ckpt.init = "kind"` | argument | first value |
    | `ckpt.lr`, `ckpt.step_index` | argument | learning rate, number of the step from 0 |
    | `ckpt.loss` | result | the scalar that is differentiated: unit, or a name |
    | `ckpt.metric = "n"` | result | reported, not differentiated |
    | `ckpt.donates = N` | result | takes the storage of argument N |
    | `ckpt.name = "n"` | op | name of the value for policies and reports |
    | `ckpt.marks = array<i64>` | op | regions it was written in, outermost first |
    | `ckpt.objectives` | function | several losses, or groups of parameters with optimizers of their own; see Objectives.h |
    | `ckpt.step`, `ckpt.regions` | function | a training step; its regions |
    | `ckpt.plan = {peak, hash, limit, clones, order, packed, offsets}` | function | after Remat: peak of transient bytes, hash of the plan, bytes that the arena may have, number of clones, hash of the order; offsets of the buffers with the hash `packed` |
    | `ckpt.memory = {arena, peak, persistent}` | function | after Memory: bytes |
    | `ckpt.clone_of = "n"` | op | a recomputation of the launch with this name |
    | `ckpt.clone = N` | op | number of a clone without operands, so that no two are equal |
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

#endif // CKPT_DIALECT_CKPTDIALECT_TD
