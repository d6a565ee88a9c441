//===- MarkedRegions.h - What policies say of values ------------*- C++ -*-===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_REMAT_MARKEDREGIONS_H
#define CKPT_LIB_REMAT_MARKEDREGIONS_H

#include "ckpt/Remat/Remat.h"
#include "llvm/ADT/MapVector.h"

#include <optional>
#include <string>

namespace ckpt {

struct RegionPolicy {
  std::string name;
  Policy policy = Policy::Auto;
  /// In their order, and whether some value has the name.
  llvm::MapVector<llvm::StringRef, bool> names;
  bool strict = false;
  /// It would save nothing, so it is not obeyed.
  bool skipped = false;
  /// Bytes defined inside that may be saved.
  std::optional<int64_t> budget;

  bool drops() const {
    return !skipped && (policy == Policy::Nothing || policy == Policy::Names);
  }
};

/// The regions of a step, and for each value whether they let it be saved.
class MarkedRegions {
public:
  MarkedRegions(const StepGraph &graph, Policy defaultPolicy)
      : graph(graph), defaultPolicy(defaultPolicy) {}

  /// Reads the regions; with a diagnostic on failure.
  llvm::LogicalResult read();
  /// Whether no region demands anything.
  bool isFree() const;
  /// Looks at the nodes; before anything else is asked.
  llvm::LogicalResult analyze();
  /// Marks the regions that would free no bytes as skipped, and says why.
  void skipUseless();
  /// Reports what a policy names or drops in vain.
  void reportVain();
  /// Fails if more would survive a region than its own budget.
  llvm::LogicalResult checkBudgets() const;

  /// Whether the policy of `region` lets this result of `node` be saved.
  bool maySave(const RegionPolicy &region, const StepNode &node,
               unsigned output) const;
  /// Whether this result is defined in `region` and stays there.
  bool isInside(size_t node, size_t output, int64_t region) const {
    return llvm::is_contained(marks[node], region) &&
           !leaves[node][output].contains(region);
  }
  int64_t bytesOf(size_t node, size_t output) const {
    return bufferBytes(graph.nodes[node].op->getResult(output).getType(),
                       cpuAlignment);
  }
  /// Whether the node can be computed again, as far as marks are concerned.
  static bool isClonable(const StepNode &node) {
    return node.recomputable && !node.gradient && !node.writesPersistent();
  }

  std::vector<RegionPolicy> regions;
  std::vector<llvm::ArrayRef<int64_t>> marks;
  /// By node and result. Droppable: some region around it does not let it be
  /// saved, and it does not leave that region.
  std::vector<std::vector<char>> droppable, readByGradient;
  std::vector<MarkNote> notes;

private:
  /// The name that the result has for policies; empty: none.
  static llvm::StringRef nameOf(const StepNode &node, unsigned output);
  llvm::LogicalResult readBudget(mlir::DictionaryAttr entry,
                                 RegionPolicy &region);
  void findReadByGradient();
  void findLeaving();
  void findDroppable();
  void findNames();
  /// The forward values that the gradient or a clone reads as they are.
  std::vector<StepSource> savedValues() const;
  /// What the gradient reads and the region drops.
  std::vector<StepSource> droppedBy(int64_t region) const;
  /// What the gradient reads and what cannot be computed again.
  std::vector<StepSource> fixedIn(int64_t region) const;
  std::vector<StepSource> keptFor(const std::vector<StepSource> &dropped,
                                  int64_t region) const;
  /// The largest value that the gradient reads among those that `filter` takes.
  std::optional<StepSource>
  largestRead(llvm::function_ref<bool(size_t, size_t)> filter) const;
  /// Whether no node is left that was written in the region.
  bool isEmpty(int64_t region) const;
  std::string describe(const StepSource &source) const;
  std::string reason(int64_t region, const std::vector<StepSource> &dropped,
                     const std::vector<StepSource> &kept) const;
  void note(size_t region, const std::string &text, bool error);

  const StepGraph &graph;
  Policy defaultPolicy;
  /// For each result of each node the regions that it leaves.
  std::vector<std::vector<llvm::SmallDenseSet<int64_t, 4>>> leaves;
};

} // namespace ckpt

#endif // CKPT_LIB_REMAT_MARKEDREGIONS_H
