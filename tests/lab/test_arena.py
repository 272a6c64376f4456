"""The arena is fair, repeatable, takes any game and any program, and is loud about forfeits."""

from __future__ import annotations

import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Self

import pytest

from sofra.core import record
from sofra.core.errors import Malformed, SofraError, Unknown
from sofra.core.players import Sight
from sofra.games import boxes, open_box
from sofra.lab.arena import Plan, Standings, executor_of, play_units, run
from sofra.lab.matches import play
from sofra.lab.program import Forfeit, Program

FARKLE = open_box("farkle")
SHORT = FARKLE.game.rules(target=1000)

ANSWERS_FIRST = """
import json, sys
for line in sys.stdin:
    ask = json.loads(line)
    print(json.dumps({"id": ask["id"], "move": ask["moves"][0]}), flush=True)
"""


def program(tmp_path: Path, text: str) -> str:
    file = tmp_path / "player.py"
    file.write_text(text, encoding="utf-8")
    return f"cmd:{sys.executable} {file}"


def plan(*line_up: str, games: int = 8, **more: Any) -> Plan:
    return Plan("farkle", SHORT, line_up, games, **more)


def test_everybody_has_every_seat_on_the_same_dice() -> None:
    (unit,) = play_units(plan("steady", "steady", games=2), 0, 1)
    # The same player in both chairs: what one seat wins in one match the other wins in the other.
    assert unit.shares == (0.5, 0.5)


def test_a_match_depends_on_its_seed_alone() -> None:
    players = [FARKLE.players[key].make(SHORT, 2) for key in ("bold", "careful")]
    one, two, other = (play(FARKLE, SHORT, players, seed) for seed in ("7/1", "7/1", "7/2"))
    assert one.match.log == two.match.log
    assert one.match.log != other.match.log


@pytest.mark.parametrize("key", list(boxes()))
def test_any_game_has_an_arena(key: str) -> None:
    box = open_box(key)
    names = tuple(box.players)[:2] if len(box.players) > 1 else tuple(box.players) * 2
    standings = run(Plan(key, box.game.rules(), names, 2))
    assert standings.matches == 2
    assert sum(mean.total for mean in standings.wins) == pytest.approx(1.0)
    assert standings.forfeits == [0, 0]


def test_the_result_does_not_depend_on_the_executor() -> None:
    alone = run(plan("steady", "careful", games=12))
    with executor_of("process", 2) as pool:
        pooled = run(plan("steady", "careful", games=12), pool, batch=2)
    assert alone == pooled


def test_three_at_a_table_turn_around_it() -> None:
    standings = run(plan("bold", "careful", "careful", games=6))
    assert standings.matches == 6
    assert sum(mean.mean for mean in standings.wins) == pytest.approx(1.0)
    assert set(standings.beaten) == {("bold", "careful"), ("careful", "bold")}


def test_it_stops_once_it_knows_enough() -> None:
    told: list[int] = []
    standings = run(plan("steady", "careful", games=4000, until=0.9), told=lambda s: told.append(s.matches))
    assert standings.matches < 4000
    low, high = standings.wins[0].anytime()
    assert high - low <= 0.9
    assert told == [matches for matches, *_ in standings.curve]


def test_a_program_in_any_language_plays_by_json_lines(tmp_path: Path) -> None:
    standings = run(plan(program(tmp_path, ANSWERS_FIRST), "steady", games=4))
    assert standings.forfeits == [0, 0]
    assert standings.matches == 4


def test_a_program_is_told_what_happened_since_its_last_line(tmp_path: Path) -> None:
    seen = tmp_path / "seen.txt"
    text = ANSWERS_FIRST.replace("    print", f"    open({str(seen)!r}, 'a').write(line)\n    print")
    run(plan(program(tmp_path, text), "steady", games=2))
    import json

    lines = [json.loads(line) for line in seen.read_text(encoding="utf-8").splitlines()]
    assert {"id", "do", "game", "seat", "view", "told", "moves", "forms"} == set(lines[0])
    assert lines[0]["do"] == "choose"
    assert lines[0]["told"][0]["what"] == "thrown for start"
    assert [line["id"] for line in lines] == list(range(1, len(lines) + 1))
    # Together the lines of a match tell every event once, up to its last choice.
    second = next(
        k
        for k, line in enumerate(lines)
        if k and line["told"] and line["told"][0]["what"] == "thrown for start"
    )
    assert sum(line["told"][0]["what"] == "thrown for start" for line in lines if line["told"]) == 2
    assert all(line["seat"] == lines[0]["seat"] for line in lines[:second])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            'import sys\nfor line in sys.stdin: print(\'{"id": 1, "move": "fly"}\', flush=True)',
            '"fly" is no move',
        ),
        (
            'import sys\nfor line in sys.stdin: print(\'{"id": 1, "move": "bank"}\', flush=True)',
            "not among the moves",
        ),
        ("import sys\nfor line in sys.stdin: print('hello', flush=True)", "no JSON"),
        ('import sys\nfor line in sys.stdin: print(\'{"move": "roll"}\', flush=True)', "this question's id"),
        ("import sys\nfor line in sys.stdin: print('[' * 100_000, flush=True)", "no JSON"),
        ("import time\ntime.sleep(60)", "silent for 0.3 s"),
        ("raise SystemExit", "has ended"),
    ],
)
def test_an_illegal_answer_or_silence_forfeits_and_is_counted_apart(
    tmp_path: Path, text: str, reason: str
) -> None:
    standings = run(plan(program(tmp_path, text), "steady", games=2, limit=0.3 if "sleep" in text else 60.0))
    assert standings.forfeits == [2, 0]
    assert standings.wins[0].mean == 0.0
    assert any(reason in said for said in standings.reasons[0]), standings.reasons
    assert not standings.reasons[1]


