"""How a turn of Rak's goes on: throws, windows, what a challenge costs, and when a game is over (R2, R5 to R9, R12)."""

from __future__ import annotations

from typing import Literal

from sofra.core.asks import Result
from sofra.games.raks.arithmetic import mistake
from sofra.games.raks.moves import CHALLENGE, Claim, Move
from sofra.games.raks.rules import BEADS, ZONES
from sofra.games.raks.scoring import EMPTY, Board, points
from sofra.games.raks.state import GameEnd, Phase, Standing, State, clockwise, first_challenger, judge, owes

_OTHERS = tuple(tuple(tuple(s for s in range(n) if s != mover) for mover in range(n)) for n in range(5))
"""Number of seats, seat -> the other seats, ascending."""

Ending = Literal["filled", "twenty", "triples"]


def swap(board: Board, zone: int, owner: int | None) -> Board:
    """The board with another owner (or nobody) on one zone."""
    return (*board[: zone - 1], owner, *board[zone:])


def thrown_for_start(state: State, faces: tuple[int, ...]) -> State:
    """R2: the highest die starts; those who tied throw again."""
    highest = max(faces)
    tied = tuple(seat for seat, face in zip(state.asked, faces, strict=True) if face == highest)
    old = state.standing
    if len(tied) > 1:
        return State(old, "start", EMPTY, 0, state.throws + 1, asked=tied)
    first = Standing(old.rules, old.seats, 1, tied[0], old.won, old.earlier)
    return State(first, "throw", EMPTY, tied[0], 0)


def thrown(state: State, dice: tuple[int, ...]) -> State:
    """The three dice of a turn (ascending); R8: a triple makes the others withdraw first."""
    standing, board, mover = state.standing, state.board, state.mover
    if dice[0] != dice[2]:
        return State(standing, "move", board, mover, state.throws + 1, dice, 0, (mover,))
    owing = tuple(seat for seat in clockwise(mover, standing.seats) if seat in board)
    triples = state.triples + 1
    if not owing:
        return State(standing, "move", board, mover, state.throws + 1, dice, triples, (mover,))
    return State(standing, "triple", board, mover, state.throws + 1, dice, triples, owing[:1], owing[1:])


def window(state: State, phase: Phase, board: Board, zone: int) -> State:
    """All other seats are asked at once (R5, R6, R11)."""
    seats, mover = state.standing.seats, state.mover
    return State(
        state.standing,
        phase,
        board,
        mover,
        state.throws,
        state.dice,
        state.triples,
        _OTHERS[seats][mover],
        (),
        zone,
        None,
        (None,) * seats,
    )


def answered(state: State, seat: int, move: Move) -> State:
    """One more answer in an open window; the last one closes it, and under ``windows`` = first a decisive one does."""
    answers = (*state.answers[:seat], move, *state.answers[seat + 1 :])
    waiting = tuple([other for other in state.asked if other != seat])
    if state.standing.rules.windows == "first":
        if isinstance(move, Claim):
            return _first_claim(state, seat, answers, waiting)
        if move == CHALLENGE:
            waiting = ()
    if waiting:
        return _next(state, state.phase, state.board, asked=waiting, answers=answers)
    if state.phase == "placed":
        challenger = first_challenger(state.mover, answers)
        if challenger is None:
            return end_turn(state, state.board)
        return _next(state, "show", state.board, asked=(state.mover,), challenger=challenger)
    if state.standing.rules.windows == "first":
        return end_turn(state, state.board)
    return _judged(state, state.board, answers, clockwise(state.mover, state.standing.seats))


def _judged(state: State, board: Board, answers: tuple[Move | None, ...], order: tuple[int, ...]) -> State:
    """R5: the first right claim gets its bead; a wrong one before it may cost one."""
    verdicts = judge(state, answers, order)
    if not verdicts:
        return end_turn(state, board)
    last = verdicts[-1]
    if last.wrong is None:
        return end_turn(state, swap(board, last.claim.zone, last.seat))
    if owes(state, last):
        rest = order[order.index(last.seat) + 1 :]
        return _next(state, "wrong", board, asked=(last.seat,), queue=rest, answers=answers)
    return end_turn(state, board)


def _first_claim(
    state: State, seat: int, answers: tuple[Move | None, ...], waiting: tuple[int, ...]
) -> State:
    """R11 with ``windows`` = first: a claim is judged when it comes, and a wrong one leaves the window open."""
    claim = answers[seat]
    assert isinstance(claim, Claim)
    rules = state.standing.rules
    if mistake(claim.expression, state.dice, rules.dice_use, claim.zone) is None:
        return end_turn(state, swap(state.board, claim.zone, seat))
    if rules.wrong_claim == "withdraws" and seat in state.board:
        return _next(state, "wrong", state.board, asked=(seat,), queue=waiting, answers=answers)
    if waiting:
        return _next(state, "passed", state.board, asked=waiting, answers=answers)
    return end_turn(state, state.board)


