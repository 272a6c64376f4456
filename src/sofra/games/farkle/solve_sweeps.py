"""Sweeps over all standings under the three-Farkle penalty, fewer and smaller than plain repetition needs.

Each sweep takes the ends of penalties from the sweep before. Two things save work: a form of a standing is valued anew
only when something that it is made from has moved (``Ledger``), and from what the last sweeps changed the values are
extrapolated to where the sweeps lead (Anderson's mixing). Neither decides what is right: the sweeps end when one that
leaves nothing out changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

SMALL = 2e-14
"""What moves by less counts as not moved at the end: a hundredth of what the sweeps have to come down to."""

DEPTH = 5
"""How many earlier sweeps an extrapolation looks back on."""

NEVER = 9.0
"""What a Farkle was worth to a form that was never valued: no chance."""


@dataclass
class Ledger:
    """What the sweeps have to remember besides the ``values`` (shape boards, boards, 3, 3, n, n): see ``sweep``."""

    values: Any
    used: Any = field(init=False)
    pending: Any = field(init=False)
    far: Any = field(init=False)
    _before: Any = field(init=False)
    _seen: list[tuple[Any, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.used, self.pending = np.full_like(self.values, NEVER), np.zeros_like(self.values)
        boards, n = self.values.shape[0], self.values.shape[-1]
        self.far = np.zeros((boards, 3, n, n))
        self._before = self.values.copy()

    def shallower(self, steps: int) -> Self:
        """The same with a floor that is higher by so many steps of 50: most forms there are as good as valued."""
        made = type(self)(np.ascontiguousarray(self.values[..., steps:, steps:]))
        made.used = np.ascontiguousarray(self.used[..., steps:, steps:])
        return made

    def swept(self) -> None:
        """To be called after each sweep but the last: extrapolates."""
        swept = self.values.copy()
        self._seen = [*self._seen[-DEPTH:], (swept, _moved(self._before, swept))]
        self.far[:] = 0.0
        if len(self._seen) > 1:
            self._extrapolate(swept)
        self._before = self.values.copy()

    def _extrapolate(self, swept: Any) -> None:
        """The mixture of the last sweeps whose changes cancel best. (Sums, not products of a linear-algebra library, so
        that every number of cores gives the same bits.)"""
        pairs = list(zip(self._seen, self._seen[1:], strict=False))
        turns = [later[1] - earlier[1] for earlier, later in pairs]
        ways = [_moved(earlier[0], later[0]) for earlier, later in pairs]
        last = self._seen[-1][1]
        products = np.array([[(one * other).sum() for other in turns] for one in turns])
        wanted = np.array([(one * last).sum() for one in turns])
        weights = np.linalg.lstsq(products, wanted, rcond=1e-12)[0]
        for weight, way in zip(weights, ways, strict=True):
            self.values -= weight * way
        np.clip(self.values, 0.0, 1.0, out=self.values)
        jump = np.abs(_moved(swept, self.values))
        self.pending += jump
        self.far[:] = jump[:, 0, :, 0]


def _moved(before: Any, after: Any) -> Any:
    """How far each value has moved; those of standings that cannot be are no numbers, and stand still."""
    return np.nan_to_num(after - before, copy=False, nan=0.0)
