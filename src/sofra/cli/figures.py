"""What ``sofra bench`` measures: speeds and sizes, each beside a reference that is measured in the same run.

A decision is: ask, list of moves, uniform choice, apply, chance included.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from sofra.cli.row import Row
from sofra.core.asks import Chance, Choice
from sofra.core.dealers import Fast
from sofra.core.errors import Unsupported
from sofra.core.events import Act
from sofra.core.game import AnyGame
from sofra.games import boxes

ROUNDS = 40
SECONDS = 0.03
"""Speed is measured in short rounds, ours and the reference's in turn, and the best of each counts: it is the one that
other work on the machine disturbed least."""

STARTS = 9
COMPILED = re.compile(r"\b(?:compiled|kernel|twin)\b")
"""What the decisions of compiled rules are called in a game's own rows."""

REQUESTS = 4000
TABLES, LOAD_SECONDS, PACE = 500, 8.0, 1500.0
"""Tables at once for the server's figures, seconds for each of them, and moves a second where they are paced."""

ECHO = """
import json, sys
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(json.dumps(json.loads(line)).encode() + b"\\n")
    sys.stdout.buffer.flush()
"""


BARE = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
async def health(request):
    return PlainTextResponse("good")
uvicorn.run(Starlette(routes=[Route("/healthz", health)]), port=int(sys.argv[1]), log_level="warning")
"""
"""The least that could be started in place of our server: the same framework with the one address."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Something to measure: a name to pick it by, and what gives its rows."""

    name: str
    rows: Callable[[], Sequence[Row]]


def figures() -> Iterator[Figure]:
    """Everything there is to measure, the game's own figures last."""
    for key in boxes():
        yield Figure(f"core {key}", lambda key=key: core(key))  # type: ignore[misc]
    yield Figure("engine", engine)
    yield Figure("start-up", start_up)
    yield Figure("page", pages)
    yield Figure("server", server)
    for key, box in boxes().items():
        if (rows := box.part("bench")) is not None:
            yield Figure(f"game {key}", lambda key=key, rows=rows: own(key, rows))  # type: ignore[misc]


def core(key: str) -> list[Row]:
    """Random decisions a second of the readable rules with two seats, beside OpenSpiel's pig driven from Python."""
    game, name = boxes()[key].game, f"core {key}"
    pig = _pig()
    rates = [(_rate(lambda: decisions(game, SECONDS)), _pig_rate(pig)) for _ in range(ROUNDS)]
    rate, reference = (max(found) for found in zip(*rates, strict=True))
    if not reference:
        return [Row(name, rate, "decisions/s")]
    return [Row(name, rate, "decisions/s", "OpenSpiel's pig driven from Python", rate / reference)]


def _pig_rate(pig: Any | None) -> float:
    return 0.0 if pig is None else _rate(lambda: pig_decisions(pig, SECONDS))


def _rate(run: Callable[[], int]) -> float:
    """What ``run`` counted, a second of this process's own time."""
    begin = time.process_time()
    count = run()
    return count / (time.process_time() - begin)


def decisions(game: AnyGame, seconds: float) -> int:
    """Play random matches of a game for about ``seconds`` and count the decisions."""
    rng = Random(1)
    dealer, pick = Fast(rng), rng.random
    rules, seats = game.rules(), max(2, game.facts.seats[0])
    start, ask_of, moves_of, apply = game.start(rules, seats), game.ask, game.moves, game.apply
    answer = dealer.answer
    state, count, until = start, 0, time.process_time() + seconds
    while True:
        ask = ask_of(state)
        if type(ask) is Choice:
            seat = ask.seats[0]
            moves = moves_of(state, seat)
            state = apply(state, Act(seat, moves[int(pick() * len(moves))]))
            count += 1
            if not count & 1023 and time.process_time() > until:
                return count
        elif type(ask) is Chance:
            state = apply(state, answer(ask))
        else:
            state = start


def _pig() -> Any | None:
    """OpenSpiel's pig for two, or None where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel.load_game("pig(players=2,horizon=1000,winscore=100)")


def pig_decisions(game: Any, seconds: float) -> int:
    """Play random matches of pig for about ``seconds`` through OpenSpiel's Python interface and count the decisions."""
    pick, count, until = Random(1).random, 0, time.process_time() + seconds
    state = game.new_initial_state()
    while True:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(pick() * len(outcomes))][0])
        elif state.is_terminal():
            state = game.new_initial_state()
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(pick() * len(actions))])
            count += 1
            if not count & 1023 and time.process_time() > until:
                return count


def pig_inside() -> float | None:
    """Random decisions a second of pig played by OpenSpiel's own bots, all inside C++; None without OpenSpiel."""
    game = _pig()
    if game is None:
        return None
    import pyspiel

    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(2)]
    matches, played = 0, 0
    state = game.new_initial_state()
    begin = time.process_time()
    while (spent := time.process_time() - begin) < 20 * SECONDS:
        pyspiel.evaluate_bots(state.clone(), bots, matches)
        matches += 1
    for seed in range(300):
        played += _pig_length(game, Random(seed).random)
    return matches * played / 300 / spent


