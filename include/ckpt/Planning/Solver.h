//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of solvers, and their registry. Each solver improves a shared
// incumbent; `plan` runs one by name, or the default sequence.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_PLANNING_SOLVER_H
#define CKPT_PLANNING_SOLVER_H

#include "ckpt/Planning/Graph.h"
#include "ckpt/Planning/Schedule.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>

namespace ckpt::planning {

/// How many steps a search may take. `Quick` is for a first plan, `Default` for
/// a compiler (a few seconds on a thousand nodes), `High` for ckpt-plan.
enum class Effort { Quick, Default, High };

/// What a solver is asked.
struct Request {
  const Graph &graph;
  int64_t budget;
  /// First occurrences stay in the reference order.
  bool keepOrder;
  Effort effort;
  unsigned threads;
  /// Absolute end of the search, when there is a time limit.
  std::optional<std::chrono::steady_clock::time_point> deadline;

  bool expired() const {
    return deadline && std::chrono::steady_clock::now() >= *deadline;
  }
};

/// The best that is known so far. Not synchronised: solvers with threads offer
/// results in an order that does not depend on timing.
class Incumbent {
public:
  Incumbent(const Graph &graph, int64_t budget)
      : graph(graph), budget(budget) {}

  /// Takes the schedule when it is valid and fits, and is faster than what is
  /// known (then in the reference order, of fewer events, of a lower peak). An
  /// over-budget schedule only updates the lowest peak. Returns true when it
  /// became the best.
  bool offer(const Schedule &schedule, const std::string &solver);

  /// A proved lower bound on the time in integer units; INT64_MAX when nothing
  /// fits. `anyOrder`: it holds for every order, not only the reference order.
  void bound(int64_t time, bool anyOrder);

  bool hasPlan() const { return found; }
  const Schedule &best() const { return schedule; }
  int64_t bestTime() const { return bestCost.time; }
  int64_t bestPeak() const { return bestCost.peak; }
  const std::string &bestSolver() const { return solver; }
  int64_t lowestPeak() const { return lowest; }
  const Schedule &lowestPeakSchedule() const { return lowestSchedule; }
  int64_t lowerBound(bool keepOrder) const {
    return keepOrder ? boundKept : boundAny;
  }
  /// True when nothing better can exist for the order that was asked for.
  bool proved(bool keepOrder) const {
    return found && bestCost.time <= lowerBound(keepOrder);
  }

  int64_t steps = 0;
  bool stoppedEarly = false;

private:
  const Graph &graph;
  int64_t budget;
  bool found = false;
  Schedule schedule;
  Cost bestCost;
  std::string solver;
  Schedule lowestSchedule;
  int64_t lowest = INT64_MAX;
  int64_t boundAny = INT64_MIN;
  int64_t boundKept = INT64_MIN;
};

class Solver {
public:
  virtual ~Solver() = default;
  virtual void solve(const Request &request, Incumbent &incumbent) = 0;
};

using SolverFactory = std::function<std::unique_ptr<Solver>()>;

/// Factories by name. A registry belongs to whoever plans: nothing is shared
/// between two of them.
class SolverRegistry {
public:
  /// Holds the built-in solvers.
  SolverRegistry();
  /// Adds a solver under a name; false when the name is taken.
  bool add(const std::string &name, SolverFactory factory);
  /// Null when there is no such solver.
  std::unique_ptr<Solver> create(const std::string &name) const;
  /// All names, in the order of registration (the built-in ones first).
  std::vector<std::string> names() const;

private:
  std::vector<std::pair<std::string, SolverFactory>> factories;
};

} // namespace ckpt::planning

#endif // CKPT_PLANNING_SOLVER_H
