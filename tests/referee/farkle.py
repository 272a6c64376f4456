"""Farkle, judged slowly: clauses F1 to F12 of the rules page, one after another."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from referee.refused import YES_OR_NO, OneOf, Refused, Steps, read_rules


class HeadStart:
    """F12: one number of points per seat, 0 to 5000; an empty list is no head start."""

    def holds(self, value: Any) -> bool:
        return isinstance(value, (list, tuple)) and all(Steps(0, 5000).holds(one) for one in value)

    def __str__(self) -> str:
        return "a list of points, 0 to 5000, one per seat"


ALLOWED = {
    "target": (10000, Steps(500, 50000, 50)),  # F8
    "last_round": (True, YES_OR_NO),  # F8
    "opening": (0, Steps(0, 1000, 50)),  # F7
    "three_pairs": (1500, OneOf(1500, 750, 0)),  # F9
    "kinds": ("fixed", OneOf("fixed", "multiples", "doubling")),  # F10
    "three_farkles": (0, Steps(0, 2000, 50)),  # F11
    "floor_at_zero": (False, YES_OR_NO),  # F11
    "small_straights": (False, YES_OR_NO),  # F12 from here on
    "four_and_pair": (True, YES_OR_NO),
    "two_triplets": (True, YES_OR_NO),
    "minimum_bank": (0, Steps(0, 1000)),
    "hot_dice_must_roll": (False, YES_OR_NO),
    "head_start": ([], HeadStart()),
    "pass_on": (False, YES_OR_NO),
}

TRIPLE = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}  # F3
FIXED = {4: 1000, 5: 2000, 6: 3000}  # F3
MULTIPLES = {4: 2, 5: 3, 6: 4}  # F10
DOUBLING = {4: 2, 5: 4, 6: 8}  # F10


def farkle_rules(given: dict[str, Any]) -> dict[str, Any]:
    """The house rules with every default filled in; a wrong value is refused."""
    rules = read_rules(given, ALLOWED)
    if rules["opening"] > rules["target"]:
        raise Refused(
            f"opening = {rules['opening']} is not allowed; it may be at most the target", "unsupported"
        )
    return rules


def row_values(dice: list[int], rules: dict[str, Any]) -> list[int]:
    """What these dice, all of them together, are worth as ONE row of the table; one entry per row they fill."""
    d = sorted(dice)
    values = []
    if d == [1]:
        values.append(100)
    if d == [5]:
        values.append(50)
    if len(d) >= 3 and d[0] == d[-1]:
        values.append(kind_value(len(d), d[0], rules["kinds"]))
    if d == [1, 2, 3, 4, 5, 6]:
        values.append(1500)
    if rules["small_straights"] and d == [1, 2, 3, 4, 5]:
        values.append(500)
    if rules["small_straights"] and d == [2, 3, 4, 5, 6]:
        values.append(750)
    if len(d) == 6:
        values.extend(six_dice_values(d, rules))
    return values


def kind_value(how_many: int, face: int, kinds: str) -> int:
    """F3, F10: three or more equal dice."""
    if how_many == 3:
        return TRIPLE[face]
    if kinds == "fixed":
        return FIXED[how_many]
    if kinds == "multiples":
        return MULTIPLES[how_many] * TRIPLE[face]
    return DOUBLING[how_many] * TRIPLE[face]


def six_dice_values(d: list[int], rules: dict[str, Any]) -> list[int]:
    """F3, F4: three pairs, four and a pair, two triplets; equal faces may fill different parts of a row."""
    values = []
    if rules["three_pairs"] > 0 and d[0] == d[1] and d[2] == d[3] and d[4] == d[5]:
        values.append(rules["three_pairs"])
    four_first = d[0] == d[3] and d[4] == d[5]
    four_last = d[0] == d[1] and d[2] == d[5]
    if rules["four_and_pair"] and (four_first or four_last):
        values.append(1500)
    if rules["two_triplets"] and d[0] == d[2] and d[3] == d[5]:
        values.append(2500)
    return values


def score(dice: list[int], rules: dict[str, Any]) -> int | None:
    """F4: the best way to split these dice into rows; None if no split uses every die."""
    if not dice:
        return 0
    best = None
    first, others = dice[0], dice[1:]
    for how_many in range(len(others) + 1):
        for chosen in combinations(range(len(others)), how_many):
            row = [first] + [others[i] for i in chosen]
            left = [others[i] for i in range(len(others)) if i not in chosen]
            values = row_values(row, rules)
            if not values:
                continue
            rest = score(left, rules)
            if rest is not None and (best is None or max(values) + rest > best):
                best = max(values) + rest
    return best


def keeps(dice: list[int], rules: dict[str, Any]) -> list[list[int]]:
    """F2: every set-aside of this roll in which every die scores, each multiset once, ascending."""
    tried: set[tuple[int, ...]] = set()
    found = []
    for how_many in range(1, len(dice) + 1):
        for chosen in combinations(sorted(dice), how_many):
            if chosen in tried:
                continue
            tried.add(chosen)
            if score(list(chosen), rules) is not None:
                found.append(list(chosen))
    return found


def idle_dice(dice: list[int], rules: dict[str, Any]) -> list[int]:
    """The dice that score nothing: what the largest scoring part leaves over."""
    idle = list(dice)
    for part in max(keeps(dice, rules), key=len, default=[]):
        idle.remove(part)
    return idle


def check_dice(outcome: list[int], how_many: int) -> None:
    if len(outcome) != how_many:
        raise Refused(f"{len(outcome)} dice were given; {how_many} are thrown here")
    for die in outcome:
        if isinstance(die, bool) or not isinstance(die, int) or not 1 <= die <= 6:
            raise Refused(f"{die!r} is no die; a die shows 1 to 6")


class Referee:
    """One match of Farkle. Phases: start, before, rolling, keeping, deciding, over."""

    def __init__(self, rules: dict[str, Any], seats: int) -> None:
        if not 1 <= seats <= 8:  # F1
            raise Refused(f"{seats} seats are not supported; Farkle seats 1 to 8", "unsupported")
        self.rules = farkle_rules(rules)
        self.seats = seats
        head_start = list(self.rules["head_start"]) or [0] * seats
        if len(head_start) != seats:
            raise Refused(f"head_start names {len(head_start)} seats; there are {seats}", "unsupported")
        self.points = head_start
        self.since = [0] * seats  # the turn since which a seat has held its score (F8: the earlier holder)
        self.opened = [False] * seats  # F7
        self.farkles = [0] * seats  # F11
        self.last_turns: list[int] | None = None  # F8: who still has a last turn; None before the final round
        self.winner: int | None = None  # set where one bank ends the match
        self.turn = 0
        self.throws_for_start = 1
        self.still_in = list(range(seats))
        self.mover = 0
        self.offer: tuple[int, int] | None = None  # F12 pass_on: (dice left, the banker's turn total)
        self.phase = "start"
        self.total = 0
        self.rolls = 0
        self.left = 6
        self.roll: list[int] = []
        if seats == 1:
            self._begin_turn(0)

    def ask(self) -> dict[str, Any]:
        if self.phase == "start":
            return {
                "kind": "chance",
                "label": f"start:{self.throws_for_start}",
                "dice": len(self.still_in),
                "ordered": True,
                "seats": list(self.still_in),
            }
        if self.phase == "rolling":
            return {"kind": "chance", "label": f"roll:{self.turn}:{self.rolls}", "dice": self.left}
        if self.phase == "over":
            return {"kind": "over", "scores": list(self.points), "winners": self._winners()}
        return {"kind": "choice", "seats": [self.mover]}

    def moves(self, seat: int) -> list[str]:
        if seat != self.mover:
            return []
        if self.phase == "before":
            return ["roll"] if self.offer is None else ["roll", "take over"]
        if self.phase == "keeping":
            return sorted(
                "keep " + " ".join(str(die) for die in keep) for keep in keeps(self.roll, self.rules)
            )
        if self.phase == "deciding":
            return ["roll"] if self._why_no_bank() else ["bank", "roll"]
        return []

    def forms(self, seat: int) -> list[str]:
        return []

    def scores(self) -> list[int]:
        return list(self.points)

    def chance(self, outcome: list[int]) -> None:
        if self.phase == "start":
            check_dice(outcome, len(self.still_in))
            # F1: the highest starts, ties throw again among the tied.
            highest = max(outcome)
            self.still_in = [seat for seat, die in zip(self.still_in, outcome, strict=True) if die == highest]
            self.throws_for_start += 1
            if len(self.still_in) == 1:
                self._begin_turn(self.still_in[0])
        elif self.phase == "rolling":
            check_dice(outcome, self.left)
            self.roll = sorted(outcome)
            if keeps(self.roll, self.rules):
                self.phase = "keeping"
            else:
                self._farkle()
        else:
            raise Refused("nothing is thrown now")

    def play(self, seat: int, move: str) -> None:
        if self.phase in ("start", "rolling"):
            raise Refused("the dice are to be thrown first", "turn")
        if self.phase == "over":
            raise Refused("the match is over", "turn")
        if seat != self.mover:
            raise Refused(f"it is seat {self.mover}'s turn, not seat {seat}'s", "turn")
        if move.startswith("keep "):
            self._keep(move)
        elif move == "roll":
            self._roll()
        elif move == "bank":
            self._bank()
        elif move == "take over":
            self._take_over()
        else:
            raise Refused(f"{move!r} is no move of Farkle", "malformed")

    # -- the moves ---------------------------------------------------------------------------

    def _roll(self) -> None:
        if self.phase == "keeping":
            raise Refused("at least one scoring die must be set aside first")
        if self.phase == "deciding" and self.left == 0:
            self.left = 6  # F6: hot dice
        self.offer = None
        self.rolls += 1
        self.phase = "rolling"

    def _take_over(self) -> None:
        if self.phase != "before" or self.offer is None:
            raise Refused("there are no dice to take over")
        dice_left, total = self.offer
        self.left = dice_left if dice_left > 0 else 6
        self.total = total
        self._roll()  # "at least one roll"

    def _keep(self, move: str) -> None:
        if self.phase != "keeping":
            raise Refused("there are no thrown dice to keep from")
        words = move.split(" ")[1:]
        if not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
            raise Refused(f"{move!r} does not name dice", "malformed")
        dice = sorted(int(word) for word in words)
        for face in dice:
            if dice.count(face) > self.roll.count(face):
                raise Refused(f"the roll {self.roll} does not hold {dice.count(face)} of face {face}")
        worth = score(dice, self.rules)
        if worth is None:
            raise Refused(f"in {dice} these dice score nothing: {idle_dice(dice, self.rules)}")
        self.total += worth
        self.left -= len(dice)
        self.phase = "deciding"

    def _why_no_bank(self) -> str:
        if not self.opened[self.mover] and self.total < self.rules["opening"]:  # F7
            return f"the first bank must be {self.rules['opening']} or more"
        if self.total < self.rules["minimum_bank"]:  # F12
            return f"a bank must be {self.rules['minimum_bank']} or more"
        if self.rules["hot_dice_must_roll"] and self.left == 0:  # F12
            return "hot dice must be rolled"
        return ""

    def _bank(self) -> None:
        if self.phase != "deciding":
            raise Refused(
                "there is nothing to bank yet" if self.phase == "before" else "set dice aside first"
            )
        why = self._why_no_bank()
        if why:
            raise Refused(why)
        me = self.mover
        self.points[me] += self.total
        self.since[me] = self.turn
        self.opened[me] = True
        self.farkles[me] = 0
        if self.rules["pass_on"] and self.seats > 1:
            self.offer = (self.left, self.total)
        if self.last_turns is None and self.points[me] >= self.rules["target"]:  # F8
            if self.seats == 1 or not self.rules["last_round"]:
                self.winner = me
                self.phase = "over"
                return
            self.last_turns = [(me + k) % self.seats for k in range(1, self.seats)]
        self._next_turn()

    def _farkle(self) -> None:
        me = self.mover
        self.total = 0  # F5
        self.farkles[me] += 1
        if self.rules["three_farkles"] > 0 and self.farkles[me] == 3:  # F11
            self.farkles[me] = 0
            before = self.points[me]
            self.points[me] -= self.rules["three_farkles"]
            if self.rules["floor_at_zero"] and self.points[me] < 0:
                self.points[me] = 0
            if self.points[me] != before:
                self.since[me] = self.turn
        self.offer = None
        self._next_turn()

    # -- turns and the end -------------------------------------------------------------------

    def _next_turn(self) -> None:
        if self.last_turns is None:
            self._begin_turn((self.mover + 1) % self.seats)
        elif self.last_turns:
            self._begin_turn(self.last_turns.pop(0))
        else:
            self.phase = "over"

    def _begin_turn(self, seat: int) -> None:
        self.mover = seat
        self.turn += 1
        self.rolls = 0
        self.left = 6
        self.total = 0
        self.roll = []
        self.phase = "before"

    def _winners(self) -> list[int]:
        if self.winner is not None:
            return [self.winner]
        highest = max(self.points)
        holders = [seat for seat in range(self.seats) if self.points[seat] == highest]
        earliest = min(self.since[seat] for seat in holders)
        return [seat for seat in holders if self.since[seat] == earliest]
