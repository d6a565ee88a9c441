//===- FunctionContext.cpp - Building the code of one phase ---------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionContext.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace ckpt::kernels {

FunctionContext::FunctionContext(const Program &program, KernelOp kernel,
                                 func::FuncOp function)
    : b(function.getBody()), program(program), loc(kernel.getLoc()),
      kernel(kernel), function(function) {
  chunk = function.getArguments().back();
  bases.resize(program.buffers.size());
}

Value FunctionContext::index(int64_t value) {
  Value &known = indices[value];
  if (!known) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&function.getBody().front());
    known = arith::ConstantIndexOp::create(b, loc, value);
  }
  return known;
}

Value FunctionContext::constant(TypedAttr value) {
  Value &known = constants[value];
  if (!known) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&function.getBody().front());
    known = arith::ConstantOp::create(b, loc, value);
  }
  return known;
}

Value FunctionContext::splat(Value scalar, int width) {
  if (width == 1 || isa<VectorType>(scalar.getType()))
    return scalar;
  auto type = VectorType::get({width}, scalar.getType());
  TypedAttr attr;
  if (matchPattern(scalar, m_Constant(&attr)))
    return constant(DenseElementsAttr::get(type, attr));
  return vector::BroadcastOp::create(b, loc, type, scalar);
}

Value FunctionContext::add(Value a, Value c) {
  return arith::AddIOp::create(b, loc, a, c);
}
Value FunctionContext::mul(Value a, int64_t factor) {
  return factor == 1 ? a : arith::MulIOp::create(b, loc, a, index(factor));
}
Value FunctionContext::addOffset(Value a, int64_t offset) {
  return offset == 0 ? a : add(a, index(offset));
}
Value FunctionContext::minimum(Value a, Value c) {
  return arith::MinSIOp::create(b, loc, a, c);
}
Value FunctionContext::maximum(Value a, Value c) {
  return arith::MaxSIOp::create(b, loc, a, c);
}

Value FunctionContext::base(int buffer) {
  Value &known = bases[buffer];
  if (known)
    return known;
  const Buffer &place = program.buffers[buffer];
  auto type = MemRefType::get({place.size}, place.element);
  if (place.kind == Buffer::Kind::Operand)
    return known = function.getArgument(place.index);
  if (place.kind == Buffer::Kind::Result)
    return known = function.getArgument(kernel.getNumArguments() + place.index);
  if (place.kind == Buffer::Kind::Workspace) {
    Value offset = index(place.index);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfter(offset.getDefiningOp());
    Value workspace = function.getArgument(function.getNumArguments() - 2);
    return known = memref::ViewOp::create(b, loc, type, workspace, offset,
                                          ValueRange{});
  }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&function.getBody().front());
  std::string name = (kernel.getSymName() + "$c" + Twine(place.index)).str();
  return known = memref::GetGlobalOp::create(b, loc, type, name);
}

Value FunctionContext::address(const Access &access, ArrayRef<Value> counters) {
  Value sum;
  auto addTerm = [&](Value term) { sum = sum ? add(sum, term) : term; };
  if (!access.isLinear()) {
    for (auto [result, stride] :
         llvm::zip(access.map.getResults(), access.mapStrides))
      addTerm(
          mul(affine::expandAffineExpr(b, loc, result, counters, {}), stride));
  } else {
    for (auto [d, coef] : llvm::enumerate(access.coefs)) {
      if (coef == 0)
        continue;
      Value counter = counters[d];
      if (d == 0 && access.inBlock)
        counter = arith::SubIOp::create(b, loc, counter, blockStart);
      addTerm(mul(counter, coef));
    }
  }
  if (access.chunkStride != 0)
    addTerm(mul(chunk, access.chunkStride));
  return sum ? addOffset(sum, access.offset) : index(access.offset);
}

static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

Value FunctionContext::fromStorage(Value value, Type type) {
  Type stored = getElementTypeOrSelf(value.getType());
  if (stored == type)
    return value;
  if (type.isIndex())
    return arith::IndexCastOp::create(
        b, loc, withElement(value.getType(), type), value);
  // A stored byte that is not zero is true.
  Value zero = constant(cast<TypedAttr>(b.getZeroAttr(value.getType())));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, value, zero);
}

Value FunctionContext::toStorage(Value value, Type stored) {
  Type type = getElementTypeOrSelf(value.getType());
  if (stored == type)
    return value;
  Type wanted = withElement(value.getType(), stored);
  if (type.isIndex())
    return arith::IndexCastOp::create(b, loc, wanted, value);
  return arith::ExtUIOp::create(b, loc, wanted, value);
}

Value FunctionContext::mask(int width, int active) {
  SmallVector<bool> bits(width, false);
  std::fill_n(bits.begin(), active, true);
  auto type = VectorType::get({width}, b.getI1Type());
  return constant(DenseElementsAttr::get(type, bits));
}

