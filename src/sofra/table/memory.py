"""Memory that many dropped tables held, given back to the machine.

The collector of cycles looks seldom at what has lived for a while (``web.serve``), and the C library keeps what was freed in
between for later: a server where tables come and go would weigh more and more, up to a bound that nobody knows.
"""

from __future__ import annotations

import gc

MANY = 32
"""Dropped tables after which it is worth the pause, of some hundredths of a second where hundreds are in memory."""


def give_back() -> None:
    """Collect all cycles, and let go of what is free; the latter where the C library is one that can be asked to."""
    gc.collect()
    # Imported here: most commands need it never.
    import ctypes

    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return
    trim(0)
