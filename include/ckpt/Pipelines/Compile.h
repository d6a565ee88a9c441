//===- Compile.h - From a module to a table that can be run -----*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a driver (ckpt-run, an embedder, a test) calls to have a training step,
// a forward function or one gradient evaluation compiled for this process.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PIPELINES_COMPILE_H
#define CKPT_PIPELINES_COMPILE_H

#include "ckpt/Measure/Budget.h"
#include "ckpt/Measure/Report.h"
#include "ckpt/Planning/Solver.h"
#include "ckpt/Runtime/LaunchTable.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace ckpt {

struct CompileOptions {
  /// The function to compile; empty: the only one with a loss, or the only one.
  std::string entry;
  /// "sgd", "momentum", "adam", "adamw".
  std::string optimizer = "sgd";
  /// No budget: the plain step. (A budget of 100 % may still change nothing.)
  std::optional<measure::Budget> budget;
  /// Unmarked regions mean `nothing`; no planner runs.
  bool marksOnly = false;
  /// Obey nothing: no clone, the baseline itself.
  bool plain = false;
  /// Size of the leading `?` of data arguments.
  std::optional<int64_t> batch;
  /// `--bind D=N`, in order.
  std::vector<std::pair<std::string, int64_t>> binds;
  /// Roles for modules without attributes: arguments that are parameters,
  /// (argument, result) pairs that are states, the result that is the loss.
  std::optional<std::vector<int64_t>> params;
  std::vector<std::pair<int64_t, int64_t>> states;
  /// (argument, name or empty) of the batch.
  std::vector<std::pair<int64_t, std::string>> datas;
  std::optional<int64_t> lossResult;
  /// The module holds its gradients already (as JAX exports them): nothing is
  /// differentiated, results are results. Without the flag that is so for
  /// `compileGradients` when no result can be a loss.
  bool joint = false;
  /// A file with these roles, for what is not given here (Marking/Signature.h).
  std::string signature;
  /// Also plans for this many budgets between the plain peak and the lowest, to
  /// show memory against time.
  unsigned frontPoints = 0;
  /// Places the buffers and stops: no machine code, an empty table.
  bool planOnly = false;
  /// How long the planner searches.
  planning::Effort effort = planning::Effort::Default;
  /// Threads that the cost model may assume.
  int threads = 1;
  /// Name of a registered cost model or a device profile (`ckpt-run
  /// --profile-out`); empty: the built-in profile.
  std::string costModel;
};

/// What compiling costs and promises, besides what the table itself says. Peaks
/// include persistent bytes.
struct CompileFigures {
  /// "plain", "optimal", "feasible", "marks".
  std::string status;
  std::string costModel;
  std::optional<int64_t> budgetBytes;
  int64_t baselinePeakBytes = 0;
  /// The planner's own count of bytes and clones; drivers check that the table
  /// agrees.
  std::optional<int64_t> predictedPeakBytes;
  std::optional<int64_t> recomputed;
  std::optional<int64_t> floorBytes;
  std::optional<double> extraTimeEstimatedPercent;
  std::string planHash;
  /// Launches that only transpose a tensor.
  int64_t layoutConversions = 0;
  double compileSeconds = 0;
  double planSeconds = 0;
  /// Estimated time of each launch in `Table::launches`' order, for the
  /// timeline; empty when unknown.
  std::vector<double> launchNanoseconds;
  /// `kernelKey` of each of `Table::kernels`, for `--profile-out`.
  std::vector<std::string> kernelKeys;
  /// What the plan does with each tensor, and why; see Remat/PlanReport.h.
  measure::Report plan = {};
};

/// A table whose code pointers are loaded, and whatever keeps them alive.
struct Compiled {
  runtime::Table table;
  std::shared_ptr<void> code;
  CompileFigures figures;
};

struct CompileFailure {
  /// 1 bad input (diagnostics already went to the context's handler),
  /// 3 the budget cannot be met or no plan was found.
  int exitCode = 1;
  /// One line for people; may be empty when diagnostics say it all. For exit
  /// code 3 it names the floor, the kernel and its operands.
  std::string message;
  /// "infeasible" or "not-found" for exit code 3, "error" otherwise.
  std::string status = "error";
  std::optional<int64_t> floorBytes;
  /// For exit code 3 of what is known without a plan.
  measure::Report plan = {};
};

/// The training step of the entry function. Persistent buffers: parameters,
/// states, optimizer states (updated in place: a result has no buffer of its
/// own), learning rate (f32), step index (i64, from 0), data, loss and
/// metrics.
std::optional<Compiled> compileStep(mlir::MLIRContext &context,
                                    const std::string &file,
                                    const CompileOptions &options,
                                    CompileFailure &failure);

/// A function as it is, without gradients (`options.entry` = "eval"): the
/// persistent buffers are its arguments, with the same roles and names as in
/// the step, and its results as loss, metrics or others.
std::optional<Compiled> compileForward(mlir::MLIRContext &context,
                                       const std::string &file,
                                       const CompileOptions &options,
                                       CompileFailure &failure);

/// The entry function and the gradient of its loss by every float argument,
/// without update. Persistent buffers by name: "arg0".. (role Data), "out0"..
/// and "grad0".. (role Other); integer arguments have no gradient buffer.
std::optional<Compiled> compileGradients(mlir::MLIRContext &context,
                                         const std::string &file,
                                         const CompileOptions &options,
                                         CompileFailure &failure);

/// Whether the module in `file` has a function of that name; false too when the
/// file does not parse (compiling it reports that).
bool hasFunction(mlir::MLIRContext &context, const std::string &file,
                 const std::string &name);

} // namespace ckpt

#endif // CKPT_PIPELINES_COMPILE_H
