//===- Passes.td - From ops to kernels and launches --------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_FUSION_PASSES_TD
#define CKPT_FUSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def FusePass : Pass<"ckpt-fuse", "::mlir::ModuleOp"> {
  let summary = "turns the ops of a step into kernels and launches";
  let description = [{
    Works on functions with `ckpt.step` (or, if the module has none, on all
    functions) whose ops are on tensors of static shape, in the form that
    Normalize and AutoDiff give. Afterwards the function holds only
    `ckpt.launch`, views, non-splat constants and the gradient; equal kernels
    are one symbol.

    - Elementwise producers become part of their consumers, of several ones
      where computing them again reads no more than loading them would.
      Forward work that only the gradient needs is computed there again.
    - Reductions over the same operand and loops become one sweep; short chains
      on small tensors become one kernel, if possible the reduction's.
    - An elementwise op or a channel reduction over a concatenation reads its
      parts; the concatenation is stored only for those who need it dense.
    - Contractions, convolutions and pools are kernels of their own, except that
      a pointwise convolution and its filter gradient compute their operand
      themselves where it is elementwise, all its readers can, and generated
      code for all of it takes no longer (CostModel/Products.h).
    - No kernel mixes ops of different `ckpt.marks`, and a value that a policy
      names is always the result of a launch.

    Nothing here depends on a budget.
  }];
  let options = [
    Option<"function", "function", "std::string", "",
           "Fuse this function only">,
    Option<"readParts", "read-parts", "bool", "true",
           "Read the parts of a concatenation instead of storing it">,
    Option<"report", "report", "std::string", "",
           "Write launches, bytes and why values are stored, as JSON">,
  ];
  let dependentDialects = [
    "::ckpt::CkptDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def OwnResultsPass : Pass<"ckpt-own-results", "::mlir::ModuleOp"> {
  let summary = "give every result of a step storage of its own";
  let description = [{
    After --ckpt-fuse. A result of a step is written by one launch, to the
    storage of the argument that it donates to, or to its own. Where that cannot
    be (the value is an argument or another result too; the old value is still
    read afterwards; the launch reads other elements of it than it writes) the
    value is copied by a last launch.
  }];
  let dependentDialects = [
    "::ckpt::CkptDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
}

#endif // CKPT_FUSION_PASSES_TD
