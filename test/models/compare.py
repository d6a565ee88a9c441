#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares results and gradients of a run with the reference of its model.

    python3 compare.py reference/MODEL.npz got.npz [--eval] [--tolerance T] [-v]

got.npz holds out0..., the results of the training function, and grad0..., the
gradient of the loss by each float argument (`ckpt-run --gradients-out`). With
--eval it holds the results of `@eval` only.

The error of an array is ||got - reference|| / ||reference||, on the elements that
the reference holds; the norm of the whole array must agree as well. It may be 1e-6
in float64. In float32 a result may differ by 1e-4 and a gradient by 1e-2: rounding
flips rectifiers, and there is a step in the gradient at each. Needs numpy.
"""

import argparse
import sys

import numpy as np

TOLERANCE = {"float64": {"out": 1e-6, "grad": 1e-6},
             "float32": {"out": 1e-4, "grad": 1e-2}}

# A reference holds the norm of an array, then its elements or that many of them.
SAMPLES = 64


def sampled(array):
    flat = np.asarray(array, np.float64).ravel()
    if flat.size <= SAMPLES:
        return flat
    return flat[np.arange(SAMPLES) * flat.size // SAMPLES]


def summary(array):
    return np.append(np.linalg.norm(np.asarray(array, np.float64)), sampled(array))


def relative_error(record, array):
    """`record` is the summary of what `array` should be."""
    got = summary(array)
    if got.shape != record.shape or not np.isfinite(got).all():
        return np.inf
    if record[0] == 0:
        return got[0]
    # Samples of a sparse gradient may all be near zero: measure against what a
    # typical sample of the array is, too.
    elements = max(array.size, 1)
    typical = record[0] * np.sqrt((record.size - 1) / elements)
    scale = max(np.linalg.norm(record[1:]), typical)
    return max(abs(got[0] - record[0]) / record[0],
               np.linalg.norm(got[1:] - record[1:]) / scale)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reference")
    parser.add_argument("got")
    parser.add_argument("--eval", action="store_true")
    parser.add_argument("--tolerance", type=float)
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    reference, got = np.load(options.reference), np.load(options.got)
    prefix = "eval_" if options.eval else ""
    kinds = ("out",) if options.eval else ("out", "grad")
    dtype = str(got["out0"].dtype) if "out0" in got else "float64"
    failed, worst, compared = 0, 0.0, 0
    for kind in kinds:
        tolerance = options.tolerance or TOLERANCE[dtype][kind]
        for key in (k for k in reference if k.startswith(prefix + kind)):
            name = key.removeprefix(prefix)
            error = relative_error(reference[key], got[name]) if name in got else np.inf
            compared, worst = compared + 1, max(worst, error / tolerance)
            failed += not error <= tolerance
            if options.verbose or not error <= tolerance:
                state = "missing" if name not in got else f"error {error:.2e}"
                print(f"{name}: {state}, tolerance {tolerance:.1e}")
    print(f"{'FAIL' if failed else 'PASS'}: {compared} arrays, {failed} beyond the "
          f"tolerance, largest error / tolerance {worst:.2g}")
    return 1 if failed or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
