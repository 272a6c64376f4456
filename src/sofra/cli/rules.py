"""``sofra rules <game>``: the rules card, made from the very house rules that are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from sofra.cli.contents import COMMANDS
from sofra.cli.flags import Language, run_function
from sofra.cli.language import chosen
from sofra.cli.seating import company, game_first
from sofra.core.errors import Malformed
from sofra.core.rules import HouseRules
from sofra.games import Box, boxes
from sofra.games.parts import Speak
from sofra.lang import speak


def run(words: Sequence[str]) -> int:
    box, rest = game_first(words)

    def rules(
        *,
        rules: HouseRules | None = None,
        seats: Annotated[int | None, Parameter(help="How many play.")] = None,
        lang: Language = None,
    ) -> None:
        if box is None or rules is None:
            raise Malformed("say which game: {games}", games=", ".join(boxes()))
        count = company(box, rules) if seats is None else seats
        box.game.fit(rules, count)
        print("\n".join(card(box, rules, count, speak(chosen(lang), box))))

    name = "rules" if box is None else f"rules {box.key}"
    return run_function(name, COMMANDS["rules"], rules, rest, box)


def card(box: Box, rules: HouseRules, seats: int, say: Speak) -> list[str]:
    """The rules card as lines: each section's heading, then its lines indented."""
    lines: list[str] = []
    for heading, points in box.words.card(rules, seats, say):
        lines += ["", heading, *(f"  {point}" for point in points)]
    return lines[1:]
