//===- RandomOp.td - Random numbers ------------------------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DIALECT_RANDOMOP_TD
#define CKPT_DIALECT_RANDOMOP_TD

include "ckpt/Dialect/CkptDialect.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Ckpt_Distribution : I32EnumAttr<"Distribution", "what random numbers look like", [
    I32EnumAttrCase<"Uniform", 0, "uniform">,
    I32EnumAttrCase<"Normal", 1, "normal">,
    I32EnumAttrCase<"Bernoulli", 2, "bernoulli">,
    I32EnumAttrCase<"Bits", 3, "bits">]> {
  let cppNamespace = "::ckpt";
}

def RandomOp : Op<Ckpt_Dialect, "random", [DestinationStyleOpInterface, AllTypesMatch<["init", "result"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "counter-based random numbers: Philox 4x32-10";
  let description = [{
    A pure function of key, counter, stream and the place of the element:
    element number `e` (row-major) comes from Philox with the counter words
    (`e`, `stream`, low and high word of `counter`) and the two words of `key`.
    So tiling, fusion, threads and recomputation change no bit. With w0 … w3 the
    four words:
    `bits` (i32): w0. `uniform`: the 24 highest bits of w0 times 2^-24, for f64
    the 53 highest bits of w0:w1 times 2^-53; in [0, 1). `bernoulli`: 1 where the
    uniform number is below `probability`, else 0. `normal`:
    sqrt(-2 ln(1 - u)) cos(2 pi v), u and v uniform from w0 and w1, for f64 from
    w0:w1 and w2:w3.

    Without `stream` the op has an effect, so that two of them are never merged;
    Normalize gives each a stream of its own, after calls are expanded and loops
    unrolled. The counter is a state of the model that grows with every step:
    ```mlir
    %u = ckpt.random bernoulli %key, %counter outs(%empty : tensor<8x256xf32>) {probability = 0.9} : tensor<i64>, tensor<i64>
    ```
  }];
  let arguments = (ins Ckpt_Distribution:$distribution,
    0DTensorOf<[I64]>:$key, 0DTensorOf<[I64]>:$counter,
    AnyRankedTensor:$init, OptionalAttr<F64Attr>:$probability,
    OptionalAttr<I32Attr>:$stream);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $distribution $key `,` $counter `outs` `(` $init `:` type($init) `)` attr-dict
    `:` type($key) `,` type($counter)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

#endif // CKPT_DIALECT_RANDOMOP_TD
