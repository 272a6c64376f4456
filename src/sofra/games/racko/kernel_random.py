"""Random numbers for the compiled twin: splitmix64, a stream being one word that each draw moves on."""

from __future__ import annotations

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS


@njit(**DOORS)
def below(word, n):  # type: ignore[no-untyped-def]
    """The next number of the stream as a whole number below n (n up to 2**30)."""
    word[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = word[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.int64(np.float64(mixed >> np.uint64(11)) * (1.0 / 9007199254740992.0) * n)


def stream(seed: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """A stream to hand to compiled functions."""
    return np.array([seed & ((1 << 64) - 1)], dtype=np.uint64)
