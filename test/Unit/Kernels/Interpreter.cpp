//===- Interpreter.cpp - Kernel bodies, element by element ----------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written from the definitions of the operations and as plainly as possible:
// every index is a list of counters, every value a double.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "gtest/gtest.h"

#include <cmath>
#include <functional>
#include <limits>

using namespace mlir;

namespace ckpt::test {

namespace {

using Index = SmallVector<int64_t>;

int64_t flat(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t position = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    position = position * shape[d] + index[d];
  return position;
}

void forEach(ArrayRef<int64_t> extents,
             llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  Index index(extents.size(), 0);
  if (llvm::is_contained(extents, 0))
    return;
  while (true) {
    visit(index);
    int d = int(extents.size()) - 1;
    for (; d >= 0 && ++index[d] == extents[d]; --d)
      index[d] = 0;
    if (d < 0)
      return;
  }
}

double scalarConstant(Attribute attr) {
  if (auto f = dyn_cast<FloatAttr>(attr))
    return f.getValueAsDouble();
  auto i = cast<IntegerAttr>(attr);
  return i.getType().isInteger(1) ? double(i.getValue().getZExtValue())
                                  : double(i.getInt());
}

class Interpreter {
public:
  std::vector<Tensor> run(KernelOp kernel, const std::vector<Tensor> &inputs) {
    for (auto [argument, input] :
         llvm::zip(kernel.getBody().getArguments(), inputs))
      tensors[argument] = input;
    for (Operation &op : kernel.getBody().front().without_terminator())
      visit(op);
    std::vector<Tensor> results;
    for (Value value : kernel.getBody().front().getTerminator()->getOperands())
      results.push_back(tensors[value]);
    return results;
  }

private:
  Tensor &make(Value value, double first = 0) {
    Tensor &tensor = tensors[value];
    tensor.type = cast<RankedTensorType>(value.getType());
    tensor.elements.assign(tensor.type.getNumElements(), first);
    return tensor;
  }
  double &at(Tensor &tensor, ArrayRef<int64_t> index) {
    return tensor.elements[flat(tensor.type.getShape(), index)];
  }

  void visit(Operation &op);
  void constant(arith::ConstantOp op);
  void structured(linalg::LinalgOp op);
  double evaluate(Operation &op, ArrayRef<int64_t> counters,
                  llvm::DenseMap<Value, double> &scalars);
  double valueOf(Value value, llvm::DenseMap<Value, double> &scalars);
  void slices(Operation &op);
  template <typename Op> void convolution(Op op, Value x, Value w, Value y);
  void pool(PoolOp op);
  void poolBackward(PoolBackwardOp op);
  template <typename Op>
  void overWindows(Op op, ArrayRef<int64_t> in, ArrayRef<int64_t> out,
                   llvm::function_ref<void(Index, ArrayRef<Index>)> visit);

  llvm::DenseMap<Value, Tensor> tensors;
};

void Interpreter::constant(arith::ConstantOp op) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements)
    return;
  Tensor &tensor = make(op.getResult());
  for (auto [i, attr] : llvm::enumerate(elements.getValues<Attribute>()))
    tensor.elements[i] = scalarConstant(attr);
}

double Interpreter::valueOf(Value value,
                            llvm::DenseMap<Value, double> &scalars) {
  auto known = scalars.find(value);
  if (known != scalars.end())
    return known->second;
  Attribute attr;
  EXPECT_TRUE(matchPattern(value, m_Constant(&attr)));
  return scalarConstant(attr);
}

double compare(int64_t predicate, double a, double b) {
  using P = arith::CmpFPredicate;
  switch (static_cast<P>(predicate)) {
  case P::OEQ:
    return a == b;
  case P::OGT:
    return a > b;
  case P::OGE:
    return a >= b;
  case P::OLT:
    return a < b;
  case P::OLE:
    return a <= b;
  case P::UNE:
    return a != b;
  case P::UGT:
    return !(a <= b);
  case P::ULT:
    return !(a >= b);
  case P::UNO:
    return std::isnan(a) || std::isnan(b);
  default:
    ADD_FAILURE();
    return 0;
  }
}

