"""A fourth game: a package of rules alone is installed, and it plays everywhere with no edit to sofra."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.engine.driving import Engine, refused
from tests.web.process import Program

PACKAGE = Path(__file__).parent / "package"
KIT = """
import json
from sofra.games import open_box
from sofra.testing import CHECKS, failures, preset_cases
cases = dict(preset_cases(open_box("highcard")))
print(json.dumps([sorted(cases), len(CHECKS), {name: failures(case) for name, case in cases.items()}]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The environment of a machine on which the package is installed, with a home of its own."""
    target, home = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("home")
    install = [
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--target",
        str(target),
    ]
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *install, str(PACKAGE)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return {"PYTHONPATH": str(target), "HOME": str(home), "XDG_DATA_HOME": str(home)}


def sofra(installed: Mapping[str, str], *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """A command of sofra where the package is installed."""
    return subprocess.run(
        [sys.executable, "-m", "sofra", *words],
        input=said,
        env={**os.environ, **installed},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_package_knows_only_the_core_and_the_box() -> None:
    text = "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert set(re.findall(r"from (sofra[\w.]*) import", text)) == {
        "sofra.core",
        "sofra.core.value",
        "sofra.games.box",
    }


def test_without_the_package_sofra_has_never_heard_of_the_game(installed: Mapping[str, str]) -> None:
    assert "highcard" in sofra(installed, "games").stdout
    assert "highcard" not in sofra({}, "games").stdout


def test_the_game_passes_the_conformance_kit(installed: Mapping[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KIT],
        env={**os.environ, **installed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    cases, checks, found = json.loads(done.stdout)
    assert cases == ["highcard Low", "highcard Table", "highcard with 2"]
    assert checks >= 20
    assert found == {case: {} for case in cases}


def test_it_plays_over_the_engine_with_sealed_answers(installed: Mapping[str, str]) -> None:
    with Engine(**installed) as engine:
        (about,) = [game for game in engine.ask("games")["games"] if game["game"] == "highcard"]
        assert (about["seats"], set(about["presets"])) == ([2, 2], {"Table", "Low"})
        assert set(about["rules"]["properties"]) == {"deck", "lowest"}
        ask = engine.ask("new", game="highcard", rules={"deck": 12}, seats=2, chance="manual")["ask"]
        assert (ask["label"], ask["cards"], len(ask["of"])) == ("deal:1", 6, 12)
        assert engine.ask("chance", outcome=[1, 5, 9, 2, 6, 12])["ask"] == {"kind": "choice", "seats": [0, 1]}
        assert engine.ask("moves", seat=1)["moves"] == ["play 12", "play 2", "play 6"]
        refused(engine.try_to("play", seat=0, move="play 12"), "illegal")
        before = engine.ask("view", seat=0)["view"]
        assert engine.ask("play", seat=1, move="play 2")["ask"] == {"kind": "choice", "seats": [0]}
        after = engine.ask("view", seat=0)["view"]
        assert after == {**before, "answered": [False, True]}
        refused(engine.try_to("play", seat=1, move="play 6"), "turn")
        engine.ask("play", seat=0, move="play 1")
        for mine, other in ((5, 6), (9, 12)):
            engine.ask("play", seat=0, move=f"play {mine}")
            answer = engine.ask("play", seat=1, move=f"play {other}")
        assert answer["ask"] == {"kind": "over", "scores": [0, 3], "winners": [1]}
        text = engine.ask("record")["record"]
        assert engine.ask("load", record=text)["ask"] == answer["ask"]
        seeded = engine.ask("new", game="highcard", preset="Low", seats=2, seed="x")
        assert seeded["ask"] == {"kind": "choice", "seats": [0, 1]}
        assert (
            engine.ask("suggest", seat=1, player="careless")["move"] in engine.ask("moves", seat=1)["moves"]
        )


def test_it_plays_in_the_terminal_and_its_record_is_replayed(
    installed: Mapping[str, str], tmp_path: Path
) -> None:
    record = tmp_path / "match.txt"
    flags = ["--player", "Ada", "--bot", "careless", "--seed", "x", "--plain", "--speed", "none", "--lowest"]
    done = sofra(installed, "play", "highcard", *flags, "--record", str(record), said="1\n2\n\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Ada: your move") == 3
    kept = record.read_text("utf-8")
    assert "house rules: lowest=on" in kept
    assert len(re.findall(r"^[01] play \d+$", kept, re.MULTILINE)) == 6
    replayed = sofra(installed, "replay", str(record))
    assert (replayed.returncode, replayed.stderr) == (0, "")
    at = kept.index("0 play")
    record.write_text(kept[:at] + "0 play 10" + kept[kept.index("\n", at) :].rpartition("hash:")[0], "utf-8")
    wrong = sofra(installed, "replay", str(record))
    assert wrong.returncode == 1
    assert "that is not one of your cards" in wrong.stderr


@pytest.fixture
def port(installed: Mapping[str, str], tmp_path: Path) -> Iterator[int]:
    """The port of a server that runs where the package is installed."""
    server = subprocess.Popen(
        [sys.executable, "-m", "sofra", "serve", "--port", "0", "--data", str(tmp_path)],
        env={**os.environ, **installed},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        line = server.stdout.readline()
        found = re.search(r"http://[\w.]+:(\d+)", line)
        assert found is not None, line or server.communicate(timeout=300)
        yield int(found[1])
    finally:
        server.terminate()
        server.communicate(timeout=300)


def page_of(person: Program, table: str) -> str:
    status, _, data = person.ask("GET", f"/t/{table}", accept="text/html")
    assert status == 200
    return data.decode()


def move_form(page: str) -> tuple[dict[str, str], list[str]]:
    """The hidden fields of the move form of a page, and the moves it offers."""
    form = page[page.index('id="match"') :]
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form)[:3])
    offered = re.findall(r'name="move" value="([^"]*)"', form)
    return hidden, [unescape(text) for text in offered]


def test_two_people_play_it_on_pages_without_scripts(port: int) -> None:
    ada, bo = Program(port), Program(port)
    _, _, start = ada.ask("GET", "/", accept="text/html")
    assert b"highcard" in start.lower()
    chairs = {"chair-0": "person", "name-0": "Ada", "chair-1": "open", "name-1": ""}
    status, headers, _ = ada.form("/tables", {"game": "highcard", "preset": "Table", **chairs})
    assert status == 303
    table = headers["location"].removeprefix("/t/")
    assert bo.form(f"/t/{table}/sit", {"seat": 1, "command": "s", "name": "Bo", "mark": "sky"})[0] == 303
    assert ada.form(f"/t/{table}/start", {"command": "go"})[0] == 303
    people: dict[int, Any] = {0: ada, 1: bo}
    for _ in range(3):
        assert ada.see(table)["asked"] == [0, 1]
        hands = [set(people[seat].see(table)["view"]["hand"]) for seat in (0, 1)]
        for seat in (1, 0):
            page = page_of(people[seat], table)
            hidden, offered = move_form(page)
            assert {int(text.removeprefix("play ")) for text in offered} == hands[seat]
            assert not hands[seat] & hands[1 - seat]
            before = people[1 - seat].see(table)["view"]
            status, _, answer = people[seat].form(f"/t/{table}/do", {**hidden, "move": offered[0]})
            assert status == 303, answer
            if seat == 1:
                assert people[0].see(table)["view"] == {**before, "answered": [False, True]}
    end = ada.see(table)
    assert end["phase"] == "over"
    assert sum(end["view"]["points"]) == 3
    assert bo.see(table)["view"]["shown"] == end["view"]["shown"]
    for person in people.values():
        person.close()


def test_a_computer_player_sits_at_its_page_too(port: int) -> None:
    ada = Program(port)
    chairs = {"chair-0": "person", "name-0": "Ada", "chair-1": "bot:careless", "name-1": ""}
    status, headers, _ = ada.form("/tables", {"game": "highcard", "preset": "Low", **chairs})
    assert status == 303
    table = headers["location"].removeprefix("/t/")
    assert ada.see(table)["phase"] != "over"
    hidden, offered = move_form(page_of(ada, table))
    assert len(offered) == 3
    status, _, answer = ada.form(f"/t/{table}/do", {**hidden, "move": "play 99"})
    assert status in (400, 409, 422)
    assert "not one of your cards" in answer.decode()
    assert ada.form(f"/t/{table}/do", {**hidden, "move": offered[0]})[0] == 303
    ada.close()
