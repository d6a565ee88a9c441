//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The moves: shift an event, delete a recomputation, cut a live range, and
// exchange (delete some, then cut others).
//
//===----------------------------------------------------------------------===//

#include "Annealer.h"

#include <algorithm>

using namespace ckpt::planning;

/// Events added at most by one repair chain, and how deep it may go.
static constexpr int32_t chainCaps[8] = {1, 2, 3, 4, 6, 10, 20, 60};
static constexpr int32_t maxChainDepth = 40;

/// Slots low..high between which `e` may be placed (before the event there):
/// behind what it needs, before what needs this copy of it.
bool Annealer::moveWindow(int32_t e, int32_t &low, int32_t &high) {
  int32_t v = s.node[e], p = s.pos[e];
  const auto &own = s.copies[v];
  bool first = own.front() == e;
  low = -1;
  for (int32_t u : graph.inputs[v])
    low = std::max(low, s.pos[s.copies[graph.owner[u]].front()]);
  int32_t next = s.nextCopySlot(e);
  high = std::min({s.pos[s.endEvent], next, deadlineSlot(v)});
  for (int32_t u = graph.firstValue[v]; u < graph.firstValue[v + 1]; ++u)
    for (int32_t w : graph.users[u])
      for (int32_t f : s.copies[w])
        if (s.pos[f] > p && s.pos[f] <= next) {
          high = std::min(high, s.pos[f]);
          break;
        }
  if (!first) {
    for (int32_t other : own)
      if (s.pos[other] < p)
        low = std::max(low, s.pos[other]);
    return low < high;
  }
  for (int32_t a : graph.after[v])
    low = std::max(low, s.pos[s.copies[a].front()]);
  for (int32_t r : graph.guarded[v])
    low = std::max(low, s.pos[s.copies[r].back()]);
  for (int32_t w : graph.before[v])
    high = std::min(high, s.pos[s.copies[w].front()]);
  if (options.keepOrder) {
    // It may still pass recomputations.
    if (v > 0)
      low = std::max(low, s.pos[s.copies[v - 1].front()]);
    high = std::min(high, s.pos[s.copies[v + 1].front()]);
  }
  return low < high;
}

/// A node of the window.
int32_t Annealer::windowNode() {
  return windowFirst + random.below(windowSize);
}

/// Half of the time near a slot over the budget.
int32_t Annealer::randomEvent() {
  if (windowed) {
    const auto &own = s.copies[windowNode()];
    return own[random.below(static_cast<int32_t>(own.size()))];
  }
  int32_t p = randomSlot();
  if (s.over > 0 && random.below(2)) {
    p = hotSlot() + random.below(61) - 30;
    if (p < 0 || p >= s.numSlots() || s.slots[p] < 0)
      return -1;
  }
  return s.slots[p] == s.endEvent ? -1 : s.slots[p];
}

/// A recomputation.
int32_t Annealer::randomCopy() {
  if (s.multi.empty())
    return -1;
  for (int32_t attempt = 0; windowed && attempt < 8; ++attempt) {
    const auto &own = s.copies[windowNode()];
    if (own.size() > 1)
      return own[1 + random.below(static_cast<int32_t>(own.size()) - 1)];
  }
  if (windowed)
    return -1;
  const auto &own =
      s.copies[s.multi[random.below(static_cast<int32_t>(s.multi.size()))]];
  return own[1 + random.below(static_cast<int32_t>(own.size()) - 1)];
}

bool Annealer::moveEvent() {
  int32_t e =
      options.keepOrder && random.below(2) ? randomCopy() : randomEvent();
  if (e < 0)
    return false;
  int32_t p = s.pos[e];
  int32_t low, high;
  if (!moveWindow(e, low, high))
    return false;
  ++low;
  int32_t target, r = random.below(8);
  if (r == 0) {
    target = high;
  } else if (r == 1) {
    target = low;
  } else if (r == 2) {
    target = low + random.below(high - low + 1);
  } else {
    int32_t reach = r < 5 ? 6 : 40;
    int32_t a = std::max(low, p - reach), b = std::min(high, p + reach);
    if (a > b)
      return false;
    target = a + random.below(b - a + 1);
  }
  int32_t g = s.eventFrom(target), follower = s.eventAfter(e);
  if (g == e || g == follower || s.pos[g] > high)
    return false;
  s.move(e, g);
  edits.push_back({Edit::Move, e, follower});
  return true;
}

/// Deletes a recomputation, and those of its inputs that nothing reads then.
bool Annealer::deleteCopy() {
  int32_t copy = randomCopy();
  if (copy < 0)
    return false;
  eraseStack.assign(1, copy);
  while (!eraseStack.empty()) {
    int32_t e = eraseStack.back();
    eraseStack.pop_back();
    if (s.slots[s.pos[e]] != e) // already erased
      continue;
    size_t firstInput = eraseStack.size();
    for (int32_t u : graph.inputs[s.node[e]]) {
      int32_t c = s.find(graph.owner[u], s.pos[e]);
      if (c != s.copies[graph.owner[u]].front())
        eraseStack.push_back(c);
    }
    erase(e);
    // Only those that are now unread go; nothing else on the stack changed.
    size_t kept = firstInput;
    for (size_t i = firstInput; i < eraseStack.size(); ++i)
      if (s.unread(eraseStack[i]))
        eraseStack[kept++] = eraseStack[i];
    eraseStack.resize(kept);
  }
  return true;
}

