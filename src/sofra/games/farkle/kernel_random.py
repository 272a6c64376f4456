"""Random numbers for simulation: splitmix64, written once for Python and once compiled, equal draw for draw.

Number k of a seed is ``mix(seed + (k + 1) * GAMMA)``, so a stream is its seed and a counter and can go on anywhere.
"""

from __future__ import annotations

import numpy as np
from numba import njit

GAMMA = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def mix(word: int) -> int:
    """The output function of splitmix64, in plain Python."""
    word &= _MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


def below_plain(seed: int, k: int, n: int) -> int:
    """Number k of a seed as a whole number below n (n up to 2**30), in plain Python."""
    return int((mix(seed + (k + 1) * GAMMA) >> 11) * (1.0 / (1 << 53)) * n)


@njit(nogil=True, cache=True)
def below(stream, n):  # type: ignore[no-untyped-def]
    """The next number of ``stream`` (its word, moved on by GAMMA at each draw) as a whole number below n."""
    stream[0] += np.uint64(0x9E3779B97F4A7C15)
    word = stream[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word ^= word >> np.uint64(31)
    return np.int64(np.float64(word >> np.uint64(11)) * (1.0 / 9007199254740992.0) * n)


def stream(seed: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """A stream to hand to compiled functions: one word that they move on."""
    return np.array([seed & _MASK], dtype=np.uint64)
