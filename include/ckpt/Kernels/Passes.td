//===- Passes.td - Passes of the Kernels stage -------------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_KERNELS_PASSES_TD
#define CKPT_KERNELS_PASSES_TD

include "mlir/Pass/PassBase.td"

def Kernels : Pass<"ckpt-kernels", "::mlir::ModuleOp"> {
  let summary = "Give each kernel a library primitive or generated code";
  let description = [{
    Each `ckpt.kernel` without an implementation gets one, for the CPU:

    - `primitive`, a dictionary, when its body is one convolution or
      contraction that the library supports (option `library`), or
    - `phases = [{fn, chunks}, …]`: functions on flat memrefs
      `@kernel$pN(operands…, results…, workspace, chunk)`. All chunks of one
      phase run, in any order and on any thread, before the next phase. The
      number of chunks depends on shapes only.

    `workspace` is the number of bytes that one launch needs besides operands and
    results; `inplace` holds pairs (result, operand) that may share storage, for
    a launch that passes this operand only once.

    Ops of other dialects get code when they implement
    `linalg::AggregatedOpInterface`: what they decompose into is compiled.

    The functions hold loops over explicit vectors. Sums are taken in an order
    that depends on shapes only, and the remainder of a row is a masked vector of
    the same operations, so bits do not depend on chunks, threads or aliases.
    The tensor body stays, for readers and cost models.
  }];
  let options = [
    Option<"library", "library", "bool", "true",
           "use library primitives where the library supports them">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // CKPT_KERNELS_PASSES_TD
