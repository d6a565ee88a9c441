//===- Prologues.cpp - Contractions that compute their operand ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prologues.h"

#include "Cleanup.h"
#include "Ops.h"
#include "Report.h"
#include "ckpt/CostModel/Products.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ckpt;
using namespace ckpt::fusion;

namespace {
/// A pointwise convolution or its filter gradient, which reads `image` row by
/// row and needs no neighbours.
struct Product {
  OpOperand *image;
  ProductWork work;
};

/// What computes a tensor element by element: one generic, or several with the
/// concatenation of their results, which is the last one.
struct Prologue {
  SmallVector<Operation *> ops;
  llvm::SmallSetVector<Value, 8> inputs;
  int64_t inputBytes = 0;
};

class PrologueFusion {
public:
  explicit PrologueFusion(func::FuncOp function)
      : function(function), named(function), builder(function.getContext()) {}
  void run();

private:
  void visit(Value value);
  std::optional<Prologue> prologueOf(Value value) const;
  StringRef obstacle(Value value, const Prologue &prologue) const;
  void fuse(const Prologue &prologue, OpOperand &use);

  func::FuncOp function;
  NamedValues named;
  OpBuilder builder;
  int64_t nextGroup = 0;
};
} // namespace

template <typename Op> static bool isPointwise(Op op, Value filter) {
  auto all = [](ArrayRef<int64_t> values, int64_t expected) {
    return llvm::all_of(values, [=](int64_t v) { return v == expected; });
  };
  ArrayRef<int64_t> shape = cast<RankedTensorType>(filter.getType()).getShape();
  return op.getLayout() == Layout::NHWC && op.getGroups() == 1 &&
         shape[0] == 1 && shape[1] == 1 && all(op.getStrides(), 1) &&
         all(op.getPadLow(), 0) && all(op.getPadHigh(), 0);
}

static std::optional<Product> productOf(Operation *op) {
  OpOperand *image = nullptr;
  Value filter, output;
  if (auto conv = dyn_cast<ConvOp>(op);
      conv && isPointwise(conv, conv.getRhs())) {
    image = &conv.getLhsMutable();
    filter = conv.getRhs();
    output = conv.getResult();
  } else if (auto gradient = dyn_cast<ConvBackwardFilterOp>(op);
             gradient && isPointwise(gradient, gradient.getResult())) {
    image = &gradient.getLhsMutable();
    filter = gradient.getResult();
    output = gradient.getRhs();
  }
  if (!image || image->get() == output)
    return std::nullopt;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(filter.getType()).getShape();
  auto imageType = cast<RankedTensorType>(image->get().getType());
  Product product{image, {}};
  product.work.rows = double(imageType.getNumElements()) / shape[2];
  product.work.flops = 2 * product.work.rows * shape[2] * shape[3];
  product.work.bytes =
      bytesOf(image->get()) + bytesOf(filter) + bytesOf(output);
  return product;
}

/// One result per element, without anything that only a few readers may repeat.
static bool isCheap(linalg::GenericOp op) {
  constexpr unsigned maxBody = 48;
  return op && op.getNumResults() == 1 && isElementwise(op) &&
         bodySize(op) <= maxBody &&
         llvm::none_of(*op.getBody(), [](Operation &scalar) {
           return isExpensive(scalar) || scalar.getNumRegions() != 0;
         });
}

std::optional<Prologue> PrologueFusion::prologueOf(Value value) const {
  Operation *last = value.getDefiningOp();
  if (!last || named.contains(last))
    return std::nullopt;
  Prologue prologue;
  Attribute group = last->getAttr(groupAttrName);
  if (auto concat = dyn_cast<tensor::ConcatOp>(last)) {
    for (Value part : concat.getInputs()) {
      Operation *op = part.getDefiningOp();
      if (!group || !op || op->getAttr(groupAttrName) != group ||
          !part.hasOneUse())
        return std::nullopt;
      prologue.ops.push_back(op);
    }
  } else if (group) {
    return std::nullopt;
  } else {
    prologue.ops.push_back(last);
  }
  for (Operation *op : prologue.ops) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!isCheap(generic))
      return std::nullopt;
    for (Value input : generic.getInputs())
      prologue.inputs.insert(input);
  }
  for (Value input : prologue.inputs)
    prologue.inputBytes += bytesOf(input);
  if (prologue.ops.back() != last)
    prologue.ops.push_back(last);
  return prologue;
}

