"""The one sentence that goes with a choice: why it is good, or what it costs. Every number in it is exact."""

from __future__ import annotations

from typing import Any

from sofra.games.farkle.moves import BANK, Keep, Move
from sofra.games.farkle.odds import HOT, bundles, farkle_chance
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.turns import STEP, THROWS
from sofra.games.farkle.view import FarkleView

Because = tuple[str, dict[str, Any]]

BANK_WINS = "Bank: that wins the match."
BANK_SAFE = (
    "Bank: with {left} dice you would Farkle {risk}% of the time, and the {total} at risk are worth more than the "
    "{gain} that a throw brings on average."
)
BANK_SAFE_ONE = (
    "Bank: with one die you would Farkle {risk}% of the time, and the {total} at risk are worth more than the "
    "{gain} that a throw brings on average."
)
BANK_STANDING = (
    "Bank: a throw brings {gain} on average and a Farkle comes {risk}% of the time, but at {mine} to {theirs} the "
    "{total} in hand win more often."
)
BANK_GIVES_UP = "Bank: that writes down {total}, and gives up a throw that is safe {safe}% of the time."
BANK_SHORT = "Bank: that leaves you {short} short of passing the leader, and this is your last turn."
ROLL_ONLY = "Roll: that is the only choice here, and it is safe {safe}% of the time."
ROLL_SHORT = "Roll: {short} more are needed to pass the leader, and this is your last turn."
ROLL_PAYS = "Roll: with {left} dice you are safe {safe}% of the time, and a throw brings {gain} on average."
ROLL_PAYS_ONE = "Roll: with one die you are safe {safe}% of the time, and a throw brings {gain} on average."
ROLL_STANDING = "Roll: a Farkle comes {risk}% of the time, but at {mine} to {theirs} the {total} in hand are too few to stop at."
ROLL_RISKS = "Roll: a Farkle comes {risk}% of the time and costs the {total} at risk; a throw brings {gain} on average."
TAKE_OVER_THEM = "Take over: {total} points and {left} dice that are safe {safe}% of the time."
TAKE_OVER_ONE = "Take over: {total} points and one die that is safe {safe}% of the time."
KEEP_HOT = "Keep these {points}: all six dice are hot, and six dice Farkle only {risk}% of the time."
KEEP_AND_BANK = "Keep these {points}: banking the {total} is best then."
KEEP_AND_ROLL = "Keep these {points}: rolling the other {left} is best then, safe {safe}% of the time."
KEEP_AND_ROLL_ONE = "Keep these {points}: rolling the last die is best then, safe {safe}% of the time."
EQUAL_CHOICE = "Just as good as the first choice: the chance to win is the same."

_WITH_ONE_DIE = {
    BANK_SAFE: BANK_SAFE_ONE,
    ROLL_PAYS: ROLL_PAYS_ONE,
    TAKE_OVER_THEM: TAKE_OVER_ONE,
    KEEP_AND_ROLL: KEEP_AND_ROLL_ONE,
}

MESSAGES = (
    BANK_SAFE_ONE,
    ROLL_PAYS_ONE,
    TAKE_OVER_ONE,
    KEEP_AND_ROLL_ONE,
    BANK_WINS,
    BANK_SAFE,
    BANK_STANDING,
    BANK_GIVES_UP,
    BANK_SHORT,
    ROLL_ONLY,
    ROLL_SHORT,
    ROLL_PAYS,
    ROLL_STANDING,
    ROLL_RISKS,
    TAKE_OVER_THEM,
    KEEP_HOT,
    KEEP_AND_BANK,
    KEEP_AND_ROLL,
    EQUAL_CHOICE,
)


def throw_average(rules: FarkleRules, dice: int) -> float:
    """The points that one throw brings on average if all that scores is set aside (a Farkle brings nothing)."""
    return sum(b.count * max(points for points, _ in b.options) for b in bundles(rules, dice)) / THROWS[dice]


def facts(rules: FarkleRules, view: FarkleView, seat: int, total: int, left: int) -> dict[str, int]:
    """The numbers of the sentences, for ``total`` points at risk and ``left`` dice in hand (or HOT). Chances are whole
    percents, points are whole; ``short`` are the points missing to pass the leader."""
    dice = left or 6
    risk = round(100 * farkle_chance(rules, dice))
    rivals = [score for other, score in enumerate(view.scores) if other != seat]
    leader = max(rivals, default=0)
    return {
        "left": dice,
        "total": total,
        "risk": risk,
        "safe": 100 - risk,
        "gain": round(throw_average(rules, dice)),
        "mine": view.scores[seat],
        "theirs": leader,
        "short": leader + STEP - view.scores[seat] - total,
    }


def _named(message: str, numbers: dict[str, int]) -> Because:
    if numbers["left"] == 1:
        message = _WITH_ONE_DIE.get(message, message)
    return message, {name: number for name, number in numbers.items() if "{" + name + "}" in message}


def why(
    rules: FarkleRules,
    view: FarkleView,
    seat: int,
    move: Move,
    after: tuple[int, int],
    *,
    best: bool,
    bank_next: bool,
) -> Because:
    """The sentence for a move that leads to ``after`` (points at risk, dice in hand); ``best`` says whether it is a
    best choice, ``bank_next`` whether banking is best once the dice are set aside."""
    total, left = after
    numbers = facts(rules, view, seat, total, left)
    if isinstance(move, Keep):
        return _keep(numbers, total - view.total, left, bank_next)
    if view.phase == "turn":
        return _named(ROLL_ONLY if len(view.moves) == 1 or total == 0 else TAKE_OVER_THEM, numbers)
    last = view.closer is not None
    if move == BANK:
        return _bank(rules, view, seat, numbers, best=best)
    if len(view.moves) == 1:
        return _named(ROLL_ONLY, numbers)
    if last and numbers["short"] > 0:
        return _named(ROLL_SHORT, numbers)
    if not best:
        return _named(ROLL_RISKS, numbers)
    pays = numbers["gain"] > total * numbers["risk"] / 100
    return _named(ROLL_PAYS if pays else ROLL_STANDING, numbers)


def _keep(numbers: dict[str, int], points: int, left: int, bank_next: bool) -> Because:
    numbers = {**numbers, "points": points}
    if bank_next:
        return _named(KEEP_AND_BANK, numbers)
    return _named(KEEP_HOT if left == HOT else KEEP_AND_ROLL, numbers)


def _bank(rules: FarkleRules, view: FarkleView, seat: int, numbers: dict[str, int], *, best: bool) -> Because:
    last = view.closer is not None
    if last and numbers["short"] > 0:
        return _named(BANK_SHORT, numbers)
    reached = view.scores[seat] + numbers["total"] >= rules.target
    if (last and view.last_turns == 1) or (reached and not rules.last_round):
        return _named(BANK_WINS, numbers)
    if not best:
        return _named(BANK_GIVES_UP, numbers)
    pays = numbers["total"] * numbers["risk"] / 100 >= numbers["gain"]
    return _named(BANK_SAFE if pays else BANK_STANDING, numbers)
