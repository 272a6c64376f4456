"""Legal list <=> apply accepts; what is refused is refused in a sentence and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

from sofra.core.asks import Cards, Chance, Choice
from sofra.core.errors import SofraError, Turn
from sofra.core.events import Act, Event, Outcome
from sofra.core.game import AnyGame
from sofra.testing.cases import Broken, Case
from sofra.testing.image import image
from sofra.testing.walks import Step, steps

Wrong = Literal["unlisted", "turn", "malformed"]

VOCABULARY = 15
JUNK: tuple[Any, ...] = (None, 0, "nonsense", (), 2.5, Ellipsis)


def listed_moves_are_accepted(case: Case) -> None:
    """Every move of the list can be made, and no move stands in it twice."""
    game = case.game
    for step in steps(case, "listed"):
        for seat in step.ask.seats if isinstance(step.ask, Choice) else ():
            moves = game.moves(step.before, seat)
            if len(set(moves)) < len(moves):
                raise Broken(f"seat {seat} is offered the same move twice: {_texts(game, moves)}")
            for move in moves:
                try:
                    game.apply(step.before, Act(seat, move))
                except SofraError as error:
                    raise Broken(
                        f"seat {seat}: the listed move {game.write(move)} is refused: {error}"
                    ) from error


def unlisted_moves_are_refused(case: Case) -> None:
    """Every move that was ever listed or made, and is not listed now, is refused."""
    _all_refused(case, "unlisted")


def only_asked_seats_move(case: Case) -> None:
    """Who is not asked is offered nothing and refused with the error that says so."""
    game = case.game
    for step in steps(case, "turns"):
        asked = step.ask.seats if isinstance(step.ask, Choice) else ()
        for seat in range(case.seats):
            offered = game.moves(step.before, seat) or game.forms(step.before, seat)
            if bool(offered) != (seat in asked):
                raise Broken(f"seats {asked} are asked; seat {seat} is offered {offered}")
    _all_refused(case, "turn")


def malformed_events_are_refused(case: Case) -> None:
    """Outcomes that cannot be and moves that are none are refused."""
    _all_refused(case, "malformed")


def refusals_are_sentences(case: Case) -> None:
    """Every refusal is one of sofra's errors, filled in, and long enough to say something."""
    for step, kind, event in wrong_events(case, "sentences"):
        try:
            case.game.apply(step.before, event)
        except SofraError as error:
            text = str(error)
            if (
                len(text.split()) < 3
                or "{" in text
                or error.kind not in ("malformed", "illegal", "turn", "unknown")
            ):
                raise Broken(f"{kind} {event} is refused with {text!r}, which is no sentence") from error
            if kind == "turn" and not isinstance(error, Turn):
                raise Broken(
                    f"{event} by a seat that is not asked is refused as {error.kind}: {text}"
                ) from error
        except Exception as error:
            raise Broken(f"{kind} {event} is refused with {error!r} instead of a sentence") from error


def refusals_change_nothing(case: Case) -> None:
    """After a refusal the position is what it was."""
    for step, kind, event in wrong_events(case, "unchanged"):
        before = image(step.before)
        try:
            case.game.apply(step.before, event)
        except Exception as error:
            if image(step.before) != before:
                raise Broken(f"{kind} {event} is refused and still changes the position") from error


def applying_changes_no_position(case: Case) -> None:
    """A legal event makes a new position and leaves the old one alone; looking leaves it alone too."""
    game = case.game
    for step in steps(case, "pure"):
        state = step.before
        before = image(state)
        game.apply(state, step.event)
        if image(state) != before:
            raise Broken(f"{step.event} changes the position it is applied to")
        for seat in range(case.seats):
            game.moves(state, seat)
            game.view(state, seat)
        game.score(state)
        if image(state) != before:
            raise Broken("moves, view or score change the position")


def wrong_events(case: Case, purpose: str) -> Iterator[tuple[Step, Wrong, Event]]:
    """Events that must be refused, each with the step before which it is tried and what is wrong with it."""
    game, rng = case.game, case.rng(f"wrong {purpose}")
    walked = steps(case, purpose)
    known = _vocabulary(game, case.seats, walked)
    for step in walked:
        tried = rng.sample(known, min(VOCABULARY, len(known)))
        for seat in range(case.seats):
            listed, forms = game.moves(step.before, seat), game.forms(step.before, seat)
            asked = isinstance(step.ask, Choice) and seat in step.ask.seats
            for move in tried:
                # Where a form is open a move may be legal without being listed.
                if not asked or (move not in listed and not forms):
                    yield step, "unlisted" if asked else "turn", Act(seat, move)
        for event in _malformed(step.ask, case.seats, rng):
            yield step, "malformed", event


def _vocabulary(game: AnyGame, seats: int, walked: list[Step]) -> list[Any]:
    known: dict[Any, None] = {}
    for step in walked:
        for seat in range(seats):
            known.update(dict.fromkeys(game.moves(step.before, seat)))
        if isinstance(step.event, Act):
            known[step.event.move] = None
    return list(known)


def _malformed(ask: Any, seats: int, rng: Random) -> Iterator[Event]:
    yield Outcome("nonsense:1", (1,))
    if isinstance(ask, Chance):
        what = ask.what
        good: list[Any] = rng.sample(what.of, what.count) if isinstance(what, Cards) else [1] * what.count
        bad: tuple[list[Any], ...] = (good[1:], [*good, good[0]], [None])
        for values in (*bad, *([*good[1:], last] for last in (0, 10_000, "6"))):
            yield Outcome(ask.label, tuple(values))
        if isinstance(what, Cards) and what.count > 1:
            yield Outcome(ask.label, (good[0], *good[:-1]))
        yield Outcome(ask.label + ":1", tuple(good))
        for seat in range(seats):
            yield Act(seat, rng.choice(JUNK))
    elif isinstance(ask, Choice):
        for junk in JUNK:
            yield Act(rng.choice(ask.seats), junk)


def _all_refused(case: Case, kind: Wrong) -> None:
    for step, wrong, event in wrong_events(case, kind):
        if wrong != kind:
            continue
        try:
            case.game.apply(step.before, event)
        except Exception:  # noqa: BLE001, S112 - how it is refused is another check's business
            continue
        raise Broken(f"{wrong} event {event} is accepted where {step.ask} is due")


def _texts(game: AnyGame, moves: tuple[Any, ...]) -> str:
    return ", ".join(map(game.write, moves))
