//===- Passes.td - Channels last --------------------------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LAYOUT_PASSES_TD
#define CKPT_LAYOUT_PASSES_TD

include "mlir/Pass/PassBase.td"

def Layout : Pass<"ckpt-layout", "::mlir::func::FuncOp"> {
  let summary = "convolutions and pools with channels last";
  let description = [{
    Convolutions, pools and their gradients in `nchw` become `nhwc`, and so does
    every image that is connected with them through elementwise ops,
    concatenations, pads and slices. Generics and contractions outside read such
    an image through permuted maps. Only where an image comes from somewhere else
    (an argument), or goes somewhere else (a reshape, a result), it is
    transposed; where that moves only unit dimensions it is a reshape. Filters
    are transposed once, their gradients are read through permuted maps.

    A function without an `nchw` op is left as it is. `report` remarks how many
    ops were changed and how many transposes are left.
  }];
  let options = [
    Option<"report", "report", "bool", "false",
           "remark what was changed, at the function">,
  ];
  let dependentDialects = [
    "::ckpt::CkptDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // CKPT_LAYOUT_PASSES_TD
