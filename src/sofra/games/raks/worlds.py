"""What a view leaves open, and moves that a careless player might make up from it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

from sofra.core.errors import Unknown
from sofra.games.raks.moves import CHALLENGE, CLAIM_FORM, PASS, SHOW_FORM, Claim, Move, Show
from sofra.games.raks.reach import Way, ways
from sofra.games.raks.rules import ZONES, RaksRules
from sofra.games.raks.state import Phase, Standing, State

if TYPE_CHECKING:
    from sofra.games.raks.view import RaksView


def world(view: RaksView, rng: Random) -> State:
    """A state that this view can belong to: the answers that are in but sealed are drawn."""
    rules = RaksRules.read(view.rules)
    standing = Standing(rules, view.seats, view.game, view.first, view.won, view.earlier, view.last)
    answers: tuple[Move | None, ...] = ()
    if view.phase in ("placed", "passed"):
        answers = _answers(view, rules, {view.mover, *view.asked}, rng)
    elif view.phase == "wrong":
        # Sealed: those in the queue have answered and are judged next; open: they have not answered yet.
        waiting = view.queue if rules.windows == "first" else ()
        answers = _answers(view, rules, {view.mover, *waiting}, rng)
    return State(
        standing,
        cast(Phase, view.phase),
        view.board,
        view.mover,
        view.throws,
        view.dice,
        view.triples,
        view.asked,
        view.queue,
        view.zone,
        view.challenger,
        answers,
    )


def _answers(view: RaksView, rules: RaksRules, none: set[int], rng: Random) -> tuple[Move | None, ...]:
    return tuple(None if seat in none else _answer(view, rules, rng) for seat in range(view.seats))


def _answer(view: RaksView, rules: RaksRules, rng: Random) -> Move:
    # With open answers a challenge would have ended the window, and a claim that did not was as good as a pass.
    if rules.windows == "first" or rng.random() < 0.5:
        return PASS
    return CHALLENGE if view.phase == "placed" else made_up(view, CLAIM_FORM, rng)


def made_up(view: RaksView, form: str, rng: Random) -> Move:
    """A claim or something to show: right, hasty (the wrong zone) or careless (any dice), as it comes."""
    if form == SHOW_FORM:
        return Show(_expression(view, view.zone, rng))
    if form == CLAIM_FORM:
        free = [zone for zone in range(1, ZONES + 1) if view.board[zone - 1] is None]
        zone = rng.choice(free)
        if rng.random() < 0.6:
            possible = [way.zone for way in _ways(view) if view.board[way.zone - 1] is None]
            zone = rng.choice(possible) if possible else zone
        return Claim(_expression(view, zone, rng), zone)
    raise Unknown("Rak's has no moves of the form {form}", form=form)


def _expression(view: RaksView, zone: int, rng: Random) -> str:
    right = [way.text for way in _ways(view) if way.zone == zone]
    if right and rng.random() < 0.6:
        return rng.choice(right)
    dice: list[int] = list(view.dice)
    rng.shuffle(dice)
    if rng.random() < 0.3:
        dice[rng.randrange(3)] = rng.randint(1, 6)
    dice = dice[: rng.choice((3, 3, 3, 2))]
    text = str(dice[0])
    for die in dice[1:]:
        text += rng.choice("+-*/") + str(die)
        if rng.random() < 0.4:
            text = f"({text})"
    return text


def _ways(view: RaksView) -> tuple[Way, ...]:
    return ways(view.dice, RaksRules.read(view.rules).dice_use)
