# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""include/ckpt-c/Step.h for ctypes."""

import ctypes
import functools
import os
import pathlib

# Of the enumerations, in their order.
ROLES = ("param", "state", "opt_state", "learning_rate", "step_index", "data", "loss",
         "metric", "check", "constant", "other")
ELEMENTS = ("float32", "float64", "float16", "bfloat16", "bool", "int8", "int32",
            "int64")

Message = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t,
                           ctypes.c_void_p)


class CBuffer(ctypes.Structure):
    """CkptBuffer."""
    _fields_ = [("name", ctypes.c_char_p),
                ("role", ctypes.c_int),
                ("element", ctypes.c_int),
                ("rank", ctypes.c_size_t),
                ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("bytes", ctypes.c_int64),
                ("data", ctypes.c_void_p)]


_STEP, _TEXT, _MESSAGE = ctypes.c_void_p, ctypes.c_char_p, (Message, ctypes.c_void_p)
_FUNCTIONS = {
    "Compile": (_STEP, _TEXT, ctypes.c_size_t, _TEXT, *_MESSAGE),
    "Destroy": (None, _STEP),
    "ArenaBytes": (ctypes.c_int64, _STEP),
    "PersistentBytes": (ctypes.c_int64, _STEP),
    "NumLaunches": (ctypes.c_size_t, _STEP),
    "NumClones": (ctypes.c_size_t, _STEP),
    "NumBuffers": (ctypes.c_size_t, _STEP),
    "Buffer": (CBuffer, _STEP, ctypes.c_size_t),
    "Initialize": (ctypes.c_bool, _STEP, ctypes.c_uint64, *_MESSAGE),
    "Save": (ctypes.c_bool, _STEP, _TEXT, *_MESSAGE),
    "Load": (ctypes.c_bool, _STEP, _TEXT, *_MESSAGE),
    "Run": (ctypes.c_bool, _STEP, ctypes.c_double, *_MESSAGE),
}


def _candidates():
    if "CKPT_LIBRARY" in os.environ:
        return [pathlib.Path(os.environ["CKPT_LIBRARY"])]
    # Installed as PREFIX/lib/ckpt/python/ckpt, or python/ckpt of a checkout.
    here = pathlib.Path(__file__).resolve().parent
    return [here.parents[2] / "libCkptC.so",
            here.parents[1] / "build" / "lib" / "libCkptC.so"]


@functools.lru_cache(maxsize=None)
def functions():
    """The functions of Step.h, without the prefix ckptStep. OSError where the
    library is not found."""
    candidates = _candidates()
    path = next((path for path in candidates if path.is_file()), None)
    if path is None:
        raise OSError("no " + " and no ".join(map(str, candidates)) +
                      "; build ckpt, or set CKPT_LIBRARY")
    library = ctypes.CDLL(str(path))
    table = {}
    for name, (result, *arguments) in _FUNCTIONS.items():
        function = getattr(library, f"ckptStep{name}")
        function.restype, function.argtypes = result, arguments
        table[name] = function
    return table
