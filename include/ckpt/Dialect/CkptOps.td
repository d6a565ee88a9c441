//===- CkptOps.td - Operations of the ckpt dialect ---------*- tablegen -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DIALECT_CKPTOPS_TD
#define CKPT_DIALECT_CKPTOPS_TD

include "ckpt/Dialect/CkptDialect.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"

class Ckpt_Op<string mnemonic, list<Trait> traits = []>
    : Op<Ckpt_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

def Ckpt_Policy : I32EnumAttr<"Policy", "what a region may save", [
    I32EnumAttrCase<"Auto", 0, "auto">,
    I32EnumAttrCase<"Nothing", 1, "nothing">,
    I32EnumAttrCase<"Everything", 2, "everything">,
    I32EnumAttrCase<"Names", 3, "names">]> {
  let cppNamespace = "::ckpt";
}

def Ckpt_Layout : I32EnumAttr<"Layout", "order of the dimensions of a convolution or a pool", [
    I32EnumAttrCase<"NHWC", 0, "nhwc">,
    I32EnumAttrCase<"NCHW", 1, "nchw">]> {
  let cppNamespace = "::ckpt";
  let genSpecializedAttr = 0;
}
def Ckpt_LayoutAttr : EnumAttr<Ckpt_Dialect, Ckpt_Layout, "layout"> {
  let assemblyFormat = "`<` $value `>`";
}

def Ckpt_PoolKind : I32EnumAttr<"PoolKind", "reduction of a pool", [
    I32EnumAttrCase<"Max", 0, "max">,
    I32EnumAttrCase<"Average", 1, "average">,
    I32EnumAttrCase<"Sum", 2, "sum">]> {
  let cppNamespace = "::ckpt";
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

def YieldOp : Ckpt_Op<"yield", [Pure, ReturnLike, Terminator,
    ParentOneOf<["RegionOp", "GradientOp", "KernelOp"]>]> {
  let summary = "ends a region, a gradient or a kernel";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange{}); }]>];
}

def RegionOp : Ckpt_Op<"region", [RecursiveMemoryEffects, NoRegionArguments,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "a piece of the forward computation with a policy of what to save";
  let description = [{
    Values from outside may be used inside; results are what the region yields.
    The policy bounds what may be live between the region's end and its first
    use in the gradient, of the values that are defined inside and not yielded:
    `nothing`; `everything` that the backward reads stays; `names [..]` only the
    values with these names (`ckpt.name`); `auto`, the default, leaves it to the
    planner (with marks only: nothing). Nested regions: both policies hold.
    `budget` bounds the bytes defined inside that survive the region's end.
    A region that saves no bytes is reported and skipped, unless `strict`.

    ```mlir
    %h = ckpt.region policy(nothing) "block0" -> tensor<8x256xf32> {
      ...
      ckpt.yield %b : tensor<8x256xf32>
    }
    ```
  }];
  let arguments = (ins
    DefaultValuedAttr<Ckpt_Policy, "::ckpt::Policy::Auto">:$policy,
    OptionalAttr<StrArrayAttr>:$names,
    OptionalAttr<StrAttr>:$budget,
    UnitAttr:$strict,
    OptionalAttr<StrAttr>:$label);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`policy` `(` $policy^ `)`)? (`names` $names^)? (`budget` $budget^)?
    (`strict` $strict^)? ($label^)? attr-dict-with-keyword
    (`->` type($results)^)? $body
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

def GradientOp : Ckpt_Op<"gradient", [RecursiveMemoryEffects, NoRegionArguments,
    SingleBlockImplicitTerminator<"YieldOp">, HasParent<"::mlir::func::FuncOp">]> {
  let summary = "the backward pass and the updates of a step";
  let description = [{
    A position in the one order of the step, not a wall: rematerialization may
    clone or delay forward work into it. Values from outside may be used inside.
    Only in a function with `ckpt.step`.
  }];
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword (`->` type($results)^)? $body";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def BarrierOp : Ckpt_Op<"barrier", [Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "the same value, not before another one exists";
  let description = [{
    Keeps a recomputed chain apart from the original one: because `after` differs
    at each place, CSE cannot merge a clone with its original, and no scheduler
    can hoist it. `after` does not extend any lifetime. Erased by
    `--ckpt-erase-barriers`.
  }];
  let arguments = (ins AnyType:$value, AnyType:$after);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$value `after` $after attr-dict `:` type($value) `,` type($after)";
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def KernelOp : Ckpt_Op<"kernel", [FunctionOpInterface, IsolatedFromAbove,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "one compiled kernel";
  let description = [{
    Pure, isolated, with static ranked tensors as operands and results. Equal
    kernels are one symbol; the original launch and its clones run the same
    machine code. The Kernels stage adds `phases`, `workspace`, `inplace` or
    `primitive`.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs,
    OptionalAttr<ArrayAttr>:$phases,
    OptionalAttr<DictionaryAttr>:$primitive,
    OptionalAttr<I64Attr>:$workspace,
    OptionalAttr<DenseI64ArrayAttr>:$inplace);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
  }];
}

