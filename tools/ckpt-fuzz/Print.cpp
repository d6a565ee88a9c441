//===- Print.cpp - A random model as text ---------------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

using namespace ckpt::fuzz;

namespace {
/// Prints one program. Names are %v0, %v1, …; what a region yields has the same
/// name with a suffix outside.
class Printer {
public:
  explicit Printer(const Program &program)
      : program(program), element(program.isDouble ? "f64" : "f32") {
    for (size_t i = 0; i < program.nodes.size(); ++i)
      names.push_back("%v" + std::to_string(i));
    lastUse.assign(program.nodes.size(), -1);
    int end = static_cast<int>(program.nodes.size());
    std::vector<int> uses = countUses(program);
    for (int i = 0; i < end; ++i)
      for (int input : program.nodes[size_t(i)].inputs)
        lastUse[size_t(input)] = i;
    for (int i = 0; i < end; ++i)
      if (uses[size_t(i)] == 0)
        lastUse[size_t(i)] = end;
    for (const StateUpdate &update : program.updates)
      lastUse[size_t(update.value)] = end;
  }

  std::string run() {
    int end = static_cast<int>(program.nodes.size());
    size_t region = 0;
    nodes(0, end, region);
    std::string loss = addLoss();
    std::string results = loss, types = scalarType();
    std::string signature = scalarType() + " {ckpt.loss}";
    for (const StateUpdate &update : program.updates) {
      results += ", " + addUpdate(update);
      std::string type = tensor(program.nodes[size_t(update.state)].shape);
      types += ", " + type;
      signature += ", " + type + " {ckpt.state = \"s" +
                   std::to_string(update.state) + "\"}";
    }
    if (program.hasDropout()) {
      out += "  %next = arith.addi %counter, %key : tensor<i64>\n";
      results += ", %key, %next";
      types += ", tensor<i64>, tensor<i64>";
      signature += ", tensor<i64> {ckpt.state = \"key\"}, tensor<i64> "
                   "{ckpt.state = \"counter\"}";
    }
    return "func.func @main(" + arguments() + ") -> (" + signature + ") {\n" +
           "  %zero = arith.constant 0.0 : " + element + "\n" +
           "  %one = arith.constant 1.0 : " + element + "\n" +
           "  %half = arith.constant 0.5 : " + element + "\n" +
           "  %lowest = arith.constant " +
           (program.isDouble ? "0xFFF0000000000000" : "0xFF800000") + " : " +
           element + "\n" + out + "  return " + results + " : " + types +
           "\n}\n";
  }

private:
  std::string tensor(const Shape &shape) const {
    std::string result = "tensor<";
    for (int64_t size : shape)
      result += std::to_string(size) + "x";
    return result + element + ">";
  }
  std::string scalarType() const { return "tensor<" + element + ">"; }
  const Node &at(int value) const { return program.nodes[size_t(value)]; }
  std::string fresh() { return "%u" + std::to_string(counter++); }

  static std::string dims(size_t rank) {
    std::string result;
    for (size_t i = 0; i < rank; ++i)
      result += (i ? ", d" : "d") + std::to_string(i);
    return result;
  }
  static std::string last(size_t rank) {
    return "d" + std::to_string(rank - 1);
  }
  static Shape butLast(Shape shape) {
    shape.pop_back();
    return shape;
  }

  std::string arguments() const {
    std::string result;
    for (size_t i = 0; i < program.nodes.size(); ++i) {
      const Node &node = program.nodes[i];
      std::string number = std::to_string(i);
      std::string role;
      if (node.kind == Kind::Param)
        role = "ckpt.param = \"p" + number + "\"";
      else if (node.kind == Kind::State)
        role = "ckpt.state = \"s" + number + "\"";
      else if (node.kind == Kind::Data)
        role = "ckpt.data = \"x" + number + "\"";
      else
        continue;
      result += (result.empty() ? "%v" : ", %v") + number + ": " +
                tensor(node.shape) + " {" + role + "}";
    }
    if (program.hasDropout())
      result += ", %key: tensor<i64> {ckpt.state = \"key\"}, %counter: "
                "tensor<i64> {ckpt.state = \"counter\"}";
    return result;
  }

