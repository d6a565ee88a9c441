//===- OneDnn.cpp - The one place that knows oneDNN's versions ------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDnn.h"

#include "ckpt/Runtime/Primitive.h"

#include <dlfcn.h>

using namespace ckpt::runtime;
using namespace ckpt::runtime::onednn;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

// Whichever OpenMP runtime oneDNN has brought along; none if it was built
// without OpenMP.
using SetThreads = void (*)(int);
using GetThreads = int (*)();

static SetThreads setOpenMPThreads() {
  static const auto function =
      reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  return function;
}

static GetThreads getOpenMPThreads() {
  static const auto function =
      reinterpret_cast<GetThreads>(dlsym(RTLD_DEFAULT, "omp_get_max_threads"));
  return function;
}

SingleThreadScope::SingleThreadScope()
    : formerThreads(getOpenMPThreads() ? getOpenMPThreads()() : 1) {
  if (setOpenMPThreads())
    setOpenMPThreads()(1);
}

SingleThreadScope::~SingleThreadScope() {
  if (setOpenMPThreads())
    setOpenMPThreads()(formerThreads);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

const dnnl::engine &onednn::engine() {
  static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}

memory::desc onednn::floats(const memory::dims &sizes,
                            const memory::dims &strides) {
  return memory::desc(sizes, memory::data_type::f32, strides);
}

static memory::desc anyFormat(const memory::dims &sizes) {
  return memory::desc(sizes, memory::data_type::f32, memory::format_tag::any);
}

static dnnl::primitive_attr userScratchpad() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

/// Refuses reference implementations. They come last in oneDNN's lists, and
/// asking 2.6.3 for the next one crashes it for some contractions.
template <typename Desc>
static std::optional<Operation>
finish(const Desc &desc, std::array<dnnl::query, 3> queries,
       std::array<int, 3> arguments, std::string &error) {
  std::string name = desc.impl_info_str();
  if (name.find("ref") != std::string::npos) {
    error = "only a reference implementation (" + name + ")";
    return std::nullopt;
  }
  Operation operation;
  operation.source = desc.query_md(queries[0]);
  operation.weights = desc.query_md(queries[1]);
  operation.destination = desc.query_md(queries[2]);
  operation.scratchpad = desc.query_md(dnnl::query::scratchpad_md);
  operation.implementation = name;
  operation.arguments = arguments;
  operation.desc = desc;
  return operation;
}

static memory::dims filterSizes(const PrimitiveSpec &spec) {
  int64_t inputs = spec.inputChannels / spec.groups;
  if (spec.groups == 1)
    return {spec.outputChannels, inputs, spec.kernelHeight, spec.kernelWidth};
  return {spec.groups, spec.outputChannels / spec.groups, inputs,
          spec.kernelHeight, spec.kernelWidth};
}

memory::desc onednn::plainFilter(const PrimitiveSpec &spec) {
  int64_t outputs = spec.outputChannels;
  int64_t column = spec.inputChannels / spec.groups * outputs;
  memory::dims strides{1, outputs, spec.kernelWidth * column, column};
  if (spec.groups != 1)
    strides.insert(strides.begin(), outputs / spec.groups);
  return floats(filterSizes(spec), strides);
}

std::optional<Operation> onednn::makeConvolution(const PrimitiveSpec &spec,
                                                 int64_t images,
                                                 const memory::desc *filter,
                                                 std::string &error) {
  auto channelsLast = [&](int64_t channels, int64_t height, int64_t width) {
    return floats({images, channels, height, width},
                  {height * width * channels, 1, width * channels, channels});
  };
  memory::desc source =
      channelsLast(spec.inputChannels, spec.inputHeight, spec.inputWidth);
  memory::desc destination =
      channelsLast(spec.outputChannels, spec.outputHeight, spec.outputWidth);
  memory::desc weights = filter ? *filter : anyFormat(filterSizes(spec));
  auto pair = [](const std::array<int64_t, 2> &values, int64_t minus) {
    return memory::dims{values[0] - minus, values[1] - minus};
  };
  memory::dims strides = pair(spec.strides, 0);
  memory::dims dilates = pair(spec.dilations, 1);
  memory::dims low = pair(spec.padLow, 0), high = pair(spec.padHigh, 0);
  dnnl::primitive_attr attributes = userScratchpad();
  constexpr auto direct = dnnl::algorithm::convolution_direct;
  constexpr auto training = dnnl::prop_kind::forward_training;
  using Forward = dnnl::convolution_forward;
  using Data = dnnl::convolution_backward_data;
  using Filter = dnnl::convolution_backward_weights;
  using dnnl::query;
  try {
#if DNNL_VERSION_MAJOR >= 3
    Forward::primitive_desc forward(engine(), training, direct, source, weights,
                                    destination, strides, dilates, low, high,
                                    attributes);
#else
    Forward::primitive_desc forward({training, direct, source, weights,
                                     destination, strides, dilates, low, high},
                                    attributes, engine());
#endif
    switch (spec.kind) {
    case PrimitiveSpec::Kind::ConvBackwardData:
      return finish(
#if DNNL_VERSION_MAJOR >= 3
          Data::primitive_desc(engine(), direct, source, weights, destination,
                               strides, dilates, low, high, forward,
                               attributes),
#else
          Data::primitive_desc({direct, source, weights, destination, strides,
                                dilates, low, high},
                               attributes, engine(), forward),
#endif
          {query::diff_src_md, query::weights_md, query::diff_dst_md},
          {DNNL_ARG_DIFF_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_DST}, error);
    case PrimitiveSpec::Kind::ConvBackwardFilter:
      return finish(
#if DNNL_VERSION_MAJOR >= 3
          Filter::primitive_desc(engine(), direct, source, weights, destination,
                                 strides, dilates, low, high, forward,
                                 attributes),
#else
          Filter::primitive_desc({direct, source, weights, destination, strides,
                                  dilates, low, high},
                                 attributes, engine(), forward),
#endif
          {query::src_md, query::diff_weights_md, query::diff_dst_md},
          {DNNL_ARG_SRC, DNNL_ARG_DIFF_WEIGHTS, DNNL_ARG_DIFF_DST}, error);
    default:
      return finish(forward, {query::src_md, query::weights_md, query::dst_md},
                    {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST}, error);
    }
  } catch (const dnnl::error &failure) {
    error = failure.message;
    return std::nullopt;
  }
}

std::optional<Operation> onednn::makeMatmul(const memory::desc &a,
                                            const memory::desc &b,
                                            const memory::desc &c,
                                            std::string &error) {
  using dnnl::query;
  try {
#if DNNL_VERSION_MAJOR >= 3
    dnnl::matmul::primitive_desc desc(engine(), a, b, c, userScratchpad());
#else
    dnnl::matmul::primitive_desc desc({a, b, c}, userScratchpad(), engine());
#endif
    return finish(desc, {query::src_md, query::weights_md, query::dst_md},
                  {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST}, error);
  } catch (const dnnl::error &failure) {
    error = failure.message;
    return std::nullopt;
  }
}

std::optional<Operation> onednn::makeInnerProduct(InnerProduct kind,
                                                  int64_t rows, int64_t inputs,
                                                  int64_t outputs,
                                                  std::string &error) {
  memory::desc source = floats({rows, inputs}, {inputs, 1});
  memory::desc weights = floats({outputs, inputs}, {1, outputs});
  memory::desc destination = floats({rows, outputs}, {outputs, 1});
  dnnl::primitive_attr attributes = userScratchpad();
  using Forward = dnnl::inner_product_forward;
  using Data = dnnl::inner_product_backward_data;
  using Weights = dnnl::inner_product_backward_weights;
  constexpr auto training = dnnl::prop_kind::forward_training;
  using dnnl::query;
  try {
#if DNNL_VERSION_MAJOR >= 3
    Forward::primitive_desc forward(engine(), training, source, weights,
                                    destination, attributes);
    auto make = [&](auto type) {
      return typename decltype(type)::primitive_desc(
          engine(), source, weights, destination, forward, attributes);
    };
#else
    Forward::primitive_desc forward({training, source, weights, destination},
                                    attributes, engine());
    auto make = [&](auto type) {
      return typename decltype(type)::primitive_desc(
          {source, weights, destination}, attributes, engine(), forward);
    };
#endif
    if (kind == InnerProduct::BackwardData)
      return finish(make(Data()),
                    {query::diff_dst_md, query::weights_md, query::diff_src_md},
                    {DNNL_ARG_DIFF_DST, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_SRC},
                    error);
    return finish(make(Weights()),
                  {query::src_md, query::diff_dst_md, query::diff_weights_md},
                  {DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_WEIGHTS},
                  error);
  } catch (const dnnl::error &failure) {
    error = failure.message;
    return std::nullopt;
  }
}

std::optional<Operation> onednn::makeReorder(const memory::desc &from,
                                             const memory::desc &to,
                                             std::string &error) {
  try {
    dnnl::reorder::primitive_desc desc(engine(), from, engine(), to,
                                       userScratchpad());
    Operation operation;
    operation.source = from;
    operation.destination = to;
    operation.scratchpad = desc.query_md(dnnl::query::scratchpad_md);
    operation.arguments = {DNNL_ARG_FROM, 0, DNNL_ARG_TO};
    operation.implementation = "reorder";
    operation.desc = desc;
    return operation;
  } catch (const dnnl::error &failure) {
    error = failure.message;
    return std::nullopt;
  }
}
