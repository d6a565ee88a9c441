//===- Solvers.h - Solvers of one context -----------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_REMAT_SOLVERS_H
#define CKPT_REMAT_SOLVERS_H

#include "ckpt/Dialect/Ckpt.h"
#include "ckpt/Planning/Solver.h"

namespace ckpt {

/// Adds a solver under a name, for the context of `dialect`; false when the
/// name is taken. Call it from an extension of the dialect:
///
///   registry.addExtension(+[](MLIRContext *, CkptDialect *dialect) {
///     addSolver(*dialect, "mine", [] { return std::make_unique<Mine>(); });
///   });
bool addSolver(CkptDialect &dialect, llvm::StringRef name,
               planning::SolverFactory factory);

/// Built-in and added solvers of the context; null when none was added.
const planning::SolverRegistry *solversOf(mlir::MLIRContext *context);

} // namespace ckpt

#endif // CKPT_REMAT_SOLVERS_H
