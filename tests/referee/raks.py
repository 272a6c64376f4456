"""Rak's, judged slowly: clauses R1 to R12 of the rules page, one after another."""

from __future__ import annotations

from functools import cache
from typing import Any

from referee.raks_arithmetic import Expression, makes
from referee.refused import OneOf, Refused, read_rules

ALLOWED = {
    "layout": ("line", OneOf("line", "ring", "rows", "grid")),  # R1
    "dice_use": ("all", OneOf("all", "any")),  # R3
    "wrong_claim": ("nothing", OneOf("nothing", "withdraws")),  # R5
    "failed_challenge": ("challenger", OneOf("challenger", "placer")),  # R6
    "long_runs": ("flat", OneOf("flat", "split")),  # R10
    "windows": ("sealed", OneOf("sealed", "first")),  # R11
    "games": (1, OneOf(1, 3, 5, 7, 9)),  # R12
}

ZONES = range(1, 37)
BEADS = 20


def raks_rules(given: dict[str, Any]) -> dict[str, Any]:
    """The house rules with every default filled in; a wrong value is refused."""
    return read_rules(given, ALLOWED)


def neighbour_lines(layout: str, mine: set[int]) -> list[list[int]]:
    """R1: the lines of zones along which beads are neighbours, as this owner's beads ``mine`` need them."""
    rows = [list(range(1 + 6 * row, 7 + 6 * row)) for row in range(6)]
    columns = [[column + 6 * row for row in range(6)] for column in range(1, 7)]
    if layout == "rows":
        return rows
    if layout == "grid":
        return rows + columns
    if layout == "ring":
        # Cut the ring open where the owner has no bead, so that no run is cut in two.
        for zone in ZONES:
            if zone not in mine:
                return [[(zone - 1 + k) % 36 + 1 for k in range(36)]]
    return [list(ZONES)]


def runs(layout: str, mine: set[int]) -> list[int]:
    """The lengths of all maximal runs of this owner's beads."""
    lengths = []
    for line in neighbour_lines(layout, mine):
        length = 0
        for zone in line:
            if zone in mine:
                length += 1
            else:
                lengths.append(length)
                length = 0
        lengths.append(length)
    return [length for length in lengths if length > 0]


@cache
def run_bonus(length: int, long_runs: str) -> int:
    """R10: 2 -> 2, 3 -> 5, 4 -> 7, 5 or more -> 10; ``split``: the best way into pieces of at most five."""
    if length <= 5:
        return {0: 0, 1: 0, 2: 2, 3: 5, 4: 7, 5: 10}[length]
    if long_runs == "flat":
        return 10
    return max(run_bonus(piece, long_runs) + run_bonus(length - piece, long_runs) for piece in range(1, 6))


def score_board(board: dict[int, int], seats: int, rules: dict[str, Any]) -> list[int]:
    """R10: one point a bead, and each run's bonus. ``board``: zone -> seat, occupied zones only."""
    points = []
    for seat in range(seats):
        mine = {zone for zone, owner in board.items() if owner == seat}
        bonus = sum(run_bonus(length, rules["long_runs"]) for length in runs(rules["layout"], mine))
        points.append(len(mine) + bonus)
    return points


