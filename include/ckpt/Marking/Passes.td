//===- Passes.td - Roles and regions ----------------------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_MARKING_PASSES_TD
#define CKPT_MARKING_PASSES_TD

include "mlir/Pass/PassBase.td"

def Mark : Pass<"ckpt-mark", "::mlir::ModuleOp"> {
  let summary = "roles of arguments and results; checkpoints become regions";
  let description = [{
    1. Calls of functions with `ckpt.checkpoint` become `ckpt.region`s, other
       calls are inlined.
    2. The entry is the function `entry`, or the only one with a loss, or the
       only one. What `loss-result`, `params`, `state` and `data` say becomes
       attributes of it; what none of them says, the file `signature` may.
       Without `ckpt.loss` and `loss-result`, the only float scalar among the
       results without a role is the loss. When some argument has a role, those
       without one are data; when the data are given, that is an error.
    3. Every parameter gets a name of its own: the one it has, or that of the
       argument's location, or argN.
    4. The roles are checked, in every function: parameters and losses are
       floats, a loss is a scalar, states are arguments and results of one type,
       names are unique, several losses need `ckpt.objectives`.
    5. `every=N` puts each N consecutive ops of the entry's body into a region,
       `count=N` makes N regions of equal bytes, `sqrt` makes as many regions as
       each has values. Ops in regions that were there already stay there.
    6. `save` gives regions without a policy one: names of values, or a class;
       without any region the whole body becomes one. Classes stand in for the
       names of their values, here and in the policy of a region:

       | class | values |
       |---|---|
       | `dots_saveable`, `checkpoint_dots`, `speed` | of contractions and convolutions |
       | `dots_with_no_batch_dims_saveable` | of contractions without batch dimensions |
       | `convolutions_saveable` | of convolutions |
       | `nothing_saveable`, `everything_saveable` (alone, in `save`) | policies `nothing`, `everything` |
  }];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"", "name of the function">,
    Option<"lossResult", "loss-result", "int64_t", "-1",
           "index of the result that is the loss">,
    ListOption<"params", "params", "std::string",
               "indices of arguments that are parameters: 0-3,7">,
    ListOption<"states", "state", "std::string",
               "ARG:RESULT: the result is the new value of the argument; "
               "62-101:0-39">,
    ListOption<"datas", "data", "std::string",
               "ARG, FIRST-LAST or ARG:NAME: an input of the batch">,
    Option<"signature", "signature", "std::string", "\"\"",
           "a JSON file with these roles, with names and first values">,
    Option<"evaluate", "evaluate", "bool", "false",
           "the entry is evaluated and not differentiated: no loss is needed">,
    Option<"every", "every", "int64_t", "0",
           "a region for each N ops; 0: none">,
    Option<"count", "count", "int64_t", "0", "N regions; 0: none">,
    Option<"sqrt", "sqrt", "bool", "false",
           "as many regions as each region has values">,
    ListOption<"save", "save", "std::string",
               "names or classes of values that regions without a policy may "
               "save">,
  ];
  let dependentDialects = ["::ckpt::CkptDialect"];
}

#endif // CKPT_MARKING_PASSES_TD
