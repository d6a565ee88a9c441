//===- Products.cpp - Which code computes a product of matrices -----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/CostModel/Products.h"

#include <algorithm>

using namespace ckpt;

// Measured on one core with AVX-512: both are bound by memory below about 16
// operations a byte, where the library moves its operands once more; above, it
// computes faster.
static constexpr double bytesPerNs = 8, libraryBytesPerNs = 6;
static constexpr double generatedFlopsPerNs = 96, libraryFlopsPerNs = 140;
/// Fewer rows are not worth chunks of their own.
static constexpr double fewestRows = 1024;

double ckpt::sweepNanoseconds(double bytes) { return bytes / bytesPerNs; }

double ckpt::libraryNanoseconds(const ProductWork &work) {
  return std::max(work.bytes / libraryBytesPerNs,
                  work.flops / libraryFlopsPerNs);
}

double ckpt::generatedNanoseconds(const ProductWork &work) {
  return std::max(work.bytes / bytesPerNs, work.flops / generatedFlopsPerNs);
}

bool ckpt::prefersGenerated(const ProductWork &work) {
  return work.rows >= fewestRows &&
         generatedNanoseconds(work) <= libraryNanoseconds(work);
}
