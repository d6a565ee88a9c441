//===- Analyze.cpp - From a tensor body to loop nests ---------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyzer.h"
#include "ckpt/Kernels/OneHot.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace ckpt::kernels {

std::optional<Program> analyze(KernelOp kernel) {
  Analyzer analyzer(kernel);
  if (failed(analyzer.run()))
    return std::nullopt;
  return std::move(analyzer.program);
}

LogicalResult Analyzer::run() {
  addArguments();
  findHomes();
  for (Operation &op : kernel.getBody().front())
    if (failed(visit(op)))
      return failure();
  return success();
}

LogicalResult Analyzer::visit(Operation &op) {
  return TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](linalg::GenericOp generic) { return visitGeneric(generic); })
      .Case(
          [&](linalg::ContractOp contract) { return visitContract(contract); })
      .Case([&](linalg::FillOp fill) {
        return visitFill(fill.getInputs()[0], fill.getResult(0), fill);
      })
      .Case([&](tensor::SplatOp splat) {
        return visitFill(splat.getInput(), splat.getAggregate(), splat);
      })
      .Case([&](arith::ConstantOp) { return visitConstant(op); })
      .Case([&](tensor::EmptyOp empty) {
        values[empty.getResult()] = {};
        return success();
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
          [&](auto) { return visitReshape(&op); })
      .Case([&](tensor::ExtractSliceOp slice) {
        return visitExtractSlice(slice);
      })
      .Case(
          [&](tensor::InsertSliceOp slice) { return visitInsertSlice(slice); })
      .Case([&](tensor::ConcatOp concat) { return visitConcat(concat); })
      .Case([&](tensor::PadOp pad) { return visitPad(pad); })
      .Case([&](YieldOp yield) { return visitYield(yield); })
      .Case<ConvOp, ConvBackwardDataOp, ConvBackwardFilterOp, PoolOp,
            PoolBackwardOp>([&](auto) { return visitWindowOp(&op); })
      .Default([&](Operation *other) -> LogicalResult {
        return other->emitError("has no code generation inside a kernel");
      });
}

LogicalResult Analyzer::visitConstant(Operation &op) {
  auto constant = cast<arith::ConstantOp>(op);
  auto type = dyn_cast<RankedTensorType>(constant.getType());
  if (!type)
    return success(); // a scalar; its users read the attribute
  auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
  if (!elements)
    return op.emitError("needs a dense constant inside a kernel");
  TensorValue &value = values[constant.getResult()];
  if (elements.isSplat()) {
    value.splat = elements.getSplatValue<TypedAttr>();
    return success();
  }
  Buffer buffer;
  buffer.kind = Buffer::Kind::Constant;
  buffer.element = storageType(type.getElementType());
  buffer.size = type.getNumElements();
  buffer.value = elements.reshape(
      RankedTensorType::get({buffer.size}, type.getElementType()));
  if (type.getElementType().isInteger(1))
    buffer.value = buffer.value.mapValues(
        buffer.element, [](const APInt &bit) { return bit.zext(8); });
  for (const Buffer &other : program.buffers)
    buffer.index += other.kind == Buffer::Kind::Constant;
  program.buffers.push_back(buffer);
  value.view = viewOfBuffer(static_cast<int>(program.buffers.size()) - 1,
                            type.getShape());
  return success();
}

LogicalResult Analyzer::visitFill(Value scalar, Value result, Operation *op) {
  TypedAttr constant;
  if (!matchPattern(scalar, m_Constant(&constant)))
    return op->emitError("needs a constant value inside a kernel");
  values[result].splat = constant;
  return success();
}

/// The combination that a yielded value applies to the running value, and the
/// value that it combines with.
static Combine matchCombine(Value yielded, BlockArgument running, Value &with) {
  Operation *op = yielded.getDefiningOp();
  if (!op || !running.hasOneUse() || op->getNumOperands() != 2 ||
      op->getBlock() != running.getOwner())
    return Combine::Serial;
  if (op->getOperand(0) == running)
    with = op->getOperand(1);
  else if (op->getOperand(1) == running)
    with = op->getOperand(0);
  else
    return Combine::Serial;
  Combine combine =
      TypeSwitch<Operation *, Combine>(op)
          .Case([](arith::AddFOp) { return Combine::AddF; })
          .Case([](arith::MulFOp) { return Combine::MulF; })
          .Case([](arith::MaximumFOp) { return Combine::MaximumF; })
          .Case([](arith::MinimumFOp) { return Combine::MinimumF; })
          .Case([](arith::MaxNumFOp) { return Combine::MaxNumF; })
          .Case([](arith::MinNumFOp) { return Combine::MinNumF; })
          .Case([](arith::AddIOp) { return Combine::AddI; })
          .Case([](arith::MulIOp) { return Combine::MulI; })
          .Case([](arith::MaxSIOp) { return Combine::MaxSI; })
          .Case([](arith::MinSIOp) { return Combine::MinSI; })
          .Case([](arith::MaxUIOp) { return Combine::MaxUI; })
          .Case([](arith::MinUIOp) { return Combine::MinUI; })
          .Case([](arith::AndIOp) { return Combine::And; })
          .Case([](arith::OrIOp) { return Combine::Or; })
          .Case([](arith::XOrIOp) { return Combine::Xor; })
          .Default(Combine::Serial);
  return op->hasOneUse() ? combine : Combine::Serial;
}

