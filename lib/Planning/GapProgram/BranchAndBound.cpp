//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchAndBound.h"

#include <algorithm>
#include <cmath>

using namespace ckpt::planning;

/// States of one knapsack; beyond that its fractional bound is used.
static constexpr int64_t workPerCover = 500000;

BranchAndBound::BranchAndBound(
    const GapProgram &program, int32_t numRows, double target,
    std::function<double(const std::vector<char> &)> offer)
    : program(program), target(target), offer(std::move(offer)) {
  open.push_back({0, std::vector<double>(numRows, 0.0),
                  GapProgram::Decisions(program.numColumns())});
}

/// Subgradient steps on the row prices alone; keeps the best prices.
double BranchAndBound::raisePrices(NodeState &node, int32_t iterations) {
  std::vector<double> current = node.prices;
  double best = program.price(current, node.decisions, chosen, reduced);
  double theta = 1;
  int32_t stale = 0;
  direction.assign(current.size(), 0);
  average.assign(program.numColumns(), 0);
  for (int32_t it = 0; it < iterations && theta > 1e-6 && !closed(best); ++it) {
    double value = program.price(current, node.decisions, chosen, reduced);
    for (size_t c = 0; c < chosen.size(); ++c)
      average[c] += 0.05 * (chosen[c] - average[c]);
    stale = value > best + 1e-4 * (target - best) ? 0 : stale + 1;
    if (value > best) {
      best = value;
      node.prices = current;
    }
    if (stale >= 25) {
      theta /= 2;
      stale = 0;
      current = node.prices;
      continue;
    }
    program.slack(chosen, node.decisions, missing);
    double norm = 0;
    bool anywhere = false;
    for (size_t j = 0; j < current.size(); ++j) {
      // A row that is satisfied and has no price does not take part.
      double g = current[j] <= 0 && missing[j] < 0
                     ? 0
                     : static_cast<double>(missing[j]);
      anywhere |= g != 0;
      direction[j] = g + 0.5 * direction[j];
      norm += direction[j] * direction[j];
    }
    // No row asks for a change: these prices are optimal.
    if (!anywhere || norm == 0)
      break;
    double length = theta * std::max(target - value, 1e-6) / norm;
    for (size_t j = 0; j < current.size(); ++j)
      current[j] = std::max(0.0, current[j] + length * direction[j]);
  }
  return best;
}

int32_t BranchAndBound::dearestRow(const std::vector<double> &prices) const {
  int32_t row = static_cast<int32_t>(
      std::max_element(prices.begin(), prices.end()) - prices.begin());
  if (prices[row] > 0)
    return row;
  for (int32_t j = 0; j < static_cast<int32_t>(prices.size()); ++j)
    if (program.need(j) > program.need(row))
      row = j;
  return row;
}

/// The value when `row` is enforced exactly and the others by price.
double BranchAndBound::coverBound(const NodeState &node,
                                  std::vector<double> &others, int32_t row,
                                  std::vector<char> &choice) {
  others[row] = 0;
  double base = program.price(others, node.decisions, choice, reduced);
  std::vector<CoverItem> items;
  int64_t need = program.need(row);
  for (int32_t c = 0; c < program.numColumns(); ++c) {
    int64_t bytes = program.freed(c, row, node.decisions[c]);
    if (bytes == 0)
      continue;
    if (choice[c])
      need -= bytes;
    else if (node.decisions[c].fixing == GapProgram::Free)
      items.push_back({std::max(0.0, reduced[c]), bytes, c});
  }
  CoverResult cover =
      solveCover(std::move(items), need, target - base + 1,
                 std::min(workPerCover, std::max<int64_t>(1, workLeft)));
  workLeft -= cover.work;
  for (int32_t c : cover.chosen)
    choice[c] = 1;
  return base + cover.value;
}

/// Subgradient steps on the other rows' prices, with one row exact.
double BranchAndBound::raiseWithCover(NodeState &node, int32_t iterations) {
  int32_t row = dearestRow(node.prices);
  std::vector<double> current = node.prices;
  double best = -1e300, theta = 1;
  for (int32_t it = 0; it < iterations && workLeft > 0 && !closed(best); ++it) {
    double kept = current[row];
    double value = coverBound(node, current, row, choice);
    current[row] = kept;
    target = offer(choice);
    if (value > best) {
      best = value;
      node.prices = current;
    } else {
      theta /= 1.5;
    }
    program.slack(choice, node.decisions, missing);
    double norm = 0;
    for (size_t j = 0; j < current.size(); ++j) {
      bool out =
          static_cast<int32_t>(j) == row || (current[j] <= 0 && missing[j] < 0);
      direction[j] = out ? 0 : static_cast<double>(missing[j]);
      norm += direction[j] * direction[j];
    }
    if (norm == 0)
      break;
    double length = theta * std::max(target - value, 1e-6) / norm;
    for (size_t j = 0; j < current.size(); ++j)
      current[j] = std::max(0.0, current[j] + length * direction[j]);
  }
  return best;
}