/// Whether the gradient reads the value, or it lives there anyway.
static bool isKept(Value value) {
  value = baseOf(value);
  if (isa<BlockArgument>(value) || inGradient(value.getDefiningOp()))
    return true;
  SmallVector<Operation *> pending(value.getUsers());
  while (!pending.empty()) {
    Operation *user = pending.pop_back_val();
    Kind kind = classify(user);
    if (kind == Kind::View || kind == Kind::Slice)
      llvm::append_range(pending, user->getUsers());
    else if (inGradient(user))
      return true;
  }
  return false;
}

/// Why the readers do not compute the value; empty if they should.
StringRef PrologueFusion::obstacle(Value value,
                                   const Prologue &prologue) const {
  Operation *producer = prologue.ops.back();
  double stored = sweepNanoseconds(prologue.inputBytes + bytesOf(value));
  double fused = 0;
  bool kept = false;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    std::optional<Product> product = productOf(user);
    if (!product || product->image != &use)
      return "a kernel of its own reads it";
    bool sameBlock = user->getBlock() == producer->getBlock();
    if (sameBlock && marksOf(user) != marksOf(producer))
      return "its reader is in another region";
    kept |= !sameBlock;
    stored += std::min(libraryNanoseconds(product->work),
                       generatedNanoseconds(product->work));
    ProductWork inside = product->work;
    inside.bytes += prologue.inputBytes - bytesOf(value);
    fused += generatedNanoseconds(inside);
  }
  if (fused > stored)
    return "the contractions that read it are faster in the library";
  int64_t newlyKept = 0;
  if (kept)
    for (Value input : prologue.inputs)
      newlyKept += isKept(input) ? 0 : bytesOf(input);
  if (newlyKept > bytesOf(value))
    return "computing it for each reader would read or keep more bytes";
  return "";
}

/// Clones the prologue in front of the reader, into one group with it.
void PrologueFusion::fuse(const Prologue &prologue, OpOperand &use) {
  Operation *reader = use.getOwner();
  builder.setInsertionPoint(reader);
  Attribute group = builder.getStringAttr("p" + Twine(nextGroup++));
  Attribute marks = marksOf(reader);
  IRMapping mapping;
  for (Operation *op : prologue.ops) {
    Operation *copy = builder.clone(*op, mapping);
    setResultNames(copy, {});
    copy->removeAttr(noteAttrName);
    copy->setAttr(groupAttrName, group);
    if (marks)
      copy->setAttr(marksAttrName, marks);
    else
      copy->removeAttr(marksAttrName);
  }
  reader->setAttr(groupAttrName, group);
  use.set(mapping.lookup(use.get()));
}

void PrologueFusion::visit(Value value) {
  if (isSmall(value))
    return;
  std::optional<Prologue> prologue = prologueOf(value);
  if (!prologue)
    return;
  StringRef why = obstacle(value, *prologue);
  if (!why.empty()) {
    prologue->ops.back()->setAttr(noteAttrName, builder.getStringAttr(why));
    return;
  }
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses()))
    fuse(*prologue, use);
  for (Operation *op : llvm::reverse(prologue->ops))
    op->erase();
}

void PrologueFusion::run() {
  llvm::SetVector<Value> images;
  for (Block *block : blocksOf(function))
    for (Operation &op : *block)
      if (std::optional<Product> product = productOf(&op))
        images.insert(product->image->get());
  for (Value image : images)
    visit(image);
}

void fusion::fusePrologues(func::FuncOp function) {
  PrologueFusion(function).run();
}
