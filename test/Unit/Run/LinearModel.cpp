//===- LinearModel.cpp - A tiny model as hand-made launch tables ----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearModel.h"

#include <cmath>

using namespace ckpt;
using namespace ckpt::runtime;
using Role = Persistent::Role;

namespace {

constexpr int samples = 4, features = 3;

const float *in(void *const *args, int i) {
  return static_cast<const float *>(args[i]);
}
float *out(void *const *args, int i) { return static_cast<float *>(args[i]); }

/// (w, x, y) -> r = x w - y
void residual(void *const *args, int64_t) {
  for (int s = 0; s < samples; ++s) {
    float sum = -in(args, 2)[s];
    for (int f = 0; f < features; ++f)
      sum += in(args, 0)[f] * in(args, 1)[s * features + f];
    out(args, 3)[s] = sum;
  }
}

/// (r) -> loss, accuracy
void lossOf(void *const *args, int64_t) {
  float loss = 0, hits = 0;
  for (int s = 0; s < samples; ++s) {
    loss += in(args, 0)[s] * in(args, 0)[s] / (2 * samples);
    hits += std::fabs(in(args, 0)[s]) < 0.5f;
  }
  *out(args, 1) = loss;
  *out(args, 2) = hits / samples;
}

/// (x, r) -> gradient
void gradientOf(void *const *args, int64_t) {
  for (int f = 0; f < features; ++f) {
    float sum = 0;
    for (int s = 0; s < samples; ++s)
      sum += in(args, 0)[s * features + f] * in(args, 1)[s] / samples;
    out(args, 2)[f] = sum;
  }
}

/// (w, m, g, lr, seen, step) -> w, m, seen in place
void update(void *const *args, int64_t) {
  for (int f = 0; f < features; ++f) {
    float m = 0.9f * in(args, 1)[f] + in(args, 2)[f];
    out(args, 7)[f] = m;
    out(args, 6)[f] = in(args, 0)[f] - *in(args, 3) * m;
  }
  *out(args, 8) = static_cast<float>(*static_cast<const int64_t *>(args[5]));
}

/// (r, mask) -> loss, correct
void sums(void *const *args, int64_t) {
  float loss = 0, hits = 0;
  for (int s = 0; s < samples; ++s) {
    loss += in(args, 1)[s] * in(args, 0)[s] * in(args, 0)[s] / 2;
    hits += in(args, 1)[s] * (std::fabs(in(args, 0)[s]) < 0.5f);
  }
  *out(args, 2) = loss;
  *out(args, 3) = hits;
}

/// Puts tables together.
struct Builder {
  Table table;

  int32_t persistent(Role role, const char *name, std::vector<int64_t> shape,
                     const char *init = "",
                     ElementType type = ElementType::F32) {
    Persistent value;
    value.role = role;
    value.name = name;
    value.type = type;
    value.bytes = elementBytes(type);
    for (int64_t size : shape)
      value.bytes *= size;
    value.shape = std::move(shape);
    value.init = init;
    Buffer buffer;
    buffer.name = name;
    buffer.space = Space::Persistent;
    buffer.bytes = 64;
    buffer.place = static_cast<int64_t>(table.persistent.size());
    table.persistent.push_back(std::move(value));
    table.buffers.push_back(std::move(buffer));
    return static_cast<int32_t>(table.buffers.size()) - 1;
  }

  int32_t transient(const char *name, int64_t place, int64_t first,
                    int64_t last) {
    table.buffers.push_back({name, Space::Arena, 64, place, first, last});
    table.arenaBytes = std::max(table.arenaBytes, place + 64);
    return static_cast<int32_t>(table.buffers.size()) - 1;
  }

  int32_t kernel(const char *name, PhaseFn fn, int64_t operands,
                 int64_t results) {
    Kernel what;
    what.name = name;
    what.numOperands = operands;
    what.numResults = results;
    what.phases.push_back({name, 1, fn});
    table.kernels.push_back(std::move(what));
    return static_cast<int32_t>(table.kernels.size()) - 1;
  }

