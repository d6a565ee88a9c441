//===- LaunchTable.cpp - From a placed step to the launch table -----------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Lowering/LaunchTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ckpt;
using runtime::Persistent;

static FailureOr<runtime::ElementType> elementType(Location loc, Type type) {
  using runtime::ElementType;
  if (type.isF32())
    return ElementType::F32;
  if (type.isF64())
    return ElementType::F64;
  if (type.isF16())
    return ElementType::F16;
  if (type.isBF16())
    return ElementType::BF16;
  if (type.isInteger(1))
    return ElementType::I1;
  if (type.isInteger(8))
    return ElementType::I8;
  if (type.isInteger(32))
    return ElementType::I32;
  if (type.isInteger(64))
    return ElementType::I64;
  return emitError(loc) << "the runtime has no element type " << type;
}

/// The bytes of a constant, row-major, one byte for each `i1`.
static std::vector<uint8_t> constantBytes(DenseElementsAttr value) {
  Type element = value.getElementType();
  unsigned width = (element.getIntOrFloatBitWidth() + 7) / 8;
  std::vector<uint8_t> bytes;
  bytes.reserve(value.getNumElements() * width);
  auto append = [&](const APInt &bits) {
    for (unsigned i = 0; i < width; ++i)
      bytes.push_back(
          uint8_t(bits.zextOrTrunc(64).extractBitsAsZExtValue(8, 8 * i)));
  };
  if (isa<FloatType>(element))
    for (const APFloat &number : value.getValues<APFloat>())
      append(number.bitcastToAPInt());
  else
    for (const APInt &number : value.getValues<APInt>())
      append(number);
  return bytes;
}

namespace {
class TableBuilder {
public:
  TableBuilder(func::FuncOp step, std::vector<runtime::Kernel> kernels)
      : step(step), available(std::move(kernels)) {}

  FailureOr<runtime::Table> run() {
    auto memory = step->getAttrOfType<DictionaryAttr>(memoryAttrName);
    if (!memory)
      return step.emitError("has no places yet: run --ckpt-memory first");
    FailureOr<StepBuffers> built = StepBuffers::build(step, cpuAlignment);
    if (failed(built))
      return failure();
    buffers = std::move(*built);
    table.model = step.getName().str();
    table.alignment = cpuAlignment;
    table.arenaBytes = memory.getAs<IntegerAttr>("arena").getInt();
    table.predictedPeakBytes = buffers.evaluation.peak;
    for (auto [index, storage] : llvm::enumerate(buffers.graph.persistent))
      if (failed(addPersistent(storage, int32_t(index))))
        return failure();
    addArenaBuffers();
    for (auto [index, node] : llvm::enumerate(buffers.graph.nodes))
      if (failed(addLaunch(int32_t(index), node)))
        return failure();
    return std::move(table);
  }

private:
  struct Role {
    Persistent::Role role;
    std::string name;
  };

  /// What an argument or a result is, by its attributes.
  static Role roleOf(DictionaryAttr attributes, Role otherwise) {
    auto text = [&](StringRef name) -> std::optional<std::string> {
      Attribute value = attributes ? attributes.get(name) : Attribute();
      if (!value)
        return std::nullopt;
      if (auto string = dyn_cast<StringAttr>(value))
        return string.str();
      return std::string();
    };
    if (auto name = text(paramAttrName))
      return {Persistent::Role::Param, *name};
    if (auto name = text(stateAttrName))
      return {Persistent::Role::State, *name};
    if (auto name = text(optStateAttrName))
      return {Persistent::Role::OptState, *name};
    if (auto name = text(dataAttrName))
      return {Persistent::Role::Data, *name};
    if (text(learningRateAttrName))
      return {Persistent::Role::LearningRate, "lr"};
    if (text(stepIndexAttrName))
      return {Persistent::Role::StepIndex, "step"};
    if (auto name = text(lossAttrName))
      return {Persistent::Role::Loss, name->empty() ? "loss" : *name};
    if (auto name = text(metricAttrName))
      return {Persistent::Role::Metric, *name};
    if (auto name = text(checkAttrName))
      return {Persistent::Role::Check, *name};
    return otherwise;
  }