def LaunchOp : Ckpt_Op<"launch", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a kernel";
  let description = [{
    After Memory, `tied` holds pairs (result, operand): this result is written
    in the place of this operand; `offsets` the byte offset in the arena of each
    result and then of the workspace; `backward` says that the launch came from
    the gradient.
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<AnyType>:$operands,
    OptionalAttr<DenseI64ArrayAttr>:$tied, OptionalAttr<DenseI64ArrayAttr>:$offsets,
    UnitAttr:$backward);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = "$kernel `(` $operands `)` attr-dict `:` functional-type($operands, $results)";
}

//===----------------------------------------------------------------------===//
// Convolution and pooling
//===----------------------------------------------------------------------===//

class Ckpt_WindowOp<string mnemonic, list<Trait> traits = []>
    : Ckpt_Op<mnemonic, !listconcat([Pure], traits)> {
  code windowDescription = [{
    Two spatial dimensions. `strides`, `dilations`, `pad_low`, `pad_high` are
    (height, width). Layout `nhwc`: images NHWC, filters HWCF; `nchw`: images
    NCHW, filters FCHW (C is the channels of one group).
  }];
  code windowDecls = [{
    /// Position of the channel and of the first spatial dimension in an image.
    int64_t getChannelDim() { return getLayout() == ::ckpt::Layout::NHWC ? 3 : 1; }
    int64_t getSpatialDim() { return getLayout() == ::ckpt::Layout::NHWC ? 1 : 2; }
  }];
}

class Ckpt_ConvOp<string mnemonic> : Ckpt_WindowOp<mnemonic> {
  let description = windowDescription;
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
    DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$strides,
    DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$dilations,
    DefaultValuedAttr<DenseI64ArrayAttr, "{0, 0}">:$pad_low,
    DefaultValuedAttr<DenseI64ArrayAttr, "{0, 0}">:$pad_high,
    DefaultValuedAttr<I64Attr, "1">:$groups,
    DefaultValuedAttr<Ckpt_LayoutAttr, "::ckpt::Layout::NHWC">:$layout);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = windowDecls;
}

def ConvOp : Ckpt_ConvOp<"conv"> {
  let summary = "convolution: (input, filter) -> output";
}
def ConvBackwardDataOp : Ckpt_ConvOp<"conv_backward_data"> {
  let summary = "gradient of a convolution: (d_output, filter) -> d_input";
}
def ConvBackwardFilterOp : Ckpt_ConvOp<"conv_backward_filter"> {
  let summary = "gradient of a convolution: (input, d_output) -> d_filter";
}

def PoolOp : Ckpt_WindowOp<"pool"> {
  let summary = "pooling: input -> output";
  let description = windowDescription # [{
    `average` divides by the size of the window, padding included; padding is
    -infinity for `max` and zero otherwise.
  }];
  let arguments = (ins Ckpt_PoolKind:$kind, AnyRankedTensor:$input,
    DenseI64ArrayAttr:$window,
    DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$strides,
    DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$dilations,
    DefaultValuedAttr<DenseI64ArrayAttr, "{0, 0}">:$pad_low,
    DefaultValuedAttr<DenseI64ArrayAttr, "{0, 0}">:$pad_high,
    DefaultValuedAttr<Ckpt_LayoutAttr, "::ckpt::Layout::NHWC">:$layout);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $kind $input attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = windowDecls;
}

def PoolBackwardOp : Ckpt_WindowOp<"pool_backward"> {
  let summary = "gradient of a pooling: (d_output, the forward's input for max) -> d_input";
  let description = windowDescription # [{
    For `max` the gradient goes to the first maximum of each window in row-major
    order of the window, as in PyTorch.
  }];
  let arguments = (ins Ckpt_PoolKind:$kind, AnyRankedTensor:$d_output,
    Optional<AnyRankedTensor>:$input,
    DenseI64ArrayAttr:$window,
    DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$strides,
    DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$dilations,
    DefaultValuedAttr<DenseI64ArrayAttr, "{0, 0}">:$pad_low,
    DefaultValuedAttr<DenseI64ArrayAttr, "{0, 0}">:$pad_high,
    DefaultValuedAttr<Ckpt_LayoutAttr, "::ckpt::Layout::NHWC">:$layout);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $kind $d_output (`,` $input^)? attr-dict `:` type($d_output) (`,` type($input)^)? `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = windowDecls;
}

#endif // CKPT_DIALECT_CKPTOPS_TD
