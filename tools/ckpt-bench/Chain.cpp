//===- Chain.cpp - A net of equal layers, as text -------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chain.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace ckpt::tools;

// {0}: the activations, {1}: the weight.
static constexpr const char *head = R"(#v = affine_map<(i, j) -> (i, j)>
#s = affine_map<(i, j) -> ()>
func.func private @layer(%x: {0}, %w: {1}) -> {0} {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {0}
  %z = linalg.fill ins(%zero : f32) outs(%e : {0}) -> {0}
  %p = linalg.matmul ins(%x, %w : {0}, {1}) outs(%z : {0}) -> {0}
  %r = linalg.generic {{indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%p : {0}) outs(%e : {0}) {{
  ^bb0(%v: f32, %o: f32):
    %m = arith.maximumf %v, %zero : f32
    linalg.yield %m : f32
  } -> {0}
  return %r : {0}
}
func.func @chain(%w: {1} {{ckpt.param = "w", ckpt.init = "he_normal"}, %h0: {0} {{ckpt.data = "x"})
    -> (tensor<f32> {{ckpt.loss}) {{
)";

// {2}: the last activations.
static constexpr const char *tail = R"(  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {{indexing_maps = [#v, #s], iterator_types = ["reduction", "reduction"]}
      ins(%h{2} : {0}) outs(%z : tensor<f32>) {{
  ^bb0(%v: f32, %o: f32):
    %q = arith.mulf %v, %v : f32
    %t = arith.addf %o, %q : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %loss : tensor<f32>
}
)";

llvm::Expected<ChainFile> ChainFile::write(int64_t layers, int64_t batch,
                                           int64_t width) {
  llvm::SmallString<128> path;
  int descriptor = -1;
  if (std::error_code code = llvm::sys::fs::createTemporaryFile(
          "ckpt-chain", "mlir", descriptor, path))
    return llvm::createStringError("cannot create a temporary file: " +
                                   code.message());
  ChainFile file(path.str().str());
  llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
  std::string x = llvm::formatv("tensor<{0}x{1}xf32>", batch, width);
  std::string w = llvm::formatv("tensor<{0}x{0}xf32>", width);
  out << llvm::formatv(head, x, w);
  for (int64_t i = 0; i < layers; ++i)
    out << llvm::formatv(
        "  %h{0} = func.call @layer(%h{1}, %w) : ({2}, {3}) -> {2}\n", i + 1, i,
        x, w);
  out << llvm::formatv(tail, x, w, layers);
  return file;
}

ChainFile::~ChainFile() {
  if (!path.empty())
    llvm::sys::fs::remove(path);
}
