//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of ckpt-plan.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_PLAN_OPTIONS_H
#define CKPT_TOOLS_CKPT_PLAN_OPTIONS_H

#include "ckpt/Planning/Plan.h"

namespace ckpt::tools {

struct Options {
  /// The first error, or nothing.
  std::optional<std::string> parse(int argc, char **argv);
  /// Turns `budget` into bytes; percentages are of `reference`, rounded down.
  std::optional<std::string> resolveBudget(int64_t reference);
  static const char *usage();

  std::string input, budget, planOut, out, csv, generate;
  int32_t nodes = 1000;
  uint64_t seed = 1;
  unsigned points = 24;
  bool help = false, minimizePeak = false, pareto = false;
  planning::PlanOptions plan;

private:
  std::optional<std::string> parseFlag(const std::string &flag);
  std::optional<std::string> parseValue(const std::string &flag,
                                        const std::string &value);
  std::optional<std::string> check() const;
};

} // namespace ckpt::tools

#endif // CKPT_TOOLS_CKPT_PLAN_OPTIONS_H
