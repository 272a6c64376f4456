"""What a match waits for: an outcome of chance, moves of one or several seats, or nothing more."""

from __future__ import annotations

from collections.abc import Sequence

from sofra.core.errors import Illegal
from sofra.core.value import value


@value
class Dice:
    """``count`` six-sided dice; with ``seats`` the dice are ordered and die i belongs to ``seats[i]``."""

    count: int
    seats: tuple[int, ...] | None = None


@value
class Cards:
    """``count`` different cards out of ``of`` (ascending), in dealing order.

    ``shuffle`` names the shuffle they come from and ``at`` how many of it are out already, so that a dealer
    can address card i of a shuffle whether it is dealt or drawn later. ``of`` may be known to no seat.
    """

    count: int
    of: tuple[int, ...]
    shuffle: str
    at: int = 0


@value
class Chance:
    """An outcome is due. ``seen_by`` has one entry a value (the seats that see it, None = all); None = all see all."""

    label: str
    what: Dice | Cards
    seen_by: tuple[tuple[int, ...] | None, ...] | None = None


@value
class Choice:
    """Each of ``seats`` (ascending) owes one move; with several, answers are sealed until the last is in, and their
    order makes no difference. ``sealed`` False: several may answer, all see each answer, and it takes effect at once."""

    seats: tuple[int, ...]
    sealed: bool = True


@value
class Result:
    """How a match ended. ``scores`` has a total a seat (a side's total for each partner), ``ranking`` all seats
    from first to last, ``sides`` the partners where there are any, ``turns`` the result of playing alone."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ranking: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] | None = None
    turns: int | None = None


@value
class Over:
    """Nothing more is asked."""

    result: Result


Ask = Chance | Choice | Over


def check_outcome(ask: Chance, values: Sequence[int]) -> tuple[int, ...]:
    """The outcome as a tuple, or Illegal with the value that cannot be and what is expected."""
    what = ask.what
    if len(values) != what.count:
        raise Illegal(
            "dice due: {count}, told: {got} ({label})"
            if isinstance(what, Dice)
            else "cards due: {count}, told: {got} ({label})",
            count=what.count,
            got=len(values),
            label=ask.label,
        )
    if isinstance(what, Dice):
        for value in values:
            if type(value) is not int or not 1 <= value <= 6:
                raise Illegal("a die shows 1 to 6, not {value} ({label})", value=value, label=ask.label)
    else:
        allowed = set(what.of)
        for value in values:
            if type(value) is not int or value not in allowed:
                raise Illegal(
                    "card {value} is not among the cards that {label} can give", value=value, label=ask.label
                )
            allowed.remove(value)
    return tuple(values)
