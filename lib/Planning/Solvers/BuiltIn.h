//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The solvers that come with ckpt, in the order in which `plan` runs them.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_SOLVERS_BUILTIN_H
#define CKPT_LIB_PLANNING_SOLVERS_BUILTIN_H

#include "ckpt/Planning/Solver.h"

namespace ckpt::planning {

/// Checkpoints at evenly spaced cuts: the plans that people write by hand.
std::unique_ptr<Solver> createSqrtSolver();
/// Chains of equal layers, exactly.
std::unique_ptr<Solver> createChainSolver();
/// Shortest path over states, for small graphs.
std::unique_ptr<Solver> createExactSolver();
/// Cuts, a price and a refill: near-linear time, any size.
std::unique_ptr<Solver> createConstructorSolver();
/// Gap program: bound and often the optimum for the reference order.
std::unique_ptr<Solver> createGapSolver();
/// Simulated annealing over the sequence of events.
std::unique_ptr<Solver> createAnnealingSolver();

std::vector<std::pair<std::string, SolverFactory>> builtInSolvers();

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_SOLVERS_BUILTIN_H
