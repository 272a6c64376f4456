"""`sofra review` tells a finished match again, and refuses what is none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_replay import TEXT

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            (
                "Chances to win",
                "Luck and choices",
                "Luckiest moment",
                "Mistakes",
                "100.0%",
                "All chances are exact",
            ),
        ),
        ("tr", ("Kazanma olasılıkları", "Şans ve seçimler", "En şanslı an", "Hatalar", "%100,0")),
        ("el", ("Πιθανότητες νίκης", "Τύχη και επιλογές", "Η πιο τυχερή στιγμή", "Λάθη", "100,0%")),
    ],
)
def test_a_finished_match_is_told_again_in_three_languages(
    here: Run, tmp_path: Path, lang: str, words: tuple[str, ...]
) -> None:
    shutil.copy(GOLDEN / "farkle-table.txt", tmp_path / "match.txt")
    done = here("review", "match.txt", "--lang", lang)
    assert (done.returncode, done.stderr) == (0, "")
    for word in words:
        assert word in done.stdout


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        (
            TEXT.partition("scores:")[0].replace("; bank", ""),
            2,
            "a review needs a finished match; this one is still being played",
        ),
        ("sofra record 1\n", 1, "match.txt is wrong: line 2, column 1: "),
        (TEXT.replace("* ", "* 1 ", 1), 1, "match.txt is wrong: line "),
        (None, 2, "cannot be read"),
    ],
)
def test_what_is_no_finished_match_is_refused_in_one_sentence(
    here: Run, tmp_path: Path, text: str | None, code: int, sentence: str
) -> None:
    if text is not None:
        (tmp_path / "match.txt").write_text(text, "utf-8")
    done = here("review", "match.txt")
    assert done.returncode == code
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_record_is_read_from_standard_input_too(sofra: Run) -> None:
    text = (GOLDEN / "farkle-table.txt").read_text("utf-8")
    done = sofra("review", "-", typed=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Chances to win" in done.stdout


def test_every_moment_of_the_course_changed_something_and_is_said_in_words(here: Run, tmp_path: Path) -> None:
    """A short match has fewer changes than there are lines; those that it has are told, and no roll that changed nothing."""
    (tmp_path / "match.txt").write_text(TEXT, "utf-8")
    rows = [line for line in here("review", "match.txt").stdout.splitlines() if "█" in line or "░" in line]
    assert len(rows) > 2
    assert [row for row in rows if not row.rpartition("%")[2].strip()] == []
