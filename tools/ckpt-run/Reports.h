//===- Reports.h - Collecting and writing what a run reports ----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_TOOLS_CKPT_RUN_REPORTS_H
#define CKPT_TOOLS_CKPT_RUN_REPORTS_H

#include "Options.h"

#include "ckpt/Measure/Report.h"
#include "ckpt/Train/Runner.h"

#include "llvm/Support/Error.h"

namespace ckpt::tool {

/// What is known before compiling.
measure::Report makeReport(const RunOptions &options);
/// What the compiler says. Times and counted bytes by launch may be empty.
void addFigures(const Compiled &compiled,
                const std::vector<double> &launchNanoseconds,
                const std::vector<int64_t> &countedBytes,
                measure::Report &report);
/// What the planner alone says.
void addPlan(const measure::Report &plan, measure::Report &report);

/// Whether launches need be timed.
bool wantsLaunchTimes(const RunOptions &options);

/// Writes the files that the options name.
llvm::Error writeReports(const RunOptions &options,
                         const measure::Report &report);

/// Measures every distinct kernel and writes a device profile.
llvm::Error writeProfile(const RunOptions &options, const Compiled &compiled,
                         train::Runner &runner);

/// Nothing unless arena or counted bytes contradict what was promised, or the
/// table contradicts the planner.
llvm::Error checkPromises(const Compiled &compiled,
                          const measure::Report &report);

/// The median; nothing for no values.
std::optional<double> median(std::vector<double> values);

} // namespace ckpt::tool

#endif // CKPT_TOOLS_CKPT_RUN_REPORTS_H