  /// Nodes `from` to `to`, with the regions from `region` on that lie inside.
  void nodes(int from, int to, size_t &region) {
    while (from < to) {
      if (region < program.regions.size() &&
          program.regions[region].begin == from &&
          program.regions[region].end <= to) {
        from = wholeRegion(region);
        continue;
      }
      if (!isArgument(at(from)))
        define(from);
      ++from;
    }
  }

  int wholeRegion(size_t &region) {
    size_t number = region++;
    const Region &own = program.regions[number];
    std::string outside = std::move(out);
    out.clear();
    nodes(own.begin, own.end, region);
    std::string body = std::move(out), yields, types, head;
    std::vector<std::pair<int, std::string>> renamed;
    std::string result = "%r" + std::to_string(number);
    for (int i = own.begin; i < own.end; ++i) {
      if (isArgument(at(i)) || lastUse[size_t(i)] < own.end)
        continue;
      yields += (yields.empty() ? "" : ", ") + names[size_t(i)];
      types += (types.empty() ? "" : ", ") + tensor(at(i).shape);
      renamed.push_back({i, result + "#" + std::to_string(renamed.size())});
    }
    if (!renamed.empty())
      head = result + ":" + std::to_string(renamed.size()) + " = ";
    out = outside + "  " + head + "ckpt.region " + own.header +
          (renamed.empty() ? "" : " -> " + types) + " {\n" + body +
          "  ckpt.yield " + (renamed.empty() ? "" : yields + " : " + types) +
          "\n  }\n";
    for (auto &[value, name] : renamed)
      names[size_t(value)] = name;
    return own.end;
  }

  std::string empty(const Shape &shape) {
    std::string name = fresh();
    out += "  " + name + " = tensor.empty() : " + tensor(shape) + "\n";
    return name;
  }
  std::string filled(const Shape &shape, const std::string &value) {
    std::string start = empty(shape), name = fresh();
    out += "  " + name + " = linalg.fill ins(" + value + " : " + element +
           ") outs(" + start + " : " + tensor(shape) + ") -> " + tensor(shape) +
           "\n";
    return name;
  }

  struct Operand {
    std::string name;
    Shape shape;
    std::string map;
  };
  Operand operand(int value, const std::string &map) const {
    return {names[size_t(value)], at(value).shape, map};
  }

  /// `body` computes %t from %v, %w, %z … and %acc; `kinds` has a letter per
  /// dimension, p or r.
  void generic(const std::string &name, const std::vector<Operand> &ins,
               const Operand &result, const std::string &kinds,
               std::string body) {
    static const char *const letters[] = {"%v", "%w", "%z"};
    std::string all = dims(kinds.size()), maps, iterators, inNames, inTypes,
                block;
    for (size_t i = 0; i < ins.size(); ++i) {
      const char *comma = i ? ", " : "";
      maps += "affine_map<(" + all + ") -> (" + ins[i].map + ")>, ";
      inNames += comma + ins[i].name;
      inTypes += comma + tensor(ins[i].shape);
      block += letters[i] + (": " + element) + ", ";
    }
    maps += "affine_map<(" + all + ") -> (" + result.map + ")>";
    for (char kind : kinds)
      iterators += std::string(iterators.empty() ? "" : ", ") +
                   (kind == 'p' ? "\"parallel\"" : "\"reduction\"");
    for (size_t at = body.find(": T"); at != std::string::npos;
         at = body.find(": T"))
      body.replace(at, 3, ": " + element);
    out += "  " + name + " = linalg.generic {indexing_maps = [" + maps +
           "], iterator_types = [" + iterators + "]}\n      ins(" + inNames +
           " : " + inTypes + ") outs(" + result.name + " : " +
           tensor(result.shape) + ") {\n  ^bb0(" + block + "%acc: " + element +
           "):\n    " + body + "\n    linalg.yield %t : " + element +
           "\n  } -> " + tensor(result.shape) + "\n";
  }

  void elementwise(const std::string &name, const std::vector<Operand> &ins,
                   const Shape &shape, const std::string &body) {
    generic(name, ins, {empty(shape), shape, dims(shape.size())},
            std::string(shape.size(), 'p'), body);
  }

