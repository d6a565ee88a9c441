//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSequence.h"

#include <algorithm>

using namespace ckpt::planning;

/// Holes take part in range updates; they never reach the budget.
static constexpr int64_t holeMemory = INT64_MIN / 4;

EventSequence::EventSequence(const Graph &graph, int64_t budget)
    : graph(graph), budget(budget), kernels(rangeKernels()) {
  int32_t maxOutputs = 0;
  for (int32_t v = 0; v <= graph.end; ++v) {
    hasLocal.push_back(graph.workspace[v] != 0 || !graph.shares[v].empty());
    maxOutputs = std::max(maxOutputs, graph.numOutputs(v));
  }
  freeEvents.resize(maxOutputs + 1);
}

int32_t EventSequence::newEvent(int32_t v) {
  auto &unused = freeEvents[graph.numOutputs(v)];
  int32_t e;
  if (unused.empty()) {
    e = static_cast<int32_t>(node.size());
    pos.push_back(-1);
    node.push_back(v);
    local.push_back(0);
    firstLast.push_back(static_cast<int32_t>(lastUse.size()));
    lastUse.resize(lastUse.size() + graph.numOutputs(v), -1);
  } else {
    e = unused.back();
    unused.pop_back();
    node[e] = v;
  }
  for (int32_t k = 0; k < graph.numOutputs(v); ++k)
    last(e, k) = e;
  return e;
}

void EventSequence::assign(const Schedule &schedule) {
  pos.clear();
  node.clear();
  local.clear();
  firstLast.clear();
  lastUse.clear();
  for (auto &unused : freeEvents)
    unused.clear();
  copies.assign(graph.numNodes + 1, {});
  multi.clear();
  multiIndex.assign(graph.numNodes + 1, -1);
  over = time = 0;
  numEvents = static_cast<int32_t>(schedule.size()) + 1;
  slots.assign(numEvents + numEvents / 2 + 64, -1);
  memory.assign(slots.size(), holeMemory);
  for (int32_t i = 0; i < numEvents; ++i) {
    int32_t v = i + 1 < numEvents ? schedule[i] : graph.end;
    int32_t e = newEvent(v);
    pos[e] = static_cast<int32_t>(static_cast<int64_t>(i) * (numSlots() - 1) /
                                  std::max(1, numEvents - 1));
    slots[pos[e]] = e;
    time += graph.time[v];
    for (int32_t u : graph.inputs[v]) {
      int32_t c = copies[graph.owner[u]].back();
      last(c, u - graph.firstValue[node[c]]) = e;
    }
    copies[v].push_back(e);
    if (copies[v].size() == 2)
      addMulti(v);
  }
  endEvent = copies[graph.end][0];
  std::vector<int64_t> delta(slots.size() + 1, 0);
  for (int32_t e = 0; e < numEvents; ++e)
    for (int32_t k = 0; k < graph.numOutputs(node[e]); ++k) {
      int64_t bytes = graph.bytes[graph.firstValue[node[e]] + k];
      delta[pos[e]] += bytes;
      delta[pos[last(e, k)] + 1] -= bytes;
    }
  int64_t live = 0;
  for (int32_t p = 0; p < numSlots(); ++p) {
    live += delta[p];
    if (slots[p] < 0)
      continue;
    memory[p] = live;
    over += excess(live);
    refreshLocal(slots[p]);
  }
}

Schedule EventSequence::schedule() const {
  Schedule result;
  result.reserve(numEvents);
  for (int32_t e : slots)
    if (e >= 0 && e != endEvent)
      result.push_back(node[e]);
  return result;
}

void EventSequence::range(int32_t a, int32_t b, int64_t w) {
  if (a > b || w == 0)
    return;
  ++rangeUpdates;
  rangeSlots += b - a + 1;
  over += kernels.add(memory.data() + a, b - a + 1, w, budget);
}

int32_t EventSequence::nextCopySlot(int32_t e) const {
  const auto &c = copies[node[e]];
  if (c.size() > 1)
    for (int32_t other : c)
      if (pos[other] > pos[e])
        return pos[other];
  return INT_MAX;
}

