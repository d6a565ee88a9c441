//===- PrimitiveMatch.cpp - Kernels that a library can run ----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Kernels/Primitive.h"

#include "Scheduler.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace ckpt {

using Spec = runtime::PrimitiveSpec;

namespace {

/// Sizes and strides of one role in a product of matrices.
struct Axis {
  int64_t extent = 1;
  int64_t a = 0, b = 0, c = 0;
};

/// The contraction's dimensions by role; at most one each.
struct Roles {
  Axis batch, m, n, k;
};

bool isZero(const kernels::Input &initial) {
  auto value = dyn_cast_or_null<FloatAttr>(initial.constant);
  return value && value.getValue().isZero();
}

} // namespace

using kernels::Access;
using kernels::Buffer;
using kernels::Nest;
using kernels::Program;

/// Takes `axis` for a dimension; false if the role is taken.
static bool take(Axis &axis, int64_t extent, int64_t a, int64_t b, int64_t c) {
  if (axis.extent != 1)
    return false;
  axis = {extent, a, b, c};
  return true;
}

static std::optional<Roles> rolesOf(const Nest &nest, const Access &a,
                                    const Access &b, const Access &c) {
  Roles roles;
  for (int d = 0; d < nest.rank(); ++d) {
    int64_t extent = nest.extents[d];
    int64_t inA = a.coefs[d], inB = b.coefs[d], inC = c.coefs[d];
    if (extent == 1)
      continue;
    bool taken = false;
    if (inA && inB && inC)
      taken = take(roles.batch, extent, inA, inB, inC);
    else if (inA && inC)
      // A second one of these is a batch that shares b.
      taken = take(roles.m, extent, inA, 0, inC) ||
              take(roles.batch, extent, inA, 0, inC);
    else if (inB && inC)
      taken = take(roles.n, extent, 0, inB, inC);
    else if (inA && inB)
      taken = take(roles.k, extent, inA, inB, 0);
    if (!taken)
      return std::nullopt;
  }
  // Of two dimensions of a and c the outer one is the batch.
  if (roles.batch.b == 0 && roles.batch.extent != 1 &&
      roles.batch.c < roles.m.c)
    std::swap(roles.batch, roles.m);
  return roles;
}

/// Whether `first` and `second` lie dense, row-major, below the batch.
static bool isDense(int64_t firstExtent, int64_t firstStride,
                    int64_t secondExtent, int64_t secondStride) {
  return (secondExtent == 1 || secondStride == 1) &&
         (firstExtent == 1 || firstStride == secondExtent);
}

static std::optional<Spec> matchMatmul(KernelOp kernel) {
  std::optional<Program> program = kernels::analyze(kernel);
  if (!program || program->nests.size() != 1)
    return std::nullopt;
  Nest &nest = program->nests[0];
  if (nest.kind != Nest::Kind::Contract || !nest.outputs[0].type.isF32() ||
      !isZero(nest.outputs[0].initial) || nest.inputs[0].constant ||
      nest.inputs[1].constant)
    return std::nullopt;
  kernels::dropUnitDims(nest);
  kernels::collapseDims(nest);
  const Access *a = &nest.inputs[0].access, *b = &nest.inputs[1].access;
  const Access &c = nest.outputs[0].access;
  auto isOperand = [&](const Access &access, int64_t number) {
    const Buffer &buffer = program->buffers[access.buffer];
    return buffer.kind == Buffer::Kind::Operand && buffer.index == number &&
           access.offset == 0 && access.isLinear();
  };
  if (!isOperand(*a, 0))
    std::swap(a, b);
  if (!isOperand(*a, 0) || !isOperand(*b, 1) || c.offset != 0 ||
      program->buffers[c.buffer].kind != Buffer::Kind::Result)
    return std::nullopt;
  std::optional<Roles> roles = rolesOf(nest, *a, *b, c);
  if (!roles)
    return std::nullopt;
  auto [batch, m, n, k] = *roles;
  Spec spec;
  spec.kind = Spec::Kind::Matmul;
  spec.batch = batch.extent;
  spec.m = m.extent;
  spec.n = n.extent;
  spec.k = k.extent;
  if (!isDense(m.extent, m.c, n.extent, n.c))
    return std::nullopt;
  if (!isDense(m.extent, m.a, k.extent, k.a)) {
    spec.transposeA = true;
    if (!isDense(k.extent, k.a, m.extent, m.a))
      return std::nullopt;
  }
  if (!isDense(k.extent, k.b, n.extent, n.b)) {
    spec.transposeB = true;
    if (!isDense(n.extent, n.b, k.extent, k.b))
      return std::nullopt;
  }
  if (batch.extent != 1) {
    spec.broadcastB = batch.b == 0;
    if (batch.c != spec.m * spec.n || batch.a != spec.m * spec.k ||
        (batch.b != 0 && batch.b != spec.k * spec.n))
      return std::nullopt;
  }
  return spec;
}

