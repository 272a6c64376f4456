"""``sofra arena``: what it prints, writes and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from sofra.cli.dispatch import run as main


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["arena", *words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


QUICK = ("--executor", "none", "--target", "500")


def test_the_arena_prints_shares_with_both_kinds_of_interval(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "farkle", "--player", "steady", "--player", "bold", "--games", "8", *QUICK)
    assert code == 0
    assert out.splitlines()[0].startswith("8 matches, ")
    assert "steady: " in out
    assert "whenever one stops" in out


def test_ratings_come_from_everybody_against_everybody_else(capsys: pytest.CaptureFixture[str]) -> None:
    keys = ("steady", "bold", "careful")
    players = [word for key in keys for word in ("--player", key)]
    code, out, _ = run(capsys, "farkle", *players, "--games", "4", "--ratings", *QUICK)
    assert code == 0
    assert out.count("4 matches") == 3
    rated = out.split("Ratings")[1].splitlines()[1:]
    assert sorted(line.split()[0] for line in rated) == sorted(keys)


def test_forfeits_are_counted_apart_loudly(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "farkle", "--player", "cmd:true", "--player", "steady", "--games", "2", *QUICK)
    assert "FORFEITS: cmd:true 2: it has ended" in out


def test_a_plot_is_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "curve.png"
    run(
        capsys,
        "farkle",
        "--player",
        "steady",
        "--player",
        "bold",
        "--games",
        "4",
        "--plot",
        str(picture),
        *QUICK,
    )
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_plot_of_ratings_is_named_after_programs_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["farkle", "--player", "steady", "--player", "cmd:/bin/sh -c true", "--games", "2", "--ratings"]
    run(capsys, *words, "--plot", str(tmp_path / "a.png"), *QUICK)
    assert [file.name for file in tmp_path.iterdir()] == ["a-steady-cmd-bin-sh--c-true.png"]


@pytest.mark.parametrize(
    ("flag", "value", "sentence"),
    [
        ("--plot", "picture.foo", "no picture can be drawn as foo; there are"),
        ("--plot", "nowhere/picture.png", "there is no folder "),
        ("--records", "taken", "cannot be written: File exists"),
    ],
)
def test_what_could_not_be_written_is_refused_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, flag: str, value: str, sentence: str
) -> None:
    (tmp_path / "taken").write_text("a file, no folder", encoding="utf-8")
    words = ["farkle", "--player", "steady", "--player", "bold", "--games", "2"]
    code, out, err = run(capsys, *words, flag, str(tmp_path / value), *QUICK)
    assert (code, out) == (2, "")
    assert sentence in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "needs a game behind it"),
        (("chess",), "chess"),
        (("farkle",), "two players at least"),
        (("farkle", "--player", "steady", "--player", "nobody"), 'has no player "nobody"'),
        (("farkle", "--player", "steady", "--player", "bold", "--executor", "cloud"), 'no executor "cloud"'),
    ],
)
def test_what_the_arena_cannot_do_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    code, _, err = run(capsys, *words)
    assert code == 2
    assert sentence in err
