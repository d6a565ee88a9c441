//===- MathTest.cpp - Accuracy of math functions
//----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "gtest/gtest.h"

using namespace ckpt::test;

namespace {

TEST(Math, Placeholder) {}
} // namespace
