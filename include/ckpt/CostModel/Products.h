//===- Products.h - Which code computes a product of matrices ---*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fusion asks whether a product should compute its operand itself, which only
// generated code can; Kernels asks who runs a product that stands alone. The
// figures are those of one core of a current server. They decide what code
// runs, and so the bits of the result: they are fixed, not measured, and no
// device profile changes them.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_COSTMODEL_PRODUCTS_H
#define CKPT_COSTMODEL_PRODUCTS_H

namespace ckpt {

/// A product of matrices, or a pointwise convolution or one of its gradients.
struct ProductWork {
  /// Rows of the long operand; generated code splits them into chunks.
  double rows = 0;
  double flops = 0;
  double bytes = 0;
};

/// Nanoseconds of a sweep that moves so many bytes.
double sweepNanoseconds(double bytes);
/// Of a product by the library, which packs its operands.
double libraryNanoseconds(const ProductWork &work);
/// Of a product by generated code.
double generatedNanoseconds(const ProductWork &work);

/// Whether generated code should run the product although the library could.
bool prefersGenerated(const ProductWork &work);

} // namespace ckpt

#endif // CKPT_COSTMODEL_PRODUCTS_H
