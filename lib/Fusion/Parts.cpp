//===- Parts.cpp - Concatenations read as their parts ---------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

#include "Cleanup.h"
#include "Ops.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

namespace {
/// A longer list of parts would make kernels slow to compile; a concatenation
/// is stored then and starts a new list.
constexpr size_t maxParts = 48;

class PartReader {
public:
  explicit PartReader(func::FuncOp function)
      : function(function), named(function), rewriter(function.getContext()) {}
  void run();

private:
  void visit(tensor::ConcatOp concat);
  std::optional<unsigned> splitLoop(OpOperand &use) const;
  bool canSplit(tensor::ConcatOp concat);
  void split(linalg::GenericOp op, unsigned loop);
  void storeSlices(tensor::ConcatOp whole);
  SmallVector<int64_t> boundaries(linalg::GenericOp op) const;
  Value piece(Value value, AffineMap map, unsigned loop, int64_t begin,
              int64_t size);
  Value partOf(Value value, unsigned dim, int64_t begin, int64_t size);

  func::FuncOp function;
  NamedValues named;
  IRRewriter rewriter;
  /// The operands of `value` if it is a concatenation that is not stored, else
  /// none. They change when an op that computes one of them is cut.
  OperandRange partsOf(Value value) const {
    auto concat = value.getDefiningOp<tensor::ConcatOp>();
    return concat && unstored.contains(concat) ? concat.getInputs()
                                               : OperandRange(nullptr, 0);
  }
  llvm::DenseSet<Operation *> unstored;
  /// The loop along which a generic will be cut.
  llvm::MapVector<Operation *, unsigned> loops;
  /// Concatenations of what the pieces of a generic compute.
  SmallVector<tensor::ConcatOp> results;
  int64_t nextGroup = 0;
};
} // namespace

static int64_t dimSize(Value value, unsigned dim) {
  return cast<RankedTensorType>(value.getType()).getDimSize(dim);
}

/// The position of `loop` among the results of `map`, if it occurs once and
/// alone; -1 if it does not occur; -2 if it cannot be cut.
static int positionOf(AffineMap map, unsigned loop) {
  int position = -1;
  for (auto [index, expr] : llvm::enumerate(map.getResults())) {
    if (!expr.isFunctionOfDim(loop))
      continue;
    if (!isa<AffineDimExpr>(expr) || position != -1)
      return -2;
    position = index;
  }
  return position;
}

/// All operands can be cut along the loop, and the body does not ask where it
/// is.
static bool isCuttable(linalg::GenericOp op, unsigned loop) {
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    int position = positionOf(op.getMatchingIndexingMap(&operand), loop);
    if (position == -2 || (op.isDpsInit(&operand) && position == -1))
      return false;
  }
  return llvm::none_of(
      op.getBody()->getOps<linalg::IndexOp>(),
      [&](linalg::IndexOp index) { return index.getDim() == loop; });
}

/// The loop of the reader that runs over the concatenated dimension.
std::optional<unsigned> PartReader::splitLoop(OpOperand &use) const {
  auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
  if (!generic || !generic.isDpsInput(&use))
    return std::nullopt;
  auto concat = use.get().getDefiningOp<tensor::ConcatOp>();
  AffineMap map = generic.getMatchingIndexingMap(&use);
  auto dim = dyn_cast<AffineDimExpr>(map.getResult(concat.getDim()));
  if (!dim || !isCuttable(generic, dim.getPosition()))
    return std::nullopt;
  auto known = loops.find(generic);
  if (known != loops.end() && known->second != dim.getPosition())
    return std::nullopt;
  return dim.getPosition();
}

/// Every reader can take the parts.
bool PartReader::canSplit(tensor::ConcatOp concat) {
  if (named.contains(concat))
    return false;
  llvm::MapVector<Operation *, unsigned> readers;
  for (OpOperand &use : concat->getUses()) {
    auto outer = dyn_cast<tensor::ConcatOp>(use.getOwner());
    if (outer && outer.getDim() == concat.getDim())
      continue;
    std::optional<unsigned> loop = splitLoop(use);
    if (!loop)
      return false;
    auto [entry, inserted] = readers.insert({use.getOwner(), *loop});
    if (!inserted && entry->second != *loop)
      return false;
  }
  for (const auto &reader : readers)
    loops.insert(reader);
  return true;
}

