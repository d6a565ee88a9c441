//===- Bind.cpp - Sizes of dynamic dimensions -----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk in program order: operands are static when an op is reached, so its
// result types follow from a rule per op, and integer arithmetic on sizes folds
// on the way.
//
//===----------------------------------------------------------------------===//

#include "Bind.h"
#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/FoldUtils.h"
#include "llvm/ADT/StringExtras.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace ckpt;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

FailureOr<Bindings> ckpt::parseBindings(Location location, int64_t batch,
                                        ArrayRef<std::string> binds) {
  Bindings bindings;
  if (batch < 0)
    return emitError(location) << "batch=" << batch << ": needs 1 or more";
  if (batch > 0)
    bindings.batch = batch;
  for (StringRef bind : binds) {
    auto [key, text] = bind.split('=');
    auto [name, dimText] = key.split(':');
    int64_t size = 0, dim = 0;
    if (name.empty() || text.getAsInteger(10, size) || size < 1 ||
        (key.contains(':') && dimText.getAsInteger(10, dim)) || dim < 0)
      return emitError(location)
             << "bind=" << bind
             << ": expected NAME=N or NAME:D=N, N at least 1";
    if (name == "batch")
      bindings.batch = size;
    else if (name == "dim" && !key.contains(':'))
      bindings.anyDim = size;
    else
      bindings.sizes[name][dim] = size;
  }
  return bindings;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static std::string nameOfArgument(func::FuncOp func, unsigned index) {
  if (auto name = func.getArgAttrOfType<StringAttr>(index, dataAttrName))
    return name.str();
  return ("arg" + Twine(index)).str();
}

/// In a module without roles every argument can be data.
static bool isData(func::FuncOp func, unsigned index) {
  return func.getArgAttr(index, dataAttrName) ||
         !(func.getArgAttr(index, paramAttrName) ||
           func.getArgAttr(index, stateAttrName));
}

LogicalResult ckpt::checkBindings(ModuleOp module, const Bindings &bindings) {
  // In the order of the arguments, each once.
  SmallVector<std::string> known;
  for (auto func : module.getOps<func::FuncOp>())
    for (unsigned i = 0; i < func.getNumArguments(); ++i)
      if (std::string name = nameOfArgument(func, i);
          !llvm::is_contained(known, name))
        known.push_back(std::move(name));
  // The map has no order of its own.
  SmallVector<StringRef> unknown;
  for (StringRef name : bindings.sizes.keys())
    if (!llvm::is_contained(known, name))
      unknown.push_back(name);
  if (unknown.empty())
    return success();
  llvm::sort(unknown);
  return module.emitError("bind=")
         << unknown.front() << ": no argument has this name; known are "
         << (known.empty() ? "none" : llvm::join(known, ", "));
}

static LogicalResult bindArgument(func::FuncOp func, unsigned index,
                                  const Bindings &bindings) {
  BlockArgument argument = func.getArgument(index);
  auto type = dyn_cast<RankedTensorType>(argument.getType());
  if (!type) {
    if (isa<UnrankedTensorType>(argument.getType()))
      return emitError(argument.getLoc())
             << "argument " << index << " has no rank";
    return success();
  }
  std::string name = nameOfArgument(func, index);
  auto sizes = bindings.sizes.find(name);
  SmallVector<int64_t> shape(type.getShape());
  if (sizes != bindings.sizes.end())
    for (auto [dim, size] : sizes->second)
      if (dim >= type.getRank() ||
          (!type.isDynamicDim(dim) && type.getDimSize(dim) != size))
        return emitError(argument.getLoc())
               << "bind=" << name << ":" << dim << "=" << size
               << " does not fit argument '" << name << "', which is " << type;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(size))
      continue;
    if (sizes != bindings.sizes.end() && sizes->second.contains(dim))
      size = sizes->second.lookup(dim);
    else if (dim == 0 && bindings.batch && isData(func, index))
      size = *bindings.batch;
    else if (bindings.anyDim)
      size = *bindings.anyDim;
    else
      return emitError(argument.getLoc())
             << "dimension " << dim << " of argument '" << name
             << "' has no size; give batch=N, bind=" << name
             << (dim ? ":" + std::to_string(dim) : "")
             << "=N, or bind=dim=N for every one without a size";
  }
  argument.setType(type.clone(shape));
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static bool isDynamic(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && (!shaped.hasRank() || !shaped.hasStaticShape());
}

