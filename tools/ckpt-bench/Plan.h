//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ckpt-bench plan: the planner's inner loop, and how its time grows.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_BENCH_PLAN_H
#define CKPT_TOOLS_CKPT_BENCH_PLAN_H

namespace ckpt::tools {

/// `search`: steps per second and the share of range updates on one instance
/// (or on generated ones). `scaling`: planning time of training graphs of 10^3
/// to 10^6 nodes, and the exponent. Both without arguments. `table [DIRECTORY]
/// [--only TEXT] [--no-times]`: every entry of the planner's table, against its
/// bar; 1 when one is missed.
int benchPlan(int argc, char **argv);

} // namespace ckpt::tools

#endif // CKPT_TOOLS_CKPT_BENCH_PLAN_H