/// The free column that the price search was least sure about.
int32_t BranchAndBound::branchColumn(const NodeState &node) const {
  int32_t best = -1;
  double bestScore = -1;
  for (int32_t c = 0; c < program.numColumns(); ++c) {
    if (node.decisions[c].fixing != GapProgram::Free)
      continue;
    double score = (0.5 - std::fabs(average[c] - 0.5) + 1e-3) *
                   static_cast<double>(program.column(c).cost);
    if (score > bestScore) {
      bestScore = score;
      best = c;
    }
  }
  return best;
}

/// The dearest conflict in the last choice, when that choice meets every row:
/// then only conflicts explain why no schedule realises it. Let column v be
/// recomputed behind event m for the last time, from the value of column u. If
/// u's node is recomputed once in its own gap, either that comes before and u
/// stays from there on, or after and u stayed up to m.
bool BranchAndBound::branchOnConflict(const NodeState &node) {
  program.slack(choice, node.decisions, missing);
  if (*std::max_element(missing.begin(), missing.end()) > 0)
    return false;
  const GapProgram::Conflict *best = nullptr;
  int32_t m = -1;
  for (const GapProgram::Conflict &conflict : program.conflicts()) {
    const GapProgram::Decision &v = node.decisions[conflict.v],
                               &u = node.decisions[conflict.u];
    if (!choice[conflict.v] || !choice[conflict.u] || u.twice)
      continue;
    int32_t last = v.behind >= 0
                       ? v.behind
                       : std::min(v.last, program.column(conflict.v).end - 1);
    // Nothing would change for u, or v frees nothing that late.
    if (last <= program.column(conflict.v).begin || u.first > last ||
        u.last < program.column(conflict.v).end)
      continue;
    if (!best ||
        program.column(conflict.u).cost > program.column(best->u).cost) {
      best = &conflict;
      m = last;
    }
  }
  if (!best)
    return false;
  auto child = [&](GapProgram::Fixing fixingV,
                   GapProgram::Fixing fixingU) -> NodeState & {
    open.push_back(node);
    open.back().decisions[best->v].fixing = fixingV;
    if (fixingU != GapProgram::Free)
      open.back().decisions[best->u].fixing = fixingU;
    return open.back();
  };
  GapProgram::Decision v = node.decisions[best->v], u = node.decisions[best->u];
  if (v.fixing == GapProgram::Free)
    child(GapProgram::Zero, GapProgram::Free);
  if (v.behind < 0)
    child(GapProgram::One, GapProgram::Free).decisions[best->v].last = m - 1;
  auto behind = [&](GapProgram::Fixing fixingU) -> GapProgram::Decision & {
    NodeState &state = child(GapProgram::One, fixingU);
    state.decisions[best->v].behind = m;
    return state.decisions[best->u];
  };
  if (u.fixing == GapProgram::Free)
    behind(GapProgram::Zero);
  GapProgram::Decision &before = behind(GapProgram::One);
  before.last = std::min(before.last, program.column(best->v).end - 1);
  GapProgram::Decision &after = behind(GapProgram::One);
  after.first = std::max(after.first, m + 1);
  behind(GapProgram::One).twice = true;
  return true;
}

void BranchAndBound::explore(NodeState node) {
  bool root = explored == 0;
  ++explored;
  node.bound = std::max(node.bound, raisePrices(node, root ? 3000 : 150));
  if (!closed(node.bound)) {
    if (root) {
      // One row alone is often the whole problem.
      NodeState single = node;
      std::fill(single.prices.begin(), single.prices.end(), 0.0);
      node.bound = std::max(node.bound, raiseWithCover(single, 40));
    }
    node.bound = std::max(node.bound, raiseWithCover(node, root ? 40 : 6));
  }
  if (closed(node.bound))
    return;
  if (branchOnConflict(node))
    return;
  int32_t column = branchColumn(node);
  if (column < 0) {
    // A choice that costs less than the best plan, but no schedule was found
    // that realises it.
    leaves = std::min(leaves, node.bound);
    return;
  }
  for (GapProgram::Fixing value : {GapProgram::One, GapProgram::Zero}) {
    open.push_back(node);
    open.back().decisions[column].fixing = value;
  }
}

void BranchAndBound::run(int64_t maxNodes, int64_t maxWork,
                         const std::function<bool()> &stop) {
  workLeft = maxWork;
  while (!open.empty() && explored < maxNodes && workLeft > 0 && !stop()) {
    auto lowest = std::min_element(open.begin(), open.end(),
                                   [](const NodeState &a, const NodeState &b) {
                                     return a.bound < b.bound;
                                   });
    NodeState node = std::move(*lowest);
    *lowest = std::move(open.back());
    open.pop_back();
    if (!closed(node.bound))
      explore(std::move(node));
  }
  lowerBound = std::min(target, leaves);
  for (const NodeState &node : open)
    lowerBound = std::min(lowerBound, node.bound);
}
