"""Rack-O, judged slowly: clauses O1 to O13 of the rules page, one after another."""

from __future__ import annotations

from typing import Any

from referee.refused import YES_OR_NO, OneOf, Refused, Steps, read_rules

ALLOWED = {
    "first_dealer": ("highest", OneOf("highest", "lowest")),  # O2
    "recycle": ("flip", OneOf("flip", "shuffle")),  # O4
    "declare": (None, OneOf("auto", "call")),  # O5: the default depends on bonus_runs
    "false_call": ("refused", OneOf("refused", "out")),  # O5
    "losers": ("prefix", OneOf("prefix", "rising")),  # O6
    "target": (500, Steps(75, 1000, 5)),  # O7
    "tie": ("play", OneOf("play", "share")),  # O7
    "min_run": (0, OneOf(0, 3, 4, 5, 6)),  # O8
    "partners": (False, YES_OR_NO),  # O9
    "bonus_runs": ("off", OneOf("off", "caller", "team")),  # O10
    "stall": (60, Steps(20, 200)),  # O13
}

SLOTS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50)  # O1: front to back
CARDS = {2: 40, 3: 50, 4: 60}  # O1


def racko_rules(given: dict[str, Any], seats: int) -> dict[str, Any]:
    """The house rules with every default filled in; a wrong value is refused."""
    rules = read_rules(given, ALLOWED)
    if rules["declare"] is None:
        rules["declare"] = "auto" if rules["bonus_runs"] == "off" else "call"
    if rules["min_run"] > 0 and seats != 2:
        raise Refused("min_run is a rule for two players only", "unsupported")
    if rules["partners"] and seats != 4:
        raise Refused("partners need four players", "unsupported")
    if rules["bonus_runs"] == "team" and not rules["partners"]:
        raise Refused("bonus_runs = team needs partners", "unsupported")
    return rules


def ascending(rack: list[int]) -> bool:
    """O5: strictly ascending from slot 5 to slot 50."""
    return all(rack[i] < rack[i + 1] for i in range(9))


def longest_consecutive(cards: list[int]) -> int:
    """The most consecutive numbers in neighbouring places, rising to the back, as the cards stand (O10)."""
    longest = 1
    for start in range(len(cards)):
        length = 1
        while start + length < len(cards) and cards[start + length] == cards[start] + length:
            length += 1
        longest = max(longest, length)
    return longest


def may_go(rack: list[int], rules: dict[str, Any]) -> bool:
    """O5 and O8: would a call with this rack be right?"""
    return ascending(rack) and longest_consecutive(sorted(rack)) >= rules["min_run"]


def loser_points(rack: list[int], rules: dict[str, Any]) -> int:
    """O6: what a player who did not call scores."""
    if rules["losers"] == "rising":
        return 5 * (1 + sum(1 for i in range(1, 10) if rack[i] > rack[i - 1]))
    prefix = 1
    while prefix < 10 and rack[prefix] > rack[prefix - 1]:
        prefix += 1
    return 5 * prefix


def run_bonus(rack: list[int]) -> int:
    """O10: 3 = 50, 4 = 100, 5 = 200, 6 or more = 400."""
    longest = longest_consecutive(rack)
    if longest >= 6:
        return 400
    return {1: 0, 2: 0, 3: 50, 4: 100, 5: 200}[longest]