template <typename Op>
static std::optional<Spec> convolution(Op op, Spec::Kind kind, Value image,
                                       Value filter, Value output) {
  if (op.getLayout() != Layout::NHWC)
    return std::nullopt;
  auto shape = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  };
  for (Value value : {image, filter, output})
    if (!cast<RankedTensorType>(value.getType()).getElementType().isF32())
      return std::nullopt;
  Spec spec;
  spec.kind = kind;
  spec.batch = shape(image)[0];
  spec.inputHeight = shape(image)[1];
  spec.inputWidth = shape(image)[2];
  spec.inputChannels = shape(image)[3];
  spec.outputHeight = shape(output)[1];
  spec.outputWidth = shape(output)[2];
  spec.outputChannels = shape(output)[3];
  spec.kernelHeight = shape(filter)[0];
  spec.kernelWidth = shape(filter)[1];
  spec.groups = op.getGroups();
  auto pair = [](ArrayRef<int64_t> values) {
    return std::array<int64_t, 2>{values[0], values[1]};
  };
  spec.strides = pair(op.getStrides());
  spec.dilations = pair(op.getDilations());
  spec.padLow = pair(op.getPadLow());
  spec.padHigh = pair(op.getPadHigh());
  return spec;
}

static bool isOperands(KernelOp kernel, Value lhs, Value rhs) {
  return kernel.getNumArguments() == 2 &&
         lhs == kernel.getBody().getArgument(0) &&
         rhs == kernel.getBody().getArgument(1);
}

std::optional<Spec> matchPrimitive(KernelOp kernel) {
  if (kernel.getNumArguments() != 2 || kernel.getResultTypes().size() != 1)
    return std::nullopt;
  Operation *yield = kernel.getBody().front().getTerminator();
  Operation *op = yield->getOperand(0).getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto conv = dyn_cast<ConvOp>(op))
    if (isOperands(kernel, conv.getLhs(), conv.getRhs()))
      return convolution(conv, Spec::Kind::Conv, conv.getLhs(), conv.getRhs(),
                         conv.getResult());
  if (auto data = dyn_cast<ConvBackwardDataOp>(op))
    if (isOperands(kernel, data.getLhs(), data.getRhs()))
      return convolution(data, Spec::Kind::ConvBackwardData, data.getResult(),
                         data.getRhs(), data.getLhs());
  if (auto filter = dyn_cast<ConvBackwardFilterOp>(op))
    if (isOperands(kernel, filter.getLhs(), filter.getRhs()))
      return convolution(filter, Spec::Kind::ConvBackwardFilter,
                         filter.getLhs(), filter.getResult(), filter.getRhs());
  bool contracts = llvm::any_of(kernel.getBody().front(), [](Operation &inner) {
    return isa<linalg::ContractOp>(inner);
  });
  return contracts ? matchMatmul(kernel) : std::nullopt;
}

} // namespace ckpt
