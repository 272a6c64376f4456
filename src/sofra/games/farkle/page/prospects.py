"""What follows from setting dice aside, worked out for every legal choice, so that the page needs no rules of its own."""

from __future__ import annotations

from typing import Any

from sofra.core.errors import Illegal
from sofra.core.events import Act
from sofra.games.farkle.moves import Keep, Roll
from sofra.games.farkle.odds import farkle_count
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import Throw, score_table
from sofra.games.farkle.view import FarkleView, world
from sofra.games.parts import Speak


def chances(rules: FarkleRules, dice: int, total: int, speak: Speak) -> dict[str, Any]:
    """The strip under Roll: how many of 100 throws are safe (rounded; ``exact`` says it exactly), and what is at risk."""
    throws = 6**dice
    safe = throws - farkle_count(rules, dice)
    share = round(100 * safe / throws)
    return {
        "share": share,
        "safe_share": safe / throws,
        "text": speak.many(
            "One die: safe in {share} of 100, you risk {points}",
            "{count} dice: safe in {share} of 100, you risk {points}",
            dice,
            share=share,
            points=total,
        ),
        "exact": speak("Exactly {safe} of {throws} throws score.", safe=safe, throws=throws),
    }


def why_no_bank(view: FarkleView, speak: Speak) -> str:
    """Why the mover may not bank now, as a sentence; "" if they may."""
    state = world(view)
    try:
        FARKLE.apply(state, Act(view.seat, FARKLE.read("bank")))
    except Illegal as reason:
        return speak(reason.template, **reason.fields)
    return ""


def after_keeping(view: FarkleView, speak: Speak) -> dict[str, dict[str, Any]]:
    """For every legal set-aside of the throw, by its text ("1 1 5"): the points, what may follow, and in which words."""
    state = world(view)
    rules = state.standing.table.rules
    table = score_table(rules)
    found = {}
    for dice, points in table.keeps(view.dice).items():
        after = FARKLE.apply(state, Act(view.seat, Keep(dice)))
        refused = _bank_refused(after, view.seat)
        found[" ".join(map(str, dice))] = {
            "points": points,
            "say": speak.many(
                "{count} point chosen, {total} in this turn",
                "{count} points chosen, {total} in this turn",
                points,
                total=after.total,
            ),
            "roll": speak.many("Roll one die", "Roll {count} dice", after.left),
            "bank": speak("Bank {points}", points=after.total),
            "why": speak(refused.template, **refused.fields) if refused else "",
            "hot": not after.kept,
            **{f"odds_{key}": value for key, value in chances(rules, after.left, after.total, speak).items()},
        }
    return found


def _bank_refused(state: Any, seat: int) -> Illegal | None:
    if any(not isinstance(move, Roll) for move in FARKLE.moves(state, seat)):
        return None
    try:
        FARKLE.apply(state, Act(seat, FARKLE.read("bank")))
    except Illegal as reason:
        return reason
    return None


def refusals(throw: Throw, speak: Speak) -> dict[str, str]:
    """For each face of the throw, why it cannot be set aside when no row takes it."""
    return {
        str(face): speak(
            "Not possible: {reason}",
            reason=speak(
                "the {die} does not score: a {die} counts only in a set, and it is in none here", die=face
            ),
        )
        for face in sorted(set(throw))
    }