def test_an_answer_that_comes_too_late_costs_one_match_and_not_the_next(tmp_path: Path) -> None:
    # It answers its first question with the second, which a first match that was given up asks in the second match.
    late = """
import json, sys
first = sys.stdin.readline()
for number, line in enumerate(sys.stdin):
    for text in [first, line] if number == 0 else [line]:
        ask = json.loads(text)
        print(json.dumps({"id": ask["id"], "move": ask["moves"][0]}), flush=True)
"""
    with Program(FARKLE, shlex.split(program(tmp_path, late).removeprefix("cmd:")), 1.0) as player:
        other = FARKLE.players["steady"].make(SHORT, 2)
        assert play(FARKLE, SHORT, [player, other], "a").reason == "it was silent for 1 s"
        player.limit = 60.0
        assert play(FARKLE, SHORT, [player, other], "b").forfeit is None


def test_a_program_that_never_reads_does_not_hold_up_the_arena() -> None:
    with Program(FARKLE, [sys.executable, "-c", "import time; time.sleep(600)"], 0.01) as player:
        asked = Sight(0, "x" * 100_000, (), (), ())
        for _ in range(3):
            with pytest.raises(Forfeit, match=r"silent for 0\.01 s"):
                player.choose(asked, Random(1))


def test_every_record_can_be_written_and_replayed(tmp_path: Path) -> None:
    run(plan("steady", "bold", games=4, records=tmp_path / "records"))
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == ["000000-0.txt", "000000-1.txt", "000001-0.txt", "000001-1.txt"]
    for file in files:
        match = record.replay(record.parse(file.read_text(encoding="utf-8")), FARKLE.game)
        assert match.over


def test_a_record_names_a_program_whatever_its_command_line_holds(tmp_path: Path) -> None:
    command = f"cmd:{sys.executable} -c '{ANSWERS_FIRST}{'#' * 3000}'"
    standings = run(plan(command, "steady", games=2, records=tmp_path))
    assert standings.forfeits == [0, 0]
    for file in sorted(tmp_path.iterdir()):
        kept = record.parse(file.read_text(encoding="utf-8"))
        assert record.replay(kept, FARKLE.game).over
        assert any(seat.name.startswith("cmd:") for seat in kept.seats)


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (plan("steady", "nobody"), Unknown),
        (plan("steady", "cmd:"), Malformed),
        (plan("steady", 'cmd:python3 "mine.py'), Malformed),
        (plan("steady", "py:sofra"), Malformed),
        (plan("steady", "py:sofra.nothing:make"), Unknown),
        (plan("steady", games=0), Malformed),
        (plan("steady", seed="one\ntwo"), Malformed),
        (plan(*["steady"] * 9), Malformed),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(wrong: Plan, kind: type[SofraError]) -> None:
    with pytest.raises(kind):
        run(wrong)


def test_there_are_two_kinds_of_executor() -> None:
    with pytest.raises(Unknown, match="process and dask"), executor_of("cloud"):
        pass


def test_a_cluster_plays_the_same_matches_and_one_that_is_not_there_is_said_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The client of ``distributed`` as the arena uses it: made from an address, closed at the end, an executor inside."""
    closed = []

    class Client:
        def __init__(self, address: str) -> None:
            if address != "tcp://here":
                raise OSError("Timed out trying to connect")

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            closed.append(True)

        def get_executor(self) -> ThreadPoolExecutor:
            return ThreadPoolExecutor(1)

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))
    wanted = plan("steady", "bold", games=12)
    with executor_of("dask:tcp://here") as pool:
        assert run(wanted, pool).curve == run(wanted).curve
    assert closed == [True]
    with (
        pytest.raises(Unknown, match="no Dask scheduler at tcp://nowhere"),
        executor_of("dask:tcp://nowhere"),
    ):
        pass


def test_standings_begin_empty() -> None:
    standings = Standings(plan("steady", "bold"))
    assert (standings.matches, standings.enough()) == (0, False)