LogicalResult Analyzer::addOutput(linalg::GenericOp op, unsigned index,
                                  Nest &nest) {
  OpOperand &init = op.getDpsInitsMutable()[index];
  AffineMap map = op.getMatchingIndexingMap(&init);
  BlockArgument running = op.getMatchingBlockArgument(&init);
  Output output;
  output.type = cast<RankedTensorType>(init.get().getType()).getElementType();
  output.value = op.getBlock()->getTerminator()->getOperand(index);
  output.initial = inputOf(init.get(), map, op.getLoc());
  View place = destination(op.getResult(index));
  output.access = accessOf(place, map);
  if (!output.access.isLinear())
    return op.emitError("writes a result at an address that is not linear");
  bool reduced = false;
  for (auto [d, extent] : llvm::enumerate(nest.extents))
    reduced |= extent != 1 && !map.isFunctionOfDim(d);
  if (!reduced) {
    // The old value is one more input.
    if (!running.use_empty()) {
      nest.inputs.push_back(output.initial);
      nest.running.push_back(
          {running, int(nest.inputs.size()) - 1, int(index)});
    }
  } else {
    Value with;
    output.combine = matchCombine(output.value, running, with);
    if (output.combine == Combine::Serial)
      nest.running.push_back({running, -1, int(index)});
    else
      output.value = with;
  }
  nest.outputs.push_back(output);
  return success();
}

LogicalResult Analyzer::visitGeneric(linalg::GenericOp op) {
  Nest nest(op.getLoc());
  auto ranges = op.getStaticLoopRanges();
  nest.extents.assign(ranges.begin(), ranges.end());
  nest.body = op.getBlock();
  for (OpOperand *input : op.getDpsInputOperands()) {
    nest.inputs.push_back(
        inputOf(input->get(), op.getMatchingIndexingMap(input), op.getLoc()));
    if (!nest.inputs.back().constant && nest.inputs.back().access.buffer < 0)
      return op.emitError("has a scalar operand that is not a constant");
  }
  WalkResult walk = op.getBlock()->walk([&](Operation *inner) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner))
      nest.gathers.push_back({inner, view(extract.getTensor(), op.getLoc())});
    else if (llvm::any_of(inner->getOperandTypes(), llvm::IsaPred<TensorType>))
      return WalkResult(inner->emitError("uses a tensor inside a body"));
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (unsigned index = 0; index < op.getNumDpsInits(); ++index)
    if (failed(addOutput(op, index, nest)))
      return failure();
  for (unsigned d = 0; d < nest.extents.size(); ++d)
    nest.dimOf.push_back(static_cast<int>(d));
  if (nest.outputs[0].combine != Combine::None &&
      nest.outputs[0].combine != Combine::Serial)
    for (OneHotLoop oneHot : findOneHotLoops(op))
      nest.oneHot.push_back({oneHot.loop, oneHot.position});
  program.nests.push_back(std::move(nest));
  return success();
}

LogicalResult Analyzer::visitContract(linalg::ContractOp op) {
  Nest nest(op.getLoc());
  nest.kind = Nest::Kind::Contract;
  auto linalgOp = cast<linalg::LinalgOp>(op.getOperation());
  auto ranges = linalgOp.getStaticLoopRanges();
  nest.extents.assign(ranges.begin(), ranges.end());
  for (OpOperand *input : linalgOp.getDpsInputOperands())
    nest.inputs.push_back(inputOf(
        input->get(), linalgOp.getMatchingIndexingMap(input), op.getLoc()));
  OpOperand &init = *linalgOp.getDpsInitOperand(0);
  AffineMap map = linalgOp.getMatchingIndexingMap(&init);
  Output output;
  output.type = cast<RankedTensorType>(init.get().getType()).getElementType();
  output.combine = isa<FloatType>(output.type) ? Combine::AddF : Combine::AddI;
  output.initial = inputOf(init.get(), map, op.getLoc());
  output.access = accessOf(destination(linalgOp->getResult(0)), map);
  nest.outputs.push_back(output);
  for (const Input &input : nest.inputs)
    if (input.type != output.type)
      return op.emitError("mixes element types");
  program.nests.push_back(std::move(nest));
  return success();
}

