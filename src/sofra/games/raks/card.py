"""The rules of Rak's as they are played under given house rules, with worked examples (R1 to R12)."""

from __future__ import annotations

from collections.abc import Sequence

from sofra.games.parts import Speak
from sofra.games.raks.arithmetic import pretty
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import RaksRules
from sofra.games.raks.scoring import bonus

_EXAMPLE = (2, 3, 5)
_ZONES = (4, 13, 17)


def sections(rules: RaksRules, speak: Speak) -> Sequence[tuple[str, Sequence[str]]]:
    """(heading, lines) sections."""
    return (
        (speak("A turn"), _turn(rules, speak)),
        (speak("Bluff and challenge"), _challenge(rules, speak)),
        (speak("No move"), _no_move(rules, speak)),
        (speak("Points"), _points(rules, speak)),
        (speak("The end"), _end(rules, speak)),
    )


def _turn(rules: RaksRules, speak: Speak) -> list[str]:
    lines = [
        speak("Everybody throws one die: the highest begins, ties throw again. Turns go clockwise."),
        speak("Throw three dice and make the number of an open zone with + − × ÷ and brackets."),
    ]
    if rules.dice_use == "all":
        lines.append(speak("Use each of the three dice exactly once. Fractions on the way are fine."))
    else:
        lines.append(
            speak("Use one, two or three of the dice, each at most once. Fractions on the way are fine.")
        )
    found = reach(_EXAMPLE, rules.dice_use)
    shown = ", ".join(f"{pretty(found[zone][0])} = {zone}" for zone in _ZONES)
    lines.append(
        speak(
            "With {dice}: {examples}. In all, {count} zones.", dice="2 3 5", examples=shown, count=len(found)
        )
    )
    lines.append(speak("Put one of your twenty beads on that zone. Nobody asks how you made it."))
    lines.append(speak("Three equal dice: all others first withdraw one bead each, then you move."))
    return lines


def _challenge(rules: RaksRules, speak: Speak) -> list[str]:
    lines = [
        speak("You may put a bead anywhere, rightly or not: that is the bluff."),
        speak(
            "Until the next throw the others may challenge it. Then show an expression for the zone, or concede."
        ),
        speak("Nothing right to show: the bead comes off, and one more of your own."),
    ]
    if rules.failed_challenge == "challenger":
        lines.append(speak("Shown rightly: the challenger withdraws a bead of their own choice."))
    else:
        lines.append(speak("Shown rightly: you choose a bead of the challenger, and it comes off."))
    if rules.windows == "sealed":
        lines.append(speak("Everybody answers unseen; of several challenges the first clockwise counts."))
    else:
        lines.append(speak("The quickest challenge counts."))
    return lines


def _no_move(rules: RaksRules, speak: Speak) -> list[str]:
    lines = [speak('Say "No move" and the others may claim: an expression and its open zone.')]
    if rules.windows == "sealed":
        lines.append(
            speak("Claims are opened clockwise; the first right one gets a bead, the rest stay unseen.")
        )
    else:
        lines.append(speak("The quickest right claim gets a bead."))
    if rules.wrong_claim == "withdraws":
        lines.append(speak("A wrong claim costs one bead."))
    else:
        lines.append(speak("A wrong claim costs nothing."))
    return lines


_NEIGHBOURS = {
    "line": "Neighbours are consecutive numbers.",
    "ring": "Neighbours are consecutive numbers, and 36 and 1 too.",
    "rows": "Neighbours stand side by side in a row of six.",
    "grid": "Neighbours stand side by side or one above the other.",
}


def _points(rules: RaksRules, speak: Speak) -> list[str]:
    return [
        speak("Each bead on the board is one point."),
        speak(_NEIGHBOURS[rules.layout]),
        speak(
            "Neighbouring beads of one owner add: two {two}, three {three}, four {four}, five {five}.",
            two=bonus(2, rules.long_runs),
            three=bonus(3, rules.long_runs),
            four=bonus(4, rules.long_runs),
            five=bonus(5, rules.long_runs),
        ),
        speak(
            "Longer runs: seven add {seven}, ten add {ten}.",
            seven=bonus(7, rules.long_runs),
            ten=bonus(10, rules.long_runs),
        ),
    ]


def _end(rules: RaksRules, speak: Speak) -> list[str]:
    lines = [
        speak("A game ends when all 36 zones are filled, or somebody has all twenty beads on the board."),
        speak("It also ends when everybody in a row threw three equal dice."),
    ]
    if rules.games == 1:
        lines.append(speak("Most points win; equal points share."))
    else:
        lines.append(
            speak(
                "A match has {games} games, the start moves on. Most games win, then most points.",
                games=rules.games,
            )
        )
    return lines


_VALUES = tuple(value for option in RaksRules.options() if option.kind == "choice" for value in option.values)

MESSAGES = (*_NEIGHBOURS.values(), *map(str, _VALUES))
"""Messages that reach ``speak`` by value: neighbours, and the values of house rules as a form shows them."""
