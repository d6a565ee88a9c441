//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simulated annealing over an event sequence. The energy is
//
//   100 * extra time / base time + lambda * 100 * overflow / budget
//     + epsilon * number of events
//
// and lambda is adapted so that the search hovers at the edge of the budget.
// Everything is counted in steps; no clock enters the search except to stop it.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_ANNEALING_ANNEALER_H
#define CKPT_LIB_PLANNING_ANNEALING_ANNEALER_H

#include "EventSequence.h"
#include "Random.h"
#include "ckpt/Planning/Solver.h"

namespace ckpt::planning {

struct AnnealingOptions {
  bool keepOrder = false;
  uint64_t seed = 1;
  /// Start and end temperature, relative to the mean node time.
  double startTemperature = 1;
  double endTemperature = 0.01;
  /// Of the short cycles of `refine`: their temperature, the sizes of their
  /// windows (doubled `windowSizes - 1` times) and their length.
  double refineTemperature = 2.5;
  int32_t smallestWindow = 16, windowSizes = 4, stepsPerWindowNode = 1000;
};

class Annealer {
public:
  /// The weight of one event, relative to the mean node time: stops zero-time
  /// nodes from multiplying.
  static constexpr double eventWeight = 1e-2;

  Annealer(const Graph &graph, int64_t budget, const AnnealingOptions &options);

  /// One cooling cycle of `steps` steps from `start`. Ends early when a plan
  /// without extra time is found, or at the deadline (then returns false).
  bool cycle(const Schedule &start, int64_t steps, const Request &request);

  /// About `steps` steps in short cycles from the best plan, each of which
  /// changes the events of a random range of neighbouring nodes only: what is
  /// settled elsewhere stays. Returns false at the deadline.
  bool refine(int64_t steps, const Request &request);

  bool found() const { return bestTime != INT64_MAX; }
  const Schedule &best() const { return bestSchedule; }
  int64_t bestCost() const { return bestTime; }
  Schedule current() const { return s.schedule(); }
  int64_t currentOver() const { return s.over; }
  /// A plan that was found elsewhere becomes the one to beat.
  void setBest(const Schedule &schedule, int64_t time);
  void forgetBest() { bestTime = INT64_MAX; }
  /// For the cycles that follow.
  void setStartTemperature(double t) { options.startTemperature = t; }
  int64_t stepsDone() const { return steps; }
  const EventSequence &sequence() const { return s; }

private:
  /// How a change is taken back: inserted events go, others return before the
  /// event that followed them.
  struct Edit {
    enum Kind : char { Insert, Erase, Move } kind;
    int32_t event;
    int32_t follower;
  };
  struct Pending { // an input that a new event stretched
    int32_t value;
    int32_t event;
    int32_t oldLast;
    int32_t depth;
  };

  void step();
  void adapt(int64_t done, int64_t total, double start);
  bool cool(const Schedule &start, int64_t steps, double temperature,
            const Request &request);
  void undo();
  void keepChange();

  // Moves; each returns false when nothing was tried.
  bool moveEvent();
  bool deleteCopy();
  bool cut();
  bool exchange();

  bool pickLiveCopy(int32_t p, int32_t &event, int32_t &value);
  int32_t idleGap(int32_t p, int32_t event, int32_t value, int32_t &before);
  bool tryCut(int32_t event, int32_t value, int32_t before, int32_t g);
  bool moveWindow(int32_t e, int32_t &low, int32_t &high);
  void recomputeBefore(int32_t v, int32_t g, double price, int32_t cap);
  void stretched(int32_t v, int32_t g, int32_t depth);
  int32_t deadlineSlot(int32_t v) const;
  int32_t randomSlot();
  int32_t randomEvent();
  int32_t randomCopy();
  int32_t windowNode();
  int32_t hotSlot();
  int32_t insert(int32_t v, int32_t g);
  void erase(int32_t e);

  const Graph &graph;
  AnnealingOptions options;
  EventSequence s;
  Random random;
  double timeScale, overScale, meanTime;
  bool windowed = false;
  int32_t windowFirst = 0, windowSize = 0;
  double lambda = 0.05;
  double temperature = 0, threshold = 0;
  int64_t steps = 0, feasibleSteps = 0, countedSteps = 0;
  double lastOver = 1e300;
  int64_t time0 = 0, over0 = 0;
  int32_t events0 = 0;
  std::vector<Edit> edits;
  std::vector<int32_t> eraseStack, added;
  std::vector<Pending> pending;
  Schedule bestSchedule;
  int64_t bestTime = INT64_MAX;
};

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_ANNEALING_ANNEALER_H
