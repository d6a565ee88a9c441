//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/Schedule.h"

#include <unordered_map>

using namespace ckpt::planning;

namespace {

/// One pass over the events resolves reads, a second sums the memory.
class Evaluator {
public:
  Evaluator(const Problem &problem, const Schedule &schedule)
      : problem(problem), schedule(schedule) {}

  Evaluation run() {
    resolveReads();
    if (result.valid())
      checkComplete();
    if (!result.valid())
      return result;
    keepResults();
    shareStorage();
    sumMemory();
    return result;
  }

private:
  void fail(int32_t event, const std::string &message) {
    result.error = "event " + std::to_string(event) + ": " + message;
  }
  std::string describe(int32_t v) const {
    return "node " + std::to_string(v) + " ('" + problem.nodes[v].name + "')";
  }

  void resolveReads() {
    int32_t n = static_cast<int32_t>(problem.nodes.size());
    latest.assign(n, -1);
    result.firstCopy.reserve(schedule.size() + 1);
    result.firstRead.reserve(schedule.size() + 1);
    for (int32_t e = 0; e < static_cast<int32_t>(schedule.size()); ++e) {
      result.firstCopy.push_back(static_cast<int32_t>(result.copies.size()));
      result.firstRead.push_back(static_cast<int32_t>(result.reads.size()));
      int32_t v = schedule[e];
      if (v < 0 || v >= n)
        return fail(e, "no node " + std::to_string(v));
      const Node &node = problem.nodes[v];
      if (!checkOrder(e, v, node))
        return;
      for (ValueRef in : node.inputs) {
        if (latest[in.node] < 0)
          return fail(e, describe(v) + " reads " + describe(in.node) +
                             ", which was not computed before");
        int32_t copy = result.firstCopy[latest[in.node]] + in.output;
        result.copies[copy].lastUse = e;
        result.copies[copy].unread = false;
        result.reads.push_back(copy);
      }
      for (size_t o = 0; o < node.outputs.size(); ++o)
        result.copies.push_back({e, static_cast<int32_t>(o), e, -1, true});
      latest[v] = e;
      result.time += node.time;
    }
    result.firstCopy.push_back(static_cast<int32_t>(result.copies.size()));
    result.firstRead.push_back(static_cast<int32_t>(result.reads.size()));
  }

  bool checkOrder(int32_t e, int32_t v, const Node &node) {
    if (latest[v] >= 0 && !isRecomputable(node)) {
      fail(e, describe(v) + " must not be recomputed");
      return false;
    }
    for (int32_t a : node.after)
      if (latest[a] < 0) {
        fail(e, describe(v) + " must come after " + describe(a));
        return false;
      }
    for (int32_t x : node.readsPersistent)
      if (overwritten.count(x)) {
        fail(e, describe(v) + " reads persistent buffer " + std::to_string(x) +
                    " after it was overwritten");
        return false;
      }
    for (int32_t x : node.overwritesPersistent)
      overwritten.emplace(x, v);
    return true;
  }

  void checkComplete() {
    for (int32_t v = 0; v < static_cast<int32_t>(latest.size()); ++v)
      if (latest[v] < 0) {
        result.error = describe(v) + " is never computed";
        return;
      }
  }

  /// Kept copies end one event behind the last; clamped once storage is shared.
  void keepResults() {
    for (size_t v = 0; v < problem.nodes.size(); ++v)
      for (int32_t o : problem.nodes[v].keep) {
        Copy &copy = result.copies[result.firstCopy[latest[v]] + o];
        copy.lastUse = static_cast<int32_t>(schedule.size());
        copy.unread = false;
      }
  }

  void shareStorage() {
    std::vector<std::vector<InPlacePair>> usable(problem.nodes.size());
    for (size_t v = 0; v < problem.nodes.size(); ++v)
      if (!problem.nodes[v].inPlace.empty())
        usable[v] = usableInPlace(problem, static_cast<int32_t>(v));
    std::vector<char> taken(result.copies.size(), 0);
    for (int32_t e = 0; e < static_cast<int32_t>(schedule.size()); ++e)
      for (InPlacePair pair : usable[schedule[e]]) {
        Copy &out = result.copies[result.firstCopy[e] + pair.output];
        int32_t in = result.reads[result.firstRead[e] + pair.input];
        if (out.inPlaceOf < 0 && !taken[in] && result.copies[in].lastUse == e) {
          out.inPlaceOf = in;
          taken[in] = 1;
        }
      }
    for (Copy &copy : result.copies)
      if (copy.lastUse == static_cast<int32_t>(schedule.size()))
        --copy.lastUse;
  }

  void sumMemory() {
    std::vector<int64_t> delta(schedule.size() + 1, 0);
    result.memory.resize(schedule.size());
    for (const Copy &copy : result.copies) {
      int64_t bytes = problem.nodes[schedule[copy.event]].outputs[copy.output];
      // A shared storage is already counted at this event by its former owner.
      delta[copy.inPlaceOf >= 0 ? copy.event + 1 : copy.event] += bytes;
      delta[copy.lastUse + 1] -= bytes;
    }
    int64_t live = 0;
    for (size_t e = 0; e < schedule.size(); ++e) {
      live += delta[e];
      result.memory[e] = live + problem.nodes[schedule[e]].workspace;
      if (e == 0 || result.memory[e] > result.peak) {
        result.peak = result.memory[e];
        result.peakEvent = static_cast<int32_t>(e);
      }
    }
  }

  const Problem &problem;
  const Schedule &schedule;
  Evaluation result;
  std::vector<int32_t> latest;
  std::unordered_map<int32_t, int32_t> overwritten;
};

} // namespace

Evaluation ckpt::planning::evaluate(const Problem &problem,
                                    const Schedule &schedule) {
  return Evaluator(problem, schedule).run();
}

Schedule ckpt::planning::referenceSchedule(const Problem &problem) {
  Schedule schedule(problem.nodes.size());
  for (size_t v = 0; v < schedule.size(); ++v)
    schedule[v] = static_cast<int32_t>(v);
  return schedule;
}

bool ckpt::planning::keepsReferenceOrder(const Schedule &schedule) {
  int32_t next = 0;
  for (int32_t v : schedule) {
    if (v > next)
      return false;
    next += v == next;
  }
  return true;
}

double ckpt::planning::baseTime(const Problem &problem) {
  double sum = 0;
  for (const Node &node : problem.nodes)
    sum += node.time;
  return sum;
}