def shown(state: State, expression: str) -> State:
    """R6: what was shown makes the zone, and the challenger loses a bead; or it does not, and the placer does."""
    rules, challenger = state.standing.rules, state.challenger
    assert challenger is not None
    if mistake(expression, state.dice, rules.dice_use, state.zone) is not None:
        return upheld(state)
    if challenger not in state.board:
        return end_turn(state, state.board)
    chooser = challenger if rules.failed_challenge == "challenger" else state.mover
    return _next(state, "failed", state.board, asked=(chooser,), challenger=challenger)


def upheld(state: State) -> State:
    """R6: the bead is withdrawn, then one more of the placer's choice if there is one."""
    board = swap(state.board, state.zone, None)
    if state.mover not in board:
        return end_turn(state, board)
    return _next(state, "upheld", board, asked=(state.mover,), challenger=state.challenger)


def move_on(state: State, board: Board) -> State:
    """What follows a withdrawal."""
    phase, queue = state.phase, state.queue
    if phase == "triple":
        if queue:
            return _next(state, "triple", board, asked=queue[:1], queue=queue[1:])
        return _next(state, "move", board, asked=(state.mover,))
    if phase == "wrong" and queue:
        if state.standing.rules.windows == "first":
            return _next(state, "passed", board, asked=queue, answers=state.answers)
        return _judged(state, board, state.answers, queue)
    return end_turn(state, board)


def _next(
    state: State,
    phase: Phase,
    board: Board,
    *,
    asked: tuple[int, ...],
    queue: tuple[int, ...] = (),
    challenger: int | None = None,
    answers: tuple[Move | None, ...] = (),
) -> State:
    """The same turn, one step on."""
    return State(
        state.standing,
        phase,
        board,
        state.mover,
        state.throws,
        state.dice,
        state.triples,
        asked,
        queue,
        state.zone,
        challenger,
        answers,
    )


def ending(state: State, board: Board) -> Ending | None:
    """Why the game is over at the end of this turn, or None (R9)."""
    if None not in board:
        return "filled"
    seats = state.standing.seats
    # Nobody has twenty beads while seventeen zones are open.
    if board.count(None) <= ZONES - BEADS and any(board.count(seat) >= BEADS for seat in range(seats)):
        return "twenty"
    return "triples" if state.triples >= seats else None


def end_turn(state: State, board: Board) -> State:
    """The next player throws, or the game is over; R12: then the next game begins, or the match is over."""
    standing = state.standing
    seats = standing.seats
    why = ending(state, board)
    if why is None:
        mover = state.mover + 1 if state.mover + 1 < seats else 0
        return State(standing, "throw", board, mover, state.throws, (), state.triples)
    last_one = standing.game == standing.rules.games
    over = close_game(_next(state, "over", board, asked=()), why, match_over=last_one)
    if last_one:
        return over
    here = points(board, seats, standing.rules)
    earlier = tuple(before + now for before, now in zip(standing.earlier, here, strict=True))
    mover = (standing.first + standing.game) % seats
    ended = over.standing
    following = Standing(
        standing.rules, seats, standing.game + 1, standing.first, ended.won, earlier, ended.last
    )
    return State(following, "throw", EMPTY, mover, state.throws)


def close_game(state: State, why: str = "agreed", *, match_over: bool = True) -> State:
    """The state with the game on the board counted and closed: a shared game counts for nobody (R12)."""
    old = state.standing
    here = points(state.board, old.seats, old.rules)
    won = old.won
    if here.count(max(here)) == 1:
        best = here.index(max(here))
        won = (*won[:best], won[best] + 1, *won[best + 1 :])
    scores = tuple(before + now for before, now in zip(old.earlier, here, strict=True))
    last = GameEnd(old.game, why, here, won, _winners(won, scores) if match_over else ())
    standing = Standing(old.rules, old.seats, old.game, old.first, won, old.earlier, last)
    return State(
        standing, "over", state.board, state.mover, state.throws, state.dice, state.triples, zone=state.zone
    )


def _winners(won: tuple[int, ...], scores: tuple[int, ...]) -> tuple[int, ...]:
    """R10, R12: most games, then most points, then shared."""
    worth = tuple(zip(won, scores, strict=True))
    return tuple(seat for seat, mine in enumerate(worth) if mine == max(worth))


def result(state: State) -> Result:
    """The result of a match that is over."""
    standing = state.standing
    here = points(state.board, standing.seats, standing.rules)
    scores = tuple(before + now for before, now in zip(standing.earlier, here, strict=True))
    ranking = sorted(range(standing.seats), key=lambda seat: (-standing.won[seat], -scores[seat], seat))
    return Result(scores, _winners(standing.won, scores), tuple(ranking))
