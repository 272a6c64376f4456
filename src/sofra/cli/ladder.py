"""``sofra ladder``: every computer player of a game against every other, and what the picker says of their strength."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Annotated, Any

from cyclopts import Parameter

from sofra.cli.arena import EXECUTOR, SEED, Progress, rated, report
from sofra.cli.contents import COMMANDS
from sofra.cli.flags import run_function
from sofra.core.rules import HouseRules
from sofra.games import Box, boxes, open_box
from sofra.games.parts import Speak
from sofra.lab.arena import Plan, executor_of
from sofra.lab.ladder import climb, rate
from sofra.lab.ratings import Rating

MATCHES = "How many matches, each pair"
ONLY = "Only this player, by the name that sofra games lists (again for more)"
JSON = "Print JSON, not a table"
MESSAGES = (MATCHES, ONLY, JSON)


def run(words: Sequence[str]) -> int:
    """The command with these words behind it: a game, or nothing for all games with their usual rules."""
    box = open_box(words[0]) if words and not words[0].startswith("-") else None

    def ladder(
        *,
        games: Annotated[int, Parameter(help=MATCHES)] = 200,
        player: Annotated[tuple[str, ...], Parameter(help=ONLY, negative=())] = (),
        seed: Annotated[str, Parameter(help=SEED)] = "ladder",
        executor: Annotated[str, Parameter(help=EXECUTOR)] = "process",
        as_json: Annotated[bool, Parameter(name="--json", help=JSON, negative=())] = False,
        rules: HouseRules | None = None,
        speak: Speak,
    ) -> int:
        found: dict[str, Any] = {}
        with nullcontext() if executor == "none" else executor_of(executor) as pool:
            for one in [box] if box else [each for each in boxes().values() if len(each.players) > 1]:
                house = rules if rules is not None else one.game.rules()
                plan = Plan(one.key, house, player or tuple(one.players), games, seed)
                played = []
                for standings in climb(plan, pool, Progress(speak)):
                    played.append(standings)
                    if not as_json:
                        report(standings, speak)
                steps = rate(played)
                found[one.key] = {step.name: _plain(step, one) for step in steps}
                if not as_json:
                    _show(one, steps, speak)
        if as_json:
            json.dump({"rules": "default" if rules is None else rules.write(), **found}, sys.stdout, indent=1)
            print()
        return 0

    name = "ladder" if box is None else f"ladder {box.key}"
    return run_function(name, COMMANDS["ladder"], ladder, words[1:] if box else words, box)


def _plain(step: Rating, box: Box) -> dict[str, Any]:
    told = _told(step.name, box)
    return {"rating": round(step.rating), "low": round(step.low), "high": round(step.high), "told": told}


def _told(key: str, box: Box) -> int | None:
    """The rating that the picker shows; a program has none."""
    persona = box.players.get(key)
    return None if persona is None else persona.rating


def _show(box: Box, steps: Sequence[Rating], speak: Speak) -> None:
    print(
        "\n"
        + speak(
            "{game}: 400 points are odds of ten to one, 0 is the middle; in brackets where the true rating lies with "
            "95%; behind it what the picker says",
            game=box.key,
        )
    )
    for step in steps:
        told = _told(step.name, box)
        says = "" if told is None else f"  ({told:+d})"
        print(rated(step) + says)
    print()
