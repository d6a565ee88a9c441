# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The figures of a report agree with each other: check_report.py REPORT.json"""

import json
import sys

CATEGORIES = ("parameters", "optimizer", "state", "data", "activations", "gradients",
              "workspace")


def check(report):
    for rows in (report["timeline"], report["baseline_timeline"]):
        for row in rows:
            assert row["live_bytes"] == sum(row[c] for c in CATEGORIES), row
    highest = max(row["live_bytes"] for row in report["timeline"])
    assert highest == report["predicted_peak_bytes"], highest
    at = report["timeline"][report["peak_event"]]
    assert at["live_bytes"] == highest, at
    plain = max(row["live_bytes"] for row in report["baseline_timeline"])
    assert plain == report["baseline_peak_bytes"], plain
    # What is live at the peak, by tensors and by categories.
    for category in CATEGORIES:
        tensors = sum(t["bytes"] for t in report["peak_tensors"]
                      if t["category"] == category)
        assert tensors == at[category], (category, tensors, at)
    clones = sum(row["clone"] for row in report["timeline"])
    assert clones == report["recomputed"], clones
    assert len(report["timeline"]) - clones == len(report["baseline_timeline"])
    recomputed = {t["name"] for t in report["tensors"] if t["verdict"] == "recomputed"}
    assert bool(recomputed) == bool(clones), recomputed
    for tensor in report["tensors"]:
        assert tensor["bytes"] > 0 and tensor["why"], tensor
        assert 0 <= tensor["first_use"] <= tensor["last_use"] < len(report["timeline"])
        assert (tensor["recomputed"] > 0) == (tensor["verdict"] == "recomputed"), tensor
    # No row of the timeline is recomputed that no tensor says so of.
    names = {row["name"] for row in report["timeline"] if row["clone"]}
    assert names <= {name.split("#")[0] for name in recomputed}, names


if __name__ == "__main__":
    with open(sys.argv[1]) as text:
        check(json.load(text))
