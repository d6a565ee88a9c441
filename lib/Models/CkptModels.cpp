//===- CkptModels.cpp - Rules of ckpt's own ops ---------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Interfaces/Differentiation.h"
#include "ckpt/Models/Models.h"
#include <array>

using namespace mlir;
using namespace ckpt;

namespace {
/// A convolution and its two gradients are one trilinear form of an image, a
/// filter and an output; an op takes two of them and gives the third. So the
/// gradient of each operand is again one of the three ops.
///
///   op                     lhs      rhs      result
///   conv                   image    filter   output
///   conv_backward_data     output   filter   image
///   conv_backward_filter   image    output   filter
enum class Role { Image, Filter, Output };

template <typename Op>
constexpr std::array<Role, 3> rolesOf = {Role::Image, Role::Filter,
                                         Role::Output};
template <>
constexpr std::array<Role, 3> rolesOf<ConvBackwardDataOp> = {
    Role::Output, Role::Filter, Role::Image};
template <>
constexpr std::array<Role, 3> rolesOf<ConvBackwardFilterOp> = {
    Role::Image, Role::Output, Role::Filter};

template <typename Op>
struct ConvModel : DifferentiableOpInterface::ExternalModel<ConvModel<Op>, Op> {
  bool needsForward(Operation *op, Value value,
                    function_ref<bool(Value)> wants) const {
    auto conv = cast<Op>(op);
    return (value == conv.getRhs() && wants(conv.getLhs())) ||
           (value == conv.getLhs() && wants(conv.getRhs()));
  }

  LogicalResult buildAdjoint(Operation *op, OpBuilder &builder,
                             AdjointContext &context) const {
    // The filter's gradient first: it is the last to read the image, which need
    // not live beside its own gradient then.
    for (unsigned i : {1u, 0u}) {
      Value operand = op->getOperand(i);
      if (!context.wants(operand))
        continue;
      std::array<Value, 3> tensors; // by role
      tensors[unsigned(rolesOf<Op>[2])] = context.adjoint(op->getResult(0));
      tensors[unsigned(rolesOf<Op>[1 - i])] =
          context.forward(builder, op->getOperand(1 - i));
      Value gradient = create(builder, cast<Op>(op), rolesOf<Op>[i], tensors,
                              operand.getType());
      context.accumulate(builder, operand, gradient);
    }
    return success();
  }

private:
  static Value create(OpBuilder &builder, Op op, Role wanted,
                      const std::array<Value, 3> &tensors, Type type) {
    Value image = tensors[unsigned(Role::Image)];
    Value filter = tensors[unsigned(Role::Filter)];
    Value output = tensors[unsigned(Role::Output)];
    switch (wanted) {
    case Role::Image:
      return build<ConvBackwardDataOp>(builder, op, type, output, filter);
    case Role::Filter:
      return build<ConvBackwardFilterOp>(builder, op, type, image, output);
    case Role::Output:
      return build<ConvOp>(builder, op, type, image, filter);
    }
    llvm_unreachable("covered");
  }

  /// Another op with the same window. Names and marks stay on the forward op.
  template <typename NewOp>
  static Value build(OpBuilder &builder, Op op, Type type, Value lhs,
                     Value rhs) {
    return NewOp::create(builder, op.getLoc(), type, lhs, rhs, op.getStrides(),
                         op.getDilations(), op.getPadLow(), op.getPadHigh(),
                         op.getGroups(), op.getLayout());
  }
};

/// At ties a maximum gives the gradient to the first; see `pool_backward`.
struct PoolModel : DifferentiableOpInterface::ExternalModel<PoolModel, PoolOp> {
  bool needsForward(Operation *op, Value value,
                    function_ref<bool(Value)>) const {
    auto pool = cast<PoolOp>(op);
    return pool.getKind() == PoolKind::Max && value == pool.getInput();
  }

  LogicalResult buildAdjoint(Operation *op, OpBuilder &builder,
                             AdjointContext &context) const {
    auto pool = cast<PoolOp>(op);
    Value input = pool.getInput();
    Value read = pool.getKind() == PoolKind::Max
                     ? context.forward(builder, input)
                     : Value();
    Value gradient = PoolBackwardOp::create(
        builder, pool.getLoc(), input.getType(), pool.getKind(),
        context.adjoint(pool.getResult()), read, pool.getWindow(),
        pool.getStrides(), pool.getDilations(), pool.getPadLow(),
        pool.getPadHigh(), pool.getLayout());
    context.accumulate(builder, input, gradient);
    return success();
  }
};

/// Sums and averages are linear; for a maximum the gradient of a gradient is
/// not offered.
struct PoolBackwardModel
    : DifferentiableOpInterface::ExternalModel<PoolBackwardModel,
                                               PoolBackwardOp> {
  bool needsForward(Operation *, Value, function_ref<bool(Value)>) const {
    return false;
  }

  LogicalResult buildAdjoint(Operation *op, OpBuilder &builder,
                             AdjointContext &context) const {
    auto pool = cast<PoolBackwardOp>(op);
    if (pool.getKind() == PoolKind::Max)
      return pool.emitError(
          "cannot differentiate the gradient of a maximum pool");
    Value dOutput = pool.getDOutput();
    Value gradient =
        PoolOp::create(builder, pool.getLoc(), dOutput.getType(),
                       pool.getKind(), context.adjoint(pool.getResult()),
                       pool.getWindow(), pool.getStrides(), pool.getDilations(),
                       pool.getPadLow(), pool.getPadHigh(), pool.getLayout());
    context.accumulate(builder, dOutput, gradient);
    return success();
  }
};
} // namespace

void ckpt::registerCkptDifferentiation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, CkptDialect *) {
    ConvOp::attachInterface<ConvModel<ConvOp>>(*context);
    ConvBackwardDataOp::attachInterface<ConvModel<ConvBackwardDataOp>>(
        *context);
    ConvBackwardFilterOp::attachInterface<ConvModel<ConvBackwardFilterOp>>(
        *context);
    PoolOp::attachInterface<PoolModel>(*context);
    PoolBackwardOp::attachInterface<PoolBackwardModel>(*context);
  });
}
