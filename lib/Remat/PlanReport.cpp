//===- PlanReport.cpp - A plan as a report --------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Remat/PlanReport.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace ckpt;
using measure::Categories;
using planning::Evaluation;
using planning::Problem;
using planning::Schedule;

std::string ckpt::locationText(Location location) {
  std::string text;
  location->walk([&](Location inner) {
    auto file = dyn_cast<FileLineColLoc>(inner);
    if (!file)
      return WalkResult::advance();
    text = file.getFilename().str() + ":" + std::to_string(file.getLine()) +
           ":" + std::to_string(file.getColumn());
    return WalkResult::interrupt();
  });
  return text;
}

namespace {
/// An order of nodes with its lifetimes, and the planned nodes they are.
struct Run {
  const Problem &problem;
  const Schedule &schedule;
  const Evaluation &evaluation;
  /// From nodes of the problem to `PlannedStep::nodes`.
  const std::vector<int32_t> *nodes = nullptr;

  int32_t planned(int32_t event) const {
    int32_t node = schedule[event];
    return nodes ? (*nodes)[node] : node;
  }
  int64_t bytes(const planning::Copy &copy) const {
    return problem.nodes[schedule[copy.event]].outputs[copy.output];
  }
};

class PlanDescriber {
public:
  PlanDescriber(const RematResult &result, const KernelFlops &flops,
                measure::Report &report)
      : result(result), planned(result.planned), flops(flops), report(report) {}

  void run() {
    writeFigures();
    Schedule first = referenceSchedule(planned.baselineProblem);
    Run before{planned.baselineProblem, first, planned.baseline,
               &planned.baselineNodes};
    report.baselineTimeline = timeline(before);
    if (!result.met())
      return;
    Run after{planned.problem, planned.schedule, planned.evaluation};
    report.timeline = timeline(after);
    writePeak(after);
    writeTensors(after);
    writeRegions();
    if (flops)
      writeFlops(before, after);
  }

private:
  void writeFigures() {
    report.status = result.status;
    report.budgetBytes = result.budgetBytes;
    report.baselinePeakBytes = result.baselinePeakBytes;
    report.persistentBytes = result.persistentBytes;
    if (result.budgetBytes)
      report.floorBytes = result.floorBytes;
    report.planSeconds = result.planSeconds;
    for (const FrontPoint &point : result.front)
      report.front.push_back(
          {point.peakBytes, point.extraTimePercent, point.clones});
    if (!result.met())
      return;
    report.predictedPeakBytes = result.predictedPeakBytes;
    report.extraTimeEstimatedPercent = result.extraTimePercent;
    report.planHash = result.planHash;
    report.recomputed = result.clones;
    if (result.budgetBytes)
      report.extraTimeBoundPercent = result.lowerBoundPercent;
  }

  /// A value of the forward pass, also where it is computed again.
  bool isActivation(int32_t node) const {
    return !planned.nodes[node].gradient || planned.nodes[node].cloneOf >= 0;
  }

  static int64_t *categoryOf(StringRef role, Categories &live) {
    if (role == "parameter")
      return &live.parameters;
    if (role == "optimizer")
      return &live.optimizer;
    if (role == "state")
      return &live.state;
    return &live.data;
  }

  std::vector<measure::TimelineRow> timeline(const Run &run) const {
    Categories always;
    for (const PlannedStorage &storage : planned.persistent)
      *categoryOf(storage.role, always) += storage.bytes;
    // What begins or ends to be live at each event, then running sums.
    size_t events = run.schedule.size();
    std::vector<int64_t> activations(events + 1), gradients(events + 1);
    for (const planning::Copy &copy : run.evaluation.copies) {
      // Shared storage counts for the copy that had it first until it ends.
      int32_t first = copy.event + (copy.inPlaceOf >= 0 ? 1 : 0);
      if (first > copy.lastUse)
        continue;
      auto &change =
          isActivation(run.planned(copy.event)) ? activations : gradients;
      change[first] += run.bytes(copy);
      change[copy.lastUse + 1] -= run.bytes(copy);
    }
    std::vector<measure::TimelineRow> rows;
    std::vector<char> seen(planned.nodes.size());
    for (size_t event = 0; event < events; ++event) {
      always.activations += activations[event];
      always.gradients += gradients[event];
      always.workspace = run.problem.nodes[run.schedule[event]].workspace;
      int32_t index = run.planned(event);
      const PlannedNode &node = planned.nodes[index];
      measure::TimelineRow row;
      row.name = node.name;
      row.kernel = node.kernel;
      row.live = always;
      row.nanoseconds = run.problem.nodes[run.schedule[event]].time;
      row.clone = seen[index] || node.cloneOf >= 0;
      row.gradient = node.gradient;
      seen[index] = true;
      rows.push_back(std::move(row));
    }
    return rows;
  }

