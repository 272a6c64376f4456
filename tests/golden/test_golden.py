"""Golden records: matches that were played once and have to end the same way for ever."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sofra.core import Chance, Match, Outcome, Over, record, seeded
from sofra.games import open_box
from tests.golden.make import HERE, built_in, path_of

RECORDS = sorted(HERE.glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_is_replayed_to_its_end(path: Path) -> None:
    text = path.read_text("utf-8")
    kept = record.parse(text)
    match = record.replay(kept, open_box(kept.game).game)
    assert kept.signed
    assert isinstance(match.ask, Over)
    assert (match.ask.result.scores, match.ask.result.winners) == (kept.scores, kept.winners)
    assert record.write(record.of(match, kept.seats, kept.chance)) == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_seed_of_a_golden_record_still_gives_its_dice_and_cards(path: Path) -> None:
    kept = record.parse(path.read_text("utf-8"))
    final = record.replay(kept, open_box(kept.game).game)
    dealer = seeded(kept.chance.removeprefix("seed "))
    match = Match(final.game, final.rules, final.seats)
    for entry in final.log:
        if isinstance(entry, Outcome):
            assert isinstance(match.ask, Chance)
            assert dealer.answer(match.ask) == entry
        match.do(entry)


@pytest.mark.parametrize("box", built_in(), ids=lambda box: box.key)
def test_every_preset_of_every_game_has_a_golden_record(box) -> None:  # type: ignore[no-untyped-def]
    for preset, rules in box.game.presets.items():
        kept = record.parse(path_of(box.key, preset).read_text("utf-8"))
        assert kept.game == box.key
        assert box.game.rules.read(kept.house_rules) == rules


def test_every_record_belongs_to_a_game_and_a_preset_that_are_here() -> None:
    due = {path_of(box.key, preset) for box in built_in() for preset in box.game.presets}
    assert set(RECORDS) == due


def replay(path: Path) -> "subprocess.CompletedProcess[str]":
    """``sofra replay`` in a process of its own."""
    command = [sys.executable, "-m", "sofra", "replay", "--quiet", str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("key", [box.key for box in built_in()])
def test_the_terminal_replays_a_golden_record_and_names_the_line_of_a_changed_outcome(
    tmp_path: Path, key: str
) -> None:
    path = next(path for path in RECORDS if path.stem.startswith(key))
    done = replay(path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    lines = path.read_text("utf-8").splitlines()[:-1]
    at = next(number for number, line in enumerate(lines) if line.startswith("* "))
    lines[at] = re.sub(r"\d+$", "99", lines[at])
    changed = tmp_path / "changed.txt"
    changed.write_text("\n".join(lines) + "\n", "utf-8")
    done = replay(changed)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.search(rf"line {at + 1}: .*\b99\b", done.stderr)
