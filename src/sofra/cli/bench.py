"""``sofra bench``: the figures of the budgets, each beside its reference, as a table or as JSON."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

from cyclopts import Parameter

from sofra.cli import browsing
from sofra.cli.contents import COMMANDS
from sofra.cli.figures import figures
from sofra.cli.flags import run_function
from sofra.cli.row import Row
from sofra.core.errors import Unknown
from sofra.games.parts import Speak


def run(words: Sequence[str]) -> int:
    return run_function("bench", COMMANDS["bench"], bench, words)


def bench(
    *,
    json_lines: Annotated[
        bool, Parameter(name="--json", help="Print JSON, not a table.", negative=())
    ] = False,
    only: Annotated[str | None, Parameter(help="Only the figures with this in their name.")] = None,
    say: Speak,
) -> None:
    found: list[Row] = []
    names: list[str] = []
    for figure in figures():
        names.append(figure.name)
        if only is None or only in figure.name:
            found += figure.rows()
    if not found:
        raise Unknown(
            'no figure has "{only}" in its name; there are {names}', only=only, names=", ".join(names)
        )
    if json_lines:
        print(json.dumps({"machine": machine(), "figures": [asdict(row) for row in found]}, indent=2))
    else:
        show(found, say)


def machine() -> dict[str, str | int]:
    """What the figures were measured on."""
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count() or 1,
        "open_spiel": "installed" if importlib.util.find_spec("pyspiel") else "not installed",
        "browser": "installed" if browsing.found() else "not installed",
    }


def show(rows: Sequence[Row], say: Speak) -> None:
    """Print figures as a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(say("figure"), "", "", say("ratio"), say("reference"))
    table.columns[1].justify = table.columns[3].justify = "right"
    for row in rows:
        value = say.number(round(row.value) if row.value >= 100 else round(row.value, 2))
        ratio = "" if row.ratio is None else f"{say.number(round(row.ratio, 3))} ×"
        table.add_row(row.name, value, row.unit, ratio, row.reference)
    Console(file=sys.stdout).print(table)
    if not importlib.util.find_spec("pyspiel"):
        print(say("OpenSpiel is not installed, so figures that it is the reference of have no ratio."))