Value FunctionContext::loadAt(int buffer, Value address, Type type, int width,
                              int active) {
  Type stored = program.buffers[buffer].element;
  Value memory = base(buffer), loaded;
  if (width == 1) {
    loaded = memref::LoadOp::create(b, loc, memory, address);
  } else {
    auto vectorType = VectorType::get({width}, stored);
    if (active == width)
      loaded = vector::LoadOp::create(b, loc, vectorType, memory, address);
    else
      loaded = vector::MaskedLoadOp::create(
          b, loc, vectorType, memory, address, mask(width, active),
          constant(cast<TypedAttr>(b.getZeroAttr(vectorType))));
  }
  return fromStorage(loaded, type);
}

Value FunctionContext::load(const Access &access, Type type,
                            ArrayRef<Value> counters, Lanes lanes) {
  Value start = address(access, counters);
  if (lanes.rows > 1)
    return loadRows(access, type, start, lanes);
  int64_t step =
      lanes.width == 1 || !access.isLinear() ? 0 : access.coefs[lanes.dim];
  if (step == 0)
    return loadAt(access.buffer, start, type, 1, 1);
  if (step == 1)
    return loadAt(access.buffer, start, type, lanes.width, lanes.active);
  Values elements;
  for (int lane = 0; lane < lanes.width; ++lane)
    elements.push_back(
        lane < lanes.active
            ? loadAt(access.buffer, addOffset(start, lane * step), type, 1, 1)
            : elements[0]);
  return vector::FromElementsOp::create(
      b, loc, VectorType::get({lanes.width}, type), elements);
}

void FunctionContext::storeAt(Value value, int buffer, Value address,
                              int active, bool streams) {
  value = toStorage(value, program.buffers[buffer].element);
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type)
    memref::StoreOp::create(b, loc, value, base(buffer), address);
  else if (type.getDimSize(0) == active)
    vector::StoreOp::create(b, loc, value, base(buffer), address, streams);
  else
    vector::MaskedStoreOp::create(b, loc, base(buffer), address,
                                  mask(type.getDimSize(0), active), value);
}

/// Whether vectors along the last dimension begin on cache lines and fill them.
static bool isWholeLines(const Access &access, Lanes lanes, Type stored) {
  int64_t bytes = storedBytes(stored);
  bool whole = lanes.width * bytes == 64 && access.offset % lanes.width == 0 &&
               access.chunkStride % lanes.width == 0;
  for (auto [d, coef] : llvm::enumerate(access.coefs))
    whole &= static_cast<int>(d) >= lanes.dim || coef % lanes.width == 0;
  return whole;
}

void FunctionContext::store(Value value, const Access &access,
                            ArrayRef<Value> counters, Lanes lanes,
                            bool streams) {
  Value start = address(access, counters);
  if (lanes.rows > 1)
    return storeRows(splat(value, lanes.width), access, start, lanes, streams);
  int64_t step = lanes.width == 1 ? 0 : access.coefs[lanes.dim];
  if (step != 0)
    value = splat(value, lanes.width);
  if (step == 0 || step == 1) {
    streams &=
        isWholeLines(access, lanes, program.buffers[access.buffer].element);
    storeAt(value, access.buffer, start, lanes.active, streams);
    return;
  }
  for (int lane = 0; lane < lanes.active; ++lane) {
    Value element = vector::ExtractOp::create(b, loc, value, lane);
    storeAt(element, access.buffer, addOffset(start, lane * step), 1);
  }
}

Value FunctionContext::loadRows(const Access &access, Type type, Value start,
                                Lanes lanes) {
  int64_t column = access.coefs[lanes.dim], row = access.coefs[lanes.dim - 1];
  int64_t columns = lanes.width / lanes.rows;
  if (column == 0 && row == 0)
    return loadAt(access.buffer, start, type, 1, 1);
  if (column == 1 && row == columns)
    return loadAt(access.buffer, start, type, lanes.width, lanes.width);
  if (column != 1) {
    Values elements;
    for (int lane = 0; lane < lanes.width; ++lane)
      elements.push_back(loadAt(
          access.buffer,
          addOffset(start, lane / columns * row + lane % columns * column),
          type, 1, 1));
    return vector::FromElementsOp::create(
        b, loc, VectorType::get({lanes.width}, type), elements);
  }
  // Pieces of one row each, joined in pairs; without a row stride one piece is
  // all of them.
  Values pieces;
  for (int r = 0; r < lanes.rows; ++r)
    pieces.push_back(row == 0 && r > 0
                         ? pieces[0]
                         : loadAt(access.buffer, addOffset(start, r * row),
                                  type, static_cast<int>(columns),
                                  static_cast<int>(columns)));
  for (int64_t size = columns; pieces.size() > 1; size *= 2) {
    SmallVector<int64_t> both =
        llvm::to_vector(llvm::seq<int64_t>(0, 2 * size));
    Values joined;
    for (size_t i = 0; i < pieces.size(); i += 2)
      joined.push_back(
          vector::ShuffleOp::create(b, loc, pieces[i], pieces[i + 1], both));
    pieces = joined;
  }
  return pieces[0];
}