  /// Over all dimensions but the last, or over the last; `body` combines.
  Operand reduced(const std::vector<Operand> &ins, const Shape &shape,
                  bool overLast, const std::string &start,
                  const std::string &body) {
    size_t rank = shape.size();
    std::string map = overLast ? dims(rank - 1) : last(rank);
    std::string kinds = overLast ? std::string(rank - 1, 'p') + "r"
                                 : std::string(rank - 1, 'r') + "p";
    Shape small = overLast ? butLast(shape) : Shape{shape.back()};
    Operand result{fresh(), small, map};
    generic(result.name, ins, {filled(small, start), small, map}, kinds, body);
    return result;
  }

  std::string share(int64_t count) {
    std::string name = fresh();
    out += "  " + name + " = arith.constant " +
           std::to_string(1.0 / double(count)) + " : " + element + "\n";
    return name;
  }

  static std::string whole(const Shape &shape) { return dims(shape.size()); }

  void define(int i) {
    const Node &node = at(i);
    const std::string &name = names[size_t(i)];
    const Shape &shape = node.shape;
    auto in = [&](size_t k) { return node.inputs[k]; };
    auto same = [&](size_t k) {
      return operand(in(k), whole(at(in(k)).shape));
    };
    switch (node.kind) {
    case Kind::Dropout:
      return dropout(name, node);
    case Kind::Unary:
      return elementwise(name, {same(0)}, shape, snippetOf(node));
    case Kind::Binary:
      return elementwise(name, {same(0), same(1)}, shape, snippetOf(node));
    case Kind::RowBinary:
      return elementwise(name, {same(0), operand(in(1), last(shape.size()))},
                         shape, snippetOf(node));
    case Kind::Matmul:
      return named(name, "linalg.matmul", in(0), in(1), shape);
    case Kind::MatmulTransposed:
      return generic(name, {operand(in(0), "d0, d2"), operand(in(1), "d1, d2")},
                     {filled(shape, "%zero"), shape, "d0, d1"}, "ppr",
                     "%m = arith.mulf %v, %w : T\n"
                     "    %t = arith.addf %acc, %m : T");
    case Kind::Conv:
      return convolution(name, node);
    case Kind::Pool:
      return pool(name, node);
    case Kind::Softmax:
      return softmax(name, node);
    case Kind::LayerNorm:
      return normalize(name, node, true);
    case Kind::BatchNorm:
      return normalize(name, node, false);
    case Kind::ReduceRows:
    case Kind::ReduceLast:
      return reduce(name, node);
    default:
      return move(name, node);
    }
  }

  void dropout(const std::string &name, const Node &node) {
    std::string start = empty(node.shape), numbers = fresh();
    out += "  " + numbers + " = ckpt.random " + node.op +
           " %key, %counter outs(" + start + " : " + tensor(node.shape) + ")" +
           (node.op == "bernoulli" ? " {probability = 0.8}" : "") +
           " : tensor<i64>, tensor<i64>\n";
    std::string map = whole(node.shape);
    elementwise(name,
                {operand(node.inputs[0], map), {numbers, node.shape, map}},
                node.shape, "%t = arith.mulf %v, %w : T");
  }

  void named(const std::string &name, const std::string &op, int a, int b,
             const Shape &shape) {
    std::string start = filled(shape, "%zero");
    out += "  " + name + " = " + op + " ins(" + names[size_t(a)] + ", " +
           names[size_t(b)] + " : " + tensor(at(a).shape) + ", " +
           tensor(at(b).shape) + ") outs(" + start + " : " + tensor(shape) +
           ") -> " + tensor(shape) + "\n";
  }