  void writePeak(const Run &run) {
    int32_t at = run.evaluation.peakEvent;
    report.peakEvent = at;
    for (const PlannedStorage &storage : planned.persistent) {
      StringRef category = "data";
      if (storage.role == "parameter")
        category = "parameters";
      else if (storage.role == "optimizer" || storage.role == "state")
        category = storage.role;
      report.peakTensors.push_back({storage.name,
                                    locationText(storage.location),
                                    category.str(), storage.bytes});
    }
    for (const planning::Copy &copy : run.evaluation.copies) {
      int32_t first = copy.event + (copy.inPlaceOf >= 0 ? 1 : 0);
      if (first > at || copy.lastUse < at || run.bytes(copy) == 0)
        continue;
      int32_t node = run.planned(copy.event);
      report.peakTensors.push_back(
          {planned.nodes[node].values[copy.output],
           locationText(planned.nodes[node].location),
           isActivation(node) ? "activations" : "gradients", run.bytes(copy)});
    }
    if (int64_t bytes = run.problem.nodes[run.schedule[at]].workspace)
      report.peakTensors.push_back(
          {planned.nodes[run.planned(at)].name + " (workspace)",
           locationText(planned.nodes[run.planned(at)].location), "workspace",
           bytes});
    llvm::sort(report.peakTensors,
               [](const measure::PeakRow &a, const measure::PeakRow &b) {
                 return std::tie(b.bytes, a.name) < std::tie(a.bytes, b.name);
               });
  }

  /// Where and how often the value of one result is there.
  struct Life {
    int32_t first = -1, last = -1;
    int64_t occurrences = 0;
    bool inPlace = false;
    bool demanded = false;
    /// The last read before the gradient begins, the first one after.
    int32_t lastForward = -1, firstGradient = -1;
  };

  int32_t origin(int32_t node) const {
    int32_t original = planned.nodes[node].cloneOf;
    return original >= 0 ? original : node;
  }

  std::vector<std::vector<Life>> lives(const Run &run) const {
    std::vector<std::vector<Life>> all(planned.nodes.size());
    for (size_t i = 0; i < all.size(); ++i)
      all[i].resize(planned.nodes[i].values.size());
    const Evaluation &evaluation = run.evaluation;
    int32_t events = run.schedule.size();
    for (const planning::Copy &copy : evaluation.copies) {
      Life &life = all[origin(run.schedule[copy.event])][copy.output];
      if (life.occurrences++ == 0) {
        life.first = copy.event;
        life.inPlace = copy.inPlaceOf >= 0;
      }
      life.last = std::max(life.last, copy.lastUse);
      life.demanded |= planned.nodes[run.schedule[copy.event]].cloneOf >= 0;
    }
    for (int32_t event = 0; event < events; ++event)
      for (int32_t r = evaluation.firstRead[event];
           r < evaluation.firstRead[event + 1]; ++r) {
        const planning::Copy &copy = evaluation.copies[evaluation.reads[r]];
        Life &life = all[origin(run.schedule[copy.event])][copy.output];
        int32_t reader = run.schedule[event];
        // A clone reads for the gradient too, unless it is the first run.
        bool gradient =
            planned.nodes[reader].gradient || report.timeline[event].clone;
        if (gradient && life.firstGradient < 0)
          life.firstGradient = event;
        if (!gradient)
          life.lastForward = event;
      }
    return all;
  }

