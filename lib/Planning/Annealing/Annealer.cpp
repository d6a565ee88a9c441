//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Annealer.h"

#include <algorithm>

using namespace ckpt::planning;

Annealer::Annealer(const Graph &graph, int64_t budget,
                   const AnnealingOptions &options)
    : graph(graph), options(options), s(graph, budget), random(options.seed) {
  timeScale = 100.0 / static_cast<double>(std::max<int64_t>(1, graph.baseTime));
  overScale = 100.0 / static_cast<double>(std::max<int64_t>(1, budget));
  meanTime = 100.0 / graph.numNodes;
}

void Annealer::setBest(const Schedule &schedule, int64_t time) {
  if (time >= bestTime)
    return;
  bestTime = time;
  bestSchedule = schedule;
}

bool Annealer::cycle(const Schedule &start, int64_t total,
                     const Request &request) {
  windowed = false;
  return cool(start, total, options.startTemperature, request);
}

bool Annealer::refine(int64_t total, const Request &request) {
  windowed = true;
  for (int64_t end = steps + total; steps < end;) {
    windowSize =
        std::min(graph.numNodes,
                 options.smallestWindow << random.below(options.windowSizes));
    windowFirst = random.below(graph.numNodes - windowSize + 1);
    if (!cool(best(),
              std::min<int64_t>(options.stepsPerWindowNode * windowSize,
                                end - steps),
              options.refineTemperature, request))
      return false;
    if (bestTime <= graph.baseTime)
      break;
  }
  return true;
}

/// `total` steps with falling temperature.
bool Annealer::cool(const Schedule &start, int64_t total, double hot,
                    const Request &request) {
  s.assign(start);
  int64_t period = std::max(1024, graph.numNodes / 4);
  countedSteps = feasibleSteps = 0;
  for (int64_t done = 0; done < total; ++done) {
    if (done % period == 0) {
      if (request.expired())
        return false;
      adapt(done, total, hot);
    }
    step();
    if (bestTime <= graph.baseTime)
      break;
  }
  return true;
}

/// Sets the temperature, and the price of overflow from the share of feasible
/// steps since the last call.
void Annealer::adapt(int64_t done, int64_t total, double hot) {
  double progress = static_cast<double>(done) / static_cast<double>(total);
  // Rounded, so that the last bit of pow cannot matter.
  temperature = static_cast<float>(
      meanTime * hot * std::pow(options.endTemperature / hot, progress));
  if (countedSteps == 0)
    return;
  double feasible =
      static_cast<double>(feasibleSteps) / static_cast<double>(countedSteps);
  if (feasible < 0.2) {
    if (static_cast<double>(s.over) > 0.97 * lastOver)
      lambda *= 1.05;
    lastOver = static_cast<double>(s.over);
  } else if (feasible > 0.5) {
    lambda /= 1.05;
  }
  lambda = std::min(std::max(lambda, 1e-4), 1e4);
  countedSteps = feasibleSteps = 0;
}

void Annealer::step() {
  ++steps;
  ++countedSteps;
  edits.clear();
  time0 = s.time;
  over0 = s.over;
  events0 = s.numEvents;
  // Drawing the threshold first lets a move be refused before it is made.
  threshold = temperature * random.exponential();
  int32_t moveShare = options.keepOrder ? 35 : 50;
  if (random.below(100) < moveShare) {
    moveEvent();
  } else {
    int32_t r = random.below(100);
    if (r < 30)
      deleteCopy();
    else if (r < 70)
      cut();
    else
      exchange();
  }
  if (!edits.empty()) {
    double change = static_cast<double>(s.time - time0) * timeScale +
                    eventWeight * meanTime * (s.numEvents - events0) +
                    lambda * overScale * static_cast<double>(s.over - over0);
    if (change > threshold)
      undo();
    else
      keepChange();
  }
  if (s.over == 0) {
    ++feasibleSteps;
    if (s.time < bestTime) {
      bestTime = s.time;
      bestSchedule = s.schedule();
    }
  }
}

void Annealer::undo() {
  for (size_t i = edits.size(); i-- > 0;) {
    const Edit &edit = edits[i];
    if (edit.kind == Edit::Move) {
      s.move(edit.event, edit.follower);
      continue;
    }
    if (edit.kind == Edit::Erase) {
      s.putOn(edit.event, edit.follower);
      continue;
    }
    s.takeOff(edit.event);
    s.freeEvent(edit.event);
  }
}

void Annealer::keepChange() {
  for (const Edit &edit : edits)
    if (edit.kind == Edit::Erase)
      s.freeEvent(edit.event);
}

int32_t Annealer::insert(int32_t v, int32_t g) {
  int32_t e = s.newEvent(v);
  s.putOn(e, g);
  edits.push_back({Edit::Insert, e, -1});
  return e;
}

void Annealer::erase(int32_t e) {
  int32_t follower = s.eventAfter(e);
  s.takeOff(e);
  edits.push_back({Edit::Erase, e, follower});
}

int32_t Annealer::randomSlot() {
  int32_t p = random.below(s.numSlots());
  while (s.slots[p] < 0)
    p = p + 1 < s.numSlots() ? p + 1 : 0;
  return p;
}

/// A slot over the budget: the first one behind a random start.
int32_t Annealer::hotSlot() {
  int32_t p = s.findOver(random.below(s.numSlots()));
  return p >= 0 ? p : randomSlot();
}

/// Every event of `v` must stand before this slot.
int32_t Annealer::deadlineSlot(int32_t v) const {
  int32_t slot = INT_MAX;
  for (int32_t w : graph.overwriters[v])
    slot = std::min(slot, s.pos[s.copies[w].front()]);
  return slot;
}