int32_t EventSequence::computeLast(int32_t e, int32_t k) const {
  int32_t limit = nextCopySlot(e), best = e, bestSlot = pos[e];
  for (int32_t w : graph.users[graph.firstValue[node[e]] + k]) {
    const auto &readers = copies[w];
    for (size_t i = readers.size(); i-- > 0;) {
      int32_t q = pos[readers[i]];
      if (q > limit)
        continue;
      if (q > bestSlot) {
        bestSlot = q;
        best = readers[i];
      }
      break;
    }
  }
  return best;
}

bool EventSequence::unread(int32_t e) const {
  for (int32_t k = 0; k < graph.numOutputs(node[e]); ++k)
    if (last(e, k) != e)
      return false;
  return true;
}

int64_t EventSequence::savedInPlace(int32_t e) {
  int64_t saved = 0;
  takenShares.clear();
  for (const Graph::Share &share : graph.shares[node[e]]) {
    int32_t c = find(graph.owner[share.value], pos[e]);
    if (c < 0 || lastOfValue(c, share.value) != e)
      continue;
    bool taken = false;
    for (const Graph::Share *other : takenShares)
      taken |= other->output == share.output || other->value == share.value;
    if (taken)
      continue;
    takenShares.push_back(&share);
    saved += share.bytes;
  }
  return saved;
}

/// Must follow every change of what `e` is the last reader of.
void EventSequence::refreshLocal(int32_t e) {
  if (!hasLocal[node[e]])
    return;
  int64_t now = graph.workspace[node[e]] - savedInPlace(e);
  int64_t &bytes = memory[pos[e]];
  over -= excess(bytes);
  bytes += now - local[e];
  over += excess(bytes);
  local[e] = now;
}

void EventSequence::takeOff(int32_t e) {
  int32_t p = pos[e], v = node[e], first = graph.firstValue[v];
  for (int32_t k = 0; k < graph.numOutputs(v); ++k)
    range(p, pos[last(e, k)], -graph.bytes[first + k]);
  auto &own = copies[v];
  size_t index = std::find(own.begin(), own.end(), e) - own.begin();
  own.erase(own.begin() + index);
  if (own.size() == 1)
    removeMulti(v);
  if (index > 0) {
    // The copy before inherits the readers.
    int32_t previous = own[index - 1];
    for (int32_t k = 0; k < graph.numOutputs(v); ++k) {
      int32_t old = last(previous, k), now = computeLast(previous, k);
      if (old == now)
        continue;
      last(previous, k) = now;
      range(pos[old] + 1, pos[now], graph.bytes[first + k]);
      refreshLocal(old);
      refreshLocal(now);
    }
  }
  for (int32_t u : graph.inputs[v]) {
    int32_t c = find(graph.owner[u], p);
    int32_t k = u - graph.firstValue[graph.owner[u]];
    if (c < 0 || last(c, k) != e)
      continue;
    int32_t now = last(c, k) = computeLast(c, k);
    range(pos[now] + 1, p, -graph.bytes[u]);
    refreshLocal(now);
  }
  over -= excess(memory[p]);
  memory[p] = holeMemory;
  slots[p] = -1;
  --numEvents;
  time -= graph.time[v];
}

/// Bytes that stay live behind the last event before `slot`.
int64_t EventSequence::memoryAfter(int32_t slot) {
  int32_t q = slot - 1;
  while (q >= 0 && slots[q] < 0)
    --q;
  if (q < 0)
    return 0;
  int32_t f = slots[q], v = node[f];
  int64_t bytes = memory[q] - local[f];
  for (int32_t k = 0; k < graph.numOutputs(v); ++k)
    if (last(f, k) == f)
      bytes -= graph.bytes[graph.firstValue[v] + k];
  for (int32_t u : graph.inputs[v]) {
    int32_t c = find(graph.owner[u], q);
    if (c >= 0 && lastOfValue(c, u) == f)
      bytes -= graph.bytes[u];
  }
  return bytes;
}

void EventSequence::extendInputs(int32_t e, int32_t p) {
  for (int32_t u : graph.inputs[node[e]]) {
    int32_t c = find(graph.owner[u], p);
    if (c < 0)
      continue;
    int32_t k = u - graph.firstValue[graph.owner[u]];
    int32_t old = last(c, k);
    if (pos[old] >= p)
      continue;
    last(c, k) = e;
    range(pos[old] + 1, p, graph.bytes[u]);
    refreshLocal(old);
  }
}

