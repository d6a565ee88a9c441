//===- Solvers.cpp - Solvers of one context -------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/Solvers.h"
#include "mlir/IR/DialectInterface.h"

using namespace mlir;
using namespace ckpt;

namespace {
/// Extensions fill it while the dialect is loaded, before any pass runs;
/// afterwards it is only read.
class Solvers : public DialectInterface::Base<Solvers> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Solvers)
  explicit Solvers(Dialect *dialect) : Base(dialect) {}
  planning::SolverRegistry registry;
};
} // namespace

bool ckpt::addSolver(CkptDialect &dialect, StringRef name,
                     planning::SolverFactory factory) {
  auto *solvers = dialect.getRegisteredInterface<Solvers>();
  if (!solvers)
    solvers = &dialect.addInterface<Solvers>();
  return solvers->registry.add(name.str(), std::move(factory));
}

const planning::SolverRegistry *ckpt::solversOf(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<CkptDialect>();
  auto *solvers =
      dialect ? dialect->getRegisteredInterface<Solvers>() : nullptr;
  return solvers ? &solvers->registry : nullptr;
}
