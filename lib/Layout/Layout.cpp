//===- Layout.cpp - Channels last -----------------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op that makes an image is made anew with channels last, with transposes
// before and after it. Readers then read through the transposes, which leaves
// them only at the edges.
//
//===----------------------------------------------------------------------===//

#include "Domain.h"
#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Layout/Passes.h"
#include "ckpt/Normalize/Copies.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace ckpt {
#define GEN_PASS_DEF_LAYOUT
#include "ckpt/Layout/Passes.h.inc"
} // namespace ckpt

using namespace mlir;
using namespace ckpt;

// Dimension i of the new tensor is dimension order[i] of the old one.
static constexpr int64_t toLast[] = {0, 2, 3, 1};        // NCHW -> NHWC
static constexpr int64_t toFirst[] = {0, 3, 1, 2};       // NHWC -> NCHW
static constexpr int64_t filterToLast[] = {2, 3, 1, 0};  // FCHW -> HWCF
static constexpr int64_t filterToFirst[] = {3, 2, 0, 1}; // HWCF -> FCHW

template <typename T>
static SmallVector<T> permute(ArrayRef<T> values, ArrayRef<int64_t> order) {
  SmallVector<T> permuted;
  for (int64_t from : order)
    permuted.push_back(values[from]);
  return permuted;
}

static RankedTensorType permute(Type type, ArrayRef<int64_t> order) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.clone(permute(tensor.getShape(), order));
}

namespace {
class ChannelsLast {
public:
  explicit ChannelsLast(func::FuncOp func)
      : func(func), builder(func.getContext()), images(findImages(func)) {}

