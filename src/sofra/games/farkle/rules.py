"""Farkle's house rules and presets (F7 to F12), as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sofra.core.errors import Malformed
from sofra.core.rules import HouseRules, choice, per_seat, switch, whole


@dataclass(frozen=True, slots=True)
class FarkleRules(HouseRules):
    """The house rules of Farkle; every default is the source's common table rule."""

    target: int = whole(
        10_000,
        low=500,
        high=50_000,
        step=50,
        meaning="Points that set off the last round",
        example="5,000 makes a short game.",
    )
    last_round: bool = switch(
        True,
        meaning="Everybody else has one last turn after the target is reached",
        example="Off: the first to bank the target wins at once.",
    )
    opening: int = whole(
        0,
        low=0,
        high=1000,
        step=50,
        meaning="Least points of a player's first bank",
        example="500: your first bank must be at least 500.",
    )
    three_pairs: int = choice(
        1500,
        750,
        0,
        meaning="Points for three pairs",
        example="2 2 3 3 4 4 is worth this; 0 takes the row away.",
    )
    kinds: str = choice(
        "fixed",
        "multiples",
        "doubling",
        meaning="What four, five and six of a kind are worth",
        example="Fixed: 1,000, 2,000, 3,000. Multiples: 2, 3, 4 times the triple. Doubling: 2, 4, 8 times.",
    )
    three_farkles: int = whole(
        0,
        low=0,
        high=2000,
        step=50,
        meaning="Points lost for three Farkles in a row",
        example="1,000: the third Farkle in a row costs 1,000 points, then the count starts again.",
    )
    floor_at_zero: bool = switch(
        False,
        meaning="A penalty never takes a score below zero",
        example="With 300 points a penalty of 1,000 leaves 0.",
        only_with="three_farkles above 0",
    )
    small_straights: bool = switch(
        False,
        meaning="Straights of five dice count",
        example="1 2 3 4 5 is 500, 2 3 4 5 6 is 750.",
    )
    four_and_pair: bool = switch(
        True,
        meaning="Four of a kind with a pair is 1,500",
        example="5 5 5 5 1 1 is 1,500 instead of 1,000 and 200.",
    )
    two_triplets: bool = switch(
        True,
        meaning="Two triplets are 2,500",
        example="2 2 2 3 3 3 is 2,500 instead of 200 and 300.",
    )
    minimum_bank: int = whole(
        0,
        low=0,
        high=1000,
        step=50,
        meaning="Least points of every bank",
        example="300: you roll on until the turn has 300.",
    )
    hot_dice_must_roll: bool = switch(
        False,
        meaning="Hot dice must be rolled",
        example="When all six dice have scored you may not bank, even at the target.",
    )
    head_start: tuple[int, ...] = per_seat(
        low=0,
        high=5000,
        step=50,
        meaning="Points that a player starts with",
        example="0/500 gives the second player 500 points.",
    )
    pass_on: bool = switch(
        False,
        meaning="The next player may take over the dice left and the points of the turn",
        example="After a bank of 400 with two dice left: roll six dice, or take over 400 points and two dice.",
        only_with="two players or more",
    )

    def agree(self) -> None:
        if self.opening > self.target:
            raise Malformed(
                "house rule opening: {opening} is more than the target; it must be at most {target}",
                opening=self.opening,
                target=self.target,
            )


PRESETS: Mapping[str, FarkleRules] = {
    "Table": FarkleRules(),
    "500 in": FarkleRules(opening=500),
    "Short": FarkleRules(target=5000),
    "Zilch": FarkleRules(
        kinds="doubling", minimum_bank=300, three_farkles=500, four_and_pair=False, two_triplets=False
    ),
    "Kingdom": FarkleRules(
        target=4000,
        last_round=False,
        kinds="doubling",
        small_straights=True,
        three_pairs=0,
        four_and_pair=False,
        two_triplets=False,
    ),
}