def _pig_length(game: Any, pick: Callable[[], float]) -> int:
    state, count = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(pick() * len(outcomes))][0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(pick() * len(actions))])
            count += 1
    return count


def engine() -> list[Row]:
    """Requests a second that a running engine answers one after another, beside a process that only echoes JSON."""
    first = {"do": "new", "game": "farkle", "seats": 2, "seed": "bench"}
    asked = [
        b'{"do":"moves","seat":0}\n',
        b'{"do":"view","seat":0}\n',
        b'{"do":"ask"}\n',
        b'{"do":"score"}\n',
    ]
    own = _requests([sys.executable, "-m", "sofra", "engine"], first, asked)
    echo = _requests([sys.executable, "-c", ECHO], first, asked)
    return [Row("engine", own, "requests/s", "a Python process that echoes JSON lines", own / echo)]


def _requests(command: list[str], first: dict[str, Any], asked: Sequence[bytes]) -> float:
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(first).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        begin = time.perf_counter()
        for number in range(REQUESTS):
            process.stdin.write(asked[number % len(asked)])
            process.stdin.flush()
            process.stdout.readline()
        spent = time.perf_counter() - begin
        process.stdin.close()
    return REQUESTS / spent


def start_up() -> list[Row]:
    """How long ``sofra --help`` takes, beside a Python that does nothing; and how long it takes from the start of a server
    with a new folder until it says that it is well, beside one that does nothing else."""
    pairs = [
        (
            _milliseconds([sys.executable, "-m", "sofra", "--help"]),
            _milliseconds([sys.executable, "-c", "pass"]),
        )
        for _ in range(STARTS)
    ]
    own, bare = (median(times) for times in zip(*pairs, strict=True))
    serve = [sys.executable, "-m", "sofra", "serve"]
    pairs = [(_until_up(serve), _until_up([sys.executable, "-c", BARE])) for _ in range(STARTS)]
    up, least = (median(times) for times in zip(*pairs, strict=True))
    return [
        Row("start-up", own, "ms", "python3 -c pass", own / bare),
        Row("start-up server", up, "ms", "a bare Starlette server", up / least),
    ]


def _milliseconds(command: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return 1000 * (time.perf_counter() - begin)


def _until_up(command: list[str]) -> float:
    """Milliseconds from the start of a server until ``/healthz`` answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="sofra-up-") as folder:
        flags = ["--port", str(port), "--data", folder] if command[-1] == "serve" else [str(port)]
        begin = time.perf_counter()
        with subprocess.Popen([*command, *flags], stdout=subprocess.DEVNULL) as process:
            try:
                while not _is_well(port):
                    if process.poll() is not None:
                        raise Unsupported("the server did not start")
                    time.sleep(0.002)
                return 1000 * (time.perf_counter() - begin)
            finally:
                process.terminate()


def _is_well(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def server() -> list[Row]:
    """Moves through the command endpoint, on the disk before they are acknowledged: as many as go, and what they cost;
    then paced, and how long one in a hundred waits at least. Client and server share the machine's cores."""
    from sofra.web import load

    full = load.run(game="farkle", tables=TABLES, seconds=LOAD_SECONDS, rate=None)
    paced = load.run(game="farkle", tables=TABLES, seconds=LOAD_SECONDS, rate=PACE)
    bare = "a bare socket with SQLite group commit"
    rate, cost = full["moves_per_second"], full["cpu_ms_per_move"]
    return [
        Row("server saturated", rate, "moves/s", bare, rate / full["reference_moves_per_second"]),
        Row("server saturated", cost, "ms CPU/move", bare, cost / full["reference_cpu_ms_per_move"]),
        Row("server paced", paced["moves_per_second"], "moves/s"),
        Row("server paced p99", paced["p99_ms"], "ms"),
    ]


def pages() -> list[Row]:
    """What a table page weighs; in a browser held down to a phone, where there is one, how quick it is."""
    from sofra.cli import browsing, weight

    return [*weight.rows(), *browsing.rows()]


def own(key: str, rows: Callable[[], Sequence[tuple[str, float, str]]]) -> list[Row]:
    """What a game measures of itself (its solver, its compiled twin); decisions of compiled rules stand beside pig inside C++."""
    found = []
    for name, value, unit in rows():
        full = name if name.startswith(key) else f"{key} {name}"
        inside = pig_inside() if unit == "decisions/s" and COMPILED.search(name) else None
        if inside is None:
            found.append(Row(full, value, unit))
        else:
            found.append(Row(full, value, unit, "OpenSpiel's pig inside C++", value / inside))
    return found
