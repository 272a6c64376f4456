"""Records of what presets do not reach (a shuffled pile, stalled rounds, false calls, a shared win) replay for ever;
the presets' own records stand in ``tests/golden``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sofra.core import Chance, Match, Outcome, Over, record, seeded
from sofra.games.racko.play import RACKO

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_replays_to_its_end_and_its_seed_gives_its_cards(path: Path) -> None:
    text = path.read_text("utf-8")
    kept = record.parse(text)
    final = record.replay(kept, RACKO)
    assert isinstance(final.ask, Over)
    assert record.write(record.of(final, kept.seats, kept.chance)) == text
    dealer = seeded(kept.chance.removeprefix("seed "))
    match = Match(RACKO, final.rules, final.seats)
    for entry in final.log:
        if isinstance(entry, Outcome):
            assert isinstance(match.ask, Chance)
            assert dealer.answer(match.ask) == entry
        match.do(entry)


def test_the_records_reach_what_they_are_kept_for() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in RECORDS}
    assert set(texts) == {"classic-3", "false-calls", "shared-tie", "short-shuffle"}
    ended = {name: record.replay(record.parse(text), RACKO).state.round for name, text in texts.items()}
    assert re.search(
        r"draw:\d+:2\d =", texts["short-shuffle"]
    )  # a pile holds 19 cards: this one was shuffled anew
    assert any(line.caller is None for line in ended["short-shuffle"].sheet)
    assert any(items[0].kind == "out" for line in ended["false-calls"].sheet for items in line.items)
    assert any(
        item.kind == "rising" for line in ended["shared-tie"].sheet for items in line.items for item in items
    )
