# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports a JAX model for ckpt-run: linalg on tensors, and a signature.

The Python file has a function that returns a dict:

  def build():
      def loss(params, x, y): ...                  # a scalar
      return {"loss": loss, "params": params, "data": {"x": x, "y": y}}

`params` is any pytree of arrays; `data` holds example arrays, by name, in the order in which the
loss takes them. With "state" (a pytree, for instance running statistics) the loss is called as
loss(params, state, x, y) and returns (loss, new state). Random keys are data: pass the raw uint32
array and wrap it inside.

  python3 export_jax.py my_model.py -o model.mlir
  ckpt-run model.mlir --signature model.json --synthetic --steps 10 --budget 60%
"""

import jax

from common import ExportError, main, signature
from stablehlo import to_linalg


def leaves(tree, prefix):
    """(name, array) of the leaves of a pytree."""
    found = []
    for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]:
        key = jax.tree_util.keystr(path, simple=True, separator=".")
        found.append((key or prefix, leaf))
    return found


def export(build, options):
    model = build()
    loss, params, data = model["loss"], model["params"], model["data"]
    state = model.get("state")
    param_leaves, state_leaves = leaves(params, "param"), leaves(state, "state")
    if not param_leaves:
        raise ExportError("the model has no parameters")
    split = len(param_leaves), len(param_leaves) + len(state_leaves)
    arrays = [a for _, a in param_leaves + state_leaves] + list(data.values())

    def flat(*values):
        p = jax.tree.unflatten(jax.tree.structure(params), values[:split[0]])
        s = jax.tree.unflatten(jax.tree.structure(state), values[split[0]:split[1]])
        if state is None:
            return loss(p, *values[split[1]:]), ()
        value, new = loss(p, s, *values[split[1]:])
        return value, tuple(jax.tree.leaves(new))

    if options.joint:
        wanted = tuple(range(split[0]))
        return to_linalg(jax.value_and_grad(flat, wanted, has_aux=True), arrays), None
    taken = {name for name, _ in param_leaves}
    roles = signature(
        "main", 0,
        params=[(k, n, a) for k, (n, a) in enumerate(param_leaves)],
        state=[(split[0] + k, 1 + k, f"state.{n}" if n in taken else n, a)
               for k, (n, a) in enumerate(state_leaves)],
        data=[(split[1] + k, n) for k, n in enumerate(data)])
    return to_linalg(flat, arrays), roles


if __name__ == "__main__":
    main(__doc__, export, [(("--joint",), dict(
        action="store_true", help="with JAX's own gradient (no signature): results are the loss, "
        "the new state, and the gradients of the parameters; run with ckpt-run --joint"))])
