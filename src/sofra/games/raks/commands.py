"""Rak's further commands of the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from sofra.games.parts import Command
from sofra.games.raks.arithmetic import pretty
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import RaksRules


def reach_command(first: int, second: int, third: int, /, *, rules: RaksRules) -> int:
    """Print every zone that three dice reach, with its expressions, easiest first."""
    found = reach((first, second, third), rules.dice_use)
    for zone, texts in found.items():
        print(f"{zone:>2} = " + ",  ".join(map(pretty, texts)))
    print(f"{first} {second} {third}: {len(found)}/36")
    return 0


COMMANDS: Mapping[str, Command] = {
    "reach": Command("Which zones three dice reach, and how: sofra raks reach 2 3 5", reach_command),
}

MESSAGES = tuple(command.about for command in COMMANDS.values())
"""Messages that reach ``speak`` by value."""
