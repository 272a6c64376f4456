"""Pictures of an arena's results, drawn with matplotlib (extra ``plots``)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sofra.core.errors import Unknown, Unsupported
from sofra.lab.arena import Standings

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def check(path: Path) -> None:
    """Refuse (Unsupported, Unknown) a picture that could not be drawn there, before anything is played for it."""
    kinds = _figure().canvas.get_supported_filetypes()
    kind = path.suffix.removeprefix(".").lower()
    if kind and kind not in kinds:
        raise Unsupported(
            "no picture can be drawn as {kind}; there are {known}", kind=kind, known=", ".join(sorted(kinds))
        )
    if not path.parent.is_dir():
        raise Unknown("there is no folder {path}", path=path.parent)


def draw(standings: Standings, path: Path) -> None:
    """Draw how the first entrant's mean part of the wins settled, with the interval that holds at all times."""
    figure = _figure()
    names = standings.plan.line_up
    matches = [point[0] for point in standings.curve]
    axes = figure.subplots()
    axes.fill_between(
        matches, [p[2] for p in standings.curve], [p[3] for p in standings.curve], color="#56B4E9", alpha=0.35
    )
    axes.plot(matches, [p[1] for p in standings.curve], color="#0B3C6F")
    axes.axhline(1 / len(names), color="#D55E00", linestyle="--", linewidth=1)
    axes.set_xlabel("matches")
    axes.set_ylabel(f"part of the wins: {names[0][:40]}")
    axes.set_title(f"{standings.plan.game}: {names[0][:40]} against {', '.join(names[1:])[:60]}")
    axes.set_ylim(0, 1)
    try:
        figure.savefig(path)
    except OSError as error:
        raise Unknown("{path} cannot be written: {reason}", path=path, reason=error.strerror) from None


def _figure() -> Figure:
    """An empty picture. Raises Unsupported where matplotlib is not installed."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise Unsupported("a plot needs the extra: pip install 'sofra[plots]'") from None
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    return figure
