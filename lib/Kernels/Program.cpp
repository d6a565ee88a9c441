//===- Program.cpp - Small pieces of the kernel description ---------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace ckpt::kernels {

Type storageType(Type type) {
  if (type.isInteger(1))
    return IntegerType::get(type.getContext(), 8);
  if (type.isIndex())
    return IntegerType::get(type.getContext(), 64);
  return type;
}

int64_t storedBytes(Type type) {
  return llvm::divideCeil(storageType(type).getIntOrFloatBitWidth(), 8);
}

int64_t product(ArrayRef<int64_t> extents) {
  int64_t result = 1;
  for (int64_t extent : extents)
    result *= extent;
  return result;
}

Extents rowMajorStrides(ArrayRef<int64_t> shape) {
  Extents strides(shape.size(), 1);
  for (int i = static_cast<int>(shape.size()) - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * shape[i + 1];
  return strides;
}

int Program::addWorkspace(Type element, int64_t size) {
  Buffer buffer;
  buffer.kind = Buffer::Kind::Workspace;
  buffer.element = storageType(element);
  buffer.size = size;
  buffers.push_back(buffer);
  return static_cast<int>(buffers.size()) - 1;
}

void Program::placeWorkspace() {
  SmallVector<bool> used(buffers.size(), false);
  for (const Nest &nest : nests) {
    forEachAccess(nest,
                  [&](const Access &access) { used[access.buffer] = true; });
    for (const Nest::Gather &gather : nest.gathers)
      used[gather.view.buffer] = true;
  }
  workspaceBytes = 0;
  for (auto [buffer, isUsed] : llvm::zip(buffers, used)) {
    if (buffer.kind != Buffer::Kind::Workspace || !isUsed)
      continue;
    buffer.index = workspaceBytes;
    // Pieces start on cache lines, so that chunks share none by accident.
    workspaceBytes +=
        llvm::alignTo(buffer.size * storedBytes(buffer.element), 64);
  }
}

TypedAttr neutralElement(Combine combine, Type type) {
  Builder builder(type.getContext());
  auto infinity = [&](bool negative) -> TypedAttr {
    auto floatType = cast<FloatType>(type);
    return FloatAttr::get(
        type, APFloat::getInf(floatType.getFloatSemantics(), negative));
  };
  unsigned bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
  auto integer = [&](const APInt &value) -> TypedAttr {
    return IntegerAttr::get(type, value);
  };
  switch (combine) {
  case Combine::MulF:
    return builder.getFloatAttr(type, 1.0);
  case Combine::MaximumF:
  case Combine::MaxNumF:
    return infinity(/*negative=*/true);
  case Combine::MinimumF:
  case Combine::MinNumF:
    return infinity(/*negative=*/false);
  case Combine::MulI:
    return integer(APInt(bits, 1));
  case Combine::MaxSI:
    return integer(APInt::getSignedMinValue(bits));
  case Combine::MinSI:
    return integer(APInt::getSignedMaxValue(bits));
  case Combine::MinUI:
  case Combine::And:
    return integer(APInt::getAllOnes(bits));
  default:
    return builder.getZeroAttr(type);
  }
}

} // namespace ckpt::kernels