void PartReader::visit(tensor::ConcatOp concat) {
  SmallVector<Value> list;
  for (Value input : concat.getInputs()) {
    auto inner = input.getDefiningOp<tensor::ConcatOp>();
    if (inner && inner.getDim() == concat.getDim() && unstored.contains(inner))
      llvm::append_range(list, partsOf(input));
    else
      list.push_back(input);
  }
  if (list.size() > maxParts)
    list.assign(concat.getInputs().begin(), concat.getInputs().end());
  concat->setOperands(list);
  if (canSplit(concat))
    unstored.insert(concat);
}

/// Where the parts of the inputs begin, and the end of the loop.
SmallVector<int64_t> PartReader::boundaries(linalg::GenericOp op) const {
  SmallVector<int64_t> marks;
  for (Value input : op.getInputs()) {
    OperandRange parts = partsOf(input);
    if (parts.empty())
      continue;
    unsigned dim = input.getDefiningOp<tensor::ConcatOp>().getDim();
    int64_t offset = 0;
    marks.push_back(0);
    for (Value part : parts)
      marks.push_back(offset += dimSize(part, dim));
  }
  llvm::sort(marks);
  marks.erase(llvm::unique(marks), marks.end());
  return marks;
}

/// The elements begin … begin + size of dimension `dim`.
Value PartReader::partOf(Value value, unsigned dim, int64_t begin,
                         int64_t size) {
  auto type = cast<RankedTensorType>(value.getType());
  if (begin == 0 && size == type.getDimSize(dim))
    return value;
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  auto empty = [&]() -> Value {
    return tensor::EmptyOp::create(rewriter, value.getLoc(), shape,
                                   type.getElementType());
  };
  if (value.getDefiningOp<tensor::EmptyOp>())
    return empty();
  auto fill = value.getDefiningOp<linalg::FillOp>();
  if (fill && classify(fill) == Kind::Material)
    return linalg::FillOp::create(rewriter, value.getLoc(), fill.getInputs(),
                                  empty())
        .getResult(0);
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes;
  for (int64_t extent : type.getShape())
    sizes.push_back(rewriter.getIndexAttr(extent));
  offsets[dim] = rewriter.getIndexAttr(begin);
  sizes[dim] = rewriter.getIndexAttr(size);
  return tensor::ExtractSliceOp::create(rewriter, value.getLoc(), value,
                                        offsets, sizes, strides);
}

/// What one piece of the loop reads or writes of an operand.
Value PartReader::piece(Value value, AffineMap map, unsigned loop,
                        int64_t begin, int64_t size) {
  int position = positionOf(map, loop);
  if (position < 0)
    return value;
  OperandRange parts = partsOf(value);
  if (parts.empty())
    return partOf(value, position, begin, size);
  int64_t offset = 0;
  for (Value part : parts) {
    int64_t extent = dimSize(part, position);
    if (begin < offset + extent)
      return partOf(part, position, begin - offset, size);
    offset += extent;
  }
  llvm_unreachable("pieces lie within the parts");
}

void PartReader::split(linalg::GenericOp op, unsigned loop) {
  rewriter.setInsertionPoint(op);
  SmallVector<int64_t> marks = boundaries(op);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Attribute regionMarks = marksOf(op);
  Attribute group = rewriter.getI64IntegerAttr(nextGroup++);
  SmallVector<SmallVector<Value>> pieces(op.getNumResults());
  for (auto [begin, end] : llvm::zip(marks, ArrayRef(marks).drop_front())) {
    SmallVector<Value> operands;
    for (auto [operand, map] : llvm::zip_equal(op->getOperands(), maps))
      operands.push_back(piece(operand, map, loop, begin, end - begin));
    ArrayRef<Value> inputs =
        ArrayRef(operands).take_front(op.getNumDpsInputs());
    ArrayRef<Value> inits = ArrayRef(operands).drop_front(op.getNumDpsInputs());
    auto part = linalg::GenericOp::create(
        rewriter, op.getLoc(), ValueRange(inits).getTypes(), inputs, inits,
        maps, op.getIteratorTypesArray());
    IRMapping mapping;
    op.getRegion().cloneInto(&part.getRegion(), mapping);
    if (regionMarks)
      part->setAttr(marksAttrName, regionMarks);
    part->setAttr(groupAttrName, group);
    part = tidy(rewriter, part);
    rewriter.setInsertionPoint(op);
    for (auto [list, result] : llvm::zip_equal(pieces, part->getResults()))
      list.push_back(result);
  }
  SmallVector<StringAttr> names = resultNames(op);
  for (auto [index, list] : llvm::enumerate(pieces)) {
    if (op.getResult(index).use_empty())
      continue;
    AffineMap map = maps[op.getNumDpsInputs() + index];
    auto whole = tensor::ConcatOp::create(rewriter, op.getLoc(),
                                          positionOf(map, loop), list);
    if (regionMarks)
      whole->setAttr(marksAttrName, regionMarks);
    setResultNames(whole, names[index]);
    whole->setAttr(groupAttrName, group);
    results.push_back(whole);
    op.getResult(index).replaceAllUsesWith(whole.getResult());
  }
  op->erase();
}

