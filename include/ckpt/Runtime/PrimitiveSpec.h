//===- PrimitiveSpec.h - A dense library operation --------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_RUNTIME_PRIMITIVESPEC_H
#define CKPT_RUNTIME_PRIMITIVESPEC_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ckpt::runtime {

/// A convolution (activations NHWC, filters HWCF) or a contraction, in single
/// precision, dense row-major operands.
///
///   Conv                operands (input, filter)        result output
///   ConvBackwardData    operands (d_output, filter)     result d_input
///   ConvBackwardFilter  operands (input, d_output)      result d_filter
///   Matmul              operands (a, b)                 result c = a * b
///
/// Matmul: c is [batch x] m x n; `transposeA` means that a is stored k x m,
/// `transposeB` that b is stored n x k. `batch` is 1 for a plain product;
/// `broadcastB` means that one b serves the whole batch.
struct PrimitiveSpec {
  enum class Kind : uint8_t {
    Conv,
    ConvBackwardData,
    ConvBackwardFilter,
    Matmul
  };
  Kind kind = Kind::Conv;
  // Convolution.
  int64_t batch = 1, inputHeight = 1, inputWidth = 1, inputChannels = 1;
  int64_t outputHeight = 1, outputWidth = 1, outputChannels = 1;
  int64_t kernelHeight = 1, kernelWidth = 1, groups = 1;
  std::array<int64_t, 2> strides{1, 1}, dilations{1, 1};
  std::array<int64_t, 2> padLow{0, 0}, padHigh{0, 0};
  // Matmul.
  int64_t m = 1, n = 1, k = 1;
  bool transposeA = false, transposeB = false, broadcastB = false;
};

/// What the library says about a primitive before any memory is planned.
struct PrimitiveInfo {
  bool supported = false;
  /// Why not, or the library's name of the implementation ("jit:avx512_core").
  std::string description;
  /// Bytes that one launch needs besides operands and results: packed weights,
  /// per-chunk partial results, scratchpads of all chunks.
  int64_t workspaceBytes = 0;
  /// Chunks of each phase; they depend on the shape only.
  std::vector<int64_t> phaseChunks;
};

/// Asks the library. An implementation that the library itself calls a
/// reference ("ref") is reported as unsupported, so that generated code is
/// used instead.
PrimitiveInfo queryPrimitive(const PrimitiveSpec &spec);

} // namespace ckpt::runtime

#endif // CKPT_RUNTIME_PRIMITIVESPEC_H