  void writeTensors(const Run &run) {
    std::vector<std::vector<Life>> all = lives(run);
    std::vector<double> clock(run.schedule.size() + 1);
    for (size_t event = 0; event < run.schedule.size(); ++event)
      clock[event + 1] =
          clock[event] + run.problem.nodes[run.schedule[event]].time;
    for (size_t node = 0; node < all.size(); ++node) {
      if (planned.nodes[node].cloneOf >= 0)
        continue;
      for (size_t output = 0; output < all[node].size(); ++output) {
        int64_t bytes = run.problem.nodes[node].outputs[output];
        const Life &life = all[node][output];
        if (bytes == 0 || life.occurrences == 0)
          continue;
        measure::TensorRow row;
        row.name = planned.nodes[node].values[output];
        row.location = locationText(planned.nodes[node].location);
        row.category = isActivation(node) ? "activation" : "gradient";
        row.bytes = bytes;
        row.firstUse = life.first;
        row.lastUse = life.last;
        row.costNanoseconds = run.problem.nodes[node].time;
        row.recomputed = life.occurrences - 1;
        row.region = planned.nodes[node].region;
        if (row.category == "activation" && life.firstGradient >= 0) {
          double begin = clock[std::max(life.first, life.lastForward) + 1];
          row.marginalByteSeconds =
              double(bytes) * 1e-9 *
              std::max(0.0, clock[life.firstGradient] - begin);
        }
        judge(life, node, row);
        report.tensors.push_back(std::move(row));
      }
    }
  }

  void judge(const Life &life, size_t node, measure::TensorRow &row) const {
    bool crosses = row.category == "activation" && life.firstGradient >= 0;
    if (row.recomputed > 0) {
      row.verdict = "recomputed";
      row.why = life.demanded ? "the policy of its region does not save it"
                              : "chosen by the planner: cheap for the bytes "
                                "that it frees";
      return;
    }
    if (life.inPlace) {
      row.verdict = "in place";
      row.why = "takes the bytes of an operand that dies there";
      return;
    }
    if (!crosses) {
      row.verdict = "temporary";
      row.why = row.category == "gradient" ? "dies within the gradient"
                                           : "dies within the forward pass";
      return;
    }
    row.verdict = "saved";
    if (!planned.problem.nodes[node].recompute)
      row.why = "it may not be computed again";
    else if (result.status == "plain")
      row.why = "everything fits";
    else if (result.status == "marks")
      row.why = "no policy drops it";
    else
      row.why = "there is room for it, and others are cheaper to recompute";
  }

  void writeRegions() {
    for (const RegionDecision &decision : result.regions) {
      measure::RegionRow row;
      row.name = decision.name;
      row.policy = stringifyPolicy(decision.policy).str();
      row.savedBytes = decision.savedBytes;
      row.recomputedBytes = decision.recomputedBytes;
      row.costNanoseconds = decision.costNanoseconds;
      row.note = decision.note;
      report.regions.push_back(std::move(row));
    }
  }

  void writeFlops(const Run &before, const Run &after) {
    llvm::StringMap<double> known;
    auto sum = [&](const Run &run) {
      double total = 0;
      for (size_t event = 0; event < run.schedule.size(); ++event) {
        StringRef kernel = planned.nodes[run.planned(event)].kernel;
        auto [found, inserted] = known.try_emplace(kernel, 0);
        if (inserted)
          found->second = double(flops(kernel));
        total += found->second;
      }
      return total;
    };
    double plain = sum(before);
    if (plain > 0)
      report.extraFlopsPercent = 100 * (sum(after) - plain) / plain;
  }

  const RematResult &result;
  const PlannedStep &planned;
  const KernelFlops &flops;
  measure::Report &report;
};
} // namespace

void ckpt::describePlan(const RematResult &result, const KernelFlops &flops,
                        measure::Report &report) {
  PlanDescriber(result, flops, report).run();
}

void ckpt::emitRemarks(const RematResult &result, const measure::Report &report,
                       Location step) {
  emitRemark(step) << "plan " << report.status << ": peak "
                   << measure::formatBytes(result.predictedPeakBytes)
                   << ", plain step "
                   << measure::formatBytes(result.baselinePeakBytes) << ", "
                   << report.recomputed << " clones";
  // Rows are in the order of the nodes.
  size_t row = 0;
  const PlannedStep &planned = result.planned;
  for (const PlannedNode &node : planned.nodes)
    for (const std::string &value : node.values) {
      if (row == report.tensors.size() || report.tensors[row].name != value ||
          node.cloneOf >= 0)
        continue;
      const measure::TensorRow &tensor = report.tensors[row++];
      if (tensor.verdict != "saved" && tensor.verdict != "recomputed")
        continue;
      InFlightDiagnostic remark = emitRemark(node.location)
                                  << "'" << value << "' of "
                                  << measure::formatBytes(tensor.bytes)
                                  << " is " << tensor.verdict;
      if (tensor.recomputed)
        remark << (tensor.recomputed == 1 ? " once" : "")
               << (tensor.recomputed > 1
                       ? " " + std::to_string(tensor.recomputed) + " times"
                       : "");
      remark << ": " << tensor.why;
    }
}
