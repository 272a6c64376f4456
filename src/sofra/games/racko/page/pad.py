"""The pad: rounds with real cards, counted. All of it stands in its form; nothing is kept, and nothing needs scripts.

Fields: ``house`` (the house rules' text form) or ``preset``, ``seats`` and ``name-<seat>``; for each round from 1 on
``went-<round>`` (a seat, or ``nobody``), ``rack-<round>-<seat>`` (its cards from slot 5 on) and, where a false call puts
somebody out, ``out-<round>-<seat>``. What a rack scores, ``scoring`` says alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from sofra.core.errors import Illegal, Malformed, SofraError
from sofra.games.drawing import templates
from sofra.games.parts import Extra, Names, Speak
from sofra.games.racko.ending import decided
from sofra.games.racko.page.sheet import phrase
from sofra.games.racko.rules import DECKS, PRESETS, RackoRules
from sofra.games.racko.scoring import Cards, Line, ascending, line, may_go
from sofra.games.racko.words import winners

Form = Mapping[str, Sequence[str]]

MOST_ROUNDS = 60
LONGEST_NAME = 24
LONGEST_RACK = 60
SLOTS = 10


@dataclass(frozen=True, slots=True)
class Match:
    """What is played, and by whom; ``wrong`` says what is not right with the rules that were asked for."""

    rules: RackoRules
    preset: str
    names: tuple[str, ...]
    wrong: SofraError | None = None

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each column of the sheet."""
        return ((0, 2), (1, 3)) if self.rules.partners else tuple((seat,) for seat in range(self.seats))


@dataclass(frozen=True, slots=True)
class Round:
    """One round as it was written, and its line once it is right; ``wrong`` has what is not, by the field's name."""

    number: int
    went: str
    racks: tuple[str, ...]
    out: tuple[bool, ...]
    line: Line | None = None
    wrong: Mapping[str, SofraError] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        return not (self.went or any(self.racks) or any(self.out))


def match_of(form: Form) -> Match:
    """The match that a form asks for; what cannot be is told in ``wrong``, and the usual rules stand for it."""
    wanted = _one(form, "seats")
    seats = int(wanted) if wanted in ("2", "3", "4") else 2
    names = tuple(_one(form, f"name-{seat}")[:LONGEST_NAME] for seat in range(seats))
    preset = _one(form, "preset") if _one(form, "preset") in PRESETS else next(iter(PRESETS))
    try:
        house = _one(form, "house")
        rules = RackoRules.read(house) if house and len(house) < 2000 else PRESETS[preset]
        rules.fit(seats)
    except SofraError as error:
        return Match(RackoRules(), next(iter(PRESETS)), names, error)
    return Match(rules, preset, names)


def rounds_of(match: Match, form: Form) -> tuple[Round, ...]:
    """The rounds of a form, judged; after the last that was written stands an empty one for the next."""
    found: list[Round] = []
    for number in range(1, MOST_ROUNDS + 1):
        seats = range(match.seats)
        racks = tuple(_one(form, f"rack-{number}-{seat}")[:LONGEST_RACK] for seat in seats)
        out = tuple(
            match.rules.false_call == "out" and bool(_one(form, f"out-{number}-{seat}")) for seat in seats
        )
        went = _one(form, f"went-{number}")
        written = Round(number, went if went == "nobody" or went in map(str, seats) else "", racks, out)
        if written.empty:
            return (*found, written)
        found.append(_judged(match.rules, written))
    return tuple(found)


def _judged(rules: RackoRules, written: Round) -> Round:
    """A round with its line, or with what is wrong about it."""
    wrong: dict[str, SofraError] = {}
    if not written.went:
        wrong["went"] = Malformed("say who went Rack-O, or that nobody did")
    caller = int(written.went) if written.went.isdecimal() else None
    racks: list[Cards] = []
    used: set[int] = set()
    for seat, text in enumerate(written.racks):
        try:
            cards = _cards(text, len(written.racks))
            if double := used.intersection(cards):
                raise Illegal("card {card} stands in two places", card=min(double))
            used.update(cards)
            _check_rack(rules, cards, seat=seat, caller=caller, out=written.out[seat])
        except SofraError as error:
            wrong[f"rack-{seat}"] = error
            cards = ()
        racks.append(cards)
    scored = None if wrong else line(rules, tuple(racks), written.out, caller)
    return Round(written.number, written.went, written.racks, written.out, scored, wrong)


