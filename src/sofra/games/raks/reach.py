"""Which zones a throw reaches, and how (R3): every expression once, up to the order and grouping of its terms.

The ways of a throw are found once and kept: there are only 56 throws. "Easiest first" goes by ``effort``, a rough
count of what mental arithmetic costs people: more for ÷ and × than for + and −, for larger numbers, for a number on the
way that is negative or broken, and for brackets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from sofra.core.errors import Malformed
from sofra.core.value import value
from sofra.games.raks.arithmetic import combine

ZONES = 36


@value
class Way:
    """An expression (tidy text) that makes ``zone``, and its ``effort`` (0 for a die as it is, 1.2 for 2+1+1, 6.2 for 6*6/4)."""

    zone: int
    text: str
    effort: float


# A sum or a product: what is added (multiplied) and what is taken away (divided by), each sorted; flat, so that order
# and grouping make no difference. A die is itself.
_Flat = int | tuple[str, tuple["_Flat", ...], tuple["_Flat", ...]]
_Part = tuple[_Flat, Fraction, float]

_EFFORT = {"+": 0.5, "-": 0.8, "*": 1.0, "/": 1.6}


def reach(dice: Sequence[int], dice_use: str) -> Mapping[int, tuple[str, ...]]:
    """Zone -> its expressions, easiest first, for every zone 1…36 that the throw reaches. ``dice`` are three faces in any
    order, ``dice_use`` is "all" or "any". Raises Malformed."""
    check(dice)
    return _reach(tuple(sorted(dice)), dice_use)


def ways(dice: Sequence[int], dice_use: str) -> tuple[Way, ...]:
    """All ways of a throw to all zones, easiest first."""
    check(dice)
    return _ways(tuple(sorted(dice)), dice_use)


def check(dice: Sequence[int]) -> None:
    """Refuse (Malformed) what is no throw of three dice."""
    if len(dice) != 3:
        raise Malformed("Rak's is played with three dice, not {count}", count=len(dice))
    for die in dice:
        if die not in range(1, 7):
            raise Malformed("{die} is no face of a die; dice show 1 to 6", die=str(die)[:20])


def forget() -> None:
    """Drop what was found, so that the search itself can be measured."""
    for kept in (_reach, _ways, _parts):
        kept.cache_clear()


@lru_cache(maxsize=112)
def _reach(dice: tuple[int, ...], dice_use: str) -> Mapping[int, tuple[str, ...]]:
    found: dict[int, list[str]] = {}
    for way in _ways(dice, dice_use):
        found.setdefault(way.zone, []).append(way.text)
    return MappingProxyType({zone: tuple(found[zone]) for zone in sorted(found)})


@lru_cache(maxsize=112)
def _ways(dice: tuple[int, ...], dice_use: str) -> tuple[Way, ...]:
    sizes = (3,) if dice_use == "all" else (1, 2, 3)
    hands = {hand for size in sizes for hand in combinations(dice, size)}
    best: dict[_Flat, Way] = {}
    for hand in hands:
        for flat, made, effort in _parts(hand):
            if made.denominator == 1 and 1 <= made <= ZONES:
                known = best.get(flat)
                # The same expression may be reached by an easier and a harder order of its steps.
                if known is None or effort < known.effort:
                    best[flat] = Way(int(made), _write(flat), round(effort, 3))
    return tuple(sorted(best.values(), key=lambda way: (way.effort, way.zone, way.text)))


@lru_cache(maxsize=512)
def _parts(hand: tuple[int, ...]) -> tuple[_Part, ...]:
    """Everything that uses all dice of ``hand`` (ascending) once: flat form, value, effort."""
    if len(hand) == 1:
        return ((hand[0], Fraction(hand[0]), 0.3 if hand == (1,) else 0.0),)
    found: list[_Part] = []
    for left, right in _splits(hand):
        for one in _parts(left):
            for two in _parts(right):
                found.extend(_steps(one, two))
    return tuple(found)


def _splits(hand: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to deal a hand into two parts that are not empty, in both orders."""
    for mask in range(1, 2 ** len(hand) - 1):
        left = tuple(die for place, die in enumerate(hand) if mask >> place & 1)
        right = tuple(die for place, die in enumerate(hand) if not mask >> place & 1)
        yield left, right


def _steps(one: _Part, two: _Part) -> Iterator[_Part]:
    for sign in "+-*/":
        made = combine(sign, one[1], two[1])
        if made is not None:
            yield (
                _join(sign, one[0], two[0]),
                made,
                one[2] + two[2] + _step_effort(sign, one[1], two[1], made),
            )


def _step_effort(sign: str, left: Fraction, right: Fraction, made: Fraction) -> float:
    effort = _EFFORT[sign]
    if sign in "*/" and 1 not in (left, right):
        effort += 0.05 * float(max(abs(left), abs(right), abs(made) if sign == "*" else 0))
    elif sign in "+-":
        effort += 0.03 * float(max(abs(left), abs(right)))
    if made < 0 or left < 0 or right < 0:
        effort += 1.5
    if made.denominator > 1 or left.denominator > 1 or right.denominator > 1:
        effort += 2.0
    return effort


def _join(sign: str, left: _Flat, right: _Flat) -> _Flat:
    """The flat form of one operation."""
    kind = "+" if sign in "+-" else "*"
    up, down = _members(kind, left)
    more_up, more_down = _members(kind, right)
    if sign in "-/":
        more_up, more_down = more_down, more_up
    return kind, _in_order(up + more_up), _in_order(down + more_down)


def _members(kind: str, flat: _Flat) -> tuple[tuple[_Flat, ...], tuple[_Flat, ...]]:
    if isinstance(flat, tuple) and flat[0] == kind:
        return flat[1], flat[2]
    return (flat,), ()


def _in_order(members: tuple[_Flat, ...]) -> tuple[_Flat, ...]:
    """Products before single dice, larger dice first: the order in which people write them (3*5+2)."""
    return tuple(
        sorted(
            members,
            key=lambda flat: (isinstance(flat, int), -flat if isinstance(flat, int) else 0, str(flat)),
        )
    )


def _write(flat: _Flat) -> str:
    if isinstance(flat, int):
        return str(flat)
    kind, up, down = flat
    add, take = ("+", "-") if kind == "+" else ("*", "/")
    first, *rest = up
    return (
        _inner(kind, first)
        + "".join(add + _inner(kind, part) for part in rest)
        + "".join(take + _inner(kind, part) for part in down)
    )


def _inner(kind: str, flat: _Flat) -> str:
    text = _write(flat)
    # A product inside a sum needs no brackets; a sum inside a product does.
    return f"({text})" if kind == "*" and isinstance(flat, tuple) else text
