"""What a node counts of itself: commands by what became of them, how long they and the store took. No names, no ids."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


@dataclass(slots=True)
class Histogram:
    """Durations in seconds, counted by upper bound."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        """One more duration."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str) -> list[str]:
        """The histogram in the Prometheus text format."""
        found, below = [], 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            below += count
            found.append(f'{name}_bucket{{le="{bound}"}} {below}')
        return [*found, f"{name}_sum {self.total:.6f}", f"{name}_count {below}"]


@dataclass(slots=True)
class Meter:
    """The counters of a node. ``answers`` are commands by outcome, ``refused`` refusals by kind."""

    answers: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    requests: Counter[str] = field(default_factory=Counter)
    commands: Histogram = field(default_factory=Histogram)
    store: Histogram = field(default_factory=Histogram)

    def text(self, gauges: dict[str, int]) -> str:
        """Everything in the Prometheus text format; ``gauges`` are what the node holds right now."""
        lines: list[str] = []
        for name, now in gauges.items():
            lines += [f"# TYPE sofra_{name} gauge", f"sofra_{name} {now}"]
        for name, label, counts in (
            ("commands_total", "outcome", self.answers),
            ("refused_total", "kind", self.refused),
            ("requests_total", "status", self.requests),
        ):
            lines.append(f"# TYPE sofra_{name} counter")
            lines += [f'sofra_{name}{{{label}="{key}"}} {count}' for key, count in sorted(counts.items())]
        for name, histogram in (("command_seconds", self.commands), ("store_seconds", self.store)):
            lines += [f"# TYPE sofra_{name} histogram", *histogram.lines(f"sofra_{name}")]
        return "\n".join(lines) + "\n"
