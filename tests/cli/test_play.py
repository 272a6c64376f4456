"""Matches played through a pipe, as scripts and screen readers meet them, to the end and on disk."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from sofra.core import record as records
from sofra.core.asks import Over
from sofra.core.events import Act
from sofra.core.match import Undo
from sofra.core.record import Record
from sofra.games import boxes, open_box
from sofra.lang import LANGS
from tests.cli.conftest import Done, Run

SHORT = {"farkle": ("--target", "1000"), "racko": ("--target", "75", "--stall", "20"), "raks": ()}


def kept(folder: Path) -> Record:
    """The only record in the data folder, judged."""
    (path,) = (folder / "data" / "sofra" / "matches").glob("*.txt")
    found = records.parse(path.read_text("utf-8"))
    records.replay(found, open_box(found.game).game)
    return found


def well(done: Done) -> str:
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@pytest.mark.parametrize("game", sorted(boxes()))
@pytest.mark.parametrize("lang", LANGS)
def test_computer_players_play_a_whole_match_in_every_language(
    sofra: Run, tmp_path: Path, game: str, lang: str
) -> None:
    bots = [f"bot:{key}" for key in list(boxes()[game].players)[:2]] * 2
    words = [word for bot in bots[:2] for word in ("--player", bot)]
    done = sofra("play", game, *words, "--seed", "watch", "--lang", lang, *SHORT[game])
    lines = well(done).splitlines()
    found = kept(tmp_path)
    assert found.scores is not None
    assert found.signed
    assert re.fullmatch(r"  1\. .+", next(line for line in lines if line.startswith("  1. ")))
    assert str(tmp_path) in lines[-1]
    assert all(seat.bot for seat in found.seats)


def test_a_seed_gives_the_same_match_again(sofra: Run) -> None:
    words = (
        "play",
        "farkle",
        "--player",
        "bot:bold",
        "--player",
        "bot:careful",
        "--seed",
        "twice",
        "--target",
        "1000",
    )
    first, second = (well(sofra(*words, PYTHONHASHSEED=seed)) for seed in ("1", "2"))
    assert first.splitlines()[:-1] == second.splitlines()[:-1]


def test_a_person_plays_by_number_text_and_beginning(sofra: Run, tmp_path: Path) -> None:
    typed = "1\nkeep 5\nr\n1\nb\nquit\n"
    out = well(sofra("play", "farkle", "--player", "Elif", "--seats", "1", "--seed", "abc", typed=typed))
    moves = [str(entry.move) for entry in kept(tmp_path).entries if isinstance(entry, Act)]
    assert moves[:3] == ["roll", "keep 5", "roll"]
    assert "Elif: kept 5 for 50, 50 in this turn" in out
    assert "\x1b" not in out
    assert "To go on with it: sofra play --resume" in out


def test_whatever_is_typed_wrong_is_explained_and_asked_again(sofra: Run, tmp_path: Path) -> None:
    typed = "fly\n9\nkeep 1 2 3\nbank\nundo\nroll\n\n   \nkeep 6\nk\n?\nscore\nrules\nhint\nquit\n"
    out = well(sofra("play", "farkle", "--seed", "abc", "--player", "Elif", "--seats", "1", typed=typed))
    for said in (
        'Not so: "fly" is no move of Farkle',
        "Not so: there is no number 9; choose 1 to 1",
        "Not so: there is no throw to set dice aside from: roll first",
        "Not so: nothing can be banked before the first roll of a turn",
        "Not so: there is nothing to undo yet",
        'Not so: "k" may be keep 1, keep 1 5, keep 5: type more of it, or its number',
        "the beginning of a text is enough",
        "What scores",
    ):
        assert said in out
    assert [e.move for e in kept(tmp_path).entries if isinstance(e, Act)] == ["roll"]


def test_enter_alone_takes_the_only_move_and_never_one_of_several(sofra: Run, tmp_path: Path) -> None:
    well(
        sofra(
            "play", "farkle", "--seed", "abc", "--player", "Elif", "--seats", "1", typed="\n\n\n1\n\nquit\n"
        )
    )
    assert [e.move for e in kept(tmp_path).entries if isinstance(e, Act)] == ["roll", "keep 1"]


def test_undo_takes_back_until_something_was_revealed(sofra: Run, tmp_path: Path) -> None:
    typed = "roll\nkeep 1\nundo\nkeep 5\nundo\nundo\nkeep 1 5\nroll\nundo\nquit\n"
    out = well(sofra("play", "farkle", "--seed", "abc", "--player", "Elif", "--seats", "1", typed=typed))
    entries = kept(tmp_path).entries
    assert [entry for entry in entries if isinstance(entry, Undo)] == [Undo(2), Undo(2)]
    assert out.count("The last move was taken back.") == 2
    assert out.count("that can't be undone: since then something new was revealed") == 2


def test_the_end_of_the_input_leaves_the_match_and_resume_goes_on(sofra: Run, tmp_path: Path) -> None:
    begun = well(
        sofra("play", "farkle", "--seed", "abc", "--player", "Elif", "--bot", "careful", typed="roll\n")
    )
    assert len(kept(tmp_path).entries) == 3
    path = re.findall(r"--resume (\S+)", begun)[-1]
    for words in (("--resume",), ("--resume", path), ("--resume", "--plain"), ("farkle", "--resume")):
        again = well(sofra("play", *words, typed="quit\n"))
        assert "Dice: 1 2 2 4 4 5" in again
        assert "set aside at least one scoring die" in again
    well(sofra("play", "--resume", typed="keep 1\n"))
    assert len(kept(tmp_path).entries) == 4
    assert f"A match was left unfinished: sofra play --resume {path}" in well(
        sofra("play", "farkle", "--seats", "1", typed="quit\n")
    )


def test_a_match_of_another_game_is_not_resumed(sofra: Run, tmp_path: Path) -> None:
    words = ("play", "farkle", "--seats", "1", "--record", str(tmp_path / "mine.txt"))
    well(sofra(*words, typed="quit\n"))
    done = sofra("play", "racko", "--resume", str(tmp_path / "mine.txt"))
    assert done.returncode == 2
    assert "mine.txt is a match of farkle, not of racko" in done.stderr
    well(sofra("play", "farkle", "--resume", str(tmp_path / "mine.txt"), typed="quit\n"))


def test_a_finished_match_is_not_resumed(sofra: Run, tmp_path: Path) -> None:
    well(
        sofra(
            "play",
            "farkle",
            "--player",
            "bot:bold",
            "--seats",
            "1",
            "--target",
            "500",
            "--record",
            "mine.txt",
        )
    )
    done = sofra("play", "--resume", "mine.txt")
    assert done.returncode == 2
    assert done.stderr == "sofra: the match in mine.txt is over\n"
    done = sofra("play", "farkle", "--record", "mine.txt")
    assert done.returncode == 2
    assert "mine.txt is there already" in done.stderr


def test_real_dice_are_typed_in_and_may_be_taken_back(sofra: Run, tmp_path: Path) -> None:
    typed = "6 1\nroll\n1 1 1 2 3\n111237\n111234\nundo\n 1 5 5 2 3 3\nkeep 1 5 5\nbank\nquit\n"
    out = well(sofra("play", "farkle", "--manual", "--player", "Elif", "--player", "Can", typed=typed))
    assert "Everybody throws one die. Type them in this order: Elif, Can." in out
    assert "Throw 6 dice and type them, such as 1 4 4 6 2 3." in out
    assert "Not so: dice due: 6, told: 5 (roll:1:1)" in out
    assert "Not so: a die shows 1 to 6, not 7" in out
    assert "Elif: banked 200, score 200" in out
    found = kept(tmp_path)
    assert found.chance == "manual"
    assert Undo(2) in found.entries


def test_real_cards_are_typed_in_dealing_order(sofra: Run, tmp_path: Path) -> None:
    deal = " ".join(map(str, range(1, 22)))
    typed = f"3 9\n{deal}\n{deal} 22\n\n1 2\n\n\nquit\n"
    out = well(sofra("play", "racko", "--manual", "--player", "Elif", "--player", "Can", typed=typed))
    assert "Type the 2 cards as they were dealt, in that order, such as 1 2." in out
    assert "Type the 21 cards as they were dealt, in that order, such as 1 2 3 …." in out
    assert len(kept(tmp_path).entries) == 2


def test_hidden_racks_are_passed_behind_a_curtain(sofra: Run) -> None:
    typed = "\n1\n5\n" + "\n" * 6 + "quit\n"
    out = well(
        sofra("play", "racko", "--player", "Elif", "--player", "Can", "--seed", "curtain", typed=typed)
    )
    assert "Pass the device. Elif: press Enter when nobody else looks." in out or (
        "Pass the device. Can: press Enter when nobody else looks." in out
    )
    first, second = re.findall(r"Pass the device\. (\w+):", out)[:2]
    assert {first, second} == {"Elif", "Can"}
    hide = out.index(f"{first}: press Enter to hide your screen.")
    assert out.index(f"Pass the device. {first}:") < hide < out.index(f"Pass the device. {second}:")


def test_one_person_among_computer_players_needs_no_curtain(sofra: Run) -> None:
    out = well(sofra("play", "racko", "--player", "Elif", "--seats", "3", "--seed", "alone", typed="quit\n"))
    assert "Pass the device" not in out


THREE = ("--player", "Ada", "--player", "Bo", "--player", "Cy")


def test_several_who_are_asked_at_once_answer_in_turn_behind_the_curtain(sofra: Run, tmp_path: Path) -> None:
    typed = "6 1 2\n2 3 5\n\nplace 17\n\n\npass\n\n\nchallenge\n" + "\n" * 2 + "show 3*5+2\nquit\n"
    out = well(sofra("play", "raks", "--manual", *THREE, typed=typed))
    moves = [(e.seat, e.move) for e in kept(tmp_path).entries if isinstance(e, Act)]
    assert moves == [(0, "place 17"), (1, "pass"), (2, "challenge"), (0, "show 3*5+2")]
    assert re.findall(r"Pass the device\. (\w+):", out)[:4] == ["Ada", "Bo", "Cy", "Ada"]


def test_the_screen_of_the_next_tells_nothing_of_a_sealed_answer(sofra: Run) -> None:
    screens = set()
    for answer in ("pass", "challenge"):
        typed = f"6 1 2\n2 3 5\n\nplace 17\n\n\n{answer}\n\n\nquit\n"
        out = well(sofra("play", "raks", "--manual", *THREE, typed=typed))
        screens.add(out[out.index("Pass the device. Cy") : out.index("> quit")])
    assert len(screens) == 1


def test_enter_alone_among_several_moves_is_answered(sofra: Run) -> None:
    out = well(sofra("play", "racko", "--player", "Ada", "--bot", "steady", "--seed", "b", typed="\nquit\n"))
    assert "nothing was typed" in out


def test_made_up_texts_are_typed(sofra: Run, tmp_path: Path) -> None:
    typed = "6 1\n2 3 5\n\nno move\n\n\nclaim 3*5 + 2 = 17\nquit\n"
    out = well(sofra("play", "raks", "--manual", "--player", "Ada", "--player", "Bo", typed=typed))
    assert "claim <expression> = <zone>" in out
    assert any("17" in str(e.move) for e in kept(tmp_path).entries if isinstance(e, Act) and e.seat == 1)


@pytest.mark.parametrize("game", sorted(boxes()))
def test_any_nonsense_that_is_typed_is_survived(sofra: Run, tmp_path: Path, game: str) -> None:
    rng = Random(game)
    words = [
        "1",
        "2",
        "3",
        "40",
        "roll",
        "undo",
        "score",
        "?",
        "rules",
        "hint",
        "keep 1",
        "çöp",
        "",
        "\x00",
        "1 2 3 4 5 6",
        "place 7",
        "draw",
        "take",
        "put 5",
        "pass",
        "toss",
        "\x1b[A",
        "−1",
        "k",
        "claim 1+1 = 2",
    ]
    typed = "\n".join(rng.choice(words) for _ in range(300)) + "\n"
    players = (
        ("--player", "Ada", "--player", "Bo") if game != "farkle" else ("--player", "Ada", "--bot", "bold")
    )
    out = well(sofra("play", game, *players, "--seed", "nonsense", typed=typed))
    assert "Traceback" not in out
    kept(tmp_path)


def test_a_disk_that_is_full_ends_play_in_a_sentence(surroundings: dict[str, str], tmp_path: Path) -> None:
    import resource
    import subprocess
    import sys

    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "sofra",
            "play",
            "farkle",
            "--seed",
            "abc",
            "--seats",
            "1",
            "--record",
            "a.txt",
        ],
        input="roll\nkeep 1\nroll\n",
        capture_output=True,
        text=True,
        env=surroundings,
        cwd=tmp_path,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (170, 170)),
        check=False,
        timeout=300,
    )
    assert done.returncode == 2
    assert "Guest: kept 1 for 100" in done.stdout
    assert done.stderr.startswith("sofra: a.txt cannot be written: ")
    assert done.stderr.count("\n") == 1


def test_bytes_that_are_no_text_are_survived(surroundings: dict[str, str], tmp_path: Path) -> None:
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "sofra", "play", "farkle", "--seed", "abc", "--seats", "1"],
        input=b"\xff\xfe\nroll\nquit\n",
        capture_output=True,
        env=surroundings,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(kept(tmp_path).entries) == 2


def test_the_winner_and_the_ranking_are_told(sofra: Run, tmp_path: Path) -> None:
    words = ("--player", "bot:bold", "--player", "bot:careful", "--player", "bot:steady")
    out = well(sofra("play", "farkle", *words, "--seed", "rank", "--target", "1000"))
    found = kept(tmp_path)
    match = records.replay(found, open_box("farkle").game)
    assert isinstance(match.ask, Over)
    ranking = match.ask.result.ranking
    told = re.findall(r"^  \d\. (\w+) \(computer\): ([\d,]+)$", out, re.MULTILINE)
    assert [name for name, _ in told] == [found.seats[seat].name for seat in ranking]
    assert [int(points.replace(",", "")) for _, points in told] == [
        match.ask.result.scores[s] for s in ranking
    ]
    assert f"Winner: {found.seats[ranking[0]].name} (computer)" in out
