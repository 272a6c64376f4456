"""States, views, tells, events and moves are values: frozen, compared by what they hold, and the latter plain."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any

from sofra.core.events import Act
from sofra.core.plain import plain, told
from sofra.testing.cases import Broken, Case
from sofra.testing.image import soft_spots
from sofra.testing.walks import steps, viewers


def _values(case: Case, purpose: str) -> Iterator[tuple[str, Any]]:
    game = case.game
    for step in steps(case, purpose):
        yield "the state", step.after
        yield "the ask", step.ask
        yield "the score", game.score(step.after)
        if isinstance(step.event, Act):
            yield "the move", step.event.move
        for viewer in viewers(case.seats):
            yield "the view", game.view(step.after, viewer)
            yield "the tell", game.tell(step.before, step.event, step.after, viewer)


def values_are_frozen(case: Case) -> None:
    """Nothing in them can be changed, and they have slots."""
    for name, value in _values(case, "frozen"):
        for spot in soft_spots(value, name):
            raise Broken(spot)


def values_are_compared_by_what_they_hold(case: Case) -> None:
    """They are hashable; a pickled copy is equal and has the same hash."""
    for name, value in _values(case, "copies"):
        try:
            copy = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes
            same = copy == value and hash(copy) == hash(value)
        except Exception as error:
            raise Broken(f"{name} cannot be hashed and copied: {error}") from error
        if not same:
            raise Broken(f"{name}: a copy of {value} is not equal to it")


def views_and_tells_are_plain(case: Case) -> None:
    """A view knows its viewer and the number of seats; views and tells are JSON, and no state is in them."""
    game = case.game
    for step in steps(case, "plain"):
        for viewer in viewers(case.seats):
            view, tell = game.view(step.after, viewer), game.tell(step.before, step.event, step.after, viewer)
            try:
                seen = plain(view)
                json.dumps([seen, told(tell)], allow_nan=False)
            except (TypeError, ValueError) as error:
                raise Broken(
                    f"what viewer {viewer} gets of {step.event} has no plain form: {error}"
                ) from error
            if (seen.get("viewer", -1), seen.get("seats")) != (viewer, case.seats):
                raise Broken(f"the view of {viewer} does not say whose it is and how many sit at the table")
            if _holds(view, type(step.after)) or _holds(tell, type(step.after)):
                raise Broken(f"viewer {viewer} gets the full state")


def _holds(value: Any, kind: type) -> bool:
    if isinstance(value, kind):
        return True
    if isinstance(value, tuple | list):
        return any(_holds(item, kind) for item in value)
    return any(_holds(getattr(value, name), kind) for name in getattr(value, "__dataclass_fields__", ()))
