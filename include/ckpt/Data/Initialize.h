//===- Initialize.h - First values of parameters and states -----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DATA_INITIALIZE_H
#define CKPT_DATA_INITIALIZE_H

#include "ckpt/Data/Array.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ckpt::data {

/// Whether `init` is one of the forms that `initialize` knows; else the error
/// says which there are.
llvm::Error checkInit(llvm::StringRef init, llvm::StringRef name);

/// Writes the first value of the tensor `name` to `to`. `init` is one of
///   zeros, ones, a number, constant(C), uniform(LOW, HIGH),
///   normal(DEVIATION), normal(MEAN, DEVIATION),
///   glorot_uniform, glorot_normal, he_uniform, he_normal, lecun_uniform,
///   lecun_normal.
/// Fans are computed as Keras does it: the last two dimensions are in and out,
/// the ones before are the window of a convolution. Every element is a pure
/// function of seed, name and place.
llvm::Error initialize(llvm::StringRef init, llvm::StringRef name,
                       uint64_t seed, DType type,
                       const std::vector<int64_t> &shape, uint8_t *to);

} // namespace ckpt::data

#endif // CKPT_DATA_INITIALIZE_H