namespace {
/// A slice of a concatenation along its dimension: inputs first … last - 1.
struct InputRange {
  tensor::ExtractSliceOp slice;
  size_t first, last;
};
} // namespace

/// The inputs that make up the slice, if it takes whole inputs.
static std::optional<InputRange> inputsOf(tensor::ExtractSliceOp slice,
                                          tensor::ConcatOp concat) {
  ArrayRef<int64_t> sizes = slice.getStaticSizes();
  if (slice.getType().getShape() != sizes || !slice.hasUnitStride())
    return std::nullopt;
  unsigned dim = concat.getDim();
  for (auto [index, offset] : llvm::enumerate(slice.getStaticOffsets()))
    if (ShapedType::isDynamic(offset) ||
        (index != dim && sizes[index] != concat.getType().getDimSize(index)))
      return std::nullopt;
  int64_t begin = slice.getStaticOffsets()[dim], end = begin + sizes[dim];
  InputRange range{slice, concat.getInputs().size(), 0};
  int64_t offset = 0;
  for (auto [index, input] : llvm::enumerate(concat.getInputs())) {
    int64_t next = offset + dimSize(input, dim);
    if (offset == begin)
      range.first = index;
    if (next == end)
      range.last = index + 1;
    offset = next;
  }
  return range.first < range.last ? std::optional(range) : std::nullopt;
}

/// Stores `whole` as the separate slices that are read of it.
void PartReader::storeSlices(tensor::ConcatOp whole) {
  if (whole->use_empty())
    return;
  SmallVector<InputRange> ranges;
  for (Operation *user : whole->getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    std::optional<InputRange> range =
        slice ? inputsOf(slice, whole) : std::nullopt;
    if (!range)
      return;
    ranges.push_back(*range);
  }
  llvm::sort(ranges, [](const InputRange &a, const InputRange &b) {
    return std::pair(a.first, a.last) < std::pair(b.first, b.last);
  });
  for (auto [a, b] : llvm::zip(ranges, ArrayRef(ranges).drop_front()))
    if (b.first < a.last)
      return;
  rewriter.setInsertionPoint(whole);
  for (InputRange &range : ranges) {
    SmallVector<Value> inputs(
        whole.getInputs().slice(range.first, range.last - range.first));
    Value stored = inputs.front();
    if (inputs.size() > 1) {
      auto concat = tensor::ConcatOp::create(rewriter, whole.getLoc(),
                                             whole.getDim(), inputs);
      concat->setDiscardableAttrs(whole->getDiscardableAttrDictionary());
      stored = concat.getResult();
    }
    range.slice.getResult().replaceAllUsesWith(stored);
    range.slice.erase();
  }
  whole.erase();
}

void PartReader::run() {
  for (Block *block : blocksOf(function)) {
    SmallVector<tensor::ConcatOp> concats(block->getOps<tensor::ConcatOp>());
    for (tensor::ConcatOp concat : concats)
      visit(concat);
  }
  for (auto [op, loop] : loops.takeVector())
    split(cast<linalg::GenericOp>(op), loop);
  for (tensor::ConcatOp whole : results)
    if (!isSmall(whole.getResult()) && !named.contains(whole))
      storeSlices(whole);
  for (Block *block : blocksOf(function))
    hoistAccesses(*block);
  eraseDeadOps(function);
}

void fusion::readParts(func::FuncOp function) { PartReader(function).run(); }
