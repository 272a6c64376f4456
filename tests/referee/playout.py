"""Plays a referee's match out with random dice, cards and moves; used to test the referees themselves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

MadeUp = Callable[[Any, int, str], str | None]


def random_outcome(ask: dict[str, Any], rng: Random) -> list[int]:
    """Dice or cards that fit a chance ask."""
    if "dice" in ask:
        return [rng.randint(1, 6) for _ in range(ask["dice"])]
    return rng.sample(ask["of"], ask["cards"])


def random_step(referee: Any, rng: Random, made_up: MadeUp | None = None) -> str:
    """One event of the match, whatever is asked; answers what was done as text."""
    ask = referee.ask()
    if ask["kind"] == "chance":
        outcome = random_outcome(ask, rng)
        referee.chance(outcome)
        return f"{ask['label']} {outcome}"
    seat = rng.choice(ask["seats"])
    options = list(referee.moves(seat))
    for form in referee.forms(seat):
        text = made_up(referee, seat, form) if made_up else None
        if text is not None:
            options.append(text)
    move = rng.choice(options)
    referee.play(seat, move)
    return f"seat {seat}: {move}"


def play_out(
    referee: Any,
    rng: Random,
    made_up: MadeUp | None = None,
    after: Callable[[Any], None] | None = None,
    most: int = 100_000,
) -> dict[str, Any]:
    """Plays to the end and answers the last ask; ``after`` looks at the referee after every event."""
    for _ in range(most):
        ask: dict[str, Any] = referee.ask()
        if ask["kind"] == "over":
            return ask
        random_step(referee, rng, made_up)
        if after is not None:
            after(referee)
    raise AssertionError(f"the match did not end within {most} events")