  void launch(int32_t kernel, const std::vector<int32_t> &buffers,
              bool gradient = false, bool clone = false) {
    Launch what;
    what.kernel = kernel;
    for (int32_t buffer : buffers)
      what.arguments.push_back({buffer, 0});
    what.name = table.kernels[static_cast<size_t>(kernel)].name;
    what.gradient = gradient;
    what.clone = clone;
    table.launches.push_back(std::move(what));
  }
};

} // namespace

Table test::makeStep(bool recompute) {
  Builder b;
  b.table.model = "linear";
  int32_t w = b.persistent(Role::Param, "w", {features}, "normal(1)");
  int32_t seen = b.persistent(Role::State, "seen", {1});
  int32_t m = b.persistent(Role::OptState, "w.m", {features});
  int32_t lr = b.persistent(Role::LearningRate, "lr", {});
  int32_t step =
      b.persistent(Role::StepIndex, "step", {}, "", ElementType::I64);
  int32_t x = b.persistent(Role::Data, "x", {samples, features});
  int32_t y = b.persistent(Role::Data, "y", {samples});
  int32_t loss = b.persistent(Role::Loss, "loss", {});
  int32_t accuracy = b.persistent(Role::Metric, "accuracy", {});
  int32_t residualKernel = b.kernel("residual", residual, 3, 1);
  int32_t lossKernel = b.kernel("loss", lossOf, 1, 2);
  int32_t gradientKernel = b.kernel("gradient", gradientOf, 2, 1);
  int32_t updateKernel = b.kernel("update", update, 6, 3);
  int64_t last = recompute ? 4 : 3;
  int32_t r = b.transient("r", 0, 0, recompute ? 1 : 2);
  int32_t again = recompute ? b.transient("r again", 0, 2, 3) : r;
  int32_t g = b.transient("g", 64, last - 1, last);
  b.launch(residualKernel, {w, x, y, r});
  b.launch(lossKernel, {r, loss, accuracy});
  if (recompute)
    b.launch(residualKernel, {w, x, y, again}, /*gradient=*/true,
             /*clone=*/true);
  b.launch(gradientKernel, {x, again, g}, /*gradient=*/true);
  b.launch(updateKernel, {w, m, g, lr, seen, step, w, m, seen},
           /*gradient=*/true);
  b.table.predictedPeakBytes = 128;
  return b.table;
}

Table test::makeEvaluation() {
  Builder b;
  int32_t w = b.persistent(Role::Param, "w", {features});
  int32_t x = b.persistent(Role::Data, "x", {samples, features});
  int32_t y = b.persistent(Role::Data, "y", {samples});
  int32_t mask = b.persistent(Role::Data, "mask", {samples});
  int32_t loss = b.persistent(Role::Metric, "loss", {});
  int32_t correct = b.persistent(Role::Metric, "correct", {});
  int32_t r = b.transient("r", 0, 0, 1);
  b.launch(b.kernel("residual", residual, 3, 1), {w, x, y, r});
  b.launch(b.kernel("sums", sums, 2, 2), {r, mask, loss, correct});
  b.table.predictedPeakBytes = 64;
  return b.table;
}

Table test::makeGradients() {
  Builder b;
  int32_t w = b.persistent(Role::Data, "arg0", {features});
  int32_t x = b.persistent(Role::Data, "arg1", {samples, features});
  int32_t y = b.persistent(Role::Data, "arg2", {samples});
  int32_t loss = b.persistent(Role::Other, "out0", {});
  int32_t accuracy = b.persistent(Role::Other, "out1", {});
  int32_t g = b.persistent(Role::Other, "grad0", {features});
  int32_t r = b.transient("r", 0, 0, 2);
  b.launch(b.kernel("residual", residual, 3, 1), {w, x, y, r});
  b.launch(b.kernel("loss", lossOf, 1, 2), {r, loss, accuracy});
  b.launch(b.kernel("gradient", gradientOf, 2, 1), {x, r, g}, true);
  b.table.predictedPeakBytes = 64;
  return b.table;
}