LogicalResult Analyzer::visitReshape(Operation *op) {
  Value source = op->getOperand(0), result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  if (!type.hasStaticShape())
    return op->emitError("needs static shapes inside a kernel");
  if (values[source].splat && !values[source].view) {
    values[result].splat = values[source].splat;
    return success();
  }
  View from = view(source, op->getLoc());
  if (std::optional<View> same = reshapeView(from, type.getShape())) {
    values[result].view = *same;
    return success();
  }
  // Copy in the source's shape; its dense copy can be seen in any shape.
  View dense = workspaceView(cast<RankedTensorType>(source.getType()));
  addCopy(from, dense, op->getLoc());
  values[result].view = reshapeView(dense, type.getShape());
  return success();
}

static LogicalResult requireStatic(Operation *op, ArrayRef<int64_t> a,
                                   ArrayRef<int64_t> b, ArrayRef<int64_t> c) {
  if (ShapedType::isDynamicShape(a) || ShapedType::isDynamicShape(b) ||
      ShapedType::isDynamicShape(c) ||
      llvm::is_contained(a, ShapedType::kDynamic))
    return op->emitError("needs static offsets inside a kernel");
  return success();
}

LogicalResult Analyzer::visitExtractSlice(tensor::ExtractSliceOp op) {
  if (failed(requireStatic(op, op.getStaticOffsets(), op.getStaticSizes(),
                           op.getStaticStrides())))
    return failure();
  View slice =
      sliceView(view(op.getSource(), op.getLoc()), op.getStaticOffsets(),
                op.getStaticSizes(), op.getStaticStrides());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  View result = slice;
  result.shape.clear();
  result.strides.clear();
  for (unsigned d = 0; d < slice.shape.size(); ++d)
    if (!dropped.test(d)) {
      result.shape.push_back(slice.shape[d]);
      result.strides.push_back(slice.strides[d]);
    }
  values[op.getResult()].view = result;
  return success();
}

LogicalResult Analyzer::visitInsertSlice(tensor::InsertSliceOp op) {
  if (failed(requireStatic(op, op.getStaticOffsets(), op.getStaticSizes(),
                           op.getStaticStrides())))
    return failure();
  View source = view(op.getSource(), op.getLoc());
  const TensorValue dest = values[op.getDest()];
  View place = destination(op.getResult());
  if (dest.view)
    addCopy(*dest.view, place, op.getLoc());
  else if (dest.splat)
    addFill(dest.splat, place, op.getLoc());
  View slice = sliceView(place, op.getStaticOffsets(), op.getStaticSizes(),
                         op.getStaticStrides());
  // A source of lower rank sees the slice without its unit dimensions.
  std::optional<View> target = reshapeView(slice, source.shape);
  if (!target)
    return op.emitError("has a source that does not fit");
  addCopy(source, *target, op.getLoc());
  return success();
}

LogicalResult Analyzer::visitConcat(tensor::ConcatOp op) {
  SmallVector<View> sources;
  for (Value source : op.getInputs())
    sources.push_back(view(source, op.getLoc()));
  View place = destination(op.getResult());
  Extents offsets(place.shape.size(), 0), ones(place.shape.size(), 1);
  for (const View &source : sources) {
    addCopy(source, sliceView(place, offsets, source.shape, ones), op.getLoc());
    offsets[op.getDim()] += source.shape[op.getDim()];
  }
  return success();
}

LogicalResult Analyzer::visitPad(tensor::PadOp op) {
  TypedAttr value;
  Value padding = op.getConstantPaddingValue();
  if (!padding || !matchPattern(padding, m_Constant(&value)) ||
      !op.getResultType().hasStaticShape() ||
      ShapedType::isDynamicShape(op.getStaticLow()) ||
      ShapedType::isDynamicShape(op.getStaticHigh()))
    return op.emitError("needs a constant value and static sizes");
  View source = view(op.getSource(), op.getLoc());
  View place = destination(op.getResult());
  addFill(value, place, op.getLoc());
  Extents ones(place.shape.size(), 1);
  addCopy(source, sliceView(place, op.getStaticLow(), source.shape, ones),
          op.getLoc());
  return success();
}

LogicalResult Analyzer::visitYield(YieldOp op) {
  int64_t numArguments = kernel.getBody().getNumArguments();
  for (auto [index, value] : llvm::enumerate(op.getValues())) {
    auto type = cast<RankedTensorType>(value.getType());
    View place =
        viewOfBuffer(static_cast<int>(numArguments + index), type.getShape());
    addCopy(view(value, op.getLoc()), place, op.getLoc());
  }
  return success();
}

} // namespace ckpt::kernels
