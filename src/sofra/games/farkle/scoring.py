"""What dice are worth (F3, F4): the rows of the score table, and the best way to split a set-aside into them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from sofra.core.errors import Illegal
from sofra.games.farkle.moves import Keep
from sofra.games.farkle.rules import FarkleRules

Throw = tuple[int, ...]
"""Faces, ascending."""

SINGLES = {1: 100, 5: 50}
TRIPLES = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
FIXED_KINDS = {4: 1000, 5: 2000, 6: 3000}
KIND_FACTORS = {"multiples": {4: 2, 5: 3, 6: 4}, "doubling": {4: 2, 5: 4, 6: 8}}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the score table as dice: ``name`` is a term of the rule book, ``dice`` the faces it takes."""

    name: str
    dice: Throw
    points: int


def rows(rules: FarkleRules) -> tuple[Row, ...]:
    """Every way a row of the table can look in dice under these house rules (F3, F9, F10, F12)."""
    found = [Row("single", (face,), points) for face, points in SINGLES.items()]
    for face, triple in TRIPLES.items():
        found.append(Row("three of a kind", (face,) * 3, triple))
        for count, name in ((4, "four of a kind"), (5, "five of a kind"), (6, "six of a kind")):
            factors = KIND_FACTORS.get(rules.kinds)
            found.append(
                Row(name, (face,) * count, triple * factors[count] if factors else FIXED_KINDS[count])
            )
    found.append(Row("straight", (1, 2, 3, 4, 5, 6), 1500))
    if rules.small_straights:
        found += [Row("small straight", (1, 2, 3, 4, 5), 500), Row("small straight", (2, 3, 4, 5, 6), 750)]
    # Equal faces may fill different parts of a row (F4), hence "with replacement".
    faces = range(1, 7)
    if rules.three_pairs:
        for a, b, c in combinations_with_replacement(faces, 3):
            found.append(Row("three pairs", (a, a, b, b, c, c), rules.three_pairs))
    if rules.four_and_pair:
        found += [
            Row("four and a pair", tuple(sorted((a,) * 4 + (b,) * 2)), 1500) for a in faces for b in faces
        ]
    if rules.two_triplets:
        for a, b in combinations_with_replacement(faces, 2):
            found.append(Row("two triplets", (a, a, a, b, b, b), 2500))
    return tuple(found)


def without(throw: Throw, dice: Throw) -> Throw | None:
    """The dice that are left when ``dice`` are taken out, or None if they are not all there."""
    rest = list(throw)
    for die in dice:
        if die not in rest:
            return None
        rest.remove(die)
    return tuple(rest)


class ScoreTable:
    """Scores of all set-asides under one house rules value. Everything is worked out once, when first asked for."""

    def __init__(self, rules: FarkleRules) -> None:
        self.rules = rules
        self.rows = rows(rules)
        self._by_face = {face: [row for row in self.rows if face in row.dice] for face in range(1, 7)}
        self._splits: dict[Throw, tuple[int, tuple[Row, ...]] | None] = {(): (0, ())}
        self._keeps: dict[Throw, dict[Throw, int]] = {}
        self.offers = _Offers(self)

    def __reduce__(self) -> tuple[object, ...]:
        # A copied or pickled state refers to the one table of its rules again, and so stays equal to its original.
        return score_table, (self.rules,)

    def _best(self, dice: Throw) -> tuple[int, tuple[Row, ...]] | None:
        if dice not in self._splits:
            best: tuple[int, tuple[Row, ...]] | None = None
            for row in self._by_face[dice[0]]:
                rest = without(dice, row.dice)
                tail = self._best(rest) if rest is not None else None
                if tail is not None and (best is None or row.points + tail[0] > best[0]):
                    best = (row.points + tail[0], (row, *tail[1]))
            self._splits[dice] = best
        return self._splits[dice]

    def score(self, dice: Throw) -> int | None:
        """Points if exactly these dice (ascending, one to six) may be set aside together, else None (F4)."""
        best = self._best(dice) if dice else None
        return best[0] if best else None

    def split(self, dice: Throw) -> tuple[Row, ...]:
        """The rows that make up the score of a set-aside; () if it does not score."""
        best = self._best(dice)
        return best[1] if best else ()

    def keeps(self, throw: Throw) -> dict[Throw, int]:
        """Every legal set-aside of a throw (ascending) with its points, as multisets in text order; {} is a Farkle."""
        found = self._keeps.get(throw)
        if found is None:
            subsets: set[Throw] = {()}
            for die in throw:
                subsets |= {(*subset, die) for subset in subsets}
            found = {dice: points for dice in sorted(subsets) if (points := self.score(dice)) is not None}
            self._keeps[throw] = found
        return found

    def best_keep(self, throw: Throw) -> Throw:
        """All dice of a throw that can score together: most dice, then most points ("take all scoring")."""
        keeps = self.keeps(throw)
        return max(keeps, key=lambda dice: (len(dice), keeps[dice]), default=())

    def refuse(self, throw: Throw, dice: Throw) -> Illegal:
        """Why ``dice`` may not be set aside from ``throw``: names the die and the reason."""
        if not dice:
            return Illegal("set aside at least one die that scores")
        for die in dice:
            if dice.count(die) > throw.count(die):
                if die in throw:
                    return Illegal(
                        "only {count} of the dice show {die}, and you set aside {wanted}",
                        die=die,
                        count=throw.count(die),
                        wanted=dice.count(die),
                    )
                return Illegal(
                    "{die} was not rolled; the dice show {throw}", die=die, throw=" ".join(map(str, throw))
                )
        scoring = self.best_keep(dice)
        die = (without(dice, scoring) or dice)[0]
        return Illegal(
            "the {die} does not score: a {die} counts only in a set, and it is in none here", die=die
        )


class _Offers(dict[Throw, tuple[Keep, ...]]):
    """Throw (ascending) -> the keep moves it allows; () is a Farkle. Filled as throws come up."""

    def __init__(self, table: ScoreTable) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, throw: Throw) -> tuple[Keep, ...]:
        offers = tuple(map(Keep, self._table.keeps(throw)))
        self[throw] = offers
        return offers


@cache
def score_table(rules: FarkleRules) -> ScoreTable:
    """The table of these house rules, made once."""
    return ScoreTable(rules)
