"""Frames, engine lines and record files of any kind are answered or refused in words, and nothing breaks.

Each run takes some thousands of cases from fixed seeds; the soak takes 34,000 of each kind from a fresh seed, which it says.
"""

import asyncio
import json
import os
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from sofra.core import record as records
from sofra.core.errors import SofraError
from sofra.dealing import verify
from sofra.engine.server import answer_line
from sofra.engine.session import Session
from sofra.games import open_box
from sofra.web.load import seat as seat_two
from sofra.web.load_socket import LoadSocket
from tests.dealing.test_sealed import sealed_record
from tests.soak.bad_network import Message, _read
from tests.soak.fuzzing import json_case, spoiled
from tests.soak.test_bad_network import say
from tests.web.process import Server

# Seeds of runs that found something are added here, so that they are tried for ever.
SEEDS = (1, 2)
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))
COMMANDS = [
    {"do": "move", "command": "c", "seat": 0, "ask": 9, "move": "roll"},
    {"do": "move", "command": "c", "seat": 1, "ask": 9, "move": "keep 1 1 5"},
    {"do": "undo", "command": "c", "seat": 0, "to": 1},
    {"do": "sit", "command": "c", "seat": 1, "name": "Zoe", "mark": "navy"},
    {"do": "claim", "command": "c", "seat": 1, "secret": "x" * 43},
    {"do": "link", "command": "c", "seat": 0, "secret": "x" * 43, "alone": True},
    {"do": "sit-in", "command": "c", "seat": 0, "persona": "careful"},
    {"do": "nudge", "command": "c", "seat": 1, "ask": 9},
    {"do": "policy", "command": "c", "policy": {"undo": True, "window": 5}},
    {"do": "give", "command": "c", "seed": "ab" * 32},
    {"do": "words", "command": "c", "seat": 0, "words": "tavla"},
    {"do": "promise", "command": "c", "promise": "ab" * 32},
    {"do": "rematch", "command": "c"},
]
LINES = [
    {"do": "games", "id": 1},
    {"do": "new", "game": "farkle", "seats": 2, "seed": "x"},
    {"do": "new", "game": "raks", "seats": 3, "chance": "manual"},
    {"do": "ask"},
    {"do": "moves", "seat": 0},
    {"do": "play", "seat": 0, "move": "roll"},
    {"do": "chance", "outcome": [1, 2, 3, 4, 5, 6]},
    {"do": "view", "seat": None},
    {"do": "score"},
    {"do": "record"},
    {"do": "load", "record": "sofra record 1\ngame: farkle\n"},
    {"do": "suggest", "player": "careful", "seat": 0, "budget_ms": 5},
]
MANY = 34_000
KINDS = {"malformed", "illegal", "turn", "unknown", "unsupported"}


def frames(folder: Path, seed: int, cases: int) -> None:
    """Send so many frames over sockets of both seats; each is answered once, and the table is there afterwards."""
    rng = Random(seed)

    async def main(address: str) -> None:
        table, *cookies = await seat_two(address, "farkle", seed)
        answered: list[Message] = []

        def heard(text: bytes) -> None:
            answered.append(_read(text))

        where = f"ws{address.removeprefix('http')}/t/{table}/stream?as=json&since=0"
        sockets = [await LoadSocket.open(where, {"cookie": cookie}, heard) for cookie in cookies]
        sent = got = 0
        while sent < cases:
            for _ in range(min(20, cases - sent)):
                frame = json_case(rng, COMMANDS)
                if rng.random() < 0.7:
                    frame = frame.replace(b'"c"', b'"c%d"' % sent, 1)
                # Text has to be UTF-8: anything else ends a socket, by the protocol's own rules.
                rng.choice(sockets).send(frame.decode("utf-8", "replace").encode()[:9000])
                sent += 1
            end = asyncio.get_running_loop().time() + 60
            while got < sent:
                assert asyncio.get_running_loop().time() < end, f"seed {seed}: {sent} frames, {got} answers"
                assert not any(socket.gone.done() for socket in sockets), f"seed {seed}: a socket was closed"
                await asyncio.sleep(0.001)
                got += sum(len(message.answers) for message in answered)
                for message in answered:
                    for answer in message.answers:
                        assert (
                            answer["outcome"] in ("accepted", "already done")
                            or answer["error"]["kind"] in KINDS
                        )
                        assert "something broke" not in str(answer)
                answered.clear()
        for socket in sockets:
            socket.close()

    with Server(folder) as server:
        asyncio.run(main(server.address))
        status, log = server.stop()
        assert status == 0
        assert "Traceback" not in log
        assert "fault" not in log


def lines(seed: int, cases: int) -> None:
    """Give so many lines to engine sessions; each is answered by one line of JSON."""
    rng = Random(seed)
    session = Session()
    for number in range(cases):
        if number % 50 == 0:
            session = Session()
            session.answer(
                {"do": "new", "game": rng.choice(("farkle", "racko", "raks")), "seats": 2, "seed": "f"}
            )
        line = json_case(rng, LINES).replace(b"\n", b" ")
        text = answer_line(session, line)
        assert text.endswith(b"\n"), (seed, number, line)
        assert text.count(b"\n") == 1, (seed, number, line)
        answer = json.loads(text)
        if "error" in answer:
            assert answer["error"]["kind"] in KINDS, (seed, number, line)
            assert "fault of its own" not in answer["error"]["message"], (seed, number, line)


def files(seed: int, cases: int) -> int:
    """Read, replay and check so many spoiled records; each is fine or refused in words. Returns how many were fine."""
    rng = Random(seed)
    texts = [path.read_bytes() for path in GOLDEN]
    texts += [records.write(sealed_record(game, 1)).encode() for game in ("farkle", "racko", "raks")]
    # Short ones first: most of a long record is like the rest of it.
    whole = [b"\n".join(text.split(b"\n")[:60]) for text in texts]
    fine = 0
    for number in range(cases):
        text = rng.choice(texts if number % 50 == 0 else whole)
        spoilt = spoiled(rng, text).decode("utf-8", "replace")
        try:
            fine += readable(spoilt)
        except Exception as error:
            raise AssertionError(f"seed {seed}, case {number}: {spoilt[:300]!r}") from error
    # Some are only changed and not broken: what comes after reading is tried too.
    assert cases / 50 < fine < cases * 0.9
    return fine


def readable(text: str) -> bool:
    """Whether a text is a record; a refusal is in words, and anything else is raised."""
    try:
        record = records.parse(text)
        game = open_box(record.game).game
    except SofraError:
        return False
    for work in (verify, records.replay):
        with suppress(SofraError):
            work(record, game)
    return True


def test_a_thousand_frames_are_each_answered(tmp_path: Path) -> None:
    for seed in SEEDS:
        frames(tmp_path / str(seed), seed, 500)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_thousand_lines_are_each_answered(seed: int) -> None:
    lines(seed, 1000)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_thousand_spoiled_records_are_fine_or_refused_in_words(seed: int) -> None:
    files(seed, 1000)


def fresh_seed() -> int:
    seed = int.from_bytes(os.urandom(4), "big")
    say(f"seed {seed}")
    return seed


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_very_many_frames(tmp_path: Path) -> None:
    frames(tmp_path, fresh_seed(), MANY)
    say(f"{MANY:,} frames were each answered")


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_very_many_lines() -> None:
    lines(fresh_seed(), MANY)
    say(f"{MANY:,} lines were each answered")


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_very_many_records() -> None:
    fine = files(fresh_seed(), MANY)
    say(f"{MANY:,} spoiled records were read, {fine:,} of them fine, the others refused in words")