/// Inserts `e` among the copies of its node; readers behind it are now its own.
void EventSequence::splitPrevious(int32_t e, int32_t p) {
  int32_t v = node[e];
  auto &own = copies[v];
  size_t index = own.size();
  while (index > 0 && pos[own[index - 1]] > p)
    --index;
  own.insert(own.begin() + index, e);
  if (own.size() == 2)
    addMulti(v);
  if (index == 0)
    return;
  int32_t previous = own[index - 1];
  for (int32_t k = 0; k < graph.numOutputs(v); ++k) {
    int32_t old = last(previous, k), now = computeLast(previous, k);
    if (old == now)
      continue;
    last(previous, k) = now;
    range(pos[now] + 1, pos[old], -graph.bytes[graph.firstValue[v] + k]);
    refreshLocal(now);
  }
}

void EventSequence::putOn(int32_t e, int32_t g) {
  int32_t p = openSlot(g), v = node[e];
  int64_t before = memoryAfter(p);
  slots[p] = e;
  pos[e] = p;
  local[e] = 0;
  for (int32_t k = 0; k < graph.numOutputs(v); ++k)
    last(e, k) = e;
  ++numEvents;
  time += graph.time[v];
  memory[p] = before;
  over += excess(before);
  extendInputs(e, p);
  splitPrevious(e, p);
  for (int32_t k = 0; k < graph.numOutputs(v); ++k) {
    int32_t now = last(e, k) = computeLast(e, k);
    range(p, pos[now], graph.bytes[graph.firstValue[v] + k]);
    if (now != e)
      refreshLocal(now);
  }
  refreshLocal(e);
}

/// True when `e` just before `g` would read the same copies and have the same
/// readers as where it stands.
bool EventSequence::keepsReaders(int32_t e, int32_t g) const {
  int32_t v = node[e], target = pos[g];
  for (int32_t u : graph.inputs[v])
    if (find(graph.owner[u], pos[e]) != find(graph.owner[u], target))
      return false;
  const auto &own = copies[v];
  if (own.size() == 1)
    return true;
  size_t index = std::find(own.begin(), own.end(), e) - own.begin();
  if (index + 1 < own.size() && pos[own[index + 1]] < target)
    return false;
  if (index == 0)
    return true;
  if (pos[own[index - 1]] >= target)
    return false;
  // The copy before must neither lose readers nor get some.
  int32_t low = std::min(pos[e], target), high = std::max(pos[e], target);
  for (int32_t u = graph.firstValue[v]; u < graph.firstValue[v + 1]; ++u)
    for (int32_t w : graph.users[u])
      for (int32_t f : copies[w])
        if (pos[f] >= low && pos[f] < high)
          return false;
  return true;
}

void EventSequence::move(int32_t e, int32_t g) {
  if (!keepsReaders(e, g)) {
    takeOff(e);
    putOn(e, g);
    return;
  }
  int32_t to = openSlot(g), from = pos[e], v = node[e];
  int64_t live = memoryAfter(to);
  over -= excess(memory[from]);
  memory[from] = holeMemory;
  slots[from] = -1;
  slots[to] = e;
  pos[e] = to;
  local[e] = 0;
  for (int32_t k = 0; k < graph.numOutputs(v); ++k) {
    int64_t bytes = graph.bytes[graph.firstValue[v] + k];
    bool isRead = last(e, k) != e;
    if (to < from || !isRead)
      live += bytes;
    if (to < from)
      range(to + 1, isRead ? from - 1 : to, bytes);
    else if (isRead)
      range(from + 1, to - 1, -bytes);
  }
  memory[to] = live;
  over += excess(live);
  for (int32_t u : graph.inputs[v])
    followInput(e, u, from, to);
  refreshLocal(e);
}