  void convolution(const std::string &name, const Node &node) {
    int image = node.inputs[0];
    Operand padded = operand(image, "");
    if (int64_t pad = node.numbers[0]) {
      std::string low = std::to_string(pad);
      padded.shape[1] += 2 * pad;
      padded.shape[2] += 2 * pad;
      padded.name = fresh();
      out += "  " + padded.name + " = tensor.pad " + names[size_t(image)] +
             " low[0, " + low + ", " + low + ", 0] high[0, " + low + ", " +
             low +
             ", 0] {\n  ^bb0(%i: index, %j: index, %k: index, %l: "
             "index):\n    tensor.yield %zero : " +
             element + "\n  } : " + tensor(at(image).shape) + " to " +
             tensor(padded.shape) + "\n";
    }
    std::string start = filled(node.shape, "%zero");
    out += "  " + name + " = linalg.conv_2d_nhwc_hwcf {strides = dense<" +
           std::to_string(node.numbers[1]) + "> : tensor<2xi64>} ins(" +
           padded.name + ", " + names[size_t(node.inputs[1])] + " : " +
           tensor(padded.shape) + ", " + tensor(at(node.inputs[1]).shape) +
           ") outs(" + start + " : " + tensor(node.shape) + ") -> " +
           tensor(node.shape) + "\n";
  }

  void pool(const std::string &name, const Node &node) {
    std::string start =
        filled(node.shape, node.op == "max" ? "%lowest" : "%zero");
    std::string window = empty({2, 2});
    out += "  " + name + " = linalg.pooling_nhwc_" + node.op +
           " {strides = dense<2> : tensor<2xi64>} ins(" +
           names[size_t(node.inputs[0])] + ", " + window + " : " +
           tensor(at(node.inputs[0]).shape) + ", " + tensor({2, 2}) +
           ") outs(" + start + " : " + tensor(node.shape) + ") -> " +
           tensor(node.shape) + "\n";
  }

  void softmax(const std::string &name, const Node &node) {
    const Shape &shape = node.shape;
    Operand in = operand(node.inputs[0], whole(shape));
    Operand largest = reduced({in}, shape, true, "%lowest",
                              "%t = arith.maximumf %acc, %v : T");
    std::string powers = fresh();
    elementwise(powers, {in, largest}, shape,
                "%d = arith.subf %v, %w : T\n    %t = math.exp %d : T");
    Operand power{powers, shape, whole(shape)};
    Operand sum =
        reduced({power}, shape, true, "%zero", "%t = arith.addf %acc, %v : T");
    elementwise(name, {power, sum}, shape, "%t = arith.divf %v, %w : T");
  }

  void normalize(const std::string &name, const Node &node, bool overLast) {
    const Shape &shape = node.shape;
    int64_t count = overLast ? shape.back() : elements(shape) / shape.back();
    std::string part = share(count);
    Operand in = operand(node.inputs[0], whole(shape));
    Operand mean = reduced({in}, shape, overLast, "%zero",
                           "%m = arith.mulf %v, " + part +
                               " : T\n    %t = arith.addf %acc, %m : T");
    Operand variance =
        reduced({in, mean}, shape, overLast, "%zero",
                "%d = arith.subf %v, %w : T\n    %q = arith.mulf %d, %d : T\n"
                "    %m = arith.mulf %q, " +
                    part + " : T\n    %t = arith.addf %acc, %m : T");
    elementwise(name, {in, mean, variance}, shape,
                "%d = arith.subf %v, %w : T\n    %s = arith.addf %z, %half : "
                "T\n    %r = math.rsqrt %s : T\n"
                "    %t = arith.mulf %d, %r : T");
  }

  void reduce(const std::string &name, const Node &node) {
    const Shape &shape = at(node.inputs[0]).shape;
    bool overLast = node.kind == Kind::ReduceLast;
    int64_t count = overLast ? shape.back() : elements(shape) / shape.back();
    bool isMax = node.op == "max";
    std::string body = isMax ? "%t = arith.maximumf %acc, %v : T"
                             : "%t = arith.addf %acc, %v : T";
    if (node.op == "mean")
      body = "%m = arith.mulf %v, " + share(count) +
             " : T\n    %t = arith.addf %acc, %m : T";
    Operand in = operand(node.inputs[0], whole(shape));
    size_t rank = shape.size();
    std::string kinds = overLast ? std::string(rank - 1, 'p') + "r"
                                 : std::string(rank - 1, 'r') + "p";
    generic(name, {in},
            {filled(node.shape, isMax ? "%lowest" : "%zero"), node.shape,
             overLast ? dims(rank - 1) : last(rank)},
            kinds, body);
  }

  static std::string list(const Shape &numbers) {
    std::string result;
    for (int64_t number : numbers)
      result += (result.empty() ? "" : ", ") + std::to_string(number);
    return "[" + result + "]";
  }

