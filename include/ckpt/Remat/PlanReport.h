//===- PlanReport.h - A plan as a report ------------------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_REMAT_PLANREPORT_H
#define CKPT_REMAT_PLANREPORT_H

#include "ckpt/Measure/Report.h"
#include "ckpt/Remat/Remat.h"

#include <functional>

namespace ckpt {

/// Floating-point operations of one run of a kernel, by its symbol.
using KernelFlops = std::function<int64_t(llvm::StringRef kernel)>;

/// "file:line:column" of the innermost place in a file, or empty.
std::string locationText(mlir::Location location);

/// Fills in what follows from the plan alone: figures, tensors with verdicts,
/// regions, both timelines, what is live at the peak. `flops` may be null.
void describePlan(const RematResult &result, const KernelFlops &flops,
                  measure::Report &report);

/// A remark at each tensor that the gradient reads: what is done with it, why,
/// and at what cost; and one at the step. `report` comes from `describePlan`.
void emitRemarks(const RematResult &result, const measure::Report &report,
                 mlir::Location step);

} // namespace ckpt

#endif // CKPT_REMAT_PLANREPORT_H
