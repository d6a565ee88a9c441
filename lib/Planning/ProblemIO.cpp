//===----------------------------------------------------------------------===//
//
// Part of the ckpt project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Planning/ProblemIO.h"
#include "JsonReader.h"

#include <charconv>

using namespace ckpt::planning;

namespace {

template <typename Element> void readList(JsonReader &reader, Element element) {
  reader.expect('[');
  for (bool first = true; reader.next(']', first);)
    element();
}

void readIndices(JsonReader &reader, std::vector<int32_t> &out) {
  out.clear();
  readList(reader, [&] { out.push_back(reader.index()); });
}

void readBytes(JsonReader &reader, std::vector<int64_t> &out) {
  out.clear();
  if (reader.peek() != '[')
    out.push_back(reader.integer());
  else
    readList(reader, [&] { out.push_back(reader.integer()); });
}

std::pair<int32_t, int32_t> readPair(JsonReader &reader) {
  std::pair<int32_t, int32_t> pair;
  reader.expect('[');
  pair.first = reader.index();
  reader.expect(',');
  pair.second = reader.index();
  reader.expect(']');
  return pair;
}

void readInputs(JsonReader &reader, std::vector<ValueRef> &out) {
  out.clear();
  readList(reader, [&] {
    if (reader.peek() != '[') {
      out.push_back({reader.index(), 0});
      return;
    }
    auto [node, output] = readPair(reader);
    out.push_back({node, output});
  });
}

/// `keep: true` means every output; the list is completed at the node's end.
void readField(JsonReader &reader, const std::string &key, Node &node,
               bool &keepAll) {
  if (key == "name") {
    node.name = reader.string();
  } else if (key == "bytes" || key == "outputs") {
    readBytes(reader, node.outputs);
  } else if (key == "time") {
    node.time = reader.number();
  } else if (key == "workspace") {
    node.workspace = reader.integer();
  } else if (key == "inputs") {
    readInputs(reader, node.inputs);
  } else if (key == "inplace") {
    node.inPlace.clear();
    readList(reader, [&] {
      auto [output, input] = readPair(reader);
      node.inPlace.push_back({output, input});
    });
  } else if (key == "after") {
    readIndices(reader, node.after);
  } else if (key == "reads") {
    readIndices(reader, node.readsPersistent);
  } else if (key == "overwrites") {
    readIndices(reader, node.overwritesPersistent);
  } else if (key == "recompute") {
    if (reader.peek() != '"')
      node.recompute = reader.boolean();
    else if (reader.string() == "never")
      node.recompute = false;
    else
      reader.fail("'recompute' must be \"never\", true or false");
  } else if (key == "keep") {
    if (reader.peek() == '[')
      readIndices(reader, node.keep);
    else
      keepAll = reader.boolean();
  } else if (key == "region") {
    node.region = reader.index();
  } else {
    reader.skip();
  }
}

void readNode(JsonReader &reader, Node &node) {
  bool keepAll = false;
  reader.expect('{');
  for (bool first = true; reader.next('}', first);) {
    std::string key = reader.string();
    reader.expect(':');
    readField(reader, key, node, keepAll);
  }
  if (keepAll) {
    node.keep.clear();
    for (size_t k = 0; k < node.outputs.size(); ++k)
      node.keep.push_back(static_cast<int32_t>(k));
  }
}

template <typename T>
void appendList(std::string &out, const char *key, const std::vector<T> &list) {
  if (list.empty())
    return;
  out += ", \"" + std::string(key) + "\": [";
  for (size_t i = 0; i < list.size(); ++i)
    out += (i ? ", " : "") + std::to_string(list[i]);
  out += "]";
}

std::string formatTime(double time) {
  char buffer[32];
  auto [end, code] = std::to_chars(buffer, buffer + sizeof(buffer), time);
  return std::string(buffer, end);
}

void appendNode(std::string &out, const Node &node) {
  out += "{\"name\": " + quoteJson(node.name);
  if (node.outputs.size() == 1)
    out += ", \"bytes\": " + std::to_string(node.outputs[0]);
  else if (node.outputs.empty())
    out += ", \"bytes\": []";
  else
    appendList(out, "bytes", node.outputs);
  out += ", \"time\": " + formatTime(node.time) + ", \"inputs\": [";
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    ValueRef in = node.inputs[i];
    out += i ? ", " : "";
    out += in.output == 0 ? std::to_string(in.node)
                          : "[" + std::to_string(in.node) + ", " +
                                std::to_string(in.output) + "]";
  }
  out += "]";
  if (node.workspace)
    out += ", \"workspace\": " + std::to_string(node.workspace);
  if (!node.inPlace.empty()) {
    out += ", \"inplace\": [";
    for (size_t i = 0; i < node.inPlace.size(); ++i)
      out += (i ? ", [" : "[") + std::to_string(node.inPlace[i].output) + ", " +
             std::to_string(node.inPlace[i].input) + "]";
    out += "]";
  }
  appendList(out, "after", node.after);
  appendList(out, "reads", node.readsPersistent);
  appendList(out, "overwrites", node.overwritesPersistent);
  if (!node.recompute)
    out += ", \"recompute\": \"never\"";
  appendList(out, "keep", node.keep);
  if (node.region >= 0)
    out += ", \"region\": " + std::to_string(node.region);
  out += "}";
}

} // namespace

