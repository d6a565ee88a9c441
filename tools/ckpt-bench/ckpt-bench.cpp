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

#include "Kernels.h"
#include "Plan.h"
#include "Step.h"

#include <cstring>
#include <iostream>

int main(int argc, char **argv) {
  if (argc >= 2 && !std::strcmp(argv[1], "plan"))
    return ckpt::tools::benchPlan(argc - 2, argv + 2);
  if (argc >= 2 && !std::strcmp(argv[1], "kernels"))
    return ckpt::tools::benchKernels(argc - 2, argv + 2);
  if (argc >= 2 && !std::strcmp(argv[1], "step"))
    return ckpt::tools::benchStep(argc - 2, argv + 2);
  std::cerr
      << "usage: ckpt-bench plan [search INSTANCE.json PERCENT | scaling]\n"
         "       ckpt-bench kernels FILE.mlir [--generated] [--only NAME] "
         "[--assembly]\n"
         "       ckpt-bench step MODEL.mlir [--net NAME] [--budgets LIST] "
         "...\n";
  return 2;
}
