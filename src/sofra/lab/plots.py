"""Pictures of an arena's results, drawn with matplotlib (extra ``plots``)."""

from __future__ import annotations

from pathlib import Path

from sofra.core.errors import Unsupported
from sofra.lab.arena import Standings


def draw(standings: Standings, path: Path) -> None:
    """Draw how the first entrant's mean part of the wins settled, with the interval that holds at all times."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise Unsupported("a plot needs the extra: pip install 'sofra[plots]'") from None
    names = standings.plan.line_up
    matches = [point[0] for point in standings.curve]
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
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
    figure.savefig(path)