/// `values` with constants in the place of operands that are constants now.
static SmallVector<OpFoldResult> foldSizes(ArrayRef<OpFoldResult> values) {
  SmallVector<OpFoldResult> folded(values);
  for (OpFoldResult &value : folded)
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      value = Builder(value.getContext()).getIndexAttr(*constant);
  return folded;
}

static SmallVector<int64_t> staticShape(ArrayRef<OpFoldResult> sizes) {
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return shape;
}

namespace {
/// Gives one op result types that follow from its operands.
class Refiner {
public:
  explicit Refiner(OpBuilder &builder) : builder(builder) {}

  /// May replace `op`; its results have the best known types afterwards.
  void refine(Operation *op) {
    builder.setInsertionPoint(op);
    if (auto cast = dyn_cast<tensor::CastOp>(op))
      return refineCast(cast);
    if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      return replace(empty,
                     tensor::EmptyOp::create(builder, op->getLoc(),
                                             foldSizes(empty.getMixedSizes()),
                                             empty.getType().getElementType()));
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      return refinePad(pad);
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      return refineExtractSlice(slice);
    if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
      return replace(slice,
                     tensor::InsertSliceOp::create(
                         builder, op->getLoc(), slice.getSource(),
                         slice.getDest(), foldSizes(slice.getMixedOffsets()),
                         foldSizes(slice.getMixedSizes()),
                         foldSizes(slice.getMixedStrides())));
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      return refineExpand(expand);
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      return replace(collapse, tensor::CollapseShapeOp::create(
                                   builder, op->getLoc(), collapse.getSrc(),
                                   collapse.getReassociationIndices()));
    if (auto concat = dyn_cast<tensor::ConcatOp>(op))
      return replace(concat, tensor::ConcatOp::create(builder, op->getLoc(),
                                                      concat.getDim(),
                                                      concat.getInputs()));
    if (auto splat = dyn_cast<tensor::SplatOp>(op))
      return refineSplat(splat);
    setTypes(op);
  }

private:
  void replace(Operation *op, Operation *replacement) {
    replacement->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    op->replaceAllUsesWith(replacement);
    op->erase();
  }

  /// A cast that only forgot a size is not needed any more.
  void refineCast(tensor::CastOp cast) {
    if (isDynamic(cast.getSource().getType()))
      return;
    cast.replaceAllUsesWith(cast.getSource());
    cast.erase();
  }

  void refinePad(tensor::PadOp pad) {
    auto low = foldSizes(pad.getMixedLowPad());
    auto high = foldSizes(pad.getMixedHighPad());
    auto replacement =
        tensor::PadOp::create(builder, pad.getLoc(), Type(), pad.getSource(),
                              low, high, pad.getNofold());
    replacement.getRegion().takeBody(pad.getRegion());
    replace(pad, replacement);
  }

  void refineExtractSlice(tensor::ExtractSliceOp slice) {
    auto offsets = foldSizes(slice.getMixedOffsets());
    auto sizes = foldSizes(slice.getMixedSizes());
    auto strides = foldSizes(slice.getMixedStrides());
    // The result may have lost unit dimensions of the slice; which ones, the
    // op's own inference knows.
    RankedTensorType type =
        tensor::ExtractSliceOp::inferCanonicalRankReducedResultType(
            slice.getType().getRank(), slice.getSourceType(), sizes);
    replace(slice, tensor::ExtractSliceOp::create(builder, slice.getLoc(), type,
                                                  slice.getSource(), offsets,
                                                  sizes, strides));
  }

  void refineExpand(tensor::ExpandShapeOp expand) {
    auto shape = staticShape(foldSizes(expand.getMixedOutputShape()));
    auto source = expand.getSrcType();
    // One unknown factor of a group follows from the others.
    for (auto [dim, group] :
         llvm::enumerate(expand.getReassociationIndices())) {
      int64_t known = 1, unknown = -1, count = 0;
      for (int64_t i : group) {
        if (ShapedType::isDynamic(shape[i]))
          unknown = i, ++count;
        else
          known *= shape[i];
      }
      if (count == 1 && !source.isDynamicDim(dim) && known > 0)
        shape[unknown] = source.getDimSize(dim) / known;
    }
    auto type = RankedTensorType::get(shape, source.getElementType());
    if (isDynamic(type))
      return;
    replace(expand, tensor::ExpandShapeOp::create(
                        builder, expand.getLoc(), type, expand.getSrc(),
                        expand.getReassociationIndices()));
  }

