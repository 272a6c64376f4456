"""The tactics page: when to roll and when to bank at a standing of two, read off the solved table of a preset.

Every figure is worked out when the page is asked for; nothing on it is written down beforehand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path

from sofra.core.errors import Malformed, SofraError
from sofra.games.drawing import templates
from sofra.games.farkle import exact
from sofra.games.farkle.odds import HOT
from sofra.games.farkle.rules import PRESETS
from sofra.games.farkle.tactics import MOST, Bank, Fewer, chart, fair_head_start, fewer_dice, seat_of
from sofra.games.farkle.turns import STEP
from sofra.games.farkle.words import faces
from sofra.games.parts import Extra, Speak

DEAREST = 6
"""First throws that are shown."""

SCALE = 3000
"""Points at the right end of the bars; what lies beyond is in the words beside them."""

TICKS = (0, 1000, 2000, 3000)


@dataclass(frozen=True, slots=True)
class Tactics:
    """All that is shown of one standing. ``first`` is the chance of whoever begins a match at 0 : 0; ``start`` is the head
    start that makes it nearest to even, and the chance of whoever begins then (None with an opening: a head start puts nobody on
    the board, and the shipped table does not hold that)."""

    win: float
    banks: tuple[Bank, ...]
    fewer: tuple[Fewer, ...]
    first: float
    start: tuple[int, float] | None


@lru_cache(maxsize=64)
def tactics(preset: str, mine: int, theirs: int) -> Tactics:
    """The tactics at a standing under a preset, whose table is shipped."""
    rules = PRESETS[preset]
    solution = exact.solution_of(rules)
    mover, other = seat_of(rules, mine), seat_of(rules, theirs)
    even = seat_of(rules, 0)
    return Tactics(
        solution.win(mover, other),
        chart(solution, mine, theirs),
        tuple(fewer_dice(solution, mine, theirs)),
        solution.win(even, even),
        None if rules.opening else fair_head_start(rules),
    )


def _score(form: Mapping[str, Sequence[str]], name: str, target: int) -> int:
    text = form.get(name, ("0",))[0].strip() or "0"
    score = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else -1
    if not 0 <= score < target or score % STEP:
        raise Malformed("scores here go from 0 to {most} in steps of {step}", most=target - STEP, step=STEP)
    return score


def _page(day: date, form: Mapping[str, Sequence[str]], speak: Speak) -> str:  # noqa: ARG001
    given = form.get("preset", ("",))[0]
    preset = given if given in PRESETS else next(iter(PRESETS))
    error: SofraError | None = None
    mine = theirs = 0
    try:
        mine, theirs = (_score(form, name, PRESETS[preset].target) for name in ("mine", "theirs"))
    except Malformed as wrong:
        error = wrong
    found = tactics(preset, mine, theirs)
    rows = [(_dice(bank.left, speak), _spans(bank, speak), _zones(bank)) for bank in found.banks]
    return (
        templates(Path(__file__).parent)
        .get_template("tactics.html")
        .render(
            speak=speak,
            presets=PRESETS,
            preset=preset,
            mine=mine,
            theirs=theirs,
            target=PRESETS[preset].target,
            step=STEP,
            wrong=None if error is None else speak(error.template, **error.fields),
            found=found,
            rows=rows,
            ticks=TICKS,
            scale=SCALE,
            dearest=_lessons(found.fewer),
            faces=faces,
        )
    )


def _dice(left: int, speak: Speak) -> str:
    return speak("Hot dice") if left == HOT else speak.many("{count} die", "{count} dice", left)


def _spans(bank: Bank, speak: Speak) -> str:
    """Where to bank, in words: "bank from 350 on", with the gaps that there are."""
    if not bank.spans:
        return speak("roll, whatever is at risk (looked at up to {most})", most=MOST)
    said = []
    for first, last in bank.spans:
        if last >= MOST:
            said.append(speak("from {points} on", points=first))
        elif first == last:
            said.append(speak.number(first))
        else:
            said.append(speak("{first} to {last}", first=first, last=last))
    return speak("bank: {spans}", spans=" · ".join(said))


def _lessons(fewer: Sequence[Fewer]) -> list[Fewer]:
    """The dearest, one of each kind: what does not score makes no difference."""
    kinds = dict[tuple[tuple[int, ...], float], Fewer]()
    for item in fewer:
        kinds.setdefault((item.keep, round(item.lost, 9)), item)
    return list(kinds.values())[:DEAREST]


def _zones(bank: Bank) -> list[tuple[int, int]]:
    """The bars of a row: from the first point of a span to the first one that is rolled with again."""
    return [(first, min(last + STEP, SCALE)) for first, last in bank.spans if first < SCALE]


PAGES: Mapping[str, Extra] = {"tactics": Extra("Tactics", _page)}

MESSAGES = ("Tactics",)
"""Messages that reach ``speak`` by value."""
