"""R3: the zones a throw reaches, for all 56 throws and both readings of ``dice_use``, against a brute force."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product

import pytest

from sofra.core.errors import Malformed
from sofra.games.raks.arithmetic import dice_of, mistake, parse
from sofra.games.raks.reach import reach, ways

THROWS = list(combinations_with_replacement(range(1, 7), 3))
# One large prime a face: two expressions are the same up to order and grouping exactly if they agree on these and use
# as many sums and as many products (each die stands in an expression once, so nothing can be multiplied out).
PRIMES = dict(
    zip(range(1, 7), (1_000_003, 1_000_033, 1_000_037, 1_000_039, 1_000_081, 1_000_099), strict=True)
)


def postfix(faces: tuple[int, ...]) -> list[str]:
    """Every expression over these faces in this order, fully bracketed."""
    if len(faces) == 1:
        return [str(faces[0])]
    return [
        f"({left}{sign}{right})"
        for cut in range(1, len(faces))
        for left in postfix(faces[:cut])
        for right in postfix(faces[cut:])
        for sign in "+-*/"
    ]


def worth(text: str, faces: dict[int, int]) -> Fraction | None:
    spelled = "".join(f"Fraction({faces[int(sign)]})" if sign.isdigit() else sign for sign in text)
    try:
        return eval(spelled, {"Fraction": Fraction})
    except ZeroDivisionError:
        return None


def everything(dice: tuple[int, ...], dice_use: str) -> set[str]:
    sizes = (3,) if dice_use == "all" else (1, 2, 3)
    hands = {hand for size in sizes for part in combinations(dice, size) for hand in permutations(part)}
    return {text for hand in hands for text in postfix(hand)}


def sameness(text: str) -> tuple[object, ...]:
    signs = Counter(sign for sign in text if sign in "+-*/")
    return (
        tuple(sorted(dice_of(parse(text)))),
        signs["+"] + signs["-"],
        signs["*"] + signs["/"],
        worth(text, PRIMES),
    )


@pytest.mark.parametrize("dice_use", ["all", "any"])
def test_r3_reach_is_what_a_brute_force_finds_for_all_56_throws(dice_use: str) -> None:
    faces = {face: face for face in range(1, 7)}
    assert len(THROWS) == 56
    for dice in THROWS:
        found: dict[int, set[object]] = {}
        for text in everything(dice, dice_use):
            made = worth(text, faces)
            if made is not None and made.denominator == 1 and 1 <= made <= 36:
                found.setdefault(int(made), set()).add(sameness(text))
        reached = reach(dice, dice_use)
        assert list(reached) == sorted(found), dice
        for zone, texts in reached.items():
            assert all(mistake(text, dice, dice_use, zone) is None for text in texts), dice
            assert len(texts) == len(found[zone]), (dice, zone)
            assert {sameness(text) for text in texts} == found[zone], (dice, zone)


def zones(dice_use: str) -> Counter[int]:
    return Counter(zone for dice in product(range(1, 7), repeat=3) for zone in reach(dice, dice_use))


def test_r_facts_every_zone_is_reached_by_some_throw() -> None:
    assert sorted(zones("all")) == list(range(1, 37))


def test_r_facts_of_how_many_zones_a_throw_reaches() -> None:
    assert round(zones("all").total() / 216, 2) == 11.36
    assert round(zones("any").total() / 216, 2) == 14.43
    assert len(reach((1, 1, 1), "all")) == 3
    assert len(reach((2, 5, 6), "all")) == 16


@pytest.mark.parametrize(("zone", "percent"), [(2, 79.2), (31, 5.6), (33, 4.2), (34, 4.2)])
def test_r_facts_of_how_often_a_zone_is_reached(zone: int, percent: float) -> None:
    assert round(100 * zones("all")[zone] / 216, 1) == percent


def test_r_facts_three_dice_make_64_positive_integers() -> None:
    faces = {face: face for face in range(1, 7)}
    made = {worth(text, faces) for dice in THROWS for text in everything(dice, "all")}
    assert len([m for m in made if m is not None and m.denominator == 1 and m > 0]) == 64


def test_r3_the_order_of_the_dice_does_not_matter() -> None:
    for dice in permutations((2, 3, 5)):
        assert reach(dice, "all") == reach((2, 3, 5), "all")


def test_r3_the_easiest_expression_comes_first() -> None:
    for dice_use in ("all", "any"):
        for dice in THROWS:
            efforts = [way.effort for way in ways(dice, dice_use)]
            assert efforts == sorted(efforts)
            assert [
                way.text for way in ways(dice, dice_use) if way.zone == min(reach(dice, dice_use))
            ] == list(reach(dice, dice_use)[min(reach(dice, dice_use))])
    assert reach((1, 2, 3), "all")[6][0] == "3+2+1"
    assert reach((2, 3, 5), "all")[17] == ("5*3+2",)
    assert reach((2, 3, 5), "all")[4][0] == "5+2-3"


@pytest.mark.parametrize("dice", [(), (1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7)])
def test_r3_what_is_no_throw_is_refused(dice: tuple[int, ...]) -> None:
    with pytest.raises(Malformed):
        reach(dice, "all")
