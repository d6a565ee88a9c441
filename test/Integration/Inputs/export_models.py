# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small models for the tests of the exporters; each imports its framework when it is built."""

import numpy as np


def with_jax():
    import jax
    import jax.numpy as jnp
    random = np.random.default_rng(0)
    weights = lambda *s: jnp.asarray(random.normal(size=s) / np.sqrt(s[0]), jnp.float32)
    params = {"first": weights(20, 16), "hidden": {"w": weights(16, 32), "b": jnp.zeros(32)},
              "head": weights(32, 20)}
    state = {"mean": jnp.zeros(32)}

    def loss(params, state, x, y):
        hidden = x @ params["first"] @ params["hidden"]["w"] + params["hidden"]["b"]
        mean = hidden.mean(0)
        scores = jax.nn.gelu(hidden - mean) @ params["head"]
        # Not by index: what a gradient of that becomes, a scatter, the converters leave.
        picked = jax.nn.one_hot(y, 20) * jax.nn.log_softmax(scores)
        return -picked.sum(1).mean(), {"mean": 0.9 * state["mean"] + 0.1 * mean}

    data = {"x": jnp.zeros((64, 20)), "y": jnp.zeros(64, jnp.int32)}
    return {"loss": loss, "params": params, "state": state, "data": data}


def with_torch():
    import torch
    from torch import nn

    class Training(nn.Module):
        def __init__(self):
            super().__init__()
            self.features = nn.Sequential(
                nn.Conv2d(1, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(),
                nn.MaxPool2d(3, 2, 1, ceil_mode=True), nn.Dropout(0.2), nn.Flatten())
            self.head = nn.Linear(8 * 7 * 7, 10)
            self.again = nn.Linear(10, 10)
            self.tied = nn.Linear(10, 10)
            self.tied.weight = self.again.weight

        def forward(self, x, y):
            scores = self.tied(self.again(self.head(self.features(x))))
            return nn.functional.cross_entropy(scores, y)

    torch.manual_seed(0)
    return Training().train(), {"x": torch.zeros(16, 1, 13, 13),
                                "y": torch.zeros(16, dtype=torch.int64)}


def with_keras():
    import keras
    from keras import layers
    model = keras.Sequential([
        layers.Input((12, 12, 1)), layers.Conv2D(8, 3, strides=2, padding="same"),
        layers.BatchNormalization(), layers.ReLU(), layers.DepthwiseConv2D(3),
        layers.GlobalAveragePooling2D(), layers.Dense(10)])
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    return model, loss, np.zeros((16, 12, 12, 1), np.float32), np.zeros(16, np.int32)