std::optional<std::string> ckpt::planning::parseProblem(std::string_view text,
                                                        Problem &out) {
  out = Problem();
  JsonReader reader(text);
  bool hasNodes = false;
  reader.expect('{');
  for (bool first = true; reader.next('}', first);) {
    std::string key = reader.string();
    reader.expect(':');
    if (key == "name") {
      out.name = reader.string();
    } else if (key == "nodes") {
      hasNodes = true;
      readList(reader, [&] {
        out.nodes.emplace_back();
        readNode(reader, out.nodes.back());
      });
    } else {
      reader.skip();
    }
  }
  reader.expectEnd();
  if (reader.ok() && !hasNodes)
    return "there is no \"nodes\" list";
  return reader.error();
}

std::optional<std::string> ckpt::planning::parseSchedule(std::string_view text,
                                                         Schedule &out) {
  out.clear();
  JsonReader reader(text);
  bool found = false;
  if (reader.peek() == '[') {
    readIndices(reader, out);
    found = true;
  } else {
    reader.expect('{');
    for (bool first = true; reader.next('}', first);) {
      std::string key = reader.string();
      reader.expect(':');
      if (key == "schedule") {
        readIndices(reader, out);
        found = true;
      } else {
        reader.skip();
      }
    }
  }
  reader.expectEnd();
  if (reader.ok() && !found)
    return "there is no \"schedule\" list";
  return reader.error();
}

std::string ckpt::planning::writeProblem(const Problem &problem) {
  Evaluation reference = evaluate(problem, referenceSchedule(problem));
  std::string out = "{\"name\": " + quoteJson(problem.name);
  if (reference.valid())
    out += ", \"peak_bytes\": " + std::to_string(reference.peak);
  out += ", \"nodes\": [\n";
  for (size_t v = 0; v < problem.nodes.size(); ++v) {
    appendNode(out, problem.nodes[v]);
    out += v + 1 < problem.nodes.size() ? ",\n" : "\n";
  }
  return out + "]}\n";
}

std::string ckpt::planning::writeSchedule(const Schedule &schedule) {
  std::string out = "{\"schedule\":[";
  for (size_t i = 0; i < schedule.size(); ++i)
    out += (i ? "," : "") + std::to_string(schedule[i]);
  return out + "]}\n";
}

std::string ckpt::planning::quoteJson(std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += digits[c >> 4];
      out += digits[c & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}
