"""Ten kinds of tampering and more, each found at its roll or card by the project's verifier and by the third one."""

from dataclasses import replace
from random import Random

import pytest

from sofra.core import record as records
from sofra.dealing import Verdict, verify
from sofra.games import open_box
from tests.dealing.tampering import sealed_text, tampered, vector
from tests.dealing.third import third_verdict

GAMES = ("farkle", "racko")


def where(verdict: Verdict) -> str:
    """Where the project's verifier found something: a label, a shuffle, or "" in front of the match."""
    assert verdict.reason is not None
    fields = verdict.reason.fields
    return str(fields.get("label") or fields.get("name") or "")


@pytest.mark.parametrize("game", GAMES)
def test_an_untouched_record_is_good_for_both(game: str) -> None:
    for seed in range(5):
        text = sealed_text(game, seed)
        verdict = verify(records.parse(text), open_box(game).game)
        assert (verdict.good, verdict.given) == (True, 3), verdict.reason
        assert third_verdict(text) is None


@pytest.mark.parametrize("game", GAMES)
def test_at_least_ten_kinds_of_tampering_are_found_where_they_were_done(game: str) -> None:
    for seed in range(3):
        kinds = tampered(game, seed)
        assert len(kinds) >= 10
        for name, (text, due) in kinds.items():
            verdict = verify(records.parse(text), open_box(game).game)
            assert not verdict.good, name
            third = third_verdict(text)
            assert third is not None, name
            if due:
                assert where(verdict) == due, name
                assert third.removeprefix("root ") == due, name
            else:
                assert verdict.entry == 0, name
                assert third.split()[0] in ("envelope", "device"), name


@pytest.mark.parametrize("game", ["farkle", "racko", "raks"])
def test_a_record_that_lost_its_end_is_said_to_have_none(game: str) -> None:
    whole = records.parse(sealed_text(game, 1))
    cut = replace(whole, entries=whole.entries[:-1], scores=None, winners=None, signed=False)
    rules = open_box(game).game
    assert verify(whole, rules).over
    assert verify(cut, rules).good
    assert not verify(cut, rules).over


def test_a_thousand_made_up_records_are_judged_alike() -> None:
    rng = Random(2028)
    for _ in range(1000):
        good, changed, label = vector(rng)
        assert third_verdict(good) is None
        assert third_verdict(changed) == label
