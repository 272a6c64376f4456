"""The example of ``docs/record.md`` is a record, is what it says, and is replayed."""

import re
from pathlib import Path

from sofra.core import Over, record
from sofra.games import open_box

PAGE = Path(__file__).parents[2] / "docs" / "record.md"


def example() -> str:
    found = re.search(r"^```\n(sofra record .*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


def test_the_example_is_replayed_to_its_scores_and_winner() -> None:
    kept = record.parse(example())
    match = record.replay(kept, open_box(kept.game).game)
    assert isinstance(match.ask, Over)
    assert (
        (match.ask.result.scores, match.ask.result.winners)
        == (kept.scores, kept.winners)
        == ((1050, 1100), (1,))
    )


def test_the_example_shows_every_kind_of_entry_but_the_end_by_agreement() -> None:
    kinds = {type(entry).__name__ for entry in record.parse(example()).entries}
    assert kinds == {"Outcome", "Act", "Undo", "StandIn"}
    agreed = example().replace("0 bank\n", "end by agreement\n").partition("scores:")[0]
    assert record.replay(record.parse(agreed), open_box("farkle").game).over


def test_the_example_without_its_remarks_is_the_same_record() -> None:
    bare = "".join(line for line in example().splitlines(keepends=True) if not line.startswith("#"))
    assert record.parse(bare) == record.parse(example())


def test_the_table_of_entries_is_true() -> None:
    for entry in re.findall(
        r"`([^`]+)`", "\n".join(re.findall(r"^\| `.*$", PAGE.read_text("utf-8"), re.MULTILINE))
    ):
        if entry != ";":
            bare = example().partition("* start")[0] + entry + "\n"
            assert len(record.parse(bare).entries) == 1
