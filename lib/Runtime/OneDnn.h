//===- OneDnn.h - The one place that knows oneDNN's versions ----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates oneDNN operations for versions 2.6 and 3.x. All of them take their
// scratch memory from the caller, and none is a reference implementation.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_RUNTIME_ONEDNN_H
#define CKPT_LIB_RUNTIME_ONEDNN_H

#include "ckpt/Runtime/PrimitiveSpec.h"

#include <oneapi/dnnl/dnnl.hpp>

#include <optional>

namespace ckpt::runtime::onednn {

using dnnl::memory;

const dnnl::engine &engine();

/// One operation on one chunk. For convolutions the operands are source,
/// weights and destination, or their gradients; for contractions a, b and c.
struct Operation {
  dnnl::primitive_desc_base desc;
  memory::desc source, weights, destination, scratchpad;
  /// oneDNN's argument numbers of the three operands.
  std::array<int, 3> arguments{};
  std::string implementation;
};

/// A dense or strided view of float data.
memory::desc floats(const memory::dims &sizes, const memory::dims &strides);

/// The plain HWCF filter of a convolution as oneDNN sees it.
memory::desc plainFilter(const PrimitiveSpec &spec);

/// The library may choose the format of `filter` if `filter` is none.
/// `images` is the number of images in a chunk. Nothing is returned, and
/// `error` says why, when there is only a reference implementation or none.
std::optional<Operation> makeConvolution(const PrimitiveSpec &spec,
                                         int64_t images,
                                         const memory::desc *filter,
                                         std::string &error);

/// As above; the library may choose the format of b if `b` has format `any`.
std::optional<Operation> makeMatmul(const memory::desc &a,
                                    const memory::desc &b,
                                    const memory::desc &c, std::string &error);

/// Contractions with row-major operands that oneDNN runs faster under another
/// name: c[rows x inputs] = a[rows x outputs] * b[inputs x outputs]^T, and
/// c[inputs x outputs] = a[rows x inputs]^T * b[rows x outputs].
enum class InnerProduct { BackwardData, BackwardWeights };
std::optional<Operation> makeInnerProduct(InnerProduct kind, int64_t rows,
                                          int64_t inputs, int64_t outputs,
                                          std::string &error);

std::optional<Operation> makeReorder(const memory::desc &from,
                                     const memory::desc &to,
                                     std::string &error);

} // namespace ckpt::runtime::onednn

#endif // CKPT_LIB_RUNTIME_ONEDNN_H
