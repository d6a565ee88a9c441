//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch and bound over the gap program.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_GAPPROGRAM_BRANCHANDBOUND_H
#define CKPT_LIB_PLANNING_GAPPROGRAM_BRANCHANDBOUND_H

#include "GapProgram.h"

#include <algorithm>
#include <functional>

namespace ckpt::planning {

class BranchAndBound {
public:
  /// `target`: the extra time of the best known plan; nothing at or above it is
  /// of interest. `offer` is given every promising choice of columns and
  /// returns the target from then on.
  BranchAndBound(const GapProgram &program, int32_t numRows, double target,
                 std::function<double(const std::vector<char> &chosen)> offer);

  /// Explores up to `maxNodes` nodes, the lowest bound first, as long as the
  /// knapsacks look at no more than `maxWork` states. `stop` is asked between
  /// nodes.
  void run(int64_t maxNodes, int64_t maxWork,
           const std::function<bool()> &stop);

  /// No reference-order plan has less extra time than this.
  double bound() const { return lowerBound; }
  int64_t nodes() const { return explored; }

private:
  struct NodeState {
    double bound;
    std::vector<double> prices;
    GapProgram::Decisions decisions;
  };

  double raisePrices(NodeState &node, int32_t iterations);
  double raiseWithCover(NodeState &node, int32_t iterations);
  double coverBound(const NodeState &node, std::vector<double> &others,
                    int32_t row, std::vector<char> &choice);
  int32_t dearestRow(const std::vector<double> &prices) const;
  int32_t branchColumn(const NodeState &node) const;
  bool branchOnConflict(const NodeState &node);
  void explore(NodeState node);
  /// Integer times have no value in between; scaled ones are compared to 1e-9.
  bool closed(double bound) const {
    return bound > target - std::max(0.999, 1e-9 * target);
  }

  const GapProgram &program;
  double target;
  std::function<double(const std::vector<char> &)> offer;
  std::vector<NodeState> open;
  double lowerBound = 0;
  double leaves = 1e300;
  int64_t explored = 0;
  int64_t workLeft = 0;
  std::vector<char> chosen, choice;
  std::vector<double> reduced, direction, average;
  std::vector<int64_t> missing;
};

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_GAPPROGRAM_BRANCHANDBOUND_H