class Referee:
    """One match of Rak's.

    Phases: start, throw, triple, move, challenge?, defend, withdraw, claims?, over. In ``withdraw`` one
    seat takes one bead off; ``then`` says what follows it.
    """

    def __init__(self, rules: dict[str, Any], seats: int) -> None:
        if not 2 <= seats <= 4:  # R1
            raise Refused(f"{seats} seats are not supported; Rak's seats 2 to 4", "unsupported")
        self.rules = raks_rules(rules)
        self.seats = seats
        self.board: dict[int, int] = {}
        self.finished: list[list[int]] = []  # the points of each finished game
        self.throws_for_start = 1
        self.still_in = list(range(seats))
        self.first_start = 0
        self.throws = 0
        self.triples_in_a_row = 0
        self.mover = 0
        self.dice: list[int] = []
        self.placed = 0  # the zone of the placement that may be challenged
        self.challenger = 0
        self.to_answer: list[int] = []  # R11: who has not answered yet
        self.answers: dict[int, tuple[str, Expression | None, int]] = {}
        self.judged: list[int] = []  # sealed claims still to be judged, clockwise from the passer
        self.withdrawing: list[tuple[int, int]] = []  # (who chooses, whose bead), one after another
        self.then = ""
        self.phase = "start"

    def ask(self) -> dict[str, Any]:
        if self.phase == "start":
            return {
                "kind": "chance",
                "label": f"start:{self.throws_for_start}",
                "dice": len(self.still_in),
                "ordered": True,
                "seats": list(self.still_in),
            }
        if self.phase == "throw":
            return {"kind": "chance", "label": f"throw:{self.throws}", "dice": 3}
        if self.phase == "over":
            return {"kind": "over", "scores": self.scores(), "winners": self._winners()}
        return {"kind": "choice", "seats": self._asked()}

    def moves(self, seat: int) -> list[str]:
        if seat not in self._asked():
            return []
        if self.phase == "move":
            return sorted(["no move"] + [f"place {zone}" for zone in ZONES if zone not in self.board])
        if self.phase == "challenge?":
            return ["challenge", "pass"]
        if self.phase == "claims?":
            return ["pass"]
        if self.phase == "defend":
            return ["concede"]
        return sorted(f"withdraw {zone}" for zone in self._beads(self.withdrawing[0][1]))

    def forms(self, seat: int) -> list[str]:
        if seat in self._asked() and self.phase == "claims?":
            return ["claim <expression> = <zone>"]
        if seat in self._asked() and self.phase == "defend":
            return ["show <expression>"]
        return []

    def scores(self) -> list[int]:
        """Points as they stand: the finished games and the board of the game in play."""
        now = [0] * self.seats if self.phase == "over" else score_board(self.board, self.seats, self.rules)
        return [now[seat] + sum(game[seat] for game in self.finished) for seat in range(self.seats)]

    def chance(self, outcome: list[int]) -> None:
        if self.phase not in ("start", "throw"):
            raise Refused("nothing is thrown now")
        how_many = self.ask()["dice"]
        if len(outcome) != how_many:
            raise Refused(f"{len(outcome)} dice were given; {how_many} are thrown here")
        for die in outcome:
            if isinstance(die, bool) or not isinstance(die, int) or not 1 <= die <= 6:
                raise Refused(f"{die!r} is no die; a die shows 1 to 6")
        if self.phase == "start":
            self._start_thrown(outcome)
        else:
            self._thrown(outcome)

    def play(self, seat: int, move: str) -> None:
        if self.phase in ("start", "throw"):
            raise Refused("the dice are to be thrown first", "turn")
        if self.phase == "over":
            raise Refused("the match is over", "turn")
        if seat not in self._asked():
            raise Refused(f"seat {seat} is not asked now; asked are {self._asked()}", "turn")
        if move.startswith("show "):
            self._show(move.removeprefix("show "))
        elif move.startswith("claim "):
            self._claim(seat, move.removeprefix("claim "))
        elif move not in self.moves(seat):
            self._explain(move)
        elif move == "no move":
            self._open_window("claims?")
        elif move.startswith("place "):
            self.placed = int(move.removeprefix("place "))
            self.board[self.placed] = seat  # R4: accepted in silence, right or not
            self._open_window("challenge?")
        elif move.startswith("withdraw "):
            del self.board[int(move.removeprefix("withdraw "))]
            self.withdrawing.pop(0)
            self._go_on_withdrawing()
        elif move == "concede":
            self._upheld()
        else:
            self._answer(seat, (move, None, 0))

    # -- who is asked, and reading moves -----------------------------------------------------

    def _asked(self) -> list[int]:
        if self.phase in ("move", "defend"):
            return [self.mover]
        if self.phase == "withdraw":
            return [self.withdrawing[0][0]]
        if self.phase in ("challenge?", "claims?"):
            return sorted(self.to_answer)
        return []

    def _clockwise_from(self, seat: int) -> list[int]:
        """All other seats, clockwise."""
        return [(seat + k) % self.seats for k in range(1, self.seats)]

    def _beads(self, seat: int) -> list[int]:
        return [zone for zone in ZONES if self.board.get(zone) == seat]

    def _explain(self, move: str) -> None:
        word, _, rest = move.partition(" ")
        one_word = ("pass", "challenge", "concede", "no move")
        if move not in one_word and not (word in ("place", "withdraw") and is_number(rest)):
            raise Refused(f"{move!r} is no move of Rak's", "malformed")
        if word == "place" and self.phase == "move":
            raise Refused(f"zone {rest} is occupied" if int(rest) in ZONES else f"there is no zone {rest}")
        if word == "withdraw" and self.phase == "withdraw":
            raise Refused(f"no bead of seat {self.withdrawing[0][1]} lies on zone {rest}")
        raise Refused(f"{move!r} is not possible now")

    # -- throws ------------------------------------------------------------------------------

    def _start_thrown(self, outcome: list[int]) -> None:
        highest = max(outcome)  # R2
        self.still_in = [seat for seat, die in zip(self.still_in, outcome, strict=True) if die == highest]
        self.throws_for_start += 1
        if len(self.still_in) == 1:
            self.first_start = self.still_in[0]
            self._next_throw(self.first_start)

    def _next_throw(self, seat: int) -> None:
        self.mover = seat
        self.throws += 1
        self.phase = "throw"

    def _thrown(self, outcome: list[int]) -> None:
        self.dice = sorted(outcome)
        if self.dice[0] == self.dice[2]:  # R8
            self.triples_in_a_row += 1
            self._withdraw([(seat, seat) for seat in self._clockwise_from(self.mover)], then="move")
        else:
            self.triples_in_a_row = 0
            self.phase = "move"

    # -- withdrawing -------------------------------------------------------------------------

    def _withdraw(self, who: list[tuple[int, int]], then: str) -> None:
        self.withdrawing = who
        self.then = then
        self._go_on_withdrawing()

    def _go_on_withdrawing(self) -> None:
        while self.withdrawing and not self._beads(self.withdrawing[0][1]):
            self.withdrawing.pop(0)  # nobody withdraws a bead that is not there
        if self.withdrawing:
            self.phase = "withdraw"
        elif self.then == "move":
            self.phase = "move"
        elif self.then == "judge":
            self._judge_next()
        elif self.then == "window":
            self._window_goes_on("claims?")
        else:
            self._end_turn()

    # -- windows -----------------------------------------------------------------------------

    def _open_window(self, phase: str) -> None:
        self.to_answer = self._clockwise_from(self.mover)
        self.answers = {}
        self.phase = phase

    def _answer(self, seat: int, answer: tuple[str, Expression | None, int]) -> None:
        self.to_answer.remove(seat)
        self.answers[seat] = answer
        if self.rules["windows"] == "first" and answer[0] == "challenge":
            self._challenged_by(seat)
        elif self.rules["windows"] == "first" and answer[0] == "claim":
            self._judge(seat, then="window")
        else:
            self._window_goes_on(self.phase)

    def _window_goes_on(self, phase: str) -> None:
        self.phase = phase
        if self.to_answer:
            return
        if self.rules["windows"] == "first":
            self._end_turn()  # whoever answered was heard at once
        elif phase == "challenge?":
            challengers = [s for s in self._clockwise_from(self.mover) if self.answers[s][0] == "challenge"]
            if challengers:
                self._challenged_by(challengers[0])  # R6: the first clockwise, the others lapse unseen
            else:
                self._end_turn()
        else:
            self.judged = [s for s in self._clockwise_from(self.mover) if self.answers[s][0] == "claim"]
            self._judge_next()

    # -- claims (R5) -------------------------------------------------------------------------

    def _claim(self, seat: int, text: str) -> None:
        if self.phase != "claims?":
            raise Refused("nothing may be claimed now")
        expression_text, equals, zone_text = text.partition("=")
        zone_text = zone_text.strip()
        if not equals or not is_number(zone_text):
            raise Refused("a claim reads: claim <expression> = <zone>", "malformed")
        expression = Expression(expression_text)
        zone = int(zone_text)
        if zone not in ZONES:
            raise Refused(f"there is no zone {zone}; zones are 1 to 36")
        if zone in self.board:
            raise Refused(f"zone {zone} is occupied")
        self._answer(seat, ("claim", expression, zone))

    def _judge_next(self) -> None:
        if self.judged:
            self._judge(self.judged.pop(0), then="judge")
        else:
            self._end_turn()

    def _judge(self, seat: int, then: str) -> None:
        _, expression, zone = self.answers[seat]
        assert expression is not None
        if makes(expression, self.dice, zone, self.rules["dice_use"]):
            self.board[zone] = seat
            self._end_turn()
        else:
            withdraws = self.rules["wrong_claim"] == "withdraws"
            self._withdraw([(seat, seat)] if withdraws else [], then)

    # -- challenges (R6) ---------------------------------------------------------------------

    def _challenged_by(self, seat: int) -> None:
        self.challenger = seat
        self.phase = "defend"

    def _show(self, text: str) -> None:
        if self.phase != "defend":
            raise Refused("there is nothing to show now")
        if makes(Expression(text), self.dice, self.placed, self.rules["dice_use"]):
            chooser = self.challenger if self.rules["failed_challenge"] == "challenger" else self.mover
            self._withdraw([(chooser, self.challenger)], then="end")
        else:
            self._upheld()

    def _upheld(self) -> None:
        del self.board[self.placed]
        self._withdraw([(self.mover, self.mover)], then="end")

    # -- the end -----------------------------------------------------------------------------

    def _end_turn(self) -> None:
        """R9: all ends are tested once the window has closed."""
        filled = len(self.board) == 36
        all_beads = any(len(self._beads(seat)) == BEADS for seat in range(self.seats))
        if not filled and not all_beads and self.triples_in_a_row < self.seats:
            self._next_throw((self.mover + 1) % self.seats)
            return
        self.finished.append(score_board(self.board, self.seats, self.rules))
        if len(self.finished) == self.rules["games"]:
            self.phase = "over"
            return
        self.board = {}
        self.triples_in_a_row = 0
        self._next_throw((self.first_start + len(self.finished)) % self.seats)  # R12

    def _winners(self) -> list[int]:
        """R10, R12: most games, then most points, then shared; a shared game counts for nobody."""
        games_won = [0] * self.seats
        for game in self.finished:
            best = [seat for seat in range(self.seats) if game[seat] == max(game)]
            if len(best) == 1:
                games_won[best[0]] += 1
        points = self.scores()
        rank = [(games_won[seat], points[seat]) for seat in range(self.seats)]
        return [seat for seat in range(self.seats) if rank[seat] == max(rank)]


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and not text.startswith("0")