def _cards(text: str, seats: int) -> Cards:
    """The cards of a rack as they are written, from slot 5 on: up to ten different ones of the deck."""
    if not re.fullmatch(r"[0-9\s,;.-]*", text, re.ASCII):
        raise Malformed("write the cards as numbers, such as {example}", example="3 12 20")
    cards = tuple(map(int, re.findall(r"[0-9]+", text)))
    if len(cards) > SLOTS:
        raise Malformed("a rack has at most ten cards")
    most = DECKS[seats][-1]
    for card in cards:
        if not 1 <= card <= most:
            raise Illegal("card {card} is not in this deck: it goes from 1 to {most}", card=card, most=most)
    if len(set(cards)) < len(cards):
        raise Illegal("card {card} stands in two places", card=next(c for c in cards if cards.count(c) > 1))
    return cards


def _check_rack(rules: RackoRules, cards: Cards, *, seat: int, caller: int | None, out: bool) -> None:
    """Refuse a rack that says too little for its score, or that cannot have gone. Whoever went under rules that pay for no
    runs, and whoever is out, need write nothing."""
    went = seat == caller
    whole = len(cards) == SLOTS
    if went and out:
        raise Illegal("who went Rack-O has called nothing falsely")
    if went and cards and not (whole and may_go(cards, rules.min_run)):
        if whole and ascending(cards):
            raise Illegal("Rack-O needs {least} consecutive numbers in the rack", least=rules.min_run)
        raise Illegal("that is no Rack-O: the rack would not be in order")
    partner = caller is not None and rules.bonus_runs == "team" and seat % 2 == caller % 2
    paid = rules.bonus_runs != "off" and (went or partner)
    if not out and not whole and (paid or (not went and rules.losers == "rising")):
        raise Malformed("write all ten cards: here each of them counts")
    if not out and not went and not cards:
        raise Malformed("write what counts of this rack: at least the card in slot 5")


def totals(match: Match, rounds: Sequence[Round]) -> tuple[int, ...]:
    """Points a seat over the rounds that are right; partners share one total (O9)."""
    own = [0] * match.seats
    for one in rounds:
        if one.line is not None:
            own = [points + more for points, more in zip(own, one.line.points, strict=True)]
    shared = {seat: sum(own[other] for other in side) for side in match.sides for seat in side}
    return tuple(shared[seat] for seat in range(match.seats))


def draw(form: Form, speak: Speak) -> str:
    """The pad as HTML."""
    match = match_of(form)
    rounds = rounds_of(match, form)
    points = totals(match, rounds)
    called = tuple(name or speak("Player {number}", number=seat + 1) for seat, name in enumerate(match.names))
    wrong = any(one.wrong for one in rounds)
    over = decided(points, match.rules) and not wrong
    best = tuple(seat for seat, total in enumerate(points) if total == max(points))
    values = {
        "speak": speak,
        "match": match,
        "presets": PRESETS,
        "called": called,
        "rounds": rounds[:-1] if (over or wrong) and rounds[-1].empty else rounds,
        "points": points,
        "winner": winners(best, speak, Names(called)) if over else "",
        "scored": [one for one in rounds if one.line is not None],
        "reasons": lambda items: " · ".join(phrase(item, speak) for item in items),
        "by_own": bool(_one(form, "house")) and match.wrong is None,
        "changed": _changed(match.rules, speak),
        "longest_name": LONGEST_NAME,
        "longest_rack": LONGEST_RACK,
    }
    return templates(Path(__file__).parent).get_template("pad.html").render(values)


def _changed(rules: RackoRules, speak: Speak) -> str:
    """What differs from the usual rules, in words."""
    values = rules.differing()
    said = []
    for option in rules.options():
        if option.name in values:
            value = values[option.name]
            shown = speak.number(value) if type(value) is int else speak(option.write(value))
            said.append(f"{speak(option.meaning)}: {shown}")
    return " · ".join(said)


def _one(form: Form, name: str) -> str:
    return " ".join(form.get(name, ("",))[0].split())


def _page(day: date, form: Form, speak: Speak) -> str:  # noqa: ARG001
    return draw(form, speak)


PAGES: Mapping[str, Extra] = {"pad": Extra("Count real rounds", _page)}

MESSAGES = ("Count real rounds",)
"""Messages that reach ``speak`` by value."""
