"""Nobody sees or hears more than they may; what they see decides what they are offered; worlds agree with it."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

from sofra.core.asks import Ask, Chance, Choice
from sofra.core.errors import SofraError
from sofra.core.events import Act
from sofra.testing.cases import Broken, Case
from sofra.testing.twins import TwinStep, public, shown, twins
from sofra.testing.walks import Step, some, steps, viewers

TWIN_STEPS = 30
FROM_THE_START = 4  # where cards are dealt, most of what can be hidden begins
WORLDS = 3
MANY_WORLDS = 40


@lru_cache(maxsize=1)
def _twin_steps(case: Case) -> list[TwinStep]:
    """Four checks look at the same twins; making them is most of the work."""
    rng, walked = case.rng("twins"), steps(case, "twins")
    return [
        twin_step
        for step in (*walked[:1] * FROM_THE_START, *some(walked, 2 + case.budget // 10, rng))
        for viewer in viewers(case.seats)
        for twin_step in twins(case.game, step.before, viewer, rng, TWIN_STEPS)
    ]


def views_keep_secrets(case: Case) -> None:
    """Positions that differ only in what a viewer may not know give that viewer the same view; a view starts to differ
    only with something that was told."""
    for step in _twin_steps(case):
        if step.one.view != step.other.view and (step.secret or step.one.tell == step.other.tell):
            raise Broken(
                f"viewer {step.viewer} sees {_difference(step.one.view, step.other.view)} after {step.one.event} or "
                f"{step.other.event} without having been told"
            )


def tells_keep_secrets(case: Case) -> None:
    """Of what a viewer may not know they are told the same, whatever it is; and so they are where ``reveals`` says that
    nothing was revealed."""
    game = case.game
    for step in _twin_steps(case):
        secret = step.secret or not any(
            game.reveals(side.before, side.event, side.after) for side in (step.one, step.other)
        )
        if secret and step.one.tell != step.other.tell:
            raise Broken(
                f"viewer {step.viewer} is told {_difference(step.one.tell, step.other.tell)} of {step.one.event} or "
                f"{step.other.event}"
            )


def asks_are_public(case: Case) -> None:
    """What a match waits for is the same for positions that a viewer cannot tell apart (but for the deck's cards)."""
    game = case.game
    for step in _twin_steps(case):
        if not step.told_apart:
            one, other = public(game.ask(step.one.after)), public(game.ask(step.other.after))
            if one != other:
                raise Broken(f"the ask tells viewer {step.viewer} what they may not know: {one} or {other}")


def offers_follow_from_views(case: Case) -> None:
    """A seat is offered the same moves and forms in positions that it cannot tell apart."""
    game = case.game
    for step in _twin_steps(case):
        if not step.told_apart and step.viewer is not None:
            one, other = (
                (game.moves(side.after, step.viewer), game.forms(side.after, step.viewer))
                for side in (step.one, step.other)
            )
            if one != other:
                raise Broken(
                    f"seat {step.viewer} learns from its moves what it may not know: {one} or {other}"
                )


def worlds_agree_with_views(case: Case) -> None:
    """Every world looks to its viewer as the truth does, asks for the same, and takes the same moves."""
    game, rng = case.game, case.rng("worlds")
    for step in steps(case, "worlds"):
        for viewer in viewers(case.seats):
            view = game.view(step.before, viewer)
            for world in islice(game.worlds(view, rng), WORLDS):
                if (seen := shown(game.view(world, viewer))) != shown(view):
                    raise Broken(f"a world shows viewer {viewer} {_difference(shown(view), seen)}")
                if _kind(game.ask(world)) != _kind(step.ask):
                    raise Broken(
                        f"a world of viewer {viewer} asks for {game.ask(world)} where {step.ask} is due"
                    )
                if viewer is not None:
                    _same_moves(case, step, world, viewer)


def _kind(ask: Ask) -> Any:
    return ask.seats if isinstance(ask, Choice) else type(ask)


def _same_moves(case: Case, step: Step, world: Any, viewer: int) -> None:
    game = case.game
    if game.moves(world, viewer) != game.moves(step.before, viewer):
        raise Broken(f"a world offers seat {viewer} other moves than the truth does")
    if isinstance(step.event, Act) and step.event.seat == viewer:
        try:
            game.apply(world, step.event)
        except SofraError as error:
            raise Broken(
                f"a world refuses the move {game.write(step.event.move)} of its viewer: {error}"
            ) from error


def worlds_are_all_there_is_to_know(case: Case) -> None:
    """Where nothing is hidden there is one world, the truth. Where chance has dealt something unseen, worlds differ."""
    game, rng = case.game, case.rng("many worlds")
    open_to_all = not game.facts.private
    for step in steps(case, "many worlds"):
        for viewer in viewers(case.seats):
            worlds = list(
                islice(game.worlds(game.view(step.after, viewer), rng), 2 if open_to_all else MANY_WORLDS)
            )
            if open_to_all and worlds != [step.after]:
                raise Broken(
                    f"nothing is hidden, and yet the worlds of viewer {viewer} are not the one true position"
                )
            if not worlds:
                raise Broken(f"viewer {viewer} has no world after {step.event}")
            if _dealt_unseen(step, viewer) and all(world == step.after for world in worlds):
                raise Broken(
                    f"all worlds of viewer {viewer} after {step.event} are the truth: they know too much"
                )


def what_is_public_is_told_to_all(case: Case) -> None:
    """Where the facts say that nothing is private, an event is told to everybody alike: servers tell it once for all."""
    if case.game.facts.private:
        return
    for step in steps(case, "told alike"):
        for viewer in viewers(case.seats):
            theirs = case.game.tell(step.before, step.event, step.after, viewer)
            if theirs != (all_know := case.game.tell(step.before, step.event, step.after, None)):
                raise Broken(
                    f"nothing is private, and yet viewer {viewer} is told {theirs} where others are told {all_know}"
                )


def _dealt_unseen(step: Step, viewer: int | None) -> bool:
    ask = step.ask
    if not isinstance(ask, Chance) or ask.seen_by is None:
        return False
    unseen = sum(seats is not None and viewer not in seats for seats in ask.seen_by)
    of = getattr(ask.what, "of", range(6))
    return unseen > 0 and len(of) > ask.what.count


def _difference(one: Any, other: Any) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *other]:
            if one.get(key) != other.get(key):
                return f"{key} = {one.get(key)} or {other.get(key)}"
    return f"{one} or {other}"
