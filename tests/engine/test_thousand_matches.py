"""Many random matches of every preset: core, record, engine and replay end alike, and the second referee agrees.

One each time; a thousand for each preset in the soak (``make soak``).
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.refused import Refused
from sofra.core import record as records
from sofra.core.asks import Over
from sofra.core.events import Act, Outcome
from sofra.core.game import AnyGame
from sofra.core.match import Match
from sofra.core.rules import HouseRules
from sofra.games import open_box
from tests.engine.driving import COMMAND
from tests.engine.test_against_the_referee import REFEREES, random_outcome, some_move

LONGEST = 40_000
BATCH = 50
PRESETS = [(game, preset) for game in REFEREES for preset in open_box(game).game.presets]
SHORTER: dict[str, dict[str, Any]] = {"farkle": {}, "racko": {"stall": 20}, "raks": {}}
"""What makes a careless match short enough for every day; the soak plays the presets as they are."""


def seats_for(game: AnyGame, rules: HouseRules, rng: Random) -> int:
    """A number of seats that goes with the rules."""
    least, most = game.facts.seats
    fitting = []
    for seats in range(least, most + 1):
        try:
            REFEREES[game.facts.key](rules.values(), seats)
        except Refused:
            continue
        fitting.append(seats)
    return rng.choice(fitting[:4])


def play_out(referee: Any, match: Match, rng: Random) -> list[dict[str, Any]] | None:
    """Play with the referee, beside the core; answers the requests that say the same to an engine, None if too long."""
    requests: list[dict[str, Any]] = []
    while (ask := referee.ask())["kind"] != "over":
        if len(requests) == LONGEST:
            return None
        if ask["kind"] == "chance":
            outcome = random_outcome(ask, rng)
            referee.chance(outcome)
            match.do(Outcome(ask["label"], tuple(outcome)))
            requests.append({"do": "chance", "outcome": outcome})
        else:
            seat = rng.choice(ask["seats"])
            move = some_move(referee, seat, rng)
            referee.play(seat, move)
            match.do(Act(seat, match.game.read(move)))
            requests.append({"do": "play", "seat": seat, "move": move})
    return requests


def judge(game: str, preset: str, changed: dict[str, Any], *, count: int, rng: Random, folder: Path) -> None:
    """So many matches of a preset, each judged five ways, with one process of the engine and one of ``sofra replay``."""
    box = open_box(game)
    rules = box.game.rules.of(changed, box.game.presets[preset])
    requests: list[dict[str, Any]] = []
    ends: list[tuple[int, dict[str, Any], str]] = []
    while len(ends) < count:
        seats = seats_for(box.game, rules, rng)
        referee = REFEREES[game](rules.values(), seats)
        match = Match(box.game, rules, seats, undo_chance=True)
        played = play_out(referee, match, rng)
        if played is None:
            continue
        due = referee.ask()
        assert isinstance(match.ask, Over)
        assert (list(match.ask.result.scores), list(match.ask.result.winners)) == (
            due["scores"],
            due["winners"],
        )
        text = records.write(records.of(match, tuple(records.SeatLine("") for _ in range(seats)), "manual"))
        assert records.replay(records.parse(text), box.game).state == match.state
        start = {
            "do": "new",
            "game": game,
            "preset": preset,
            "rules": changed,
            "seats": seats,
            "chance": "manual",
        }
        requests += [start, *played, {"do": "record"}, {"do": "load", "record": text}]
        ends.append((len(requests), due, text))
    said = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(COMMAND, input=said, capture_output=True, text=True, check=True, timeout=1000)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for number, (end, due, text) in enumerate(ends):
        last, written, loaded = answers[end - 3 : end]
        assert last["ask"] == loaded["ask"] == due
        assert written["record"] == text
        (folder / f"{number}.txt").write_text(text, "utf-8")
    files = [str(folder / f"{number}.txt") for number in range(count)]
    command = [sys.executable, "-m", "sofra", "replay", "--quiet", *files]
    replayed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=1000)
    assert (replayed.returncode, replayed.stdout, replayed.stderr) == (0, "", "")


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_random_match_of_every_preset_ends_alike_everywhere(game: str, preset: str, tmp_path: Path) -> None:
    judge(game, preset, SHORTER[game], count=1, rng=Random(f"{game} {preset}"), folder=tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(20_000)
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_thousand_random_matches_of_every_preset_end_alike_everywhere(
    game: str, preset: str, tmp_path: Path
) -> None:
    rng = Random(f"soak {game} {preset}")
    for _ in range(1000 // BATCH):
        judge(game, preset, {}, count=BATCH, rng=rng, folder=tmp_path)
