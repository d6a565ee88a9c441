# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports a Keras 3 model (JAX backend) for ckpt-run: linalg on tensors, and a signature.

The Python file has a function that returns the model, its loss and example data:

  def build():
      model = keras.Sequential([...])
      return model, keras.losses.SparseCategoricalCrossentropy(from_logits=True), x, y

The model runs in training mode; what is not trainable (running statistics, seeds) is state.

  python3 export_keras.py my_model.py -o model.mlir
  ckpt-run model.mlir --signature model.json --synthetic=10 --steps 10 --budget 60%
"""

import os

os.environ["KERAS_BACKEND"] = "jax"

import jax.numpy as jnp
import numpy as np

from common import main, signature
from stablehlo import to_linalg


def unique_paths(variables):
    taken = {}
    for variable in variables:
        count = taken[variable.path] = taken.get(variable.path, 0) + 1
        yield variable.path if count == 1 else f"{variable.path}_{count - 1}"


def export(build, options):
    model, loss, x, y = build()
    model.build(np.shape(x)) if not model.built else None
    trainable, other = model.trainable_variables, model.non_trainable_variables
    first, data = len(trainable), len(trainable) + len(other)

    def flat(*values):
        out, new = model.stateless_call(list(values[:first]), list(values[first:data]),
                                        values[data], training=True)
        return (jnp.mean(loss(values[data + 1], out)), *new)

    arrays = [np.asarray(v.value) for v in [*trainable, *other]]
    names = list(unique_paths([*trainable, *other]))
    roles = signature(
        "main", 0,
        params=[(k, names[k], arrays[k]) for k in range(first)],
        state=[(k, 1 + k - first, names[k], arrays[k]) for k in range(first, data)],
        data=[(data, "x"), (data + 1, "y")])
    return to_linalg(flat, [*arrays, np.asarray(x), np.asarray(y)]), roles


if __name__ == "__main__":
    main(__doc__, export)
