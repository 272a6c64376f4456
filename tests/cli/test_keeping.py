"""The record on disk is whole at every moment, outlives its process, and is played by one process at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from sofra.cli import keeping
from sofra.cli.keeping import Keeper
from sofra.core import record as records
from sofra.core.asks import Chance, Choice, Over
from sofra.core.dealers import seeded
from sofra.core.errors import SofraError
from sofra.core.events import Act
from sofra.core.match import Match
from sofra.core.record import SeatLine
from sofra.games import open_box

SEATS = (SeatLine("Elif"), SeatLine("Penny", "careful"))


def begin(path: Path) -> tuple[Keeper, Match]:
    game = open_box("farkle").game
    match = Match(game, game.rules.of({"target": 1000}), 2)
    return Keeper.begin(path, records.of(match, SEATS, "seed keeping")), match


def play(keeper: Keeper, match: Match, events: int) -> None:
    """So many random events, each written down."""
    rng = Random(5)
    for _ in range(events):
        ask = match.ask
        if isinstance(ask, Over):
            keeper.finish(ask.result)
            return
        if isinstance(ask, Chance):
            entry = seeded("keeping").answer(ask)
            match.do(entry)
            keeper.add(entry, match.game)
        elif isinstance(ask, Choice):
            act = Act(ask.seats[0], rng.choice(match.moves(ask.seats[0])))
            match.do(act)
            keeper.add(act, match.game)


def test_the_file_is_the_record_after_every_entry(tmp_path: Path) -> None:
    keeper, match = begin(tmp_path / "a.txt")
    for _ in range(30):
        play(keeper, match, 1)
        found = records.parse((tmp_path / "a.txt").read_text("utf-8"))
        assert found.entries == records.of(match, SEATS, "seed keeping").entries
        assert records.replay(found, match.game).state == match.state
    keeper.close()


def test_a_finished_file_is_byte_for_byte_the_written_record(tmp_path: Path) -> None:
    keeper, match = begin(tmp_path / "a.txt")
    play(keeper, match, 5000)
    keeper.close()
    text = (tmp_path / "a.txt").read_text("utf-8")
    assert text == records.write(records.of(match, SEATS, "seed keeping"))
    assert records.parse(text).signed
    with pytest.raises(SofraError, match="is over"):
        Keeper.resume(tmp_path / "a.txt")


def test_a_line_that_a_crash_tore_apart_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    keeper, match = begin(path)
    play(keeper, match, 9)
    keeper.close()
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rindex(b"\n") + 1
    for cut in range(last + 1, len(whole)):
        path.write_bytes(whole[:cut])
        again, found = Keeper.resume(path)
        again.close()
        assert path.read_bytes() == whole[:last]
        assert len(found.entries) == 8


def test_two_processes_do_not_play_one_match(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    keeper, _ = begin(path)
    code = "import sys; from pathlib import Path; from sofra.cli.keeping import Keeper; Keeper.resume(Path(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False, timeout=300
    )
    assert "is being played in another terminal" in done.stderr
    keeper.close()
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("precious", "utf-8")
    with pytest.raises(SofraError, match="is there already"):
        begin(tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text("utf-8") == "precious"


def test_unfinished_matches_are_found_the_last_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert list(keeping.unfinished()) == []
    paths = [keeping.new_path("farkle") for _ in range(4)]
    assert len(set(paths)) == 4
    for age, path in enumerate(paths):
        keeper, match = begin(path)
        play(keeper, match, 5000 if age == 0 else 5)
        if age == 3:
            still_played = keeper
        else:
            keeper.close()
    import os

    for age, path in enumerate(paths):
        os.utime(path, (1000 + age, 1000 + age))
    (paths[0].parent / "farkle-broken.txt").write_bytes(b"\xff\xfe")
    (paths[0].parent / "farkle-empty.txt").write_bytes(b"")
    assert [path for path, _ in keeping.unfinished("farkle")] == [paths[2], paths[1]]
    assert list(keeping.unfinished("racko")) == []
    still_played.close()
    assert [path for path, _ in keeping.unfinished()] == [paths[3], paths[2], paths[1]]


def test_the_data_folder_is_where_people_expect_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert keeping.folder() == tmp_path / ".local" / "share" / "sofra" / "matches"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert keeping.folder() == tmp_path / ".local" / "share" / "sofra" / "matches"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert keeping.folder() == tmp_path / "data" / "sofra" / "matches"
