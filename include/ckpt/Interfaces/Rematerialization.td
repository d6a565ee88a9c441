//===- Rematerialization.td - Interfaces of Remat ----------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_INTERFACES_REMATERIALIZATION_TD
#define CKPT_INTERFACES_REMATERIALIZATION_TD

include "mlir/IR/OpBase.td"

def RematerializableOpInterface : OpInterface<"RematerializableOpInterface"> {
  let cppNamespace = "::ckpt";
  let description = [{
    An op that says itself whether it may run more than once in a step. No
    policy and no budget overrules it. Ops without this interface may when they
    have no effect on memory.
  }];
  let methods = [
    InterfaceMethod<[{
        Whether running the op again on the same operands gives the same bits
        and changes nothing else.
      }],
      "bool", "isRecomputable", (ins)>
  ];
}

def CostOpInterface : OpInterface<"CostOpInterface"> {
  let cppNamespace = "::ckpt";
  let description = [{
    An op that says itself what it costs. Without this interface the arithmetic
    of ops that are not known counts nothing; bytes follow from types.
  }];
  let methods = [
    InterfaceMethod<"Arithmetic operations of one run.",
      "int64_t", "getFlops", (ins)>
  ];
}

#endif // CKPT_INTERFACES_REMATERIALIZATION_TD
