//===- Passes.td - One form for what frameworks write -----*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_NORMALIZE_PASSES_TD
#define CKPT_NORMALIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def Normalize : Pass<"ckpt-normalize", "::mlir::ModuleOp"> {
  let summary = "one form for what frameworks write";
  let description = [{
    Later stages see few kinds of ops on tensors of static shape:

    0. `tosa` goes through its upstream conversions to `linalg`, `tensor` and
       `arith`.
    1. Calls are inlined; a call of a function with `ckpt.checkpoint`, or one
       that carries it, becomes a `ckpt.region`.
    2. The dynamic dimensions of the functions' arguments get their sizes from
       `batch` and `bind`, and the sizes are propagated. A `?` that is left is an
       error where it stands.
       Then loops with constant bounds are unrolled (up to 200,000 ops), both
       branches of an `scf.if` are computed and its condition chooses, and
       assertions become results with `ckpt.check`: an assertion in a body as a
       reduction over its iterations.
    3. `tensor.pad` + convolution -> `ckpt.conv`, `tensor.pad` + pooling ->
       `ckpt.pool`; an initial value that is not neutral becomes an addition.
    4. Contractions (named or generic) -> `linalg.contract` on a zero fill, with
       transposes and broadcasts of the operands in its maps.
    5. Everything else that works element by element, broadcasts, transposes or
       reduces -> `linalg.generic` whose maps are projected permutations: unit
       dimensions are dropped (reshapes are inserted and cancel), copies are
       folded into the maps of their readers, unread results are dropped, unread
       initial values become `tensor.empty`.

    Ops that are not known stay as they are. `ckpt.name` and locations are kept:
    the name goes to the op that now defines the value. Idempotent.
  }];
  let options = [
    Option<"batch", "batch", "int64_t", "0",
           "size of the leading `?` of the data arguments; 0: not given">,
    ListOption<"bind", "bind", "std::string",
               "NAME=N: the leading `?` of the data argument NAME (or argK); "
               "NAME:D=N: its dimension D; batch=N: as the option batch; "
               "dim=N: every dimension without a size">,
  ];
  let dependentDialects = [
    "::ckpt::CkptDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::index::IndexDialect", "::mlir::tosa::TosaDialect",
    "::mlir::affine::AffineDialect"
  ];
}

#endif // CKPT_NORMALIZE_PASSES_TD