  /// Number of convolutions and pools that were changed.
  unsigned run() {
    SmallVector<Operation *> ops;
    func.walk([&](Operation *op) {
      if (isChannelsFirst(op) || makesImage(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      windows += isChannelsFirst(op);
      rebuild(op);
    }
    return windows;
  }

private:
  bool makesImage(Operation *op) {
    return llvm::any_of(op->getResults(),
                        [&](Value v) { return images.contains(v); });
  }

  /// `value` in another order: one transpose for all readers, in front of the
  /// first one.
  Value transposed(Operation *reader, Value value, ArrayRef<int64_t> order) {
    Value &cached = transposes[{value, order.front()}];
    if (cached)
      return cached;
    // Readers come in program order; one in a nested block does not dominate
    // those after its block.
    OpBuilder::InsertionGuard guard(builder);
    if (reader->getBlock() != value.getParentBlock())
      builder.setInsertionPointAfterValue(value);
    if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
      cached = tensor::EmptyOp::create(
          builder, empty.getLoc(), permute(value.getType(), order).getShape(),
          empty.getType().getElementType());
    else
      cached = createCopy(reader, value, order);
    return cached;
  }

  /// A transpose that was written in the same regions as `origin`.
  Value createCopy(Operation *origin, Value value, ArrayRef<int64_t> order) {
    Value copy = createTranspose(builder, origin->getLoc(), value, order);
    if (Attribute marks = origin->getAttr(marksAttrName))
      copy.getDefiningOp()->setAttr(marksAttrName, marks);
    return copy;
  }

  /// Replaces `op` by `replacement`; result i of it has `order[i]`, empty for
  /// the old one.
  void replace(Operation *op, Operation *replacement,
               ArrayRef<ArrayRef<int64_t>> orders) {
    replacement->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    for (auto [old, now, order] :
         llvm::zip_equal(op->getResults(), replacement->getResults(), orders)) {
      Value value = now;
      if (!order.empty())
        value = createCopy(op, now, order);
      old.replaceAllUsesWith(value);
    }
    op->erase();
  }

  void rebuild(Operation *op) {
    builder.setInsertionPoint(op);
    if (isChannelsFirst(op))
      return rebuildWindow(op);
    TypeSwitch<Operation *>(op)
        .Case([&](linalg::GenericOp generic) { rebuildGeneric(generic); })
        .Case([&](tensor::ConcatOp concat) {
          SmallVector<Value> inputs;
          for (Value input : concat.getInputs())
            inputs.push_back(transposed(op, input, toLast));
          int64_t dim = llvm::find(toLast, int64_t(concat.getDim())) - toLast;
          replace(op,
                  tensor::ConcatOp::create(builder, op->getLoc(), dim, inputs),
                  {toFirst});
        })
        .Case([&](tensor::PadOp pad) { rebuildPad(pad); })
        .Case([&](tensor::ExtractSliceOp slice) {
          replace(op,
                  tensor::ExtractSliceOp::create(
                      builder, op->getLoc(),
                      transposed(op, slice.getSource(), toLast),
                      permuted(slice.getMixedOffsets()),
                      permuted(slice.getMixedSizes()),
                      permuted(slice.getMixedStrides())),
                  {toFirst});
        })
        .Case([&](tensor::InsertSliceOp slice) {
          replace(op,
                  tensor::InsertSliceOp::create(
                      builder, op->getLoc(),
                      transposed(op, slice.getSource(), toLast),
                      transposed(op, slice.getDest(), toLast),
                      permuted(slice.getMixedOffsets()),
                      permuted(slice.getMixedSizes()),
                      permuted(slice.getMixedStrides())),
                  {toFirst});
        });
  }

  static SmallVector<OpFoldResult> permuted(ArrayRef<OpFoldResult> values) {
    return permute(values, toLast);
  }

  void rebuildPad(tensor::PadOp pad) {
    auto replacement = tensor::PadOp::create(
        builder, pad.getLoc(), permute(pad.getType(), toLast),
        transposed(pad, pad.getSource(), toLast),
        permuted(pad.getMixedLowPad()), permuted(pad.getMixedHighPad()),
        pad.getNofold());
    replacement.getRegion().takeBody(pad.getRegion());
    // The body may read coordinates.
    Block &body = replacement.getRegion().front();
    SmallVector<BlockArgument> old(body.getArguments());
    SmallVector<Value> coordinates;
    for (int64_t i = 0; i < 4; ++i)
      coordinates.push_back(
          body.addArgument(builder.getIndexType(), pad.getLoc()));
    for (int64_t i = 0; i < 4; ++i)
      old[toLast[i]].replaceAllUsesWith(coordinates[i]);
    body.eraseArguments(0, 4);
    replace(pad, replacement, {toFirst});
  }

  void rebuildWindow(Operation *op) {
    SmallVector<Value> images = getImageOperands(op), operands;
    for (Value operand : op->getOperands())
      operands.push_back(transposed(op, operand,
                                    llvm::is_contained(images, operand)
                                        ? ArrayRef<int64_t>(toLast)
                                        : ArrayRef<int64_t>(filterToLast)));
    bool isImage = hasImageResult(op);
    builder.setInsertionPoint(op);
    Operation *replacement = builder.clone(*op);
    replacement->setOperands(operands);
    replacement->getResult(0).setType(
        permute(op->getResult(0).getType(), isImage ? toLast : filterToLast));
    TypeSwitch<Operation *>(replacement)
        .Case<ConvOp, ConvBackwardDataOp, ConvBackwardFilterOp, PoolOp,
              PoolBackwardOp>(
            [](auto window) { window.setLayout(Layout::NHWC); });
    replace(op, replacement, {isImage ? toFirst : filterToFirst});
  }

  /// Writes images with channels last; what it reads, it reads through
  /// transposes afterwards.
  void rebuildGeneric(linalg::GenericOp op) {
    AffineMap last = AffineMap::getPermutationMap(ArrayRef<int64_t>(toLast),
                                                  op.getContext());
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<Value> inits(op.getDpsInits());
    SmallVector<Type> types(op.getResultTypes());
    SmallVector<ArrayRef<int64_t>> orders(types.size());
    for (unsigned i = 0; i < types.size(); ++i) {
      if (!images.contains(op.getResult(i)))
        continue;
      inits[i] = transposed(op, inits[i], toLast);
      types[i] = inits[i].getType();
      AffineMap &map = maps[op.getNumDpsInputs() + i];
      map = last.compose(map);
      orders[i] = toFirst;
    }
    builder.setInsertionPoint(op);
    auto replacement = linalg::GenericOp::create(builder, op.getLoc(), types,
                                                 op.getDpsInputs(), inits, maps,
                                                 op.getIteratorTypesArray());
    replacement.getRegion().takeBody(op.getRegion());
    replace(op, replacement, orders);
  }

  func::FuncOp func;
  OpBuilder builder;
  SetVector<Value> images;
  /// By value and the first dimension of the order, which tells images from
  /// filters.
  llvm::MapVector<std::pair<Value, int64_t>, Value> transposes;
  unsigned windows = 0;
};

/// A transpose that moves only unit dimensions is a reshape.
struct TransposeToReshape : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1)
      return failure();
    std::optional<AffineMap> copy = getCopyMap(op.getResult(0));
    if (!copy || !copy->isPermutation())
      return failure();
    Value source = op.getDpsInputs()[0];
    auto from = cast<RankedTensorType>(source.getType());
    auto to = cast<RankedTensorType>(op.getResult(0).getType());
    // Positions in the result of the source's dimensions that are not units.
    SmallVector<unsigned> kept;
    for (unsigned i = 0; i < copy->getNumResults(); ++i)
      if (from.getDimSize(i) != 1)
        kept.push_back(copy->getDimPosition(i));
    if (!llvm::is_sorted(kept))
      return failure();
    SmallVector<int64_t> shape;
    for (int64_t size : from.getShape())
      if (size != 1)
        shape.push_back(size);
    auto small = from.clone(shape);
    auto collapse = getReassociationIndicesForReshape(from, small);
    auto expand = getReassociationIndicesForReshape(small, to);
    if (!collapse || !expand)
      return failure();
    if (small != from)
      source = tensor::CollapseShapeOp::create(rewriter, op.getLoc(), small,
                                               source, *collapse);
    if (small != to)
      source = tensor::ExpandShapeOp::create(rewriter, op.getLoc(), to, source,
                                             *expand);
    rewriter.replaceOp(op, source);
    return success();
  }
};

struct LayoutPass : ckpt::impl::LayoutBase<LayoutPass> {
  using LayoutBase::LayoutBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    ChannelsLast channelsLast(func);
    unsigned windows = channelsLast.run();
    if (windows == 0) {
      remark(func, windows);
      return;
    }
    if (failed(tidy(func)))
      return signalPassFailure();
    remark(func, windows);
  }

private:
  void remark(func::FuncOp func, unsigned windows) {
    if (!report)
      return;
    unsigned copies = 0;
    func.walk([&](linalg::GenericOp op) {
      std::optional<AffineMap> copy;
      if (op->getNumResults() == 1)
        copy = getCopyMap(op.getResult(0));
      copies += copy && copy->isPermutation() && !copy->isIdentity();
    });
    func.emitRemark() << windows << " convolutions and pools have channels "
                      << "last now; " << copies << " transposes";
  }

