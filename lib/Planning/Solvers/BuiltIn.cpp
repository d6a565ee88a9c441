//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltIn.h"

using namespace ckpt::planning;

std::vector<std::pair<std::string, SolverFactory>>
ckpt::planning::builtInSolvers() {
  return {
      {"sqrt", createSqrtSolver},   {"chain", createChainSolver},
      {"exact", createExactSolver}, {"constructor", createConstructorSolver},
      {"gap", createGapSolver},     {"annealing", createAnnealingSolver}};
}