class Referee:
    """One match of Rack-O. Phases: dealer, deal, turn, drawing, taken, drawn, over."""

    def __init__(self, rules: dict[str, Any], seats: int) -> None:
        if seats not in CARDS:  # O1
            raise Refused(f"{seats} seats are not supported; Rack-O seats 2 to 4", "unsupported")
        self.rules = racko_rules(rules, seats)
        self.seats = seats
        self.all_cards = list(range(1, CARDS[seats] + 1))
        self.totals = [0] * seats  # each seat's own points; partners are pooled where they are shown
        self.dealer = 0
        self.round = 0
        self.mover = 0
        self.phase = "dealer"
        self.racks: list[list[int]] = [[] for _ in range(seats)]
        self.pile: list[int] = []  # O4: in known order, top first, where pile_known; else in no order
        self.pile_known = False
        self.discards: list[int] = []  # the oldest first, the top last
        self.hand: int | None = None
        self.draws = 0
        self.turns = [0] * seats
        self.out = [False] * seats

    def ask(self) -> dict[str, Any]:
        if self.phase == "dealer":
            return {"kind": "chance", "label": "dealer:1", "cards": self.seats, "of": list(self.all_cards)}
        if self.phase == "deal":
            cards = 10 * self.seats + 1
            return {
                "kind": "chance",
                "label": f"deal:{self.round}",
                "cards": cards,
                "of": list(self.all_cards),
            }
        if self.phase == "drawing":
            label = f"draw:{self.round}:{self.draws}"
            return {"kind": "chance", "label": label, "cards": 1, "of": sorted(self.pile)}
        if self.phase == "over":
            over: dict[str, Any] = {"kind": "over", "scores": self.scores(), "winners": self._leaders()}
            if self.rules["partners"]:
                over["sides"] = [[0, 2], [1, 3]]
            return over
        return {"kind": "choice", "seats": [self.mover]}

    def moves(self, seat: int) -> list[str]:
        if seat != self.mover or self.phase not in ("turn", "taken", "drawn"):
            return []
        if self.phase == "turn":
            moves = ["take", "draw"]
            first_turn = self.turns[seat] == 0
            if self.rules["declare"] == "call" and first_turn and self._call_listed(self.racks[seat]):
                moves.append("rack-o")
            return sorted(moves)
        endings = {f"put {slot}": self._rack_after_put(seat, slot) for slot in SLOTS}
        if self.phase == "drawn":
            endings["toss"] = self.racks[seat]
        moves = list(endings)
        if self.rules["declare"] == "call":
            moves += [f"{move} rack-o" for move, rack in endings.items() if self._call_listed(rack)]
        return sorted(moves)

    def forms(self, seat: int) -> list[str]:
        return []

    def scores(self) -> list[int]:
        if self.rules["partners"]:  # O9: pooled
            sides = [self.totals[0] + self.totals[2], self.totals[1] + self.totals[3]]
            return [sides[seat % 2] for seat in range(4)]
        return list(self.totals)

    def chance(self, outcome: list[int]) -> None:
        if self.phase not in ("dealer", "deal", "drawing"):
            raise Refused("no card is drawn or dealt now")
        ask = self.ask()
        if len(outcome) != ask["cards"]:
            raise Refused(f"{len(outcome)} cards were given; {ask['cards']} are due")
        if len(set(outcome)) != len(outcome):
            raise Refused("a card was given twice")
        for card in outcome:
            if card not in ask["of"]:
                raise Refused(f"card {card!r} cannot come here; it is one of {ask['of']}")
        if self.phase == "dealer":
            # O2: the highest (or lowest) card deals.
            best = max(outcome) if self.rules["first_dealer"] == "highest" else min(outcome)
            self.dealer = outcome.index(best)
            self._new_round()
        elif self.phase == "deal":
            self._deal(outcome)
        else:
            self.pile.remove(outcome[0])
            self.hand = outcome[0]
            self.phase = "drawn"

    def play(self, seat: int, move: str) -> None:
        if self.phase in ("dealer", "deal", "drawing"):
            raise Refused("the cards are to come first", "turn")
        if self.phase == "over":
            raise Refused("the match is over", "turn")
        if seat != self.mover:
            raise Refused(f"it is seat {self.mover}'s turn, not seat {seat}'s", "turn")
        if move not in self.moves(seat):
            self._explain(move)
        if move == "take":
            self.hand = self.discards.pop()
            self.phase = "taken"
        elif move == "draw":
            self._draw()
        else:
            self._end_turn(move)

    # -- a turn ------------------------------------------------------------------------------

    def _explain(self, move: str) -> None:
        plain = move.removesuffix(" rack-o")
        known = ["take", "draw", "toss", "rack-o"] + [f"put {slot}" for slot in SLOTS]
        if plain not in known:
            raise Refused(f"{move!r} is no move of Rack-O", "malformed")
        if move.endswith("rack-o") and self.rules["declare"] == "auto":
            raise Refused("nothing is called here; a complete rack ends the round by itself")
        if move == "toss" and self.phase == "taken":
            raise Refused("a card taken from the discards must go into the rack")
        if move == "rack-o":
            raise Refused("rack-o alone is for a rack dealt complete, before the first draw")
        if plain != move and plain in self.moves(self.mover):
            raise Refused("the rack would not be complete, so Rack-O cannot be called")
        raise Refused(f"{move!r} is not possible now; possible are {', '.join(self.moves(self.mover))}")

    def _call_listed(self, rack: list[int]) -> bool:
        """O5: with ``refused`` only a right call is legal; with ``out`` any call is."""
        return self.rules["false_call"] == "out" or may_go(rack, self.rules)

    def _rack_after_put(self, seat: int, slot: int) -> list[int]:
        assert self.hand is not None
        rack = list(self.racks[seat])
        rack[SLOTS.index(slot)] = self.hand
        return rack

    def _draw(self) -> None:
        if self.pile_known:  # O4: after a flip a draw is no chance at all
            self.hand = self.pile.pop(0)
            self.phase = "drawn"
        else:
            self.draws += 1
            self.phase = "drawing"

    def _end_turn(self, move: str) -> None:
        me = self.mover
        called = move.endswith("rack-o")
        if move.startswith("put "):  # O3: the replaced card goes face up on the discards
            slot = int(move.split(" ")[1])
            replaced = self.racks[me][SLOTS.index(slot)]
            self.racks[me] = self._rack_after_put(me, slot)
            self.discards.append(replaced)
        elif move.startswith("toss"):
            assert self.hand is not None
            self.discards.append(self.hand)
        self.hand = None
        self.turns[me] += 1
        right = may_go(self.racks[me], self.rules)
        if right and (called or self.rules["declare"] == "auto"):
            self._end_round(me)
            return
        if called:
            self.out[me] = True  # O5: a false call
        playing = [seat for seat in range(self.seats) if not self.out[seat]]
        if not playing:
            self._end_round(None)
            return
        if all(self.turns[seat] >= self.rules["stall"] for seat in playing):  # O13
            self._end_round(None)
            return
        if not self.pile:
            self._recycle()
        self._next_mover()

    def _recycle(self) -> None:
        """O4, at the end of the turn that emptied the pile."""
        if self.rules["recycle"] == "flip":
            oldest_first = self.discards
            self.discards = [oldest_first[0]]
            self.pile = oldest_first[1:]
            self.pile_known = True
        else:
            newest = self.discards[-1]
            self.pile = self.discards[:-1]
            self.discards = [newest]

    def _next_mover(self) -> None:
        seat = (self.mover + 1) % self.seats
        while self.out[seat]:
            seat = (seat + 1) % self.seats
        self.mover = seat
        self.phase = "turn"

    # -- rounds ------------------------------------------------------------------------------

    def _new_round(self) -> None:
        self.round += 1
        self.phase = "deal"

    def _deal(self, cards: list[int]) -> None:
        """O2: one at a time from the dealer's left, the first into slot 50, the last into slot 5."""
        left_of_dealer = (self.dealer + 1) % self.seats
        dealt: list[list[int]] = [[] for _ in range(self.seats)]
        for i in range(10 * self.seats):
            dealt[(left_of_dealer + i) % self.seats].append(cards[i])
        self.racks = [list(reversed(received)) for received in dealt]
        self.discards = [cards[-1]]
        self.pile = [card for card in self.all_cards if card not in cards]
        self.pile_known = False
        self.hand = None
        self.draws = 0
        self.turns = [0] * self.seats
        self.out = [False] * self.seats
        self.mover = left_of_dealer
        self.phase = "turn"

    def _end_round(self, caller: int | None) -> None:
        for seat in range(self.seats):
            self.totals[seat] += self._round_points(seat, caller)
        if max(self.scores()) >= self.rules["target"] and (
            self._one_leader() or self.rules["tie"] == "share"
        ):
            self.phase = "over"
            return
        self.dealer = (self.dealer + 1) % self.seats
        self._new_round()

    def _round_points(self, seat: int, caller: int | None) -> int:
        if self.out[seat]:
            return 0  # O5
        points = 75 if seat == caller else loser_points(self.racks[seat], self.rules)  # O6
        bonus_for_caller = self.rules["bonus_runs"] == "caller" and seat == caller
        same_side = caller is not None and seat % 2 == caller % 2
        bonus_for_team = self.rules["bonus_runs"] == "team" and same_side
        if bonus_for_caller or bonus_for_team:  # O10
            points += run_bonus(self.racks[seat])
        return points

    def _leaders(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(self.seats) if scores[seat] == max(scores)]

    def _one_leader(self) -> bool:
        """O7: no tie at the top, between sides where there are partners."""
        if self.rules["partners"]:
            return len(self._leaders()) == 2
        return len(self._leaders()) == 1