double compareInt(arith::CmpIPredicate predicate, double a, double b) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return a == b;
  case P::ne:
    return a != b;
  case P::slt:
  case P::ult:
    return a < b;
  case P::sle:
  case P::ule:
    return a <= b;
  case P::sgt:
  case P::ugt:
    return a > b;
  case P::sge:
  case P::uge:
    return a >= b;
  }
  return 0;
}

double Interpreter::evaluate(Operation &op, ArrayRef<int64_t> counters,
                             llvm::DenseMap<Value, double> &scalars) {
  auto x = [&](unsigned i) { return valueOf(op.getOperand(i), scalars); };
  return TypeSwitch<Operation *, double>(&op)
      .Case([&](arith::ConstantOp c) { return scalarConstant(c.getValue()); })
      .Case([&](linalg::IndexOp i) { return double(counters[i.getDim()]); })
      .Case<arith::AddFOp, arith::AddIOp>([&](auto) { return x(0) + x(1); })
      .Case<arith::SubFOp, arith::SubIOp>([&](auto) { return x(0) - x(1); })
      .Case<arith::MulFOp, arith::MulIOp>([&](auto) { return x(0) * x(1); })
      .Case([&](arith::DivFOp) { return x(0) / x(1); })
      .Case([&](arith::NegFOp) { return -x(0); })
      .Case<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>(
          [&](auto) { return std::fmax(x(0), x(1)); })
      .Case<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp>(
          [&](auto) { return std::fmin(x(0), x(1)); })
      .Case(
          [&](arith::AndIOp) { return double(int64_t(x(0)) & int64_t(x(1))); })
      .Case([&](arith::OrIOp) { return double(int64_t(x(0)) | int64_t(x(1))); })
      .Case(
          [&](arith::XOrIOp) { return double(int64_t(x(0)) ^ int64_t(x(1))); })
      .Case([&](arith::CmpFOp c) {
        return compare(int64_t(c.getPredicate()), x(0), x(1));
      })
      .Case([&](arith::CmpIOp c) {
        return compareInt(c.getPredicate(), x(0), x(1));
      })
      .Case([&](arith::SelectOp) { return x(0) != 0 ? x(1) : x(2); })
      .Case<arith::SIToFPOp, arith::UIToFPOp, arith::IndexCastOp, arith::ExtFOp,
            arith::TruncFOp, arith::ExtUIOp>([&](auto) { return x(0); })
      .Case([&](math::ExpOp) { return std::exp(x(0)); })
      .Case([&](math::LogOp) { return std::log(x(0)); })
      .Case([&](math::TanhOp) { return std::tanh(x(0)); })
      .Case([&](math::SqrtOp) { return std::sqrt(x(0)); })
      .Case([&](math::RsqrtOp) { return 1 / std::sqrt(x(0)); })
      .Case([&](math::AbsFOp) { return std::fabs(x(0)); })
      .Case([&](tensor::ExtractOp e) {
        Index index;
        for (Value i : e.getIndices())
          index.push_back(int64_t(valueOf(i, scalars)));
        return at(tensors[e.getTensor()], index);
      })
      .Default([&](Operation *other) {
        ADD_FAILURE() << "cannot evaluate "
                      << other->getName().getStringRef().str();
        return 0.0;
      });
}

void Interpreter::structured(linalg::LinalgOp op) {
  SmallVector<Value> results(op->getResults());
  for (auto [init, result] : llvm::zip(op.getDpsInits(), results)) {
    Tensor start = tensors[init];
    make(result);
    tensors[result].elements = start.elements;
  }
  auto ranges = op.getStaticLoopRanges();
  auto maps = op.getIndexingMapsArray();
  unsigned numInputs = op.getNumDpsInputs();
  auto place = [&](unsigned operand, ArrayRef<int64_t> counters) {
    return Index(maps[operand].compose(counters));
  };
  Block &body = *op.getBlock();
  forEach(ranges, [&](ArrayRef<int64_t> counters) {
    llvm::DenseMap<Value, double> scalars;
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      BlockArgument argument = body.getArgument(i);
      if (i >= numInputs)
        scalars[argument] =
            at(tensors[results[i - numInputs]], place(i, counters));
      else if (isa<TensorType>(operand.getType()))
        scalars[argument] = at(tensors[operand], place(i, counters));
      else
        scalars[argument] = valueOf(operand, scalars);
    }
    for (Operation &inner : body.without_terminator())
      scalars[inner.getResult(0)] = evaluate(inner, counters, scalars);
    for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands()))
      at(tensors[results[i]], place(numInputs + i, counters)) =
          valueOf(value, scalars);
  });
}

