# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiled training step."""

import ctypes
import json
import os
import pathlib
import tempfile
from typing import Any, Mapping, NamedTuple, Tuple, Union

import numpy

from . import _library


class Error(RuntimeError):
    """What the compiler or the run reported; its text is the diagnostic, with the
    line of the model where there is one."""


class Buffer(NamedTuple):
    """Storage of a step that outlives a run."""
    name: str
    role: str  # param, state, opt_state, learning_rate, step_index, data, loss, …
    array: numpy.ndarray


class _Messages:
    """Collects diagnostics during one call."""

    def __init__(self):
        self.texts = []
        self.callback = _library.Message(self._add)

    def _add(self, text, length, _):
        self.texts.append(ctypes.string_at(text, length).decode(errors="replace"))

    def error(self, what):
        return Error("\n".join(self.texts) or what)


class _Handle:
    """Owns the step; every array on its memory refers to it."""

    def __init__(self, pointer):
        self.pointer = pointer
        self._destroy = _library.functions()["Destroy"]

    def __del__(self):
        self._destroy(self.pointer)


def _dtype(element):
    if element != "bfloat16":
        return numpy.dtype(element)
    try:
        import ml_dtypes
    except ImportError:
        return numpy.dtype("uint16")  # the bits
    return numpy.dtype(ml_dtypes.bfloat16)


def _option(value):
    """The text of an option's value in a pipeline."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ",".join(map(_option, value))
    text = os.fspath(value) if isinstance(value, os.PathLike) else str(value)
    if not set(text) & set(" \t\n{}'\""):
        return text
    for quote in "'\"":
        if quote not in text:
            return f"{quote}{text}{quote}"
    raise ValueError(f"an option with both kinds of quotes: {text}")


class Step:
    """A whole training step: forward, backward, update. Made by `compile`.

    `step[name]` is the buffer of that name as a numpy array on the step's own memory:
    reading and writing it between two runs reads and sets the value. Parameters,
    states and data have the names of the model; the loss is `loss` unless it has one.

    Attributes: `arena_bytes` and `persistent_bytes` (their sum is within the budget),
    `launches` and `clones` (those that compute something again), `buffers`, and
    `report` (the keys are in the README; what needs a run is None).
    """

    def __init__(self, handle, report):
        self._handle = handle
        self._functions = _library.functions()
        self.report = report
        self.arena_bytes = self._functions["ArenaBytes"](handle.pointer)
        self.persistent_bytes = self._functions["PersistentBytes"](handle.pointer)
        self.launches = self._functions["NumLaunches"](handle.pointer)
        self.clones = self._functions["NumClones"](handle.pointer)
        count = self._functions["NumBuffers"](handle.pointer)
        self.buffers: Tuple[Buffer, ...] = tuple(map(self._buffer, range(count)))
        self._by_name = {buffer.name: buffer for buffer in self.buffers}

    def _buffer(self, index):
        described = self._functions["Buffer"](self._handle.pointer, index)
        dtype = _dtype(_library.ELEMENTS[described.element])
        shape = tuple(described.shape[:described.rank])
        memory = (ctypes.c_char * described.bytes).from_address(described.data or 0)
        memory.handle = self._handle  # the array keeps `memory`, and that the step
        array = numpy.frombuffer(memory, dtype=dtype,
                                 count=int(numpy.prod(shape, dtype=numpy.int64)))
        return Buffer(described.name.decode(), _library.ROLES[described.role],
                      array.reshape(shape))

    def __getitem__(self, name: str) -> numpy.ndarray:
        return self._by_name[name].array

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def of_role(self, role: str) -> Mapping[str, numpy.ndarray]:
        """The arrays of a role (`param`, `state`, `opt_state`, `data`, `loss`,
        `metric`, …) by name."""
        return {buffer.name: buffer.array for buffer in self.buffers
                if buffer.role == role}

    def _call(self, name, *arguments):
        messages = _Messages()
        if not self._functions[name](self._handle.pointer, *arguments,
                                     messages.callback, None):
            raise messages.error(f"{name.lower()} failed")

    def initialize(self, seed: int = 0) -> None:
        """Gives parameters and states their first values (`ckpt.init`), and starts at
        step 0. Until then all are zero."""
        self._call("Initialize", seed)

    def run(self, *, learning_rate: float, **data: Any) -> Union[float, dict]:
        """Runs the step once and returns the loss, or losses by name if there are
        several. `data`: arrays of the shapes of the buffers with the role `data`,
        copied into them; what is left out keeps its value. KeyError for a name that
        is no data, ValueError for a wrong shape, Error for an assertion of the model
        that fails."""
        inputs = self.of_role("data")
        for name, value in data.items():
            if name not in inputs:
                raise KeyError(f"no data is called '{name}': {', '.join(inputs)}")
            value = numpy.asarray(value)
            if value.shape != inputs[name].shape:
                raise ValueError(f"{name}: the shape is {value.shape}, "
                                 f"not {inputs[name].shape}")
            inputs[name][...] = value
        self._call("Run", learning_rate)
        losses = {name: float(value) for name, value in self.of_role("loss").items()}
        return next(iter(losses.values())) if len(losses) == 1 else losses

    def save(self, path) -> None:
        """Writes parameters, optimizer and model state, and the step's number, as
        safetensors; `ckpt-run --load` reads them, too."""
        self._call("Save", os.fsencode(path))

    def load(self, path) -> None:
        """Goes on where a saved step stopped."""
        self._call("Load", os.fsencode(path))


def compile_text(model: Union[str, bytes], **options: Any) -> Step:
    """Compiles a module given as text or bytecode; options as of `compile`."""
    model = model.encode() if isinstance(model, str) else bytes(model)
    messages = _Messages()
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(options.pop("report", None) or
                              pathlib.Path(folder, "report.json"))
        text = " ".join(f"{name.replace('_', '-')}={_option(value)}" for name, value in
                        {**options, "report": report}.items() if value is not None)
        pointer = _library.functions()["Compile"](
            model, len(model), text.encode(), messages.callback, None)
        if not pointer:
            raise messages.error("the model could not be compiled")
        return Step(_Handle(pointer), json.loads(report.read_text()))


def compile(model: Union[str, os.PathLike], **options: Any) -> Step:
    """Compiles the model in a file.

    Options are those of the pipeline `ckpt-train-step` (`ckpt-opt --help` lists them),
    with `_` for `-`: `batch` (the leading `?` of the data), `budget` ("350MB", "60%"
    or bytes; without one nothing is recomputed but what marks demand), `optimizer`
    ("sgd", "momentum", "adam", "adamw"), `threads`, `effort`, `policy`, `report`,
    `plan_in`, `plan_out`, `signature`, `entry`, `params`, `state`, `loss_result`, ….
    An int as `budget` is bytes. Raises Error for a model that is wrong or a budget
    that cannot be met; its text says where and why.
    """
    if isinstance(options.get("budget"), int):
        options["budget"] = f"{options['budget']}B"
    return compile_text(pathlib.Path(model).read_bytes(), **options)
