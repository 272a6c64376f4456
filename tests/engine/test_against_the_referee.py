"""Two judges, one match: `sofra engine` with dice and cards typed in, beside the slow second referee, event by event."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from referee import farkle, racko, raks
from referee.playout import random_outcome
from referee.raks_arithmetic import reach
from referee.refused import Refused
from sofra.core.rules import HouseRules, Option
from sofra.games import open_box
from tests.engine.driving import COMMAND, Engine, refused

MATCHES = 210
PARTS = 3
LONGEST = 350
"""Events after which a match is let go: what was to be compared has been by then."""

REFEREES: dict[str, Callable[[dict[str, Any], int], Any]] = {
    "farkle": farkle.Referee,
    "racko": racko.Referee,
    "raks": raks.Referee,
}

NONSENSE = {
    "farkle": ("roll", "bank", "take over", "keep 1", "keep 6 6 6", "keep 1 2 3 4 5 6", "pass"),
    "racko": ("take", "draw", "toss", "put 5", "put 50 rack-o", "rack-o", "toss rack-o", "put 7"),
    "raks": (
        "place 1",
        "place 37",
        "no move",
        "pass",
        "challenge",
        "concede",
        "withdraw 1",
        "show 1+1+1",
        "claim 2+2+2 = 6",
    ),
}


def short(game: str, rng: Random) -> dict[str, Any]:
    """House rules that end a match soon, so that many fit into a test."""
    if game == "farkle":
        return {"target": rng.choice([500, 1000, 2000]), "opening": rng.choice([0, 0, 300, 500])}
    if game == "racko":
        return {"target": 75, "stall": 20, "losers": rng.choice(["prefix", "rising"])}
    return {}


def some_value(option: Option, seats: int, rng: Random) -> Any:
    """A value that the option may have."""
    if option.kind == "switch":
        return rng.random() < 0.5
    if option.kind == "choice":
        return rng.choice(option.values)
    steps = range(option.low, option.high + 1, option.step)
    return rng.choice(steps) if option.kind == "whole" else [rng.choice(steps[:20]) for _ in range(seats)]


def some_rules(game: str, rules: type[HouseRules], seats: int, rng: Random) -> dict[str, Any]:
    """Up to four options at any of their values, over what makes a match short."""
    changed = rng.sample(rules.options(), rng.randint(0, 4))
    return {**{o.name: some_value(o, seats, rng) for o in changed}, **short(game, rng)}


@cache
def ways(dice: tuple[int, ...], dice_use: str) -> dict[int, list[str]]:
    """Right expressions by zone, as the referee finds them."""
    return reach(list(dice), dice_use)


def made_up(referee: Any, form: str, rng: Random) -> str:
    """A text that a player of Rak's may make up: mostly right, now and then wrong."""
    right = ways(tuple(referee.dice), referee.rules["dice_use"])
    if form.startswith("show"):
        return "show " + rng.choice(right.get(referee.placed, ["1+1+1"]))
    free = [zone for zone in range(1, 37) if zone not in referee.board]
    zone = rng.choice(free)
    return f"claim {rng.choice(right.get(zone, ['1+2*3']))} = {zone}"


def some_move(referee: Any, seat: int, rng: Random) -> str:
    """A move, quiet ones more often, so that boards fill up and matches end."""
    moves = referee.moves(seat)
    quiet = [move for move in moves if move not in ("challenge", "no move", "draw")]
    texts = [made_up(referee, form, rng) for form in referee.forms(seat)]
    return rng.choice(quiet) if quiet and rng.random() < 0.7 else rng.choice([*moves, *texts])


class Script:
    """What is sent to the engine, and what must come back: the answer itself, or None where any refusal will do."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.answers: list[dict[str, Any] | None] = []

    def expect(self, answer: dict[str, Any] | None, do: str, **fields: Any) -> None:
        self.requests.append({"do": do, **fields})
        self.answers.append(answer)

    def judge(self) -> None:
        """Send everything to a running engine and compare each answer. What happened stands in the asks."""
        lines = "".join(json.dumps(request) + "\n" for request in self.requests)
        done = subprocess.run(COMMAND, input=lines, capture_output=True, text=True, timeout=250, check=True)
        got = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(got) == len(self.requests)
        for number, (request, answer, due) in enumerate(zip(self.requests, got, self.answers, strict=True)):
            if due is None:
                assert "error" in answer, (number, request, answer)
            else:
                assert {name: answer.get(name) for name in due} == due, (number, request, answer)


def play(script: Script, referee: Any, game: str, rng: Random) -> bool:
    """Play a match with the referee and write down what the engine has to answer; answers whether it ended."""
    script.expect({"version": 0, "ask": referee.ask()}, "ask")
    for version in range(LONGEST):
        ask = referee.ask()
        if version % 5 == 0 or ask["kind"] == "over":
            script.expect({"scores": referee.scores()}, "score")
        if ask["kind"] == "over":
            return True
        if rng.random() < 0.1:
            refuse(script, referee, game, rng)
        if ask["kind"] == "chance":
            outcome = random_outcome(ask, rng)
            referee.chance(outcome)
            due = {"version": version + 1, "ask": referee.ask()}
            script.expect(due, "chance", outcome=outcome)
            continue
        seat = rng.choice(ask["seats"])
        forms = {"forms": referee.forms(seat)} if referee.forms(seat) else {}
        script.expect({"moves": sorted(referee.moves(seat)), **forms}, "moves", seat=seat)
        move = some_move(referee, seat, rng)
        referee.play(seat, move)
        script.expect({"version": version + 1, "ask": referee.ask()}, "play", seat=seat, move=move)
    return False


def refuse(script: Script, referee: Any, game: str, rng: Random) -> None:
    """A move that the referee refuses has to be refused by the engine too, and to change nothing."""
    seat, move = rng.randrange(referee.seats), rng.choice(NONSENSE[game])
    ask = referee.ask()
    if seat in ask.get("seats", ()) and (move in referee.moves(seat) or referee.forms(seat)):
        return
    with pytest.raises(Refused):
        referee.play(seat, move)
    script.expect(None, "play", seat=seat, move=move)
    script.expect({"ask": ask}, "ask")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", REFEREES)
def test_engine_and_referee_agree_event_by_event(game: str, part: int) -> None:
    rng = Random(f"{game} {part}")
    box = open_box(game)
    least, most = box.game.facts.seats
    script = Script()
    ended = played = 0
    while played < MATCHES // PARTS:
        seats = rng.randint(least, min(most, 5))
        rules = some_rules(game, box.game.rules, seats, rng)
        start = {"game": game, "rules": rules, "seats": seats, "chance": "manual"}
        try:
            referee = REFEREES[game](rules, seats)
        except Refused:
            script.expect(None, "new", **start)
            continue
        script.expect({"version": 0}, "new", **start)
        played += 1
        ended += play(script, referee, game, rng)
    script.judge()
    assert ended >= 3


@pytest.mark.parametrize("game", REFEREES)
def test_both_refuse_the_same_numbers_of_seats(game: str) -> None:
    with Engine() as engine:
        for seats in (0, 1, 2, 4, 5, 8, 9):
            answer = engine.try_to("new", game=game, seats=seats, chance="manual")
            try:
                REFEREES[game]({}, seats)
            except Refused:
                refused(answer, "malformed")
            else:
                assert answer["version"] == 0