void Interpreter::slices(Operation &op) {
  if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op)) {
    Tensor source = tensors[extract.getSource()];
    Tensor &result = make(extract.getResult());
    int64_t position = 0;
    forEach(extract.getStaticSizes(), [&](ArrayRef<int64_t> index) {
      Index from;
      for (size_t d = 0; d < index.size(); ++d)
        from.push_back(extract.getStaticOffsets()[d] +
                       index[d] * extract.getStaticStrides()[d]);
      result.elements[position++] = at(source, from);
    });
  } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    Tensor source = tensors[insert.getSource()];
    Tensor dest = tensors[insert.getDest()];
    Tensor &result = make(insert.getResult());
    result.elements = dest.elements;
    int64_t position = 0;
    forEach(insert.getStaticSizes(), [&](ArrayRef<int64_t> index) {
      Index to;
      for (size_t d = 0; d < index.size(); ++d)
        to.push_back(insert.getStaticOffsets()[d] +
                     index[d] * insert.getStaticStrides()[d]);
      at(result, to) = source.elements[position++];
    });
  } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    std::vector<Tensor> sources;
    for (Value input : concat.getInputs())
      sources.push_back(tensors[input]);
    Tensor &result = make(concat.getResult());
    int64_t offset = 0;
    for (Tensor &source : sources) {
      forEach(source.type.getShape(), [&](ArrayRef<int64_t> index) {
        Index to(index);
        to[concat.getDim()] += offset;
        at(result, to) = at(source, index);
      });
      offset += source.type.getDimSize(concat.getDim());
    }
  } else if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Attribute value;
    matchPattern(pad.getConstantPaddingValue(), m_Constant(&value));
    Tensor source = tensors[pad.getSource()];
    Tensor &result = make(pad.getResult(), scalarConstant(value));
    forEach(source.type.getShape(), [&](ArrayRef<int64_t> index) {
      Index to(index);
      for (size_t d = 0; d < to.size(); ++d)
        to[d] += pad.getStaticLow()[d];
      at(result, to) = at(source, index);
    });
  }
}

/// Images with the channel last and first; (n, h, w, c) to the tensor's order.
template <typename Op>
Index imageIndex(Op op, int64_t n, int64_t h, int64_t w, int64_t c) {
  return op.getLayout() == Layout::NHWC ? Index{n, h, w, c} : Index{n, c, h, w};
}

/// Plain sums over all products; which operand is computed is decided by which
/// value is the result.
template <typename Op>
void Interpreter::convolution(Op op, Value x, Value w, Value y) {
  make(op.getResult());
  Tensor &image = tensors[x], &filter = tensors[w], &output = tensors[y];
  bool last = op.getLayout() == Layout::NHWC;
  auto dims = [&](Tensor &t) {
    ArrayRef<int64_t> s = t.type.getShape();
    return last ? Index{s[0], s[1], s[2], s[3]} : Index{s[0], s[2], s[3], s[1]};
  };
  Index in = dims(image), out = dims(output);
  ArrayRef<int64_t> f = filter.type.getShape();
  Index kernel =
      last ? Index{f[0], f[1], f[2], f[3]} : Index{f[2], f[3], f[1], f[0]};
  int64_t groupOutputs = out[3] / op.getGroups();
  forEach({out[0], out[1], out[2], out[3], kernel[0], kernel[1], kernel[2]},
          [&](ArrayRef<int64_t> i) {
            int64_t group = i[3] / groupOutputs;
            int64_t h = i[1] * op.getStrides()[0] - op.getPadLow()[0] +
                        i[4] * op.getDilations()[0];
            int64_t v = i[2] * op.getStrides()[1] - op.getPadLow()[1] +
                        i[5] * op.getDilations()[1];
            if (h < 0 || v < 0 || h >= in[1] || v >= in[2])
              return;
            double &a =
                at(image, imageIndex(op, i[0], h, v, group * kernel[2] + i[6]));
            double &b = at(filter, last ? Index{i[4], i[5], i[6], i[3]}
                                        : Index{i[3], i[6], i[4], i[5]});
            double &c = at(output, imageIndex(op, i[0], i[1], i[2], i[3]));
            if (y == op.getResult())
              c += a * b;
            else if (x == op.getResult())
              a += b * c;
            else
              b += a * c;
          });
}

