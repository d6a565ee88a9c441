//===- Passes.td - Passes of the lowering to the CPU -------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LOWERING_CPU_PASSES_TD
#define CKPT_LOWERING_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandMath : Pass<"ckpt-expand-math"> {
  let summary = "Write math functions as arithmetic";
  let description = [{
    `exp`, `log`, `tanh`, … of f32 become arithmetic, the same for scalars and
    vectors, so that a result depends neither on the target's library nor on the
    place of an element in a vector. In f64 they become calls of the C library,
    one for each lane. Functions without a formula of their own are computed by
    the library too.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

def LowerToCPU : Pass<"ckpt-lower-to-cpu", "::mlir::ModuleOp"> {
  let summary = "Translate the functions of kernels to the LLVM dialect";
  let description = [{
    Takes a module after `ckpt-kernels`. Each phase function becomes
    `llvm.func @name(args: !llvm.ptr, chunk: i64)`; `args` points to the
    addresses of operands, results and workspace. Memrefs are flat and become
    plain pointers. Everything else in the module stays.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // CKPT_LOWERING_CPU_PASSES_TD
