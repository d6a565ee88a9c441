//===- Registration.h - All of ckpt in one call -----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PIPELINES_REGISTRATION_H
#define CKPT_PIPELINES_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace ckpt {

/// The dialect, and what the interfaces say about upstream dialects. Does not
/// register those.
void registerDialects(mlir::DialectRegistry &registry);

/// Every pass of every stage, and the pipelines, for textual pipelines. Once a
/// process.
void registerPasses();

} // namespace ckpt

#endif // CKPT_PIPELINES_REGISTRATION_H
