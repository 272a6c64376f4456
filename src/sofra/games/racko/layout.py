"""Where everything stands in the flat form of a state, as the compiled twin has it: plain numbers, no numba here.

A flat state is a list of whole numbers: the places below, ten cards a seat, then the pile and the discards. A pile in no
known order is a heap from which chance picks; one in public order is read from ``PILE_AT`` on.
"""

from __future__ import annotations

from typing import NamedTuple

from sofra.games.racko.moves import DRAW, PUTS, PUTS_RACK_O, RACK_O, TAKE, TOSS, TOSS_RACK_O, Move
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.state import State

PHASE, SEAT, LAP, ROUND, DEALER, HAND, KNOWN, SHUFFLES, PILE_AT, PILE_END, DISCARDS, SEATS, DECK = range(13)
CALLER = 13
"""Who went in the round that ended last; -1 for nobody."""
OWN, OUT, OPEN, DRAWN = 14, 18, 22, 26
RACKS = 30
PILE = 70
DISCARD = 130
REFUSED, TOSSES, IDLE, GONE, FILLED = 192, 196, 200, 204, 244
"""What all could see of each seat in this round: the discards that it let lie, as bits by card; how many drawn cards it
tossed, and how many in a row; for each slot the card that left it last (0: none yet), and in which lap."""
SIZE = 284

DEALER_PHASE, DEAL_PHASE, TURN_PHASE, DRAWING_PHASE, TAKEN_PHASE, DRAWN_PHASE, OVER_PHASE = range(7)
PHASES = ("dealer", "deal", "turn", "drawing", "taken", "drawn", "over")

MOVES: tuple[Move, ...] = (TAKE, DRAW, RACK_O, *PUTS, TOSS, *PUTS_RACK_O, TOSS_RACK_O)
TAKE_MOVE, DRAW_MOVE, RACK_O_MOVE, PUT_MOVES, TOSS_MOVE, PUT_CALLS, TOSS_CALL = 0, 1, 2, 3, 13, 14, 24
NUMBERS = {move: number for number, move in enumerate(MOVES)}


class House(NamedTuple):
    """The house rules as numbers; ``bonus`` is 0, 1 (caller) or 2 (team)."""

    target: int
    share: bool
    lowest: bool
    rising: bool
    call: bool
    false_out: bool
    min_run: int
    partners: bool
    bonus: int
    shuffle: bool
    stall: int


def house(rules: RackoRules) -> House:
    """The house rules for compiled functions."""
    return House(
        rules.target,
        rules.tie == "share",
        rules.first_dealer == "lowest",
        rules.losers == "rising",
        rules.declare == "call",
        rules.false_call == "out",
        rules.min_run,
        rules.partners,
        ("off", "caller", "team").index(rules.bonus_runs),
        rules.recycle == "shuffle",
        rules.stall,
    )


def flat(state: State) -> list[int]:
    """A state of the core as numbers."""
    round_, seats = state.round, state.round.table.seats
    made = [0] * SIZE
    made[PHASE], made[SEAT], made[LAP] = PHASES.index(state.phase), state.seat, state.lap
    made[ROUND], made[DEALER], made[HAND] = round_.number, round_.dealer, state.hand
    made[KNOWN], made[SHUFFLES] = int(round_.known), round_.shuffles
    made[SEATS], made[DECK] = seats, 20 + 10 * seats
    caller = round_.sheet[-1].caller if round_.sheet else None
    made[CALLER] = -1 if caller is None else caller
    made[OWN : OWN + seats] = round_.own
    made[OUT : OUT + seats] = map(int, round_.out)
    for seat, rack in enumerate(state.racks):
        made[RACKS + 10 * seat : RACKS + 10 * seat + 10] = rack.cards
        made[OPEN + seat], made[DRAWN + seat] = rack.open, rack.drawn
    made[PILE_END], made[DISCARDS] = len(state.pile), len(state.discards)
    made[PILE : PILE + len(state.pile)] = state.pile
    made[DISCARD : DISCARD + len(state.discards)] = state.discards
    return made
