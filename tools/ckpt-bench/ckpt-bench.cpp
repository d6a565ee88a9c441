//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ckpt-bench: measurements of ckpt's own parts.
//
//===----------------------------------------------------------------------===//

#include "Compile.h"
#include "Kernels.h"
#include "Plan.h"
#include "Step.h"

#include <cstring>
#include <iostream>

int main(int argc, char **argv) {
  struct {
    const char *name;
    int (*run)(int argc, char **argv);
  } const measurements[] = {{"plan", ckpt::tools::benchPlan},
                            {"kernels", ckpt::tools::benchKernels},
                            {"step", ckpt::tools::benchStep},
                            {"compile", ckpt::tools::benchCompile},
                            {"launch", ckpt::tools::benchLaunch}};
  for (const auto &measurement : measurements)
    if (argc >= 2 && !std::strcmp(argv[1], measurement.name))
      return measurement.run(argc - 2, argv + 2);
  std::cerr
      << "usage: ckpt-bench plan [search INSTANCE.json PERCENT | scaling |\n"
         "       table [DIRECTORY] [--only TEXT] [--no-times]]\n"
         "       ckpt-bench kernels FILE.mlir [--generated] [--only NAME] "
         "[--assembly]\n"
         "       ckpt-bench step MODEL.mlir [--net NAME] [--budgets LIST] ...\n"
         "       ckpt-bench compile chain [LAYERS...] | MODEL.mlir ...\n"
         "       ckpt-bench launch [THREADS...]\n";
  return 2;
}
