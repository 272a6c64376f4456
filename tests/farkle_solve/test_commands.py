"""``sofra solve farkle`` and ``sofra coach farkle``: what they print, in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from sofra.cli.dispatch import run as main
from sofra.games.farkle import solution_file
from sofra.games.farkle.rules import FarkleRules


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_coach_puts_three_candidates_first_each_with_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "coach", "farkle", "--dice", "1 1 5 3 2 2", "--scores", "4500", "6000")
    lines = out.splitlines()
    assert code == 0
    assert [line.startswith("    ") for line in lines[:6]] == [False, True] * 3
    assert lines[6] == "The others:"
    assert len(lines) == 9
    assert lines[0].endswith("30.10%")


def test_the_coach_speaks_turkish_and_greek(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    for lang in ("tr_TR.UTF-8", "el_GR.UTF-8"):
        monkeypatch.setenv("LANG", lang)
        said.append(
            run(capsys, "coach", "farkle", "--turn", "650", "--left", "2", "--scores", "4500", "6000")[1]
        )
    assert "Kasaya koy: 2 zarla %44" in said[0]
    assert "με 2 ζάρια θα έκανες Farkle στο 44%" in said[1]


def test_the_coach_knows_tables_of_three(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "farkle", "coach", "--turn", "650", "--left", "2", "--scores", "0", "500", "700"
    )
    assert code == 0
    assert "±" in out


def test_a_farkle_is_called_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        "That is a Farkle"
        in run(capsys, "coach", "farkle", "--turn", "300", "--dice", "2 3", "--scores", "0", "0")[1]
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--dice", "1 7", "--scores", "0", "0"), "faces from 1 to 6"),
        (("--dice", "1 1", "--scores", "0", "0"), "begins with six dice"),
        (("--scores", "0"), "two to eight players"),
        (("--scores", "0", "30"), "steps of 50"),
        (("--scores", "0", "0", "--farkles", "1"), "one value for each"),
        (("--scores", "10000", "0"), "the target is 10000"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    code, _, err = run(capsys, "coach", "farkle", *words)
    assert code == 2
    assert sentence in err


def test_solve_says_what_it_found_and_writes_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out_file = tmp_path / "kept.solved"
    code, out, _ = run(
        capsys, "solve", "farkle", "--target", "600", "--opening", "350", "--out", str(out_file)
    )
    assert code == 0
    assert "House rules: target=600, opening=350" in out
    assert "Residual" in out
    solution = solution_file.read(out_file)
    assert solution.rules == FarkleRules(target=600, opening=350)
    assert solution.origin.residual < 1e-10
    assert "Python" in solution.origin.machine


def test_solve_refuses_pass_on(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "solve", "farkle", "--pass-on")
    assert code == 2
    assert "pass_on" in err
