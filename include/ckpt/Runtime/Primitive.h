//===- Primitive.h - A library operation, ready to run ----------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_RUNTIME_PRIMITIVE_H
#define CKPT_RUNTIME_PRIMITIVE_H

#include "ckpt/Runtime/PrimitiveSpec.h"

#include <memory>

namespace ckpt::runtime {

/// A prepared library operation. It runs like generated code: phase by phase,
/// the chunks of one phase in any order and on any thread. Within a chunk the
/// library uses one thread only, so the bits do not depend on the number of
/// threads.
class Primitive {
public:
  /// `threads` is the number of threads that may call `run` at the same time.
  /// Returns null and says why in `error` if the library does not support it.
  static std::unique_ptr<Primitive>
  create(const PrimitiveSpec &spec, unsigned threads, std::string &error);
  virtual ~Primitive();

  const PrimitiveInfo &info() const { return information; }

  /// `args` are the two operands, the result, and the workspace if
  /// `info().workspaceBytes` is not 0. `thread` is the caller's index, and no
  /// two callers may use the same one at the same time. Returns false if the
  /// library reports an error.
  virtual bool run(size_t phase, int64_t chunk, void *const *args,
                   unsigned thread) = 0;

protected:
  PrimitiveInfo information;
};

/// While it lives, library calls of the current thread use this thread only.
/// Restores the thread's former setting.
class SingleThreadScope {
public:
  SingleThreadScope();
  ~SingleThreadScope();
  SingleThreadScope(const SingleThreadScope &) = delete;
  SingleThreadScope &operator=(const SingleThreadScope &) = delete;

private:
  int formerThreads;
};

} // namespace ckpt::runtime

#endif // CKPT_RUNTIME_PRIMITIVE_H