  /// The loops in the order of the result's dimensions; where the result has
  /// not all of them, in that of the first input that has.
  static void orderLoops(RewriterBase &rewriter, linalg::GenericOp op) {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    std::rotate(maps.begin(), maps.begin() + op.getNumDpsInputs(), maps.end());
    auto all =
        llvm::find_if(maps, [](AffineMap map) { return map.isPermutation(); });
    if (all == maps.end() || all->isIdentity())
      return;
    SmallVector<unsigned> order;
    for (unsigned i = 0; i < all->getNumResults(); ++i)
      order.push_back(all->getDimPosition(i));
    (void)linalg::interchangeGenericOp(rewriter, op, order);
  }

  LogicalResult tidy(func::FuncOp func) {
    auto apply = [&](RewritePatternSet &&patterns) -> LogicalResult {
      GreedyRewriteConfig config;
      config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
      if (failed(applyPatternsGreedily(func, std::move(patterns), config)))
        return func.emitError("layout does not converge");
      return success();
    };
    RewritePatternSet copies(&getContext());
    populateCopyPatterns(copies);
    linalg::GenericOp::getCanonicalizationPatterns(copies, &getContext());
    if (failed(apply(std::move(copies))))
      return failure();
    IRRewriter rewriter(func.getContext());
    func.walk([&](linalg::GenericOp op) { orderLoops(rewriter, op); });
    // Only the transposes at the edges are left: readers cannot look through
    // a reshape.
    RewritePatternSet reshapes(&getContext());
    reshapes.add<TransposeToReshape>(&getContext());
    tensor::ExpandShapeOp::getCanonicalizationPatterns(reshapes, &getContext());
    tensor::CollapseShapeOp::getCanonicalizationPatterns(reshapes,
                                                         &getContext());
    return apply(std::move(reshapes));
  }
};
} // namespace
