"""A table with its own house rules is solved beside the server, and then its coach is exact."""

from __future__ import annotations

import subprocess
import sys

import pytest

from farkle_solve.test_coach import position
from sofra.core import Act, Match, Outcome, Sight
from sofra.core.errors import Unsupported
from sofra.games.farkle import background, coach, exact, judge, standing, within
from sofra.games.farkle.coach import COACH
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import PRESETS, FarkleRules


def test_presets_are_at_hand_at_once() -> None:
    assert all(background.begin(rules) for rules in PRESETS.values())


def test_house_rules_of_a_table_become_exact_once_the_worker_is_done() -> None:
    rules = FarkleRules(target=750, opening=400, minimum_bank=150)
    here = position(rules, "roll", (1, 2, 4, 4, 4, 6))
    assert COACH.advise(rules, here)[0].se > 0
    assert not background.begin(rules)
    assert not background.begin(rules)
    assert background.wait(rules, 250)
    assert background.begin(rules)
    assert COACH.advise(rules, here)[0].se == 0


def test_one_worker_is_busy_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    working = {FarkleRules(target=900, opening=450): busy}
    monkeypatch.setattr(background, "_working", working)
    wanted = FarkleRules(target=900, opening=500, minimum_bank=200)
    try:
        assert not background.begin(wanted)
        assert list(working.values()) == [busy]
    finally:
        busy.kill()
        busy.wait()
    started: list[list[str]] = []
    monkeypatch.setattr(background.subprocess, "Popen", lambda command, **_: started.append(command) or busy)
    assert not background.begin(wanted)
    assert [command[-1] for command in started] == [wanted.write()]
    assert not background.begin(wanted)
    assert len(started) == 1


def test_preparing_waits_for_nothing_where_nothing_is_to_be_solved() -> None:
    assert COACH.prepare(FarkleRules(), 2)
    assert COACH.prepare(FarkleRules(pass_on=True), 2)
    assert COACH.prepare(FarkleRules(target=850, opening=300), 5)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_table_that_was_set_up_has_nothing_left_to_load_for_its_first_answer(seats: int) -> None:
    rules = PRESETS["Kingdom"]
    for made in (within._row, exact._shipped, coach._load, standing.turn_of, judge._estimated):
        made.cache_clear()  # type: ignore[attr-defined]
    assert COACH.prepare(rules, seats)
    before = within._row.cache_info().misses, exact._shipped.cache_info().misses
    assert before[0] == 1
    match = Match(FARKLE, rules, seats)
    match.do(Outcome(match.ask.label, (6, *[1] * (seats - 1))))  # type: ignore[union-attr]
    match.do(Act(0, FARKLE.read("roll")))
    match.do(Outcome(match.ask.label, (1, 1, 5, 3, 2, 2)))  # type: ignore[union-attr]
    assert COACH.advise(rules, Sight(0, match.view(0), (), match.moves(0)))
    assert (within._row.cache_info().misses, exact._shipped.cache_info().misses) == before


def test_rules_without_a_solution_are_refused() -> None:
    with pytest.raises(Unsupported):
        background.begin(FarkleRules(pass_on=True))


def test_what_was_kept_is_found_again_and_a_shorter_target_needs_no_file() -> None:
    rules = FarkleRules(target=3350)
    solution = exact.at_hand(rules)
    assert solution is not None
    assert not exact.kept_file(rules).exists()
    assert solution.rules == rules


def test_the_coach_of_a_preset_imports_neither_numba_nor_numpy() -> None:
    code = (
        "import sys; from sofra.games.box import open_box; b = open_box('farkle');"
        "b.tools['farkle.plan'].run({'scores': [0, 0], 'rules': {}, 'left': 6}); b.coach; b.players;"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