/// A random copy that is live at `p`, or false.
bool Annealer::pickLiveCopy(int32_t p, int32_t &event, int32_t &value) {
  int32_t c;
  if (windowed) {
    c = s.find(windowNode(), p);
    if (c < 0)
      return false;
  } else {
    int32_t width = 64 << random.below(12);
    int32_t low = std::max(0, p - width);
    int32_t r = low + random.below(p - low + 1);
    c = s.slots[r];
    if (c < 0 || r >= p)
      return false;
  }
  int32_t v = s.node[c], outputs = graph.numOutputs(v);
  if (!graph.recomputable[v] || outputs == 0)
    return false;
  int32_t k = outputs == 1 ? 0 : random.below(outputs);
  event = c;
  value = graph.firstValue[v] + k;
  return s.pos[s.last(c, k)] > p;
}

bool Annealer::cut() {
  if (s.numEvents > 3 * graph.numNodes + 500)
    return false;
  if (s.over == 0 && random.below(8))
    return false;
  int32_t p = s.over > 0 && random.below(8) ? hotSlot() : randomSlot();
  for (int32_t attempt = 0; attempt < 30; ++attempt) {
    int32_t event, value, before;
    if (!pickLiveCopy(p, event, value))
      continue;
    int32_t g = idleGap(p, event, value, before);
    if (g >= 0)
      return tryCut(event, value, before, g);
  }
  return false;
}

/// The first event that uses the copy behind `p`, or -1 when the copy is used
/// at `p` itself or must not be recomputed; `before` is the slot of the last
/// use ahead of `p`.
int32_t Annealer::idleGap(int32_t p, int32_t event, int32_t value,
                          int32_t &before) {
  int32_t limit = s.nextCopySlot(event), nextUse = INT_MAX, g = -1;
  before = s.pos[event];
  for (int32_t w : graph.users[value])
    for (int32_t f : s.copies[w]) {
      int32_t q = s.pos[f];
      if (q == p)
        return -1;
      if (q > p && q <= limit && q < nextUse) {
        nextUse = q;
        g = f;
      } else if (q < p && q > before) {
        before = q;
      }
    }
  return nextUse <= deadlineSlot(s.node[event]) ? g : -1;
}

/// Recomputes the owner of `value` before `g`. Refuses at once when the change
/// without the chain is above the threshold already.
bool Annealer::tryCut(int32_t event, int32_t value, int32_t before, int32_t g) {
  int32_t v = s.node[event];
  int64_t relief = s.gain(before + 1, s.pos[g] - 1, -graph.bytes[value]);
  double change =
      static_cast<double>(s.time - time0 + graph.time[v]) * timeScale +
      eventWeight * meanTime * (s.numEvents + 1 - events0) +
      lambda * overScale * static_cast<double>(s.over - over0 + relief);
  if (change > threshold)
    return false;
  int32_t r = random.below(10);
  int32_t cap = chainCaps[random.below(8)];
  double price = r < 2 ? -1 : r < 3 ? 0 : 4 * random.uniform();
  recomputeBefore(v, g, price, cap);
  return true;
}

/// Notes the inputs of `v` that a recomputation before `g` would stretch.
void Annealer::stretched(int32_t v, int32_t g, int32_t depth) {
  for (int32_t u : graph.inputs[v]) {
    int32_t c = s.find(graph.owner[u], s.pos[g]);
    int32_t old = s.lastOfValue(c, u);
    bool own = std::find(added.begin(), added.end(), c) != added.end();
    if (!own && s.pos[old] < s.pos[g] && graph.recomputable[graph.owner[u]])
      pending.push_back({u, -1, old, depth});
  }
}

/// Inserts `v` before `g`, then, going down, every stretched input whose
/// overflow costs more than `price` times its own recomputation. A negative
/// price inserts `v` only.
void Annealer::recomputeBefore(int32_t v, int32_t g, double price,
                               int32_t cap) {
  pending.clear();
  added.clear();
  bool chain = price >= 0;
  if (chain)
    stretched(v, g, 0);
  int32_t e = insert(v, g);
  added.push_back(e);
  for (Pending &item : pending)
    item.event = e;
  while (!pending.empty() && static_cast<int32_t>(added.size()) < cap) {
    Pending item = pending.back();
    pending.pop_back();
    int32_t u = item.value, owner = graph.owner[u];
    int32_t a = s.pos[item.oldLast] + 1, b = s.pos[item.event] - 1;
    int32_t c = s.find(owner, s.pos[item.event]);
    if (a > b || s.lastOfValue(c, u) != item.event ||
        s.pos[item.event] > deadlineSlot(owner))
      continue;
    double saved = -static_cast<double>(s.gain(a, b, -graph.bytes[u])) *
                   lambda * overScale;
    if (saved <= price * static_cast<double>(graph.time[owner]) * timeScale)
      continue;
    size_t mark = pending.size();
    if (item.depth + 1 < maxChainDepth)
      stretched(owner, item.event, item.depth + 1);
    int32_t inserted = insert(owner, item.event);
    added.push_back(inserted);
    for (size_t i = mark; i < pending.size(); ++i)
      pending[i].event = inserted;
  }
}

bool Annealer::exchange() {
  constexpr int32_t most = 4;
  int32_t deletions = 1;
  while (deletions < most && random.below(3) == 0)
    ++deletions;
  bool any = false;
  for (int32_t i = 0; i < deletions; ++i)
    any |= deleteCopy();
  int32_t cuts = 0;
  do {
    any |= cut();
    ++cuts;
  } while (cuts < most && s.over > over0 && random.below(3));
  return any;
}
