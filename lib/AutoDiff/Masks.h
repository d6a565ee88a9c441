//===- Masks.h - Gradients of branches that were not taken ------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_AUTODIFF_MASKS_H
#define CKPT_LIB_AUTODIFF_MASKS_H

#include "ckpt/Dialect/Ckpt.h"

namespace ckpt {

/// The gradient of a select is masked: zero where its branch was not taken.
/// What the reverse sweep does with it is linear, so the mask can as well be
/// applied afterwards; then the derivative of a branch may be infinite or not a
/// number where that branch was not taken (0 * inf would not be 0). Frameworks
/// export erf, for one, as two expansions of which one overflows.
void applyMasksLast(GradientOp gradient);

} // namespace ckpt

#endif // CKPT_LIB_AUTODIFF_MASKS_H
