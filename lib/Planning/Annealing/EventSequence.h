//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule that can be edited: events in slots with holes between them, the
// memory at each event, the sum that exceeds the budget and the total time, all
// kept up to date by two inverse edits, `takeOff` and `putOn`.
//
// The end event (Graph::end) always stands last. Between `takeOff` of a node's
// only event and the `putOn` that follows, its readers have no copy to read.
//
//===----------------------------------------------------------------------===//

#ifndef CKPT_LIB_PLANNING_ANNEALING_EVENTSEQUENCE_H
#define CKPT_LIB_PLANNING_ANNEALING_EVENTSEQUENCE_H

#include "RangeKernels.h"
#include "ckpt/Planning/Graph.h"
#include "ckpt/Planning/Schedule.h"

#include <climits>

namespace ckpt::planning {

class EventSequence {
public:
  EventSequence(const Graph &graph, int64_t budget);

  /// `schedule` must be valid.
  void assign(const Schedule &schedule);
  Schedule schedule() const;

  int32_t newEvent(int32_t node);
  void freeEvent(int32_t e) {
    freeEvents[graph.numOutputs(node[e])].push_back(e);
  }
  /// Removes the event from the sequence; the id stays valid until freed.
  void takeOff(int32_t e);
  /// Places the event just before event `g`.
  void putOn(int32_t e, int32_t g);
  /// Both in one, for an event that is in the sequence. Where nobody's copies
  /// change only the slots between the two places are updated.
  void move(int32_t e, int32_t g);

  /// Overflow change if `w` were added to the slots a..b.
  int64_t gain(int32_t a, int32_t b, int64_t w) const {
    return a > b ? 0 : kernels.gain(memory.data() + a, b - a + 1, w, budget);
  }
  /// The first slot over the budget from slot `p` on, around the end; -1 when
  /// there is none.
  int32_t findOver(int32_t p) const {
    int64_t at = kernels.findAbove(memory.data() + p, numSlots() - p, budget);
    if (at >= 0)
      return p + static_cast<int32_t>(at);
    return static_cast<int32_t>(kernels.findAbove(memory.data(), p, budget));
  }
  /// The copy of `v` that an event at slot `p` reads, or -1.
  int32_t find(int32_t v, int32_t p) const {
    const auto &c = copies[v];
    for (size_t i = c.size(); i-- > 0;)
      if (pos[c[i]] < p)
        return c[i];
    return -1;
  }
  int32_t &last(int32_t e, int32_t k) { return lastUse[firstLast[e] + k]; }
  int32_t last(int32_t e, int32_t k) const { return lastUse[firstLast[e] + k]; }
  int32_t lastOfValue(int32_t e, int32_t value) const {
    return last(e, value - graph.firstValue[node[e]]);
  }
  /// Slot of the copy of the same node that follows, or INT_MAX.
  int32_t nextCopySlot(int32_t e) const;
  /// First event at or behind slot `p`; the end event is behind every slot.
  int32_t eventFrom(int32_t p) const {
    while (slots[p] < 0)
      ++p;
    return slots[p];
  }
  int32_t eventAfter(int32_t e) const { return eventFrom(pos[e] + 1); }
  bool unread(int32_t e) const;
  int32_t numSlots() const { return static_cast<int32_t>(slots.size()); }

  // Read by the moves, written only here.
  const Graph &graph;
  const int64_t budget;
  int64_t over = 0;
  int64_t time = 0;
  int32_t numEvents = 0;
  int32_t endEvent = -1;
  std::vector<int32_t> slots;               // event, or -1
  std::vector<int64_t> memory;              // by slot; holes are very negative
  std::vector<int32_t> pos, node;           // by event
  std::vector<std::vector<int32_t>> copies; // by node, by slot
  std::vector<int32_t> multi;               // nodes that occur several times
  int64_t rangeUpdates = 0, rangeSlots = 0; // for the benchmark

private:
  void range(int32_t a, int32_t b, int64_t w);
  int32_t computeLast(int32_t e, int32_t k) const;
  int64_t savedInPlace(int32_t e);
  void refreshLocal(int32_t e);
  int64_t excess(int64_t bytes) const {
    return bytes > budget ? bytes - budget : 0;
  }
  int64_t memoryAfter(int32_t slot);
  void extendInputs(int32_t e, int32_t p);
  void splitPrevious(int32_t e, int32_t p);
  bool keepsReaders(int32_t e, int32_t g) const;
  void followInput(int32_t e, int32_t u, int32_t from, int32_t to);
  int32_t openSlot(int32_t g);
  void spreadAround(int32_t p);
  void spreadAll();
  void addMulti(int32_t v);
  void removeMulti(int32_t v);

  const RangeKernels &kernels;
  std::vector<int32_t> firstLast; // by event, into lastUse
  std::vector<int32_t> lastUse;
  std::vector<int64_t> local; // by event: workspace less in-place savings
  std::vector<char> hasLocal; // by node
  std::vector<int32_t> multiIndex;
  std::vector<std::vector<int32_t>> freeEvents; // by number of outputs
  std::vector<int32_t> movedEvents;
  std::vector<int64_t> movedMemory;
  std::vector<const Graph::Share *> takenShares;
};

} // namespace ckpt::planning

#endif // CKPT_LIB_PLANNING_ANNEALING_EVENTSEQUENCE_H
