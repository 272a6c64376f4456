"""What holds in every match of Rak's, whatever is done in it: bluffs, false claims, triples, all three endings."""

from collections import Counter
from random import Random

from sofra.core.asks import Choice
from sofra.core.events import Act, Event, Outcome
from sofra.games.raks.moves import Place, Withdraw
from sofra.games.raks.play import RAKS
from sofra.games.raks.rules import BEADS
from sofra.games.raks.state import State
from tests.raks.playouts import every_pair, states


def check_beads(before: State, step: Event, after: State) -> None:
    """20 beads a player accounted for; one event moves one bead at most (R4 to R8), or closes a game (R12)."""
    view = RAKS.view(after, None)
    for seat in range(view.seats):
        assert view.board.count(seat) + view.supply[seat] == BEADS
        assert 0 <= view.supply[seat] <= BEADS
    if after.standing.game != before.standing.game:
        assert set(after.board) == {None}
        return
    changed = [
        zone for zone, pair in enumerate(zip(before.board, after.board, strict=True), 1) if pair[0] != pair[1]
    ]
    if isinstance(step, Outcome):
        assert changed == []
    elif isinstance(step.move, Place):
        assert changed == [step.move.zone]
        assert (before.board[step.move.zone - 1], after.board[step.move.zone - 1]) == (None, before.mover)
    elif isinstance(step.move, Withdraw):
        assert step.move.zone in changed
        loser = before.challenger if before.phase == "failed" else step.seat
        assert (before.board[step.move.zone - 1], after.board[step.move.zone - 1]) == (loser, None)
        # R5: after a wrong claim's withdrawal a right one further on may get its bead.
        assert len(changed) == 1 or (before.phase == "wrong" and len(changed) == 2)
    else:
        assert len(changed) <= 1


def check_costs(before: State, after: State) -> None:
    """R6: a challenge costs the placer the bead and one more, or the challenger one; never more."""
    if after.phase == "failed":
        assert after.challenger in after.board
    if after.phase == "upheld":
        assert after.board[after.zone - 1] is None
        assert after.mover in after.board
    if before.phase == "triple" and after.phase == "triple":
        assert len(after.queue) == len(before.queue) - 1


def check_ending(before: State, after: State) -> None:
    """R9: a game is over exactly when a turn has ended and one of three things holds."""
    ended = after.standing.last != before.standing.last
    if after.phase == "throw" and before.phase != "start" and not ended:
        assert None in after.board
        assert max(map(after.board.count, range(after.standing.seats))) < BEADS
        assert after.triples < after.standing.seats
    if ended:
        assert before.phase not in ("throw", "triple", "move", "start")


def test_every_match_keeps_its_beads_its_costs_and_its_endings() -> None:
    endings: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    for seed in range(3):
        for number, (rules, seats) in enumerate(every_pair()):
            for before, step, after in states(rules, seats, Random(f"invariants {seed} {number}"), 700):
                check_beads(before, step, after)
                check_costs(before, after)
                check_ending(before, after)
                phases[after.phase] += 1
                if after.standing.last != before.standing.last and after.standing.last is not None:
                    endings[after.standing.last.why] += 1
                    assert sum(after.standing.won) <= after.standing.game
    assert set(endings) == {"filled", "twenty", "triples"}
    assert set(phases) >= {
        "triple",
        "move",
        "placed",
        "show",
        "upheld",
        "failed",
        "passed",
        "wrong",
        "throw",
        "over",
    }


def test_a_window_asks_all_others_and_any_order_of_answers_gives_the_same_state() -> None:
    windows = 0
    for number, (rules, seats) in enumerate(every_pair()):
        if rules.windows != "sealed":
            continue
        rng = Random(f"order {number}")
        for _, _, state in states(rules, seats, rng, 250):
            ask = RAKS.ask(state)
            if not isinstance(ask, Choice) or len(ask.seats) < 2:
                continue
            offered = {seat: RAKS.moves(state, seat) for seat in ask.seats}
            if state.phase == "passed":
                view = RAKS.view(state, None)
                offered = {
                    s: (*m, RAKS.made_up(view, RAKS.forms(state, s)[0], rng)) for s, m in offered.items()
                }
            answers = {seat: rng.choice(moves) for seat, moves in offered.items()}
            ends = []
            for _ in range(3):
                order = rng.sample(ask.seats, len(ask.seats))
                end = state
                for seat in order:
                    end = RAKS.apply(end, Act(seat, answers[seat]))
                ends.append(end)
            assert ends[0] == ends[1] == ends[2]
            windows += 1
    assert windows > 100
