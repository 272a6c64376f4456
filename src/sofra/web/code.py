"""The invitation as a code for a phone's camera, drawn as SVG without styles of its own."""

from __future__ import annotations

from functools import lru_cache

import segno


@lru_cache(maxsize=256)
def code_of(link: str) -> str:
    """An SVG element (no fixed size) that a camera reads as ``link``."""
    matrix = segno.make(link, error="m", micro=False).matrix
    border = 2
    path = "".join(
        f"M{x + border} {y + border}h1v1h-1z"
        for y, row in enumerate(matrix)
        for x, dot in enumerate(row)
        if dot
    )
    size = len(matrix) + 2 * border
    return (
        f'<svg viewBox="0 0 {size} {size}" aria-hidden="true" focusable="false" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{path}"/></svg>'
    )
