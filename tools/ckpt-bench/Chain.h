//===- Chain.h - A net of equal layers, as text -----------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_BENCH_CHAIN_H
#define CKPT_TOOLS_CKPT_BENCH_CHAIN_H

#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace ckpt::tools {

/// Layers relu(x w) of a batch of rows with one weight for all of them, and the
/// mean of squares as loss. It is written to a file that lives as long as this.
class ChainFile {
public:
  static llvm::Expected<ChainFile> write(int64_t layers, int64_t batch,
                                         int64_t width);
  ChainFile(ChainFile &&other) noexcept : path(std::move(other.path)) {
    other.path.clear();
  }
  ChainFile(const ChainFile &) = delete;
  ChainFile &operator=(const ChainFile &) = delete;
  ~ChainFile();

  const std::string &getPath() const { return path; }

private:
  explicit ChainFile(std::string path) : path(std::move(path)) {}
  std::string path;
};

} // namespace ckpt::tools

#endif // CKPT_TOOLS_CKPT_BENCH_CHAIN_H
