"""`sofra replay` judges records as a process of its own: golden ones for ever, wrong ones with line and reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sofra.core import record as records
from sofra.lang import LANGS
from tests.cli.conftest import Done, Run

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))

TEXT = """\
sofra record 1
game: farkle
rules version: 1
house rules: target=500, last_round=off
seats: 2
seat 0: Elif
seat 1 bot careful: Penny
chance: manual

# Elif throws higher and starts.
* 6 1
0 roll; * 1 1 1 2 3 4; keep 1 1 1; bank

scores: 1000 0
winners: 0
"""


def wrong(here: Run, tmp_path: Path, text: str, *words: str) -> str:
    """The sentence about a record in which something is wrong."""
    (tmp_path / "wrong.txt").write_text(text, "utf-8")
    done = here("replay", "wrong.txt", *words)
    assert done.returncode == 1
    assert done.stderr.startswith("wrong.txt is wrong: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_golden_records_are_there() -> None:
    assert {path.name.partition("-")[0] for path in GOLDEN} >= {"farkle", "racko", "raks"}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_hold(here: Run, path: Path) -> None:
    done = here("replay", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    found = records.parse(path.read_text("utf-8"))
    assert found.scores is not None
    shown = {
        int(points.replace(",", "").replace("−", "-"))
        for points in re.findall(r"^  \d\. .*: ([−\d,]+)$", done.stdout, re.MULTILINE)
    }
    assert shown == set(found.scores)


@pytest.mark.parametrize("path", GOLDEN[:1] + GOLDEN[-1:], ids=lambda path: path.stem)
@pytest.mark.parametrize("lang", LANGS)
def test_golden_records_are_told_in_every_language(here: Run, path: Path, lang: str) -> None:
    done = here("replay", str(path), "--verbose", "--lang", lang)
    assert (done.returncode, done.stderr) == (0, "")
    entries = records.parse(path.read_text("utf-8")).entries
    assert len(re.findall(r"^  \[\d+\] ", done.stdout, re.MULTILINE)) == len(entries)


def test_a_record_is_told_event_by_event(here: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    done = here("replay", "a.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Farkle, house rules: target=500, last_round=off",
        "For the start: Elif 6, Penny (computer) 1. First: Elif",
        "Elif: rolled 1 1 1 2 3 4 (three 1s: 1,000)",
        "Elif: kept 1 1 1 for 1,000, 1,000 in this turn",
        "Elif: banked 1,000, score 1,000",
        "  1. Elif: 1,000",
        "  2. Penny (computer): 0",
        "The record holds (5 entries). Won: Elif",
    ]


def test_standard_input_is_read_and_quiet_says_nothing(sofra: Run) -> None:
    assert "The record holds" in sofra("replay", "-", typed=TEXT).stdout
    done = sofra("replay", "-", "--quiet", typed=TEXT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = sofra("replay", "-", "--quiet", typed=TEXT.replace("0 roll", "1 roll"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("- is wrong: line 12: ")


def test_several_records_are_judged_and_one_wrong_one_is_enough(here: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    (tmp_path / "b.txt").write_text(TEXT.replace("* 6 1", "* 6 7"), "utf-8")
    done = here("replay", "a.txt", "b.txt", "a.txt")
    assert done.returncode == 1
    assert re.findall(r"^\w\.txt:$", done.stdout, re.MULTILINE) == ["a.txt:", "b.txt:", "a.txt:"]
    assert done.stdout.count("The record holds") == 2
    assert done.stderr.startswith("b.txt is wrong: line 11: ")
    assert here("replay", "a.txt", "a.txt").returncode == 0


def test_an_unfinished_record_holds_so_far(here: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT[: TEXT.index("; keep")] + "\n", "utf-8")
    done = here("replay", "a.txt")
    assert done.returncode == 0
    assert done.stdout.endswith("The record holds so far (3 entries); the match is not over.\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("0 roll;", "1 roll;", "line 12: seat 0 is asked now, not seat 1"),
        ("keep 1 1 1", "keep 1 1 2", "line 12: "),
        ("* 1 1 1 2 3 4", "* 1 1 1 2 3", "line 12: dice due: 6, told: 5 (roll:1:1)"),
        ("* 6 1", "* 6 7", "line 11: a die shows 1 to 6, not 7"),
        ("* 6 1", "* start:2 = 6 1", "line 11: "),
        ("bank", "bank; 1 roll", "line 12: the match is over"),
        ("bank", "fly", "line 12: "),
        ("scores: 1000 0", "scores: 1000 5", "the record says scores 1000 5; the rules say 1000 0"),
        ("winners: 0", "winners: 1", "the record says winners 1; the rules say 0"),
        ("winners: 0", "winners: 0\nhash: 00", "line 16, column 7: the hash is not that of the text above"),
        ("target=500", "target=501", "target"),
        ("target=500", "speed=1", 'there is no house rule "speed"'),
        ("rules version: 1", "rules version: 99", "version 99"),
        ("game: farkle", "game: chess", 'there is no game "chess"'),
        ("sofra record 1", "sofra record 2", 'line 1, column 1: a record starts with "sofra record 1"'),
        ("seat 0: Elif", "seat 7: Elif", "line 6, column 1: expected"),
        ("chance: manual", "chance: luck", "line 8, column 9: chance is"),
        ("* 6 1", "* six one", 'line 11, column 3: expected a whole number, not "six"'),
        ("\n0 roll", "\n\x07 roll", "line 12, column 1: a control character"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    here: Run, tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in TEXT
    assert said in wrong(here, tmp_path, TEXT.replace(old, new, 1))


def test_what_went_before_the_fault_is_told(here: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.txt").write_text(TEXT.replace("; bank", "; fly"), "utf-8")
    done = here("replay", "wrong.txt")
    assert done.returncode == 1
    assert done.stdout.endswith("Elif: kept 1 1 1 for 1,000, 1,000 in this turn\n")


def test_the_reason_is_told_in_the_language_asked_for(here: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.txt").write_text(TEXT.replace("* 6 1", "* 6 7"), "utf-8")
    done = here("replay", "wrong.txt", "--lang", "tr")
    assert done.stderr == "wrong.txt yanlış: satır 11: bir zar 1 ile 6 arasını gösterir, 7 olmaz (start:1)\n"


@pytest.mark.parametrize("command", ["replay", "verify", "review"])
def test_a_file_without_an_end_is_refused(here: Run, tmp_path: Path, command: str) -> None:
    done = here(command, "/dev/zero")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sofra: a record has at most 8000000 characters\n"


def test_a_file_that_is_no_text_is_refused(here: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT.encode()[:40] + b"\xff")
    done = here("replay", "a.txt")
    assert done.returncode == 2
    assert done.stderr == "sofra: a.txt is not UTF-8 (byte 40)\n"


def test_a_record_that_was_not_sealed_cannot_be_verified(here: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    done: Done = here("verify", "a.txt")
    assert done.returncode == 2
    assert "were not sealed" in done.stderr
    assert "sofra replay checks it" in done.stderr
    assert here("replay", "a.txt").returncode == 0


def test_seats_without_a_name_are_called_by_their_numbers_from_zero(here: Run, tmp_path: Path) -> None:
    text = TEXT.replace("seat 0: Elif", "seat 0:").replace("seat 1 bot careful: Penny", "seat 1 bot careful:")
    (tmp_path / "a.txt").write_text(text, "utf-8")
    told = here("replay", "a.txt").stdout
    assert "1. 0: 1,000" in told
    assert "2. 1 (computer): 0" in told
    assert "\n0\n" in here("review", "a.txt").stdout
    assert records.parse(text).called == ("0", "1")


def test_a_record_that_somebody_changed_fails_verifying_as_it_fails_replaying(
    here: Run, tmp_path: Path
) -> None:
    text = GOLDEN[0].read_text("utf-8").replace("winners: ", "winners: 1 ")
    (tmp_path / "a.txt").write_text(text, "utf-8")
    for command in ("verify", "replay"):
        done: Done = here(command, "a.txt")
        assert done.returncode == 1
        assert "hash" in done.stderr


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_any_line_left_out_of_a_golden_record_is_noticed(here: Run, tmp_path: Path, path: Path) -> None:
    """Every entry matters: without it the hash is wrong, and without the hash the rules or the scores are."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith("*"))
    text = "".join(lines[:first] + lines[first + 1 :])
    wrong(here, tmp_path, text, "--quiet")
    wrong(
        here,
        tmp_path,
        "".join(line for line in text.splitlines(keepends=True) if not line.startswith("hash:")),
        "--quiet",
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "scores: 1000 0",
            "scores: 1000 50",
            "line 14: the record says scores 1000 50; the rules say 1000 0",
        ),
        ("winners: 0", "winners: 1", "line 15: the record says winners 1"),
        ("rules version: 1", "rules version: 7", "line 3: the record follows version 7"),
        ("target=500", "target=777", "line 4: "),
        ("seats: 2", "seats: 999999999999", "line 5, column 8: expected a number from 1 to 999,999,999"),
    ],
)
def test_whatever_is_wrong_is_told_with_its_line(
    here: Run, tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    assert sentence in wrong(here, tmp_path, TEXT.replace(old, new))


def test_the_mark_that_some_editors_put_in_front_is_passed_over(here: Run, tmp_path: Path) -> None:
    (tmp_path / "marked.txt").write_text("\ufeff" + TEXT, "utf-8")
    assert here("replay", "--quiet", "marked.txt").returncode == 0