/// `e` moved from slot `from` to slot `to` and reads the same copy of `u`.
void EventSequence::followInput(int32_t e, int32_t u, int32_t from,
                                int32_t to) {
  int32_t c = find(graph.owner[u], to);
  int32_t k = u - graph.firstValue[graph.owner[u]];
  int32_t old = last(c, k);
  if (to > from) {
    int32_t end = old == e ? from : pos[old];
    if (end >= to)
      return;
    last(c, k) = e;
    range(end + 1, to, graph.bytes[u]);
    if (old != e)
      refreshLocal(old);
  } else if (old == e) {
    int32_t now = last(c, k) = computeLast(c, k);
    range(pos[now] + 1, from, -graph.bytes[u]);
    if (now != e)
      refreshLocal(now);
  }
}

void EventSequence::addMulti(int32_t v) {
  multiIndex[v] = static_cast<int32_t>(multi.size());
  multi.push_back(v);
}

void EventSequence::removeMulti(int32_t v) {
  int32_t moved = multi.back();
  multi[multiIndex[v]] = moved;
  multiIndex[moved] = multiIndex[v];
  multiIndex[v] = -1;
  multi.pop_back();
}

/// A hole just before event `g`: the nearest within reach is shifted here, else
/// the neighbourhood is spread.
int32_t EventSequence::openSlot(int32_t g) {
  constexpr int32_t reach = 100;
  while (true) {
    int32_t p = pos[g];
    if (p > 0 && slots[p - 1] < 0)
      return p - 1;
    int32_t r = p, l = p - 1;
    for (int32_t step = 0; step < reach; ++step, ++r, --l) {
      if (r < numSlots() && slots[r] < 0) {
        for (int32_t i = r; i > p; --i) {
          slots[i] = slots[i - 1];
          memory[i] = memory[i - 1];
          pos[slots[i]] = i;
        }
        slots[p] = -1;
        memory[p] = holeMemory;
        return p;
      }
      if (l >= 0 && slots[l] < 0) {
        for (int32_t i = l; i < p - 1; ++i) {
          slots[i] = slots[i + 1];
          memory[i] = memory[i + 1];
          pos[slots[i]] = i;
        }
        slots[p - 1] = -1;
        memory[p - 1] = holeMemory;
        return p - 1;
      }
    }
    spreadAround(p);
  }
}

/// Spreads evenly the smallest window around `p` that is no denser than halfway
/// between the whole and full.
void EventSequence::spreadAround(int32_t p) {
  // Denser, a window could be even and still have no hole within reach.
  if (static_cast<int64_t>(numEvents) * 5 >
      static_cast<int64_t>(numSlots()) * 4)
    return spreadAll();
  for (int32_t width = 128;; width *= 2) {
    int32_t a = std::max(0, p - width), b = std::min(numSlots(), p + width);
    if (a == 0 && b == numSlots())
      return spreadAll();
    int32_t count = 0;
    for (int32_t i = a; i < b; ++i)
      count += slots[i] >= 0;
    double density = static_cast<double>(numEvents) / numSlots();
    if (count > (b - a) * (1 + density) / 2)
      continue;
    movedEvents.clear();
    movedMemory.clear();
    for (int32_t i = a; i < b; ++i) {
      if (slots[i] >= 0) {
        movedEvents.push_back(slots[i]);
        movedMemory.push_back(memory[i]);
      }
      slots[i] = -1;
      memory[i] = holeMemory;
    }
    for (int32_t k = 0; k < count; ++k) {
      int32_t q =
          a + static_cast<int32_t>(static_cast<int64_t>(k) * (b - a) / count);
      slots[q] = movedEvents[k];
      memory[q] = movedMemory[k];
      pos[movedEvents[k]] = q;
    }
    return;
  }
}

void EventSequence::spreadAll() {
  movedEvents.clear();
  movedMemory.clear();
  for (int32_t i = 0; i < numSlots(); ++i)
    if (slots[i] >= 0) {
      movedEvents.push_back(slots[i]);
      movedMemory.push_back(memory[i]);
    }
  int32_t count = static_cast<int32_t>(movedEvents.size());
  int32_t size = std::max(numSlots(), count + count / 2 + 64);
  slots.assign(size, -1);
  memory.assign(size, holeMemory);
  for (int32_t k = 0; k < count; ++k) {
    int32_t q =
        static_cast<int32_t>(static_cast<int64_t>(k) * (size - 1) / count);
    slots[q] = movedEvents[k];
    memory[q] = movedMemory[k];
    pos[movedEvents[k]] = q;
  }
}
