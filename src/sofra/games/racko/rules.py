"""Rack-O's house rules and presets (O2 to O13), as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from sofra.core.errors import Malformed
from sofra.core.rules import HouseRules, Option, choice, switch, whole

SLOTS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50)
"""The marks of the ten slots, front to back (O1)."""

DECKS: Mapping[int, tuple[int, ...]] = {seats: tuple(range(1, seats * 10 + 21)) for seats in (2, 3, 4)}
"""The cards by number of seats: 1–40, 1–50, 1–60 (O1)."""


@dataclass(frozen=True, slots=True)
class RackoRules(HouseRules):
    """The house rules of Rack-O. ``declare`` left out is ``auto``, or ``call`` where runs earn a bonus (O5)."""

    target: int = whole(
        500,
        low=75,
        high=1000,
        step=5,
        meaning="Points that win the match",
        example="350 makes a shorter match.",
    )
    tie: str = choice(
        "play",
        "share",
        meaning="Two or more on top with the same total, at the target or above",
        example="Play: everybody plays another round. Share: they win together.",
    )
    first_dealer: str = choice(
        "highest",
        "lowest",
        meaning="The card that makes the first dealer",
        example="Everybody draws a card; the highest deals.",
    )
    losers: str = choice(
        "prefix",
        "rising",
        meaning="How a rack scores that did not go Rack-O",
        example="Prefix: 5 for each card in order from slot 5 until the first break. "
        "Rising: 5 for each card higher than the one in front of it, and 5 for the first.",
    )
    declare: str = field(
        default="",
        metadata={
            "kind": "choice",
            "values": ("auto", "call"),
            "meaning": "Whether going Rack-O must be called",
            "example": "Auto: a rack in order at the end of your turn goes at once. "
            "Call: you say Rack-O with your move, and may hold it back.",
        },
    )
    false_call: str = choice(
        "refused",
        "out",
        meaning="What happens to a false call",
        example="Out: the rack is shown, its player has no more turns this round and scores 0.",
        only_with="declare call",
    )
    min_run: int = choice(
        0,
        3,
        4,
        5,
        6,
        meaning="Consecutive numbers that a rack needs to go Rack-O",
        example="3: a rack in order goes only with three numbers such as 17 18 19 in it. 0: any rack in order goes.",
        only_with="two players",
    )
    partners: bool = switch(
        False,
        meaning="Those who sit opposite are partners and share one total",
        example="The first and third player against the second and fourth.",
        only_with="four players",
    )
    bonus_runs: str = choice(
        "off",
        "caller",
        "team",
        meaning="Bonus for consecutive numbers in neighbouring slots",
        example="A run of 3 is 50, of 4 is 100, of 5 is 200, of 6 or more is 400. "
        "Caller: of the rack that went. Team: of both racks of the side that went.",
    )
    recycle: str = choice(
        "flip",
        "shuffle",
        meaning="What happens when the draw pile is empty",
        example="Flip: the discards are turned over as they lie, so their order is known. "
        "Shuffle: all but the newest discard are shuffled.",
    )
    stall: int = whole(
        60,
        low=20,
        high=200,
        meaning="Turns of each player after which a round ends without a Rack-O",
        example="60: nobody went in 60 turns each, so all score what they have.",
    )

    def __post_init__(self) -> None:
        if self.declare == "":
            object.__setattr__(self, "declare", self.usual_declare)
        HouseRules.__post_init__(self)

    @property
    def usual_declare(self) -> str:
        """What ``declare`` is where nobody says otherwise (O5)."""
        return "auto" if self.bonus_runs == "off" else "call"

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """The fields as data; the default of ``declare`` is given as it is without a bonus."""
        found = super(RackoRules, cls).options()
        return tuple(replace(o, default="auto") if o.name == "declare" else o for o in found)

    @classmethod
    def of(cls, values: Mapping[str, Any], base: Self | None = None) -> Self:
        """Rules from names and values; ``declare`` follows ``bonus_runs`` unless it is named or the base departs."""
        if values.get("declare") == "":
            raise Malformed('house rule declare: "" is not allowed; it must be one of auto, call')
        if base is not None and base.declare == base.usual_declare:
            values = {"declare": "", **values}
        return super(RackoRules, cls).of(values, base)

    def differing(self) -> dict[str, Any]:
        """The fields that are not at their default; ``declare`` only if it is not as usual with ``bonus_runs``."""
        usual = {o.name: o.default for o in self.options()} | {"declare": self.usual_declare}
        return {name: getattr(self, name) for name, due in usual.items() if getattr(self, name) != due}

    def agree(self) -> None:
        if self.bonus_runs == "team" and not self.partners:
            raise Malformed(
                "house rule bonus_runs: team is not allowed without partners; it must be off or caller"
            )

    def fit(self, seats: int) -> None:
        super(RackoRules, self).fit(seats)
        if self.min_run and seats != 2:
            raise Malformed(
                "house rule min_run: {value} goes only with two players; with {seats} it must be 0",
                value=self.min_run,
                seats=seats,
            )
        if self.partners and seats != 4:
            raise Malformed(
                "house rule partners: on goes only with four players; with {seats} it must be off",
                seats=seats,
            )


PRESETS: Mapping[str, RackoRules] = {
    "Classic": RackoRules(),
    "Two-player run": RackoRules(min_run=3),
    "Partners": RackoRules(partners=True),
    "Bonus": RackoRules(bonus_runs="caller"),
    "Greek partners": RackoRules(partners=True, bonus_runs="team", losers="rising"),
    "350": RackoRules(target=350),
}