void FunctionContext::storeRows(Value value, const Access &access, Value start,
                                Lanes lanes, bool streams) {
  int64_t column = access.coefs[lanes.dim], row = access.coefs[lanes.dim - 1];
  int64_t columns = lanes.width / lanes.rows;
  if (column == 1 && row == columns) {
    Lanes dense = lanes;
    --dense.dim; // the rows make the vectors
    streams &=
        isWholeLines(access, dense, program.buffers[access.buffer].element) &&
        access.coefs.size() == 2;
    return storeAt(value, access.buffer, start, lanes.width, streams);
  }
  for (int r = 0; r < lanes.rows; ++r) {
    Value place = addOffset(start, r * row);
    if (column == 1) {
      SmallVector<int64_t> own =
          llvm::to_vector(llvm::seq<int64_t>(r * columns, (r + 1) * columns));
      Value piece = vector::ShuffleOp::create(b, loc, value, value, own);
      storeAt(piece, access.buffer, place, static_cast<int>(columns));
      continue;
    }
    for (int64_t i = 0; i < columns; ++i)
      storeAt(vector::ExtractOp::create(b, loc, value, r * columns + i),
              access.buffer, addOffset(place, i * column), 1);
  }
}

Value FunctionContext::initial(const Output &output, ArrayRef<Value> counters,
                               Lanes lanes) {
  if (output.initial.constant)
    return constant(output.initial.constant);
  return load(output.initial.access, output.initial.type, counters, lanes);
}

Value FunctionContext::combine(Combine kind, Value x, Value y) {
  auto make = [&](auto op) -> Value {
    return decltype(op)::create(b, loc, x, y);
  };
  switch (kind) {
  case Combine::AddF:
    return make(arith::AddFOp());
  case Combine::MulF:
    return make(arith::MulFOp());
  case Combine::MaximumF:
    return make(arith::MaximumFOp());
  case Combine::MinimumF:
    return make(arith::MinimumFOp());
  case Combine::MaxNumF:
    return make(arith::MaxNumFOp());
  case Combine::MinNumF:
    return make(arith::MinNumFOp());
  case Combine::AddI:
    return make(arith::AddIOp());
  case Combine::MulI:
    return make(arith::MulIOp());
  case Combine::MaxSI:
    return make(arith::MaxSIOp());
  case Combine::MinSI:
    return make(arith::MinSIOp());
  case Combine::MaxUI:
    return make(arith::MaxUIOp());
  case Combine::MinUI:
    return make(arith::MinUIOp());
  case Combine::And:
    return make(arith::AndIOp());
  case Combine::Or:
    return make(arith::OrIOp());
  case Combine::Xor:
    return make(arith::XOrIOp());
  case Combine::None:
  case Combine::Serial:
    return y;
  }
  return y;
}

Value FunctionContext::horizontal(Combine kind, Value value, int64_t lanes) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type)
    return value;
  bool isAll = kind == Combine::And, isAny = kind == Combine::Or;
  if (lanes == 1 && type.getElementType().isInteger(1) && (isAll || isAny)) {
    // All bits as one number; shuffles of single bits are slow.
    unsigned width = static_cast<unsigned>(type.getDimSize(0));
    Type word = b.getIntegerType(width);
    Value bits = vector::ExtractOp::create(
        b, loc,
        vector::BitCastOp::create(b, loc, VectorType::get({1}, word), value),
        0);
    APInt wanted = isAll ? APInt::getAllOnes(width) : APInt::getZero(width);
    return arith::CmpIOp::create(
        b, loc, isAll ? arith::CmpIPredicate::eq : arith::CmpIPredicate::ne,
        bits, constant(b.getIntegerAttr(word, wanted)));
  }
  for (int64_t half = type.getDimSize(0) / 2; half >= lanes; half /= 2) {
    SmallVector<int64_t> low = llvm::to_vector(llvm::seq<int64_t>(0, half));
    SmallVector<int64_t> high =
        llvm::to_vector(llvm::seq<int64_t>(half, 2 * half));
    Value lower = vector::ShuffleOp::create(b, loc, value, value, low);
    Value upper = vector::ShuffleOp::create(b, loc, value, value, high);
    value = combine(kind, lower, upper);
  }
  return lanes == 1 ? Value(vector::ExtractOp::create(b, loc, value, 0))
                    : value;
}

Values FunctionContext::loop(Value from, Value to, int64_t step,
                             ValueRange carried, LoopBody body) {
  auto loop = scf::ForOp::create(b, loc, from, to, index(step), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Values results = body(loop.getInductionVar(), loop.getRegionIterArgs());
  // Without carried values the terminator is already there.
  if (!carried.empty()) {
    b.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(b, loc, results);
  }
  return Values(loop.getResults());
}

Values FunctionContext::conditional(Value condition, ValueRange otherwise,
                                    llvm::function_ref<Values()> then) {
  auto branch = scf::IfOp::create(b, loc, otherwise.getTypes(), condition,
                                  /*withElseRegion=*/!otherwise.empty());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  Values results = then();
  if (!otherwise.empty()) {
    b.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(b, loc, results);
    b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(b, loc, otherwise);
  }
  return Values(branch.getResults());
}

} // namespace ckpt::kernels
