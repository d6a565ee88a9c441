#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the models that ckpt trains in its tests and in the quickstart.

    python3 generate.py                      all models, beside this file
    python3 generate.py dense_lenet -o DIR   one model, elsewhere
    python3 generate.py --dtype f64 -o DIR   in double precision, for strict checks
    python3 generate.py --plain -o DIR       upstream ops only: no marks, no roles
    python3 generate.py mlp --units 1024,1024 -o DIR   other widths
    python3 generate.py --check              fails if a committed file is out of date

Each module has the training function, named as the model, and `@eval`, with the
same parameters and states. README.md tells the conventions. Standard library only.
"""

import argparse
import pathlib
import sys

import gan
from emitter import Aliases, DYN
from layers import CLASSES, Net

# Dense layers of a block, width of the 1x1 and growth of the 3x3 convolution,
# channels of the transition after it.
BLOCKS = ((5, 16, 4, 64), (10, 32, 8, 128), (10, 32, 8, None))


# Widths of the hidden layers of the MLP.
UNITS = [256, 128]


def mlp(net):
    value = net.collapse("pixels", net.x, [[0], [1, 2, 3]], (DYN, 784))
    for i, units in enumerate(UNITS):
        def layer(value=value, name=f"fc{i}", units=units):
            return [net.relu("relu", net.dense("linear", value, name, units))]

        value, = net.region(f"fc{i}", layer)
    return net.dense("logits", value, "head", CLASSES)


def lenet(net):
    value = net.x
    for i, (channels, same) in enumerate(((6, True), (16, False))):
        value = net.convolution(
            f"conv{i}", value, f"conv{i}.w", 5, channels, same=same)
        bias = net.parameter(f"conv{i}.b", (channels,), "zeros")
        value = net.relu(f"relu{i}", net.bias(f"biased{i}", value, bias))
        value = net.pool(f"pool{i}", value, "max")
    value = net.collapse("flat", value, [[0], [1, 2, 3]], (DYN, 400))
    for i, units in enumerate((120, 84)):
        value = net.relu(f"fc{i}_relu", net.dense(f"fc{i}", value, f"fc{i}", units))
    return net.dense("logits", value, "head", CLASSES)


def dense_layer(net, value, name, width, growth):
    """BN-ReLU-Conv1x1-BN-ReLU-Conv3x3, concatenated to its input."""
    layer = name.replace("_", ".")

    def grow(net, h):
        h, statistics = net.batch_norm_relu("bn2", h, "bn2")
        return [net.convolution("conv2", h, "conv2.w", 3, growth)] + statistics

    def body():
        h, first = net.batch_norm_relu("bn1", value, layer + ".bn1")
        h = net.convolution("conv1", h, layer + ".conv1.w", 1, width)
        h, *second = net.piece("grown", "grow", {"value": h}, layer, grow)
        return [h] + first + second

    if net.training:
        net.share(*value.shape[1:3])
    grown, *statistics = net.region(name, body)
    net.update_statistics(name + "_bn1", layer + ".bn1", statistics[:2])
    net.update_statistics(name + "_bn2", layer + ".bn2", statistics[2:], repeated=True)
    return net.concat(name + "_out", [value, grown], 3)


def dense_lenet(net):
    value = net.convolution("stem", net.x, "stem.w", 5, 32, stride=2)
    for i, (layers, width, growth, channels) in enumerate(BLOCKS):
        for j in range(layers):
            value = dense_layer(net, value, f"b{i}_l{j}", width, growth)
        if channels:
            value, statistics = net.batch_norm_relu(f"t{i}_bn", value, f"t{i}.bn")
            net.update_statistics(f"t{i}_bn", f"t{i}.bn", statistics)
            value = net.convolution(f"t{i}_conv", value, f"t{i}.conv.w", 1, channels)
            value = net.average_pool(f"t{i}_pool", value)
    value, statistics = net.batch_norm_relu("head_bn", value, "head.bn")
    net.update_statistics("head_bn", "head.bn", statistics)
    return net.dense("logits", net.global_average("features", value), "head", CLASSES)


# What has one loss and an evaluation beside it; and all that is written.
MODELS = {"mlp": mlp, "lenet": lenet, "dense_lenet": dense_lenet}
NAMES = [*MODELS, "gan"]


def build(name, training, aliases, dtype="f32", plain=False):
    """The training function of a model, or its evaluation."""
    net = Net(name if training else "eval", aliases, dtype, plain, training)
    net.inputs()
    net.results_of(MODELS[name](net))
    net.finish()
    return net


def module(name, dtype="f32", plain=False):
    """The text of one model's module."""
    aliases = Aliases()
    if name in MODELS:
        functions = [build(name, training, aliases, dtype, plain).text()
                     for training in (True, False)]
    else:
        functions = [gan.build(aliases, dtype, plain).text()]
    functions += aliases.functions.values()
    head = [f"// {name}: written by generate.py, which is the place to change it."]
    return "\n".join(head + aliases.lines() + [""] + functions + [""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", metavar="MODEL",
                        help=f"of {', '.join(NAMES)}; all if none is given")
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument("-o", "--output", type=pathlib.Path, default=here)
    parser.add_argument("--dtype", choices=("f32", "f64"), default="f32")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--units", help="widths of the MLP's hidden layers")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    for name in options.models:
        if name not in NAMES:
            parser.error(f"no model '{name}'")
    if options.units:
        UNITS[:] = map(int, options.units.split(","))
    stale = 0
    for name in options.models or NAMES:
        text = module(name, options.dtype, options.plain)
        path = options.output / f"{name}.mlir"
        if not options.check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{path.name} is not what generate.py writes", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
