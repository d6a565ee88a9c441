//===- ReportTrace.cpp - One step for Perfetto ----------------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Measure/Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ckpt::measure;
using llvm::json::OStream;

namespace {

/// Events of one process: the slices of a timeline, and counters of its bytes.
class Track {
public:
  Track(OStream &json, int64_t process, const char *name)
      : json(json), process(process) {
    event("process_name", "M", 0, [&] { json.attribute("name", name); });
  }

  void write(const std::vector<TimelineRow> &rows) {
    double now = 0; // microseconds
    for (const TimelineRow &row : rows) {
      writeCounters(row, now);
      json.object([&] {
        json.attribute("name", llvm::json::fixUTF8(row.name));
        json.attribute("cat", row.clone      ? "recomputed"
                              : row.gradient ? "gradient"
                                             : "forward");
        json.attribute("ph", "X");
        json.attribute("pid", process);
        json.attribute("tid", 1);
        json.attribute("ts", now);
        json.attribute("dur", row.nanoseconds / 1000);
        json.attributeObject("args", [&] {
          json.attribute("kernel", llvm::json::fixUTF8(row.kernel));
        });
      });
      now += row.nanoseconds / 1000;
    }
  }

private:
  void writeCounters(const TimelineRow &row, double now) {
    // A viewer stacks the values of one counter.
    event("predicted bytes", "C", now, [&] {
      json.attribute("parameters", row.live.parameters);
      json.attribute("optimizer", row.live.optimizer);
      json.attribute("state", row.live.state);
      json.attribute("data", row.live.data);
      json.attribute("activations", row.live.activations);
      json.attribute("gradients", row.live.gradients);
      json.attribute("workspace", row.live.workspace);
    });
    if (row.countedBytes)
      event("counted bytes", "C", now,
            [&] { json.attribute("bytes", *row.countedBytes); });
  }

  template <typename Arguments>
  void event(const char *name, const char *phase, double now,
             Arguments arguments) {
    json.object([&] {
      json.attribute("name", name);
      json.attribute("ph", phase);
      json.attribute("pid", process);
      json.attribute("ts", now);
      json.attributeObject("args", arguments);
    });
  }

  OStream &json;
  int64_t process;
};

} // namespace

void ckpt::measure::writeTrace(const Report &report, llvm::raw_ostream &os) {
  OStream json(os);
  json.object([&] {
    json.attribute("displayTimeUnit", "ms");
    json.attributeArray("traceEvents", [&] {
      Track(json, 1, "step").write(report.timeline);
      Track(json, 2, "step without recomputation, estimated")
          .write(report.baselineTimeline);
    });
  });
  os << '\n';
}
