"""How the kernels are compiled. Half of what numba compiles of a small function are its doors for callers outside, which have
to unpack every network and desk it is handed.

A function whose name begins with ``_`` is called by kernels alone and has no doors: calling one from Python ends the process.
A constant that is handed to a kernel is a numpy number, for a plain one would be compiled into a copy of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

DOORS: dict[str, Any] = {"nogil": True, "cache": True, "no_cfunc_wrapper": True}
"""For functions that Python calls too."""

INNER: dict[str, Any] = {**DOORS, "no_cpython_wrapper": True}
"""For functions that kernels alone call."""

YES, NO = np.bool_(True), np.bool_(False)
"""What is handed to a kernel for True and False."""
