#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the arguments for which the reference numbers of a model hold.

    python3 arguments.py MODEL args.npz [--batch 8] [--dtype f32|f64] [--eval]

Element i of argument k is a function of i and k alone: a 64-bit integer hash,
whose upper 24 bits are a number in [0, 1) that float32 holds exactly. What is
made of it is rounded to float32, also for float64. Needs numpy.
"""

import argparse

import numpy as np

import generate

BATCH = 8


def uniform(index, count):
    """Numbers in [0, 1): SplitMix64 of the element's place in the stream `index`."""
    z = np.arange(count, dtype=np.uint64) + np.uint64((index + 1) << 32)
    z = (z + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return (z >> np.uint64(40)) / 2.0**24


def fans(shape):
    """Fan-in and fan-out of a filter (height, width, in, out) or a matrix."""
    field = int(np.prod(shape[:-2], dtype=np.int64))
    return field * shape[-2], field * shape[-1]


def values(index, shape, init):
    """Values around what `init` would give, but none equal to another."""
    u = uniform(index, int(np.prod(shape, dtype=np.int64))).reshape(shape)
    if init == "glorot_uniform":
        return (2 * u - 1) * np.sqrt(6 / sum(fans(shape)))
    return {"ones": 0.75 + 0.5 * u, "zeros": 0.25 * (2 * u - 1)}[init]


def arguments(model, batch=BATCH, training=True):
    """The list of (name, array), floats in float32, in the function's order."""
    train = generate.build(model, True, generate.Aliases())
    named = {}
    for k, (name, shape, roles) in enumerate(train.parameters + train.states):
        named[name] = values(k, shape, dict(roles)["ckpt.init"]).astype(np.float32)
    k = len(named)
    named["x"] = uniform(k, batch * 784).astype(np.float32).reshape(batch, 28, 28, 1)
    named["y"] = (uniform(k + 1, batch) * 10).astype(np.int32)
    # The last two of an evaluation are padding.
    named["mask"] = (np.arange(batch) < batch - 2).astype(np.float32)
    net = train if training else generate.build(model, False, generate.Aliases())
    names = [name for name, *_ in net.parameters + net.states + net.data]
    return [(name, named[name]) for name in names]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", choices=generate.MODELS)
    parser.add_argument("output")
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--dtype", choices=("f32", "f64"), default="f32")
    parser.add_argument("--eval", action="store_true")
    options = parser.parse_args()
    arrays = {}
    for k, (_, array) in enumerate(
            arguments(options.model, options.batch, not options.eval)):
        if options.dtype == "f64" and array.dtype == np.float32:
            array = array.astype(np.float64)
        arrays[f"arg{k}"] = array
    np.savez(options.output, **arrays)


if __name__ == "__main__":
    main()
