//===- Passes.td - Passes of the Remat stage ---------------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_REMAT_PASSES_TD
#define CKPT_REMAT_PASSES_TD

include "mlir/Pass/PassBase.td"

/// What a plan depends on.
defvar planOptions = [
  Option<"budget", "budget", "std::string", /*default=*/"\"\"",
         "NUMBER(B|kB|MB|GB|KiB|MiB|GiB|%) for persistent and transient bytes">,
  Option<"policy", "policy", "std::string", "\"auto\"",
         "what regions without a policy may save: auto (the planner "
         "decides), nothing, everything">,
  Option<"device", "device", "std::string", "\"cpu\"", "the device to plan for">,
  Option<"costModel", "cost-model", "std::string", "\"\"",
         "name of a registered cost model, or a device profile in JSON "
         "(default: a built-in profile)">,
  Option<"threads", "threads", "unsigned", "2", "threads of the device">,
  Option<"keepOrder", "keep-order", "bool", "false",
         "first computations stay in their order">,
  Option<"solver", "solver", "std::string", "\"\"",
         "name of the planner's solver (default: its own sequence)">,
  Option<"effort", "effort", "std::string", "\"default\"",
         "how long the planner searches: quick, default, high">,
  Option<"minBytes", "min-bytes", "int64_t", "0",
         "what has fewer bytes is kept, unless a mark demands otherwise">
];

def Remat : Pass<"ckpt-remat", "::mlir::ModuleOp"> {
  let summary = "recompute instead of keeping, so that the step fits its budget";
  let description = [{
    Obeys the policies of a step's regions and, with a budget, plans what runs
    again, and where. Clones stand just before their first reader, on a
    `ckpt.barrier`. Without a budget and without marks the step stays as it is.
    A budget that cannot be met is an error that names the floor, the op that
    causes it and its operands, and the tensors without which the floor would be
    lowest.

    Works on each step (`ckpt.step`) of the module, as launches or before
    Fusion as ops. In a module without a step each function is planned: any
    block of ops, for instance a joint graph of forward and backward of another
    compiler. Ops need no more than to say their effects; those that have some
    run once, in their order. Bodies of `scf.for` are planned by themselves,
    under the bytes that are left while the loop runs.

    `plan-out` writes the plan with what it is for, `plan-in` applies it: equal
    IR results, or the first difference is reported.
  }];
  let options = !listconcat(planOptions, [
    Option<"planIn", "plan-in", "std::string", "\"\"",
           "a file of --plan-out: applies it instead of searching">,
    Option<"planOut", "plan-out", "std::string", "\"\"",
           "writes the plan to this file">,
    Option<"report", "report", "std::string", "\"\"",
           "writes what was decided, and why, to this file as JSON">,
    Option<"remarks", "remarks", "bool", "false",
           "remarks at the places of the tensors that the gradient reads">,
  ]);
  let dependentDialects = ["::ckpt::CkptDialect"];
}

def Explain : Pass<"ckpt-explain", "::mlir::ModuleOp"> {
  let summary = "print what a budget would do, and why";
  let description = [{
    Plans as `ckpt-remat` does, prints the essentials as a table on stderr and
    leaves the module as it is. A budget that cannot be met is an error.
  }];
  let options = planOptions;
  let dependentDialects = ["::ckpt::CkptDialect"];
}

def Pareto : Pass<"ckpt-pareto", "::mlir::ModuleOp"> {
  let summary = "memory against time, over budgets";
  let description = [{
    Plans the step for `points` budgets between the peak of the plain step and
    the lowest peak that is found, and writes the front to the files that are
    named: a plan that needs fewer bytes is never faster. Leaves the module as
    it is. `budget`, if given, is the chosen point of the figure.
  }];
  let options = !listconcat(planOptions, [
    Option<"points", "points", "unsigned", "8", "budgets to plan for">,
    Option<"csv", "csv", "std::string", "\"\"", "file to write, or -">,
    Option<"json", "json", "std::string", "\"\"", "file to write, or -">,
    Option<"svg", "svg", "std::string", "\"\"", "file to write, or -">,
  ]);
  let dependentDialects = ["::ckpt::CkptDialect"];
}

def EraseBarriers : Pass<"ckpt-erase-barriers"> {
  let summary = "replace each ckpt.barrier by its value";
  let description = [{
    After the last pass that could merge a clone with its original.
  }];
}

#endif // CKPT_REMAT_PASSES_TD
