//===- Passes.td - Passes of the Remat stage ---------------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_REMAT_PASSES_TD
#define CKPT_REMAT_PASSES_TD

include "mlir/Pass/PassBase.td"

def Remat : Pass<"ckpt-remat", "::mlir::ModuleOp"> {
  let summary = "recompute instead of keeping, so that the step fits its budget";
  let description = [{
    For each step function (`ckpt.step`) of launches: obeys the policies of its
    regions and, with a budget, plans which launches run again, and where.
    Clones stand just before their first reader, on a `ckpt.barrier`, and run
    the same kernel as the original. Without a budget and without marks the
    step stays as it is. A budget that cannot be met is an error that names the
    floor and the kernel that causes it.
  }];
  let options = [
    Option<"budget", "budget", "std::string", /*default=*/"\"\"",
           "NUMBER(B|kB|MB|GB|KiB|MiB|GiB|%) for persistent and transient bytes">,
    Option<"marksOnly", "marks-only", "bool", "false",
           "a region without a policy saves nothing">,
    Option<"device", "device", "std::string", "\"cpu\"", "the device to plan for">,
    Option<"costModel", "cost-model", "std::string", "\"\"",
           "name of a registered cost model, or a device profile in JSON "
           "(default: a built-in profile)">,
    Option<"threads", "threads", "unsigned", "2", "threads of the device">,
    Option<"keepOrder", "keep-order", "bool", "false",
           "first computations stay in their order">,
    Option<"solver", "solver", "std::string", "\"\"",
           "name of the planner's solver (default: its own sequence)">,
  ];
  let dependentDialects = ["::ckpt::CkptDialect"];
}

def EraseBarriers : Pass<"ckpt-erase-barriers"> {
  let summary = "replace each ckpt.barrier by its value";
  let description = [{
    After the last pass that could merge a clone with its original.
  }];
}

#endif // CKPT_REMAT_PASSES_TD
