//===- Toy.td - A dialect that knows ckpt ------------------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOY_TD
#define TOY_TD

include "ckpt/Interfaces/Differentiation.td"
include "ckpt/Interfaces/Rematerialization.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Toy_Dialect : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
}

class Toy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Toy_Dialect, mnemonic, traits # [Pure, SameOperandsAndResultType]> {
  let results = (outs AnyRankedTensor:$result);
}

// Its definition says what ckpt wants to know.
def SwishOp : Toy_Op<"swish", [
    DeclareOpInterfaceMethods<DifferentiableOpInterface, ["needsForward"]>,
    DeclareOpInterfaceMethods<CostOpInterface>,
    DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>]> {
  let summary = "x / (1 + exp(-x))";
  let arguments = (ins AnyRankedTensor:$input);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def SwishBackwardOp : Toy_Op<"swish_backward", [
    DeclareOpInterfaceMethods<CostOpInterface>,
    DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>]> {
  let summary = "the gradient of swish";
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$gradient);
  let assemblyFormat = "$input `,` $gradient attr-dict `:` type($result)";
}

// Knows nothing of ckpt; external models in Toy.cpp say it.
def ClipOp : Toy_Op<"clip"> {
  let summary = "x / sqrt(1 + x x)";
  let arguments = (ins AnyRankedTensor:$input);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

#endif // TOY_TD
