//===- Random.h - The op for random numbers ---------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_DIALECT_RANDOM_H
#define CKPT_DIALECT_RANDOM_H

#include "ckpt/Dialect/Ckpt.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include "ckpt/Dialect/RandomEnums.h.inc"
#define GET_OP_CLASSES
#include "ckpt/Dialect/RandomOp.h.inc"

#endif // CKPT_DIALECT_RANDOM_H
