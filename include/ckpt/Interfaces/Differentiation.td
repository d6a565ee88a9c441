//===- Differentiation.td - Interfaces of AutoDiff ---------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_INTERFACES_DIFFERENTIATION_TD
#define CKPT_INTERFACES_DIFFERENTIATION_TD

include "mlir/IR/OpBase.td"

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::ckpt";
  let description = [{
    An op with a reverse-mode rule. A rule sees its surroundings only through
    `AdjointContext`, so that the rule of `arith.mulf` serves a tensor in a
    function as well as a scalar in the body of a `linalg.generic`.
  }];
  let methods = [
    InterfaceMethod<[{
        Whether `buildAdjoint` reads the forward value of `value`, an operand or
        a result of this op, when the gradients of the operands that satisfy
        `wants` are asked for. May err to true only.
      }],
      "bool", "needsForward",
      (ins "::mlir::Value":$value,
           "::llvm::function_ref<bool(::mlir::Value)>":$wants),
      /*methodBody=*/"", /*defaultImplementation=*/"return true;">,
    InterfaceMethod<[{
        Adds to each wanted operand what it gets from the adjoints of the
        results. Emits a diagnostic on failure.
      }],
      "::llvm::LogicalResult", "buildAdjoint",
      (ins "::mlir::OpBuilder &":$builder, "::ckpt::AdjointContext &":$context)>
  ];
}

def GradientTypeInterface : TypeInterface<"GradientTypeInterface"> {
  let cppNamespace = "::ckpt";
  let description = [{
    A type whose values can have gradients; gradients have the same type.
  }];
  let methods = [
    InterfaceMethod<"False for tensors of integers.",
      "bool", "hasGradient", (ins)>,
    InterfaceMethod<"A zero in the shape of `like`, a value of this type.",
      "::mlir::Value", "createZero",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$like)>,
    InterfaceMethod<"The sum of two values of this type.",
      "::mlir::Value", "createSum",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$lhs, "::mlir::Value":$rhs)>
  ];
}

#endif // CKPT_INTERFACES_DIFFERENTIATION_TD