  LogicalResult addPersistent(const PersistentStorage &storage, int32_t index) {
    auto type = cast<RankedTensorType>(storage.type);
    FailureOr<runtime::ElementType> element =
        elementType(step.getLoc(), type.getElementType());
    if (failed(element))
      return failure();
    Persistent persistent;
    persistent.type = *element;
    persistent.shape.assign(type.getShape().begin(), type.getShape().end());
    persistent.bytes = type.getNumElements() * runtime::elementBytes(*element);
    std::string number = std::to_string(storage.index);
    Role role;
    switch (storage.kind) {
    case PersistentStorage::Kind::Argument: {
      DictionaryAttr attributes = step.getArgAttrDict(storage.index);
      role = roleOf(attributes, {Persistent::Role::Data, "arg" + number});
      if (attributes)
        if (auto init = attributes.getAs<StringAttr>(initAttrName))
          persistent.init = init.str();
      break;
    }
    case PersistentStorage::Kind::Constant: {
      role = {Persistent::Role::Constant, "constant" + std::to_string(index)};
      auto constant = storage.value.getDefiningOp<arith::ConstantOp>();
      auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
      if (!elements)
        return constant.emitError("only dense constants can be stored");
      persistent.value = constantBytes(elements);
      break;
    }
    case PersistentStorage::Kind::Result:
      role = roleOf(step.getResultAttrDict(storage.index),
                    {Persistent::Role::Other, "result" + number});
      break;
    }
    persistent.role = role.role;
    persistent.name = role.name;
    runtime::Buffer buffer;
    buffer.name = persistent.name;
    buffer.space = runtime::Space::Persistent;
    buffer.bytes = bufferBytes(type, cpuAlignment);
    buffer.place = index;
    buffer.lastLaunch = int64_t(buffers.graph.nodes.size()) - 1;
    table.persistent.push_back(std::move(persistent));
    table.buffers.push_back(std::move(buffer));
    return success();
  }

  /// Arena buffers follow the persistent ones; a buffer's name is that of the
  /// launch that first writes it.
  void addArenaBuffers() {
    firstArenaBuffer = table.buffers.size();
    for (const memory::Interval &interval : buffers.transient.intervals) {
      runtime::Buffer buffer;
      buffer.name = buffers.problem.nodes[interval.first].name;
      buffer.bytes = interval.bytes;
      buffer.firstLaunch = interval.first;
      buffer.lastLaunch = interval.last;
      table.buffers.push_back(std::move(buffer));
    }
  }

  int32_t bufferOf(const StepSource &source) const {
    if (source.isPersistent())
      return source.persistent;
    const StepNode &node = buffers.graph.nodes[source.node];
    if (int32_t storage = node.storage[source.output]; storage >= 0)
      return storage;
    int32_t copy = buffers.evaluation.firstCopy[source.node] + source.output;
    return firstArenaBuffer + buffers.transient.ofCopy[copy];
  }

  LogicalResult addLaunch(int32_t index, const StepNode &node) {
    LaunchOp op = node.launch;
    runtime::Launch launch;
    std::optional<int32_t> kernel = kernelIndex(node.kernel);
    if (!kernel)
      return op.emitError("launches a kernel that was not compiled");
    launch.kernel = *kernel;
    launch.name = buffers.problem.nodes[index].name;
    launch.gradient = node.gradient;
    if (auto original = op->getAttrOfType<StringAttr>(cloneOfAttrName)) {
      launch.clone = true;
      launch.name = original.str();
    }
    for (const StepSource &source : node.operands)
      launch.arguments.push_back({bufferOf(source), 0});
    ArrayRef<int64_t> offsets = op.getOffsets().value_or(ArrayRef<int64_t>());
    for (size_t output = 0; output < node.storage.size(); ++output) {
      StepSource self;
      self.node = index;
      self.output = int32_t(output);
      int32_t buffer = bufferOf(self);
      launch.arguments.push_back({buffer, 0});
      if (buffer >= firstArenaBuffer)
        table.buffers[buffer].place = offsets[output];
    }
    if (int32_t workspace = buffers.transient.ofWorkspace[index];
        workspace >= 0) {
      launch.arguments.push_back({firstArenaBuffer + workspace, 0});
      table.buffers[firstArenaBuffer + workspace].place = offsets.back();
    }
    table.launches.push_back(std::move(launch));
    return success();
  }

  std::optional<int32_t> kernelIndex(KernelOp kernel) {
    auto [known, inserted] =
        indexOf.try_emplace(kernel.getSymName(), int32_t(table.kernels.size()));
    if (!inserted)
      return known->second;
    for (runtime::Kernel &entry : available) {
      if (entry.name != kernel.getSymName())
        continue;
      table.kernels.push_back(std::move(entry));
      return known->second;
    }
    return std::nullopt;
  }

  func::FuncOp step;
  std::vector<runtime::Kernel> available;
  llvm::StringMap<int32_t> indexOf;
  StepBuffers buffers;
  runtime::Table table;
  int32_t firstArenaBuffer = 0;
};
} // namespace

FailureOr<runtime::Table>
ckpt::buildLaunchTable(func::FuncOp step,
                       std::vector<runtime::Kernel> kernels) {
  return TableBuilder(step, std::move(kernels)).run();
}
