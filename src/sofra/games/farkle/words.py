"""What Farkle says: whose turn it is, what happened, what a button does, and the rules card. Reads views and tells only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sofra.core.rules import HouseRules
from sofra.games.farkle.elsewhere import doing
from sofra.games.farkle.moves import Bank, Keep, Roll, read
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import Throw, score_table
from sofra.games.farkle.view import Banked, Farkled, FarkleView, Kept, Rolled, Rolls, ThrownForStart, TookOver
from sofra.games.parts import Names, Speak

MESSAGES = (
    "one {face}: {points}",
    "two {face}s: {points}",
    "three {face}s: {points}",
    "four {face}s: {points}",
    "five {face}s: {points}",
    "six {face}s: {points}",
    "single",
    "three of a kind",
    "four of a kind",
    "five of a kind",
    "six of a kind",
    "straight",
    "small straight",
    "three pairs",
    "four and a pair",
    "two triplets",
    "head start",
    "banked, less penalties",
    "on",
    "off",
    "fixed",
    "multiples",
    "doubling",
    "Table",
    "500 in",
    "Short",
    "Zilch",
    "Kingdom",
)
"""Messages that reach ``speak`` by value: group sentences, row names, score reasons, option values, presets."""

_COUNTS = MESSAGES[:6]


def faces(dice: Throw) -> str:
    """Dice as text: ``1 4 4``."""
    return " ".join(map(str, dice))


def group(dice: Throw, points: int, speak: Speak) -> str:
    """One scoring group: "three 4s: 400", "straight: 1,500"."""
    if len(set(dice)) == 1:
        return speak(_COUNTS[len(dice) - 1], face=dice[0], points=points)
    return speak("{row}: {points}", row=speak(_row_of(dice)), points=points)


def _row_of(dice: Throw) -> str:
    counts = sorted(map(dice.count, set(dice)))
    if counts == [2, 4]:
        return "four and a pair"
    if counts == [3, 3]:
        return "two triplets"
    if counts == [2, 2, 2]:
        return "three pairs"
    return "straight" if len(dice) == 6 else "small straight"


class FarkleWords:
    """Implements ``sofra.games.parts.Words``."""

    def name(self, speak: Speak) -> str:
        return speak("Farkle")

    def summary(self, speak: Speak) -> str:
        return speak("Six dice, strong nerves, and the right moment to stop.")

    def asked(self, view: FarkleView, speak: Speak, names: Names) -> str:
        if view.phase == "over":
            return self._ended(view, speak, names)
        who = speak("Your turn") if names.me == view.seat and names.me is not None else names[view.seat]
        if view.phase == "start":
            return speak("Everybody throws a die: the highest starts")
        if view.phase != "rolling" and not names.answers_here(view.seat):
            return doing(view, speak, names)
        if view.phase == "turn" and view.offer:
            total, left = view.offer
            return speak.many(
                "{who}: roll six dice, or take over {total} points and one die",
                "{who}: roll six dice, or take over {total} points and {count} dice",
                left,
                who=who,
                total=total,
            )
        if view.phase == "turn":
            return speak("{who}: roll the dice", who=who)
        if view.phase == "rolling":
            return speak("{who}: the dice are rolling", who=who)
        if view.phase == "keep":
            return speak("{who}: set aside at least one scoring die", who=who)
        if "bank" not in view.moves:
            return speak.many(
                "{who}: roll the last die, {total} points so far",
                "{who}: roll {count} dice, {total} points so far",
                view.left,
                who=who,
                total=view.total,
            )
        if not view.kept:
            return speak("{who}: hot dice! Bank {total} points or roll all six", who=who, total=view.total)
        return speak.many(
            "{who}: bank {total} points or roll the last die",
            "{who}: bank {total} points or roll {count} dice",
            view.left,
            who=who,
            total=view.total,
        )

    def thrower(self, view: FarkleView) -> int | None:
        """Whose dice roll now."""
        return view.seat if view.phase == "rolling" else None

    def _ended(self, view: FarkleView, speak: Speak, names: Names) -> str:
        if view.seats == 1:
            target = FarkleRules.read(view.rules).target
            return speak.many(
                "{name}: {target} points reached in one turn",
                "{name}: {target} points reached in {count} turns",
                view.turn,
                name=names[0],
                target=target,
            )
        if len(view.winners) == 1:
            (winner,) = view.winners
            if view.scores.count(view.scores[winner]) > 1:
                # F1: of equal scores the one that stood there first.
                return speak(
                    "Winner: {name}, first to have {points}", name=names[winner], points=view.scores[winner]
                )
            return speak("Winner: {name}", name=names[winner])
        return speak("Winners: {names}", names=", ".join(names[seat] for seat in view.winners))

    def say(self, tell: Any, speak: Speak, names: Names) -> str:
        return _SAYINGS[type(tell)](tell, speak, names)

    def move(self, move: str, speak: Speak) -> str:
        made = read(move)
        if isinstance(made, Keep):
            return speak("Keep {dice}", dice=faces(made.dice))
        if isinstance(made, Bank):
            return speak("Bank")
        return speak("Roll") if isinstance(made, Roll) else speak("Take over")

    def board(self, view: FarkleView, speak: Speak, names: Names) -> str:
        lines = [
            speak("{name}: {points}", name=names[seat], points=view.scores[seat])
            + (" ←" if seat == view.seat and view.phase not in ("start", "over") else "")
            for seat in range(view.seats)
        ]
        if view.closer is not None and view.phase != "over":
            lines.append(speak("Last round: the score to pass is {points}", points=max(view.scores)))
        if view.phase in ("keep", "decide"):
            lines.append(speak("Points of this turn: {points}", points=view.total))
        if view.kept:
            lines.append(speak("Kept: {dice}", dice=", ".join(map(faces, view.kept))))
        if view.dice:
            lines.append(speak("Dice: {dice}", dice=faces(view.dice)))
            lines += ["  " + group(dice, points, speak) for dice, points in view.groups]
        return "\n".join(lines)

    def card(self, rules: HouseRules, seats: int, speak: Speak) -> Sequence[tuple[str, Sequence[str]]]:
        assert isinstance(rules, FarkleRules)
        return (
            (speak("A turn"), [*_begins(seats, speak), *_turn(rules, speak)]),
            (speak("What scores"), _table(rules, speak)),
            (speak("Worked examples"), _examples(rules, speak)),
            (speak("The end"), _end(rules, speak)),
        )


def _begins(seats: int, speak: Speak) -> list[str]:
    """F1; alone there is nobody to throw against."""
    if seats == 1:
        return []
    return [speak("Everybody throws one die: the highest begins, ties throw again. Turns go clockwise.")]


def _turn(rules: FarkleRules, speak: Speak) -> list[str]:
    lines = [
        speak(
            "Roll six dice. Set aside at least one die that scores, then roll the rest or bank the points."
        ),
        speak("Every die set aside must score, and sets never join dice of different rolls."),
        speak("No scoring die in a roll is a Farkle: the turn ends and its points are lost."),
    ]
    if rules.hot_dice_must_roll:
        lines.append(speak("Hot dice: when all six have scored, all six must be rolled again."))
    else:
        lines.append(
            speak("Hot dice: when all six have scored you may roll all six again and keep the turn's points.")
        )
    if rules.opening:
        lines.append(speak("Your first bank must be at least {points} points.", points=rules.opening))
    if rules.minimum_bank:
        lines.append(speak("Every bank must be at least {points} points.", points=rules.minimum_bank))
    if rules.three_farkles:
        lines.append(speak("A third Farkle in a row costs {points} points.", points=rules.three_farkles))
        if rules.floor_at_zero:
            lines.append(speak("A penalty never takes a score below zero."))
    if rules.pass_on:
        lines.append(
            speak("After a bank the next player may take over the dice left and the points of the turn.")
        )
    return lines


def _table(rules: FarkleRules, speak: Speak) -> list[str]:
    """One line a row; rows whose points do not hang on the face are said once."""
    by_name: dict[str, dict[int, list[Throw]]] = {}
    for row in score_table(rules).rows:
        by_name.setdefault(row.name, {}).setdefault(row.points, []).append(row.dice)
    lines = []
    for name, by_points in by_name.items():
        for points, ways in by_points.items():
            if len(by_points) == 1:
                lines.append(speak("{row}: {points}", row=speak(name), points=points))
            else:
                shown = faces(ways[0])
                lines.append(speak("{row} ({dice}): {points}", row=speak(name), dice=shown, points=points))
    return lines


EXAMPLES: tuple[Throw, ...] = (
    (1, 1, 1, 1),
    (5, 5, 5, 5, 1, 1),
    (2, 2, 2, 3, 3, 3),
    (2, 2, 3, 3, 4, 4),
    (1, 2, 3, 4, 5),
    (4, 4, 4, 1, 5),
    (6, 6, 6, 6, 6, 6),
)


def _examples(rules: FarkleRules, speak: Speak) -> list[str]:
    table = score_table(rules)
    lines = []
    for dice in EXAMPLES:
        points = table.score(tuple(sorted(dice)))
        if points is not None:
            lines.append(speak("{dice} is worth {points}", dice=faces(dice), points=points))
        else:
            lines.append(speak("{dice} cannot be set aside together", dice=faces(dice)))
    return lines


def _end(rules: FarkleRules, speak: Speak) -> list[str]:
    if not rules.last_round:
        return [speak("The first to bank {points} points wins at once.", points=rules.target)]
    return [
        speak("The first to bank {points} points sets off the last round.", points=rules.target),
        speak("Everybody else has one more turn. The highest score wins; an equal score does not pass."),
    ]


def _thrown(tell: ThrownForStart, speak: Speak, names: Names) -> str:
    throws = ", ".join(f"{names[seat]} {die}" for seat, die in zip(tell.seats, tell.dice, strict=True))
    if tell.first is None:
        return speak("For the start: {throws}. A tie, they throw again", throws=throws)
    return speak("For the start: {throws}. First: {name}", throws=throws, name=names[tell.first])


def _nothing(*_: object) -> str:
    """Taking the dice in hand is not worth a sentence: the throw that follows says it all."""
    return ""


def _took_over(tell: TookOver, speak: Speak, names: Names) -> str:
    return speak.many(
        "{name}: takes over {total} points and one die",
        "{name}: takes over {total} points and {count} dice",
        tell.dice,
        name=names[tell.seat],
        total=tell.total,
    )


def _rolled(tell: Rolled, speak: Speak, names: Names) -> str:
    groups = ", ".join(group(dice, points, speak) for dice, points in tell.groups)
    return speak(
        "{name}: rolled {dice} ({groups})", name=names[tell.seat], dice=faces(tell.dice), groups=groups
    )


def _farkled(tell: Farkled, speak: Speak, names: Names) -> str:
    name, dice = names[tell.seat], faces(tell.dice)
    said = speak("{name}: rolled {dice}. Farkle!", name=name, dice=dice)
    if tell.lost:
        said = speak(
            "{name}: rolled {dice}. Farkle! {lost} points lost", name=name, dice=dice, lost=tell.lost
        )
    if tell.penalty:
        third = speak(
            "Third Farkle in a row: {points} points off, score {score}", points=tell.penalty, score=tell.score
        )
        return f"{said}. {third}"
    return said


def _kept(tell: Kept, speak: Speak, names: Names) -> str:
    said = speak(
        "{name}: kept {dice} for {points}, {total} in this turn",
        name=names[tell.seat],
        dice=faces(tell.dice),
        points=tell.points,
        total=tell.total,
    )
    return f"{said}. {speak('Hot dice!')}" if tell.hot else said


def _banked(tell: Banked, speak: Speak, names: Names) -> str:
    said = speak(
        "{name}: banked {points}, score {score}", name=names[tell.seat], points=tell.points, score=tell.score
    )
    return f"{said}. {speak('The last round begins')}" if tell.closes else said


_SAYINGS: dict[type, Callable[[Any, Speak, Names], str]] = {
    ThrownForStart: _thrown,
    Rolls: _nothing,
    TookOver: _took_over,
    Rolled: _rolled,
    Farkled: _farkled,
    Kept: _kept,
    Banked: _banked,
}

WORDS = FarkleWords()