  void refineSplat(tensor::SplatOp splat) {
    SmallVector<int64_t> shape(splat.getType().getShape());
    unsigned next = 0;
    for (int64_t &size : shape)
      if (ShapedType::isDynamic(size))
        size = getConstantIntValue(splat.getDynamicSizes()[next++])
                   .value_or(ShapedType::kDynamic);
    auto type = RankedTensorType::get(shape, splat.getType().getElementType());
    if (!isDynamic(type))
      replace(splat, tensor::SplatOp::create(builder, splat.getLoc(),
                                             splat.getInput(), type));
  }

  /// Ops whose result types are those of some operands.
  void setTypes(Operation *op) {
    if (auto linalgOp = dyn_cast<DestinationStyleOpInterface>(op)) {
      for (OpOperand &init : linalgOp.getDpsInitsMutable())
        if (isa<TensorType>(init.get().getType()))
          linalgOp.getTiedOpResult(&init).setType(init.get().getType());
    } else if (op->hasTrait<OpTrait::Elementwise>()) {
      for (Value operand : op->getOperands())
        if (auto shaped = dyn_cast<RankedTensorType>(operand.getType());
            shaped && shaped.hasStaticShape())
          for (OpResult result : op->getResults())
            result.setType(RankedTensorType::get(
                shaped.getShape(), getElementTypeOrSelf(result.getType())));
    } else if (auto infers = dyn_cast<InferTypeOpInterface>(op)) {
      // Ops of other dialects say what their results are.
      SmallVector<Type> types;
      if (succeeded(infers.inferReturnTypes(
              op->getContext(), op->getLoc(), op->getOperands(),
              op->getRawDictionaryAttrs(), op->getPropertiesStorage(),
              op->getRegions(), types)))
        for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
          result.setType(type);
    }
  }

  OpBuilder &builder;
};
} // namespace

/// Before the body of a loop is walked, its carried values have known types.
static void enterRegions(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return;
  for (auto [init, argument, result] : llvm::zip_equal(
           loop.getInitArgs(), loop.getRegionIterArgs(), loop.getResults())) {
    argument.setType(init.getType());
    result.setType(init.getType());
  }
}

/// At its terminator, the results of a region or a branch are known.
static void leaveRegions(Operation *op) {
  if (!op->hasTrait<OpTrait::IsTerminator>() ||
      !isa<ckpt::RegionOp, scf::IfOp, scf::ExecuteRegionOp>(op->getParentOp()))
    return;
  Operation *parent = op->getParentOp();
  for (auto [value, result] :
       llvm::zip_equal(op->getOperands(), parent->getResults()))
    if (!isDynamic(value.getType()))
      result.setType(value.getType());
}

/// Integer and index arithmetic on sizes, and conversions of it to floats.
static bool mayFoldSizes(Operation *op) {
  return isa<tensor::DimOp, tensor::RankOp>(op) ||
         (isa<arith::ArithDialect>(op->getDialect()) &&
          llvm::none_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>));
}

static LogicalResult checkStatic(Operation *op) {
  for (OpResult result : op->getResults())
    if (isDynamic(result.getType()))
      return op->emitError("cannot find the size of result ")
             << result.getResultNumber() << ", which is " << result.getType()
             << ", from the sizes of the arguments";
  return success();
}

LogicalResult ckpt::bindShapes(func::FuncOp func, const Bindings &bindings) {
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (failed(bindArgument(func, i, bindings)))
      return failure();

  // Ops are replaced while walking, so the order is written down first.
  SmallVector<Operation *> order;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != func)
      order.push_back(op);
  });
  OpBuilder builder(func.getContext());
  Refiner refiner(builder);
  OperationFolder folder(func.getContext());
  for (Operation *op : order) {
    enterRegions(op);
    leaveRegions(op);
    if (llvm::any_of(op->getResultTypes(), isDynamic))
      refiner.refine(op);
    else if (mayFoldSizes(op))
      (void)folder.tryToFold(op);
  }
  auto unknown = func.walk([&](Operation *op) {
    return failed(checkStatic(op)) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  });
  if (unknown.wasInterrupted())
    return failure();
  SmallVector<Type> results(func.getResultTypes());
  if (auto end =
          dyn_cast<func::ReturnOp>(func.getBody().front().getTerminator()))
    results = SmallVector<Type>(end.getOperandTypes());
  func.setFunctionType(FunctionType::get(
      func.getContext(), func.getBody().getArgumentTypes(), results));
  return success();
}
