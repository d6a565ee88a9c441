//===- PrimitiveAttr.cpp - A primitive as an attribute --------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Kernels/Primitive.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace ckpt {

using Spec = runtime::PrimitiveSpec;

namespace {
constexpr const char *kindNames[] = {"conv", "conv_backward_data",
                                     "conv_backward_filter", "matmul"};

template <typename SpecRef, typename Visit>
void visitConvolution(SpecRef &spec, Visit visit) {
  visit("batch", spec.batch);
  visit("input_height", spec.inputHeight);
  visit("input_width", spec.inputWidth);
  visit("input_channels", spec.inputChannels);
  visit("output_height", spec.outputHeight);
  visit("output_width", spec.outputWidth);
  visit("output_channels", spec.outputChannels);
  visit("kernel_height", spec.kernelHeight);
  visit("kernel_width", spec.kernelWidth);
  visit("groups", spec.groups);
  visit("stride_height", spec.strides[0]);
  visit("stride_width", spec.strides[1]);
  visit("dilation_height", spec.dilations[0]);
  visit("dilation_width", spec.dilations[1]);
  visit("pad_top", spec.padLow[0]);
  visit("pad_left", spec.padLow[1]);
  visit("pad_bottom", spec.padHigh[0]);
  visit("pad_right", spec.padHigh[1]);
}

template <typename SpecRef, typename Visit, typename VisitFlag>
void visitMatmul(SpecRef &spec, Visit visit, VisitFlag visitFlag) {
  visit("batch", spec.batch);
  visit("m", spec.m);
  visit("n", spec.n);
  visit("k", spec.k);
  visitFlag("transpose_a", spec.transposeA);
  visitFlag("transpose_b", spec.transposeB);
  visitFlag("broadcast_b", spec.broadcastB);
}
} // namespace

DictionaryAttr primitiveToAttr(MLIRContext *context, const Spec &spec) {
  Builder builder(context);
  NamedAttrList attrs;
  attrs.append(
      "kind", builder.getStringAttr(kindNames[static_cast<size_t>(spec.kind)]));
  auto visit = [&](const char *name, int64_t value) {
    attrs.append(name, builder.getI64IntegerAttr(value));
  };
  if (spec.kind == Spec::Kind::Matmul)
    visitMatmul(spec, visit, [&](const char *name, bool value) {
      if (value)
        attrs.append(name, builder.getUnitAttr());
    });
  else
    visitConvolution(spec, visit);
  return attrs.getDictionary(context);
}

FailureOr<Spec> primitiveFromAttr(Operation *op, DictionaryAttr attr) {
  Spec spec;
  auto kind = attr.getAs<StringAttr>("kind");
  auto *name = std::find_if(
      std::begin(kindNames), std::end(kindNames),
      [&](const char *candidate) { return kind && kind == candidate; });
  if (name == std::end(kindNames))
    return op->emitOpError("has a primitive of an unknown kind");
  spec.kind = static_cast<Spec::Kind>(name - kindNames);
  const char *missing = nullptr;
  auto visit = [&](const char *name, int64_t &value) {
    if (auto number = attr.getAs<IntegerAttr>(name))
      value = number.getInt();
    else
      missing = name;
  };
  if (spec.kind == Spec::Kind::Matmul)
    visitMatmul(spec, visit, [&](const char *name, bool &value) {
      value = attr.contains(name);
    });
  else
    visitConvolution(spec, visit);
  if (missing)
    return op->emitOpError("has a primitive without '") << missing << "'";
  return spec;
}

} // namespace ckpt
