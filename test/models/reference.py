#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Computes loss, metrics, states and gradients of the test models with JAX.

    pip install 'jax[cpu]'
    python3 reference.py [MODEL...]        writes reference/MODEL.npz beside this file

The networks are written here a second time, from their description, so that they
check the .mlir files. Reference values are float64 on the float32 arguments of
arguments.py.
"""

import argparse
import pathlib

import jax
import jax.numpy as jnp
import numpy as np

from arguments import arguments
from compare import summary

jax.config.update("jax_enable_x64", True)


def conv(x, w, stride=1, padding="SAME"):
    return jax.lax.conv_general_dilated(
        x, w, (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"))


def pool(x, kind):
    window = ((1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    if kind == "max":
        return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, *window)
    return jax.lax.reduce_window(x, 0.0, jax.lax.add, *window) / 4


class Layers:
    """A model's values by name, and the running statistics that it updates."""

    def __init__(self, values, training):
        self.values, self.training, self.new = values, training, {}

    def __getitem__(self, name):
        return self.values[name]

    def bn_relu(self, x, name):
        if self.training:
            mean = x.mean((0, 1, 2))
            var = jnp.maximum((x * x).mean((0, 1, 2)) - mean * mean, 0)
            for part, batch in (("mean", mean), ("var", var)):
                key = f"{name}.{part}"
                self.new[key] = 0.9 * self[key] + 0.1 * batch
        else:
            mean, var = self[name + ".mean"], self[name + ".var"]
        normal = (x - mean) / jnp.sqrt(var + 1e-3)
        return jax.nn.relu(normal * self[name + ".scale"] + self[name + ".shift"])

    def dense(self, x, name):
        return x @ self[name + ".w"] + self[name + ".b"]


def mlp(net):
    x = net["x"].reshape(net["x"].shape[0], -1)
    for name in ("fc0", "fc1"):
        x = jax.nn.relu(net.dense(x, name))
    return net.dense(x, "head")


def lenet(net):
    x = net["x"]
    for name, padding in (("conv0", "SAME"), ("conv1", "VALID")):
        x = jax.nn.relu(conv(x, net[name + ".w"], 1, padding) + net[name + ".b"])
        x = pool(x, "max")
    x = x.reshape(x.shape[0], -1)
    for name in ("fc0", "fc1"):
        x = jax.nn.relu(net.dense(x, name))
    return net.dense(x, "head")


def dense_lenet(net):
    x = conv(net["x"], net["stem.w"], 2)
    for i, layers in enumerate((5, 10, 10)):
        for j in range(layers):
            name = f"b{i}.l{j}"
            h = conv(net.bn_relu(x, name + ".bn1"), net[name + ".conv1.w"])
            h = conv(net.bn_relu(h, name + ".bn2"), net[name + ".conv2.w"])
            x = jnp.concatenate([x, h], 3)
        if i < 2:
            x = pool(conv(net.bn_relu(x, f"t{i}.bn"), net[f"t{i}.conv.w"]), "average")
    return net.dense(net.bn_relu(x, "head.bn").mean((1, 2)), "head")


MODELS = {"mlp": mlp, "lenet": lenet, "dense_lenet": dense_lenet}


def evaluate(model, values, training):
    """All results of the function, by name; the loss first."""
    net = Layers(values, training)
    logits, labels = MODELS[model](net), values["y"]
    losses = -jnp.take_along_axis(
        jax.nn.log_softmax(logits), labels[:, None].astype(int), 1)[:, 0]
    hits = (jnp.argmax(logits, 1) == labels).astype(logits.dtype)
    if training:
        return {"loss": losses.mean(), "accuracy": hits.mean(), **net.new}
    mask = values["mask"]
    return {"loss": (losses * mask).sum(), "correct": (hits * mask).sum()}


def run(model, named, dtype):
    """out and grad arrays of the training function: the keys that ckpt-run writes."""
    floats = {n: jnp.asarray(a, dtype) for n, a in named if a.dtype == np.float32}
    rest = {n: jnp.asarray(a) for n, a in named if a.dtype != np.float32}

    def loss(floats):
        results = evaluate(model, {**floats, **rest}, True)
        return results["loss"], results

    gradients, results = jax.jit(jax.grad(loss, has_aux=True))(floats)
    states = [n for n, _ in named if n in results]
    arrays = {}
    for j, name in enumerate(["loss", "accuracy"] + states):
        arrays[f"out{j}"] = np.asarray(results[name])
    for k, (name, _) in enumerate(named):
        if name in gradients:
            arrays[f"grad{k}"] = np.asarray(gradients[name])
    return arrays


def reference(model):
    """What compare.py needs: a summary of every array."""
    results = run(model, arguments(model), np.float64)
    record = {key: summary(array) for key, array in results.items()}
    evaluation = {n: jnp.asarray(a, a.dtype if a.dtype != np.float32 else np.float64)
                  for n, a in arguments(model, training=False)}
    for j, array in enumerate(evaluate(model, evaluation, False).values()):
        record[f"eval_out{j}"] = summary(np.asarray(array))
    return record


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", metavar="MODEL")
    folder = pathlib.Path(__file__).resolve().parent / "reference"
    folder.mkdir(exist_ok=True)
    for model in parser.parse_args().models or MODELS:
        record = reference(model)
        np.savez_compressed(folder / f"{model}.npz", **record)
        print(model, "loss", record["out0"][0])


if __name__ == "__main__":
    main()
