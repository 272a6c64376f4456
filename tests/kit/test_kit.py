"""Every game that is here passes the conformance kit, under every preset."""

import pytest

from sofra.games import boxes
from sofra.testing import CHECKS, Case, Check, preset_cases

CASES = [pytest.param(case, id=name) for box in boxes().values() for name, case in preset_cases(box)]


# All checks of one case after another: several look at the same twins.
@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("case", CASES)
def test_the_games_conform(check: Check, case: Case) -> None:
    check(case)


def test_there_are_games_and_each_is_tested_under_every_preset() -> None:
    tested = {param.values[0] for param in CASES}
    assert {"farkle", "racko", "raks"} <= set(boxes())
    for box in boxes().values():
        assert box.game.facts.key == box.key
        for rules in box.game.presets.values():
            assert any(case.address == box.game_at and case.rules == rules for case in tested)