  /// [[0], [1, 2, …]]
  static std::string groups(size_t rank) {
    std::string result = "[[0], [1";
    for (size_t i = 2; i < rank; ++i)
      result += ", " + std::to_string(i);
    return result + "]]";
  }

  /// Ops that only move elements.
  void move(const std::string &name, const Node &node) {
    int first = node.inputs[0];
    const std::string &in = names[size_t(first)];
    const Shape &from = at(first).shape, &to = node.shape;
    std::string types = tensor(from) + " to " + tensor(to) + "\n";
    std::string into = tensor(from) + " into " + tensor(to) + "\n";
    out += "  " + name + " = ";
    if (node.kind == Kind::Concat) {
      const std::string &other = names[size_t(node.inputs[1])];
      out += "tensor.concat dim(" + std::to_string(to.size() - 1) + ") " + in +
             ", " + other + " : (" + tensor(from) + ", " +
             tensor(at(node.inputs[1]).shape) + ") -> " + tensor(to) + "\n";
    } else if (node.kind == Kind::Slice) {
      Shape offsets(to.size(), 0), strides(to.size(), 1);
      offsets.back() = node.numbers[0];
      out += "tensor.extract_slice " + in + list(offsets) + " " + list(to) +
             " " + list(strides) + " : " + types;
    } else if (node.kind == Kind::Pad) {
      Shape low(to.size(), 0), high(to.size(), 0);
      low.back() = node.numbers[0];
      high.back() = node.numbers[1];
      std::string block;
      for (size_t i = 0; i < to.size(); ++i)
        block += (i ? ", %i" : "%i") + std::to_string(i) + ": index";
      out += "tensor.pad " + in + " low" + list(low) + " high" + list(high) +
             " {\n  ^bb0(" + block + "):\n    tensor.yield %half : " + element +
             "\n  } : " + types;
    } else if (node.kind == Kind::Collapse) {
      out += "tensor.collapse_shape " + in + " " + groups(from.size()) + " : " +
             into;
    } else if (node.kind == Kind::Expand) {
      out += "tensor.expand_shape " + in + " " + groups(to.size()) +
             " output_shape " + list(to) + " : " + into;
    } else {
      // A transposition; its `tensor.empty` must stand before it.
      out.resize(out.size() - name.size() - 5);
      std::string start = empty(to);
      out += "  " + name + " = linalg.transpose ins(" + in + " : " +
             tensor(from) + ") outs(" + start + " : " + tensor(to) +
             ") permutation = [1, 0]\n";
    }
  }

  /// The mean of the squares of every value that nobody reads.
  std::string addLoss() {
    std::string total;
    std::vector<int> uses = countUses(program);
    for (int i = 0; i < static_cast<int>(program.nodes.size()); ++i) {
      if (uses[size_t(i)] || at(i).kind == Kind::State)
        continue;
      size_t rank = at(i).shape.size();
      std::string name = fresh(), part = share(elements(at(i).shape));
      generic(name, {operand(i, dims(rank))}, {filled({}, "%zero"), {}, ""},
              std::string(rank, 'r'),
              "%q = arith.mulf %v, %v : T\n    %m = arith.mulf %q, " + part +
                  " : T\n    %t = arith.addf %acc, %m : T");
      if (total.empty()) {
        total = name;
        continue;
      }
      std::string sum = fresh();
      out += "  " + sum + " = arith.addf " + total + ", " + name + " : " +
             scalarType() + "\n";
      total = sum;
    }
    return total.empty() ? filled({}, "%zero") : total;
  }

  std::string addUpdate(const StateUpdate &update) {
    std::string name = fresh();
    const Shape &shape = at(update.state).shape;
    elementwise(name,
                {operand(update.state, whole(shape)),
                 operand(update.value, whole(shape))},
                shape,
                "%d = arith.subf %w, %v : T\n    %m = arith.mulf %d, %half : "
                "T\n    %t = arith.addf %v, %m : T");
    return name;
  }

  const Program &program;
  std::string element, out;
  std::vector<std::string> names;
  std::vector<int> lastUse;
  int counter = 0;
};
} // namespace

std::string ckpt::fuzz::print(const Program &program) {
  return Printer(program).run();
}
