"""Each check of the kit finds the faults planted for it, and nobody else's."""

import pytest

from sofra.testing import CHECKS, Case, failures
from tests.faults.planted import FAULTS

CORRECT = [
    Case("tests.faults.duel:DUEL", rules, seats)
    for rules in ("default", "prize=2, lowest=on")
    for seats in (2, 3)
]


def case_of(address: str) -> Case:
    rules = "target=1000, pass_on=on" if ":Farkle" in address else "default"
    return Case(address, rules, 3, budget=30)


@pytest.mark.parametrize("case", CORRECT, ids=str)
def test_the_game_without_a_fault_passes_every_check(case: Case) -> None:
    assert failures(case) == {}


@pytest.mark.parametrize(
    ("address", "check"), FAULTS, ids=[address.rpartition(":")[2] for address, _ in FAULTS]
)
def test_a_planted_fault_is_found_by_its_check_and_by_no_other(address: str, check: str) -> None:
    assert list(failures(case_of(address))) == [check]


def test_every_check_has_a_fault_to_find() -> None:
    assert {check for _, check in FAULTS} == set(CHECKS)
    assert len(FAULTS) >= 20