template <typename Op>
void Interpreter::overWindows(
    Op op, ArrayRef<int64_t> in, ArrayRef<int64_t> out,
    llvm::function_ref<void(Index, ArrayRef<Index>)> visit) {
  bool last = op.getLayout() == Layout::NHWC;
  int h = last ? 1 : 2;
  forEach(out, [&](ArrayRef<int64_t> index) {
    std::vector<Index> places;
    for (int64_t i = 0; i < op.getWindow()[0]; ++i)
      for (int64_t j = 0; j < op.getWindow()[1]; ++j) {
        Index place(index);
        place[h] = index[h] * op.getStrides()[0] - op.getPadLow()[0] +
                   i * op.getDilations()[0];
        place[h + 1] = index[h + 1] * op.getStrides()[1] - op.getPadLow()[1] +
                       j * op.getDilations()[1];
        if (place[h] >= 0 && place[h + 1] >= 0 && place[h] < in[h] &&
            place[h + 1] < in[h + 1])
          places.push_back(place);
      }
    visit(Index(index), places);
  });
}

void Interpreter::pool(PoolOp op) {
  Tensor input = tensors[op.getInput()];
  Tensor &result = make(op.getResult());
  overWindows(op, input.type.getShape(), result.type.getShape(),
              [&](Index to, ArrayRef<Index> places) {
                double sum = 0, best = -std::numeric_limits<double>::infinity();
                for (const Index &place : places) {
                  sum += at(input, place);
                  best = std::fmax(best, at(input, place));
                }
                if (op.getKind() == PoolKind::Average)
                  sum /= op.getWindow()[0] * op.getWindow()[1];
                at(result, to) = op.getKind() == PoolKind::Max ? best : sum;
              });
}

void Interpreter::poolBackward(PoolBackwardOp op) {
  Tensor gradient = tensors[op.getDOutput()];
  Tensor input;
  if (op.getInput())
    input = tensors[op.getInput()];
  Tensor &result = make(op.getResult());
  overWindows(op, result.type.getShape(), gradient.type.getShape(),
              [&](Index from, ArrayRef<Index> places) {
                double g = at(gradient, from);
                if (op.getKind() == PoolKind::Average)
                  g /= op.getWindow()[0] * op.getWindow()[1];
                if (op.getKind() != PoolKind::Max) {
                  for (const Index &place : places)
                    at(result, place) += g;
                  return;
                }
                const Index *best = nullptr;
                for (const Index &place : places)
                  if (!best || at(input, place) > at(input, *best))
                    best = &place;
                if (best)
                  at(result, *best) += g;
              });
}

void Interpreter::visit(Operation &op) {
  TypeSwitch<Operation *>(&op)
      .Case([&](arith::ConstantOp c) { constant(c); })
      .Case([&](tensor::EmptyOp e) { make(e.getResult(), -77); })
      .Case([&](linalg::LinalgOp l) { structured(l); })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>([&](auto reshape) {
        std::vector<double> elements = tensors[reshape.getSrc()].elements;
        make(reshape.getResult()).elements = elements;
      })
      .Case([&](ConvOp c) {
        convolution(c, c.getLhs(), c.getRhs(), c.getResult());
      })
      .Case([&](ConvBackwardDataOp c) {
        convolution(c, c.getResult(), c.getRhs(), c.getLhs());
      })
      .Case([&](ConvBackwardFilterOp c) {
        convolution(c, c.getLhs(), c.getResult(), c.getRhs());
      })
      .Case([&](PoolOp p) { pool(p); })
      .Case([&](PoolBackwardOp p) { poolBackward(p); })
      .Default([&](Operation *other) { slices(*other); });
}

} // namespace

std::vector<Tensor> interpret(KernelOp kernel,
                              const std::vector<Tensor> &inputs) {
  return Interpreter().run(kernel, inputs);
}

} // namespace ckpt::test
