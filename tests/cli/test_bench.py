"""`sofra bench` measures what the budgets name; how fast things are is its business alone, not the tests'."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from sofra.cli import bench, figures, weight
from sofra.cli.figures import Figure
from sofra.cli.row import Row
from sofra.games import boxes
from tests.cli.conftest import Run

FIELDS = {"name", "value", "unit", "reference", "ratio"}


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A glance instead of a measurement."""
    monkeypatch.setattr(figures, "SECONDS", 0.01)
    monkeypatch.setattr(figures, "ROUNDS", 1)
    monkeypatch.setattr(figures, "STARTS", 1)
    monkeypatch.setattr(figures, "REQUESTS", 20)


def test_every_figure_of_the_budgets_has_a_name() -> None:
    names = [figure.name for figure in figures.figures()]
    assert {"engine", "start-up", "page", "server", *(f"core {key}" for key in boxes())} <= set(names)
    with_bench = {f"game {key}" for key, box in boxes().items() if box.part("bench") is not None}
    assert with_bench <= set(names)


def test_core_engine_and_start_up_stand_beside_a_reference(here: Run) -> None:
    for only, unit in (("core farkle", "decisions/s"), ("engine", "requests/s"), ("start-up", "ms")):
        done = here("bench", "--json", "--only", only)
        assert (done.returncode, done.stderr) == (0, "")
        found = json.loads(done.stdout)
        assert set(found) == {"machine", "figures"}
        assert {"python", "system", "cores"} <= set(found["machine"])
        assert len(found["figures"]) == (2 if only == "start-up" else 1)
        for row in found["figures"]:
            assert set(row) == FIELDS
            assert row["unit"] == unit
            assert row["value"] > 0
            if only != "core farkle" or found["machine"]["open_spiel"] == "installed":
                assert row["reference"]
                assert row["ratio"] > 0


HURRIED = """
from sofra.cli import figures
from sofra.cli.dispatch import run
figures.TABLES, figures.LOAD_SECONDS = 3, 0.4
raise SystemExit(run(["bench", "--json", "--only", "server"]))
"""
"""A glance at the server, in a process of its own: the load runs on another event loop than the tests do."""


def test_the_server_is_measured_beside_a_bare_socket() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HURRIED], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["figures"]
    units = ["moves/s", "ms CPU/move", "moves/s", "ms"]
    assert [row["unit"] for row in rows] == units
    assert all(row["value"] > 0 for row in rows)
    assert [bool(row["ratio"] is not None) for row in rows] == [True, True, False, False]


def test_the_table_shows_the_same_rows(here: Run) -> None:
    done = here("bench", "--only", "core")
    assert (done.returncode, done.stderr) == (0, "")
    for key in boxes():
        assert re.search(rf"core {key} .*decisions/s", done.stdout)


def test_without_openspiel_figures_have_no_ratio(here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "_pig", lambda: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = here("bench", "--only", "core farkle")
    assert (done.returncode, done.stderr) == (0, "")
    assert "×" not in done.stdout
    assert "OpenSpiel is not installed" in done.stdout
    (row,) = json.loads(here("bench", "--only", "core farkle", "--json").stdout)["figures"]
    assert (row["reference"], row["ratio"]) == ("", None)


def test_a_games_own_rows_stand_beside_pig_inside_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "pig_inside", lambda: 50.0)
    rows = figures.own("farkle", lambda: [("twin", 200.0, "decisions/s"), ("farkle solve", 1.5, "s")])
    assert rows == [
        Row("farkle twin", 200.0, "decisions/s", "OpenSpiel's pig inside C++", 4.0),
        Row("farkle solve", 1.5, "s"),
    ]


def test_a_decision_is_counted_once_and_pig_plays_to_its_end() -> None:
    for box in boxes().values():
        assert figures.decisions(box.game, 0.0) == 1024
    game = figures._pig()
    if game is not None:
        assert figures.pig_decisions(game, 0.0) == 1024
        assert (figures.pig_inside() or 0) > 0


def test_only_picks_by_name(here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def figure(name: str) -> Figure:
        def rows() -> list[Row]:
            ran.append(name)
            return [Row(name, 1.0, "things/s")]

        return Figure(name, rows)

    monkeypatch.setattr(
        bench, "figures", lambda: iter([figure("core a"), figure("core b"), figure("game a")])
    )
    done = here("bench", "--json", "--only", "b")
    assert [row["name"] for row in json.loads(done.stdout)["figures"]] == ["core b"]
    assert ran == ["core b"]


@pytest.mark.parametrize(
    ("address", "body", "due"),
    [
        (
            "/t/x",
            '<link rel="stylesheet" href="/static/a.css?v=1"><script type="module" src="/static/a.js"></script>',
            ["/static/a.css?v=1", "/static/a.js"],
        ),
        (
            "/t/x",
            '<img src="/i.svg"><a href="/rules"><use href="#die"><img src="data:image/png;base64,x">',
            ["/i.svg"],
        ),
        ("/t/x", '<link rel="expect" href="#match" blocking="render">', []),
        (
            "/static/a.css?v=1",
            "@import 'b.css'; div { background: url(wood.svg) } svg { fill: url(#a) }",
            ["/static/wood.svg", "/static/b.css"],
        ),
        (
            "/static/a.js",
            'import { x } from "./b.js"; import "/static/c.js"; await import("./d.js"); // from here',
            ["/static/b.js", "/static/c.js", "/static/d.js"],
        ),
        ("/static/a.svg", '<image href="b.png"/>', []),
    ],
)
def test_a_page_weighs_with_all_that_it_fetches(address: str, body: str, due: list[str]) -> None:
    assert sorted(weight.links(address, body.encode())) == sorted(due)


def test_every_game_has_a_page_to_weigh() -> None:
    rows = weight.rows()
    assert [row.name for row in rows] == [f"page {key}" for key in boxes()]
    for row in rows:
        assert row.unit == "kB"
        assert row.ratio is not None
        # The one figure that is the same on every machine.
        assert 5 < row.value < weight.BUDGET / 1000
