//===- PrimitivesNone.cpp - Built without oneDNN --------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Runtime/Primitive.h"

using namespace ckpt::runtime;

static const char *const reason = "built without oneDNN";

SingleThreadScope::SingleThreadScope() : formerThreads(1) {}
SingleThreadScope::~SingleThreadScope() = default;

Primitive::~Primitive() = default;

std::unique_ptr<Primitive> Primitive::create(const PrimitiveSpec &, unsigned,
                                             std::string &error) {
  error = reason;
  return nullptr;
}

PrimitiveInfo ckpt::runtime::queryPrimitive(const PrimitiveSpec &) {
  PrimitiveInfo info;
  info.description = reason;
  return info;
}
