"""What the end of a turn brings (O4 to O9, O13): a call, the end of the round or of the match, a new draw pile."""

from __future__ import annotations

from dataclasses import replace

from sofra.core.asks import Result
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.scoring import Cards, line, may_go
from sofra.games.racko.state import ALL_SLOTS, Rack, Round, State, totals


def end_turn(state: State, racks: tuple[Rack, ...], discards: Cards, call: bool) -> State:
    """The state after a put or toss of the mover, whose rack stands in ``racks``; ``call``: Rack-O was called."""
    round_, seat = state.round, state.seat
    rules = round_.table.rules
    if (call or rules.declare == "auto") and may_go(racks[seat].cards, rules.min_run):
        return _end_round(round_, racks, seat)
    if call:
        return _false_call(state, racks, discards)
    return _next(round_, state, racks, discards)


def rack_o(state: State) -> State:
    """The state after a call for the rack as it was dealt."""
    if may_go(state.racks[state.seat].cards, state.round.table.rules.min_run):
        return _end_round(state.round, state.racks, state.seat)
    return _false_call(state, state.racks, state.discards)


def result(round_: Round) -> Result:
    """The totals as they stand; most points win, equal totals share (O7, O9)."""
    seats = round_.table.seats
    points = totals(round_)
    best = max(points)
    ranking = tuple(sorted(range(seats), key=lambda seat: -points[seat]))
    winners = tuple(seat for seat in range(seats) if points[seat] == best)
    return Result(points, winners, ranking, ((0, 2), (1, 3)) if round_.table.rules.partners else None)


def _false_call(state: State, racks: tuple[Rack, ...], discards: Cards) -> State:
    """O5: the rack is shown, its player has no more turns in this round; when all are out the round ends."""
    old, seat = state.round, state.seat
    out = (*old.out[:seat], True, *old.out[seat + 1 :])
    shown = Rack(racks[seat].cards, ALL_SLOTS, racks[seat].drawn)
    racks = (*racks[:seat], shown, *racks[seat + 1 :])
    round_ = replace(old, out=out)
    if all(out):
        return _end_round(round_, racks, None)
    return _next(round_, state, racks, discards)


def _next(round_: Round, state: State, racks: tuple[Rack, ...], discards: Cards) -> State:
    """The next player's turn; O13: unless every player in the round has had ``stall`` turns."""
    seats, seat, lap, pile = round_.table.seats, state.seat, state.lap, state.pile
    first = round_.dealer + 1
    while True:
        seat = seat + 1 if seat + 1 < seats else 0
        if seat == first % seats:
            lap += 1
            if lap > round_.table.rules.stall:
                return _end_round(round_, racks, None)
        if not round_.out[seat]:
            break
    if pile:
        return State(round_, "turn", seat, lap, racks, pile, discards)
    if round_.table.rules.recycle == "flip":
        return _flip(round_, seat, lap, racks, discards)
    return _shuffle(round_, seat, lap, racks, discards)


def _flip(old: Round, seat: int, lap: int, racks: tuple[Rack, ...], discards: Cards) -> State:
    """O4: the oldest discard is the first of the new discards, the next oldest the top of the pile."""
    round_ = old if old.known else replace(old, known=True)
    return State(round_, "turn", seat, lap, racks, discards[1:], discards[:1])


def _shuffle(old: Round, seat: int, lap: int, racks: tuple[Rack, ...], discards: Cards) -> State:
    """O4: the newest discard stays; the rest is shuffled, so what anybody drew before is no card of the new pile."""
    pile = tuple(sorted(discards[:-1]))
    round_ = replace(old, shuffles=old.shuffles + 1, shuffled=pile)
    racks = tuple(Rack(rack.cards, rack.open) for rack in racks)
    return State(round_, "turn", seat, lap, racks, pile, discards[-1:])


def _end_round(old: Round, racks: tuple[Rack, ...], caller: int | None) -> State:
    """O6, O7: the round is scored; the deal passes to the left, or the match is over."""
    table, rules = old.table, old.table.rules
    cards = tuple(rack.cards for rack in racks)
    scored = line(rules, cards, old.out, caller)
    own = tuple(map(sum, zip(old.own, scored.points, strict=True)))
    dealer = (old.dealer + 1) % table.seats
    round_ = Round(table, old.number, dealer, own, (*old.sheet, scored), cards, (False,) * table.seats)
    return State(round_, "over" if decided(totals(round_), rules) else "deal")


def decided(points: tuple[int, ...], rules: RackoRules) -> bool:
    """Whether the match is over at these totals after a round (O7, O9): somebody has reached the target, and no tie at the top
    is to be played off."""
    if max(points) < rules.target:
        return False
    leaders = [seat for seat, total in enumerate(points) if total == max(points)]
    sides = {seat % 2 for seat in leaders} if rules.partners else set(leaders)
    return len(sides) == 1 or rules.tie != "play"
