# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports a PyTorch module for ckpt-run: linalg on tensors or tosa, and a signature.

The Python file has a function that returns a module and example inputs; the module's result is
the loss, a scalar:

  class Training(torch.nn.Module):
      def __init__(self):
          super().__init__()
          self.net = torchvision.models.resnet18()
      def forward(self, x, y):
          return torch.nn.functional.cross_entropy(self.net(x), y)

  def build():
      return Training().train(), {"x": torch.randn(8, 3, 224, 224), "y": torch.zeros(8, dtype=int)}

Parameters become arguments; so do the buffers that the module changes, as states. The uniform
numbers of a dropout become data, which --synthetic draws anew each step. The counter of batches of
a batch norm, which trains nothing, is left out.

  python3 export_torch.py my_model.py -o model.mlir
  ckpt-run model.mlir --signature model.json --synthetic=10 --steps 10 --budget 60%
"""

import inspect

import torch
from torch.export.graph_signature import (ExportGraphSignature, InputKind, InputSpec, OutputKind,
                                          OutputSpec, TensorArgument)
from torch_mlir import fx
from torch_mlir.extras.fx_decomp_util import get_decomposition_table

from common import ExportError, main, signature

aten = torch.ops.aten


def var_mean(x, dim=None, *, correction=None, keepdim=False):
    """In the type of `x`, where the usual decomposition computes in float64."""
    dims = list(range(x.dim())) if dim is None else list(dim)
    count = 1
    for d in dims:
        count *= x.shape[d]
    mean = x.mean(dims, keepdim=True)
    centered = x - mean
    over = count - (1 if correction is None else correction)
    var = (centered * centered).sum(dims, keepdim=keepdim) / over
    return var, mean if keepdim else x.mean(dims)


def native_dropout(x, p, train):
    if not train or p == 0:
        return x * 1, torch.ones_like(x, dtype=torch.bool)
    keep = aten.rand_like(x) > p
    return torch.where(keep, x / (1 - p), 0), keep


def decompositions():
    table = dict(get_decomposition_table())
    table[aten.var_mean.correction] = var_mean
    table[aten.var.correction] = lambda *a, **k: var_mean(*a, **k)[0]
    table[aten.native_dropout.default] = native_dropout
    return table


def random_nodes(program):
    return [n for n in program.graph.nodes
            if n.op == "call_function" and n.target in (aten.rand_like.default, aten.rand.default)]


def lift_random(program, inputs):
    """Random numbers become inputs, after the others."""
    graph = program.graph_module.graph
    last = [n for n in graph.nodes if n.op == "placeholder"][-1]
    for number, node in enumerate(random_nodes(program)):
        with graph.inserting_after(last):
            last = graph.placeholder(f"random_{number}")
        last.meta = dict(node.meta)
        node.replace_all_uses_with(last)
        graph.erase_node(node)
        inputs.append(InputSpec(InputKind.USER_INPUT, TensorArgument(last.name), None))
    graph.lint()
    program.graph_module.recompile()


def is_constant(spec, roles):
    """Whether it stays inside the module: a constant, or a buffer that is never changed."""
    if spec.kind == InputKind.BUFFER:
        return spec.target not in roles.buffers_to_mutate.values()
    return spec.kind not in (InputKind.PARAMETER, InputKind.USER_INPUT)


def with_plain_signature(program):
    """Parameters, and buffers with their updates, become plain arguments and results."""
    old = program.graph_signature
    for spec in old.output_specs:
        if spec.kind not in (OutputKind.BUFFER_MUTATION, OutputKind.USER_OUTPUT):
            raise ExportError(f"the module changes '{spec.target}', which is no buffer")
    inputs = [s if is_constant(s, old) else InputSpec(InputKind.USER_INPUT, s.arg, None)
              for s in old.input_specs]
    outputs = [OutputSpec(OutputKind.USER_OUTPUT, s.arg, None) for s in old.output_specs]
    lift_random(program, inputs)
    program._graph_signature = ExportGraphSignature(inputs, outputs)


def merge_tied(module, program):
    """A parameter under several names becomes one."""
    arrays = dict(module.named_parameters(remove_duplicate=False))
    nodes = {n.name: n for n in program.graph.nodes if n.op == "placeholder"}
    first, kept = {}, []
    for spec in program.graph_signature.input_specs:
        twin = None
        if spec.kind == InputKind.PARAMETER:
            twin = first.setdefault(id(arrays[spec.target]), spec.arg.name)
        if twin in (None, spec.arg.name):
            kept.append(spec)
            continue
        nodes[spec.arg.name].replace_all_uses_with(nodes[twin])
        program.graph.erase_node(nodes[spec.arg.name])
    program.graph_module.recompile()
    program._graph_signature = ExportGraphSignature(kept, program.graph_signature.output_specs)


def roles_of(module, program, names, randoms):
    old = program.graph_signature
    arrays = dict(module.named_parameters(remove_duplicate=False))
    arrays |= dict(module.named_buffers(remove_duplicate=False))
    result_of = {s.target: k for k, s in enumerate(old.output_specs)
                 if s.kind == OutputKind.BUFFER_MUTATION}
    params, state, data = [], [], []
    argument = 0
    for spec in old.input_specs:
        if is_constant(spec, old):
            continue
        if spec.kind == InputKind.USER_INPUT:
            data.append((argument, names[len(data)]))
        elif spec.kind == InputKind.PARAMETER:
            params.append((argument, spec.target, arrays[spec.target].detach().cpu().numpy()))
        else:
            state.append((argument, result_of[spec.target], spec.target,
                          arrays[spec.target].detach().cpu().numpy()))
        argument += 1
    data += [(argument + k, f"random_{k}") for k in range(randoms)]
    return signature("forward", len(old.output_specs) - 1, params, state, data)


def drop_batch_counters(module):
    for part in module.modules():
        if getattr(part, "num_batches_tracked", None) is not None:
            if part.momentum is None:
                raise ExportError("a batch norm with momentum=None counts its batches")
            part.num_batches_tracked = None


def export(build, options):
    module, inputs = build()
    drop_batch_counters(module)
    if isinstance(inputs, dict):
        names, values = list(inputs), tuple(inputs.values())
    else:
        names, values = list(inspect.signature(module.forward).parameters), tuple(inputs)
    program = torch.export.export(module, values).run_decompositions(decompositions())
    if len(program.graph_signature.user_outputs) != 1:
        raise ExportError("the module must return the loss, and nothing else")
    merge_tied(module, program)
    roles = roles_of(module, program, names, len(random_nodes(program)))
    with_plain_signature(program)
    text = str(fx.export_and_import(program, output_type=options.dialect, func_name="forward",
                                    decomposition_table={}))
    return text + "\n", roles


if __name__ == "__main__":
    main(__doc__, export, [(("--dialect",), dict(
        default="linalg-on-tensors", choices=["linalg-on-tensors", "tosa"],
        help="what to export (default: linalg-on-tensors)"))])
