"""Commands are found by name, refusals are one sentence and a code, and nobody ever meets a traceback."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from sofra.cli.contents import COMMANDS
from sofra.cli.dispatch import HUNG_UP, INTERRUPTED, NOT_UNDERSTOOD
from sofra.cli.dispatch import run as command_line
from sofra.cli.language import KNOWN, preferred
from sofra.cli.serve import find_a_cache
from sofra.core.errors import Malformed
from sofra.core.game import AnyGame
from sofra.core.rules import HouseRules
from sofra.games import boxes
from sofra.games.farkle import exact
from sofra.lang import LANGS
from sofra.table.commands import Close
from sofra.table.service import Manner
from tests.cli.conftest import Run
from tests.table.support import ELIF, serving, two_at_a_table

HEAVY = {
    "babel",
    "cyclopts",
    "msgspec",
    "rich",
    "starlette",
    "sofra.core",
    "sofra.games",
    "sofra.lang",
    "typing",
}


def test_help_lists_every_command(sofra: Run) -> None:
    for words in ((), ("--help",), ("-h",), ("help",)):
        done = sofra(*words)
        assert (done.returncode, done.stderr) == (0, "")
        for name, about in COMMANDS.items():
            assert f"  {name}" in done.stdout
            assert about in done.stdout


def test_every_command_has_a_file_and_a_help_of_its_own(here: Run) -> None:
    for name, about in COMMANDS.items():
        assert callable(import_module(f"sofra.cli.{name}").run)
        done = here(name, "--help")
        assert (done.returncode, done.stderr) == (0, "")
        assert about in done.stdout


def test_help_imports_nothing_that_it_does_not_need() -> None:
    code = (
        "import sys, sofra.cli; before = set(sys.modules); sofra.cli.main(['--help']); "
        f"print(sorted({HEAVY!r} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"LANG": "C.UTF-8"},
        timeout=300,
    )
    loaded = done.stderr.strip()
    # `site` may bring in `typing` for an editable installation; sofra itself does not.
    assert loaded in ("[]", "['typing']")


def test_help_speaks_the_language_of_its_surroundings(sofra: Run) -> None:
    assert "Komutlar:" in sofra("--help", LANG="tr_TR.UTF-8").stdout
    assert "Εντολές:" in sofra("--help", LANG="el_GR.UTF-8").stdout
    assert "Commands:" in sofra("--help", LANG="fi_FI.UTF-8").stdout
    assert "Oyunlar" in sofra("games", "--help", LANG="tr_TR.UTF-8").stdout
    assert "Oyunlar" in sofra("games", "--help", "--lang", "tr", LANG="el_GR.UTF-8").stdout
    assert "Τα παιχνίδια" in sofra("games", "--lang=el", "--help").stdout


@pytest.mark.parametrize(
    ("surroundings", "lang"),
    [
        ({}, "en"),
        ({"LANG": "tr_TR.UTF-8"}, "tr"),
        ({"LANG": "el"}, "el"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "tr"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:el:tr"}, "el"),
        ({"LANG": "tr_TR", "LC_MESSAGES": "el_GR"}, "el"),
        ({"LANG": "tr_TR", "LC_ALL": "C"}, "en"),
        ({"LANG": "trv_TW"}, "en"),
    ],
)
def test_the_language_is_read_as_gettext_reads_it(surroundings: dict[str, str], lang: str) -> None:
    assert preferred(surroundings) == lang


def test_the_terminal_knows_the_languages_of_sofra() -> None:
    assert KNOWN == LANGS


def test_an_unknown_command_names_the_nearest(here: Run) -> None:
    done = here("plya")
    assert done.returncode == NOT_UNDERSTOOD
    assert done.stdout == ""
    assert done.stderr.startswith('sofra: there is no command "plya"; play')
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "chess"), 'there is no game "chess"; there are farkle, racko, raks'),
        (("play",), "say which game: farkle, racko, raks"),
        (("rules",), "say which game"),
        (("farkle",), "sofra farkle needs a command behind it"),
        (("farkle", "dance"), '"farkle dance" is no command'),
        (("reach",), "reach needs a game behind it: raks"),
        (("raks", "reach", "2", "3"), "THIRD"),
        (("raks", "reach", "2", "3", "9"), "9"),
        (("play", "farkle", "--nope"), "--nope"),
        (("play", "farkle", "--preset", "Nope"), 'no preset "Nope"; there are Table'),
        (("play", "farkle", "--seats", "9"), "1 to 8 players, not 9"),
        (("play", "farkle", "--seats", "many"), "many"),
        (("play", "farkle", "--bot", "hal"), 'no computer player "hal"; there are careful'),
        (("play", "farkle", "--player", "bot:hal"), 'no computer player "hal"'),
        (("play", "farkle", "--player", "A", "--player", "A"), 'two players are called "A"'),
        (("play", "farkle", "--player", ""), "a name is missing"),
        (("play", "farkle", "--seats", "1", "--bot", "careful"), "2 players are named for 1 seats"),
        (("play", "farkle", "--seed", ""), "a seed is one line"),
        (("play", "farkle", "--seed", "a", "--manual"), "do not go together"),
        (("play", "farkle", "--lang", "fi"), 'no language "fi"; there are en, tr, el'),
        (("play", "farkle", "--speed", "warp"), "warp"),
        (("play", "farkle", "--record", "/dev/null/x"), "/dev/null/x"),
        (("play", "--resume"), "no match was left unfinished"),
        (("play", "--resume", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("play", "farkle", "--resume", "x", "--seed", "a"), "say only --resume"),
        (("replay",), "FILE"),
        (("replay", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("replay", "."), ". cannot be read"),
        (("replay", "x", "--quiet", "--verbose"), "do not go together"),
        (("verify", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("serve", "--port", "99999"), "a port is a number from 0 to 65535, not 99999"),
        (("serve", "--port", "0", "--close-after", "0"), "a table is kept for 1 to 36500 days, not 0"),
        (("serve", "--port", "0", "--delete-after", "nan"), "a table is kept for 1 to 36500 days, not nan"),
        (("serve", "--data", "/dev/null"), "/dev/null cannot be written"),
        (("tables", "--data", "nowhere"), "there are no tables in nowhere"),
        (("tables", "--most", "-1"), "--most shows one table at least, not -1"),
        (("tables", "--most", "0"), "--most shows one table at least, not 0"),
        (("bench", "--only", "nothing"), 'no figure has "nothing" in its name; there are core farkle'),
        (("engine", "--fast"), "--fast"),
        (("games", "all"), "all"),
    ],
)
def test_what_is_not_understood_is_one_sentence_and_code_2(
    here: Run, words: tuple[str, ...], said: str
) -> None:
    done = here(*words)
    assert (done.returncode, done.stdout) == (NOT_UNDERSTOOD, ""), done.stderr
    assert said in done.stderr
    assert done.stderr.startswith("sofra: ")
    assert done.stderr.count("\n") == 1


def test_refusals_speak_the_language_that_is_asked_for(here: Run) -> None:
    assert "ev kuralı opening" in here("play", "farkle", "--opening", "12", "--lang", "tr").stderr
    assert "ev kuralı opening" in here("play", "farkle", "--opening", "12", "--lang=tr").stderr
    assert "δεν υπάρχει παιχνίδι" in here("play", "chess", LANG="el_GR.UTF-8").stderr


def test_games_lists_what_each_box_offers(here: Run) -> None:
    done = here("games")
    assert done.returncode == 0
    for key, box in boxes().items():
        assert f"{key}: " in done.stdout
        for preset in box.game.presets:
            assert preset in done.stdout
        for bot in box.players:
            assert f"({bot})" in done.stdout
        for command in box.commands:
            assert f"sofra {key} {command}: " in done.stdout


def test_a_games_own_commands_run_both_ways_round(here: Run) -> None:
    first = here("raks", "reach", "2", "3", "5")
    assert first.returncode == 0
    assert "17 = " in first.stdout
    assert here("reach", "raks", "2", "3", "5").stdout == first.stdout
    assert here("raks", "reach", "--dice-use", "any", "2", "3", "5").stdout != first.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("raks", "reach", "2", "3", "5"),
        ("farkle", "coach", "--scores", "0", "0", "--dice", "1 2 3 4 6 6"),
        ("games",),
        ("arena", "farkle", "--player", "steady", "--player", "bold", "--games", "2", "--executor", "none"),
    ],
)
def test_every_command_takes_a_language(here: Run, words: tuple[str, ...]) -> None:
    done = here(*words, "--lang", "el")
    assert done.returncode == 0
    # A table of sums needs no language.
    assert words[0] == "raks" or any("α" <= letter <= "ω" for letter in done.stdout)
    refused = here(*words, "--lang", "xx")
    assert (refused.returncode, refused.stderr) == (
        2,
        'sofra: there is no language "xx"; there are en, tr, el\n',
    )
    assert "--lang" in here(*words[:2] if words[0] != "games" else words, "--help").stdout


def test_a_command_may_stand_behind_its_game(here: Run) -> None:
    assert (
        here("farkle", "rules", "--preset", "Zilch").stdout
        == here("rules", "farkle", "--preset", "Zilch").stdout
    )


@pytest.mark.parametrize("key", sorted(boxes()))
@pytest.mark.parametrize("lang", LANGS)
def test_rules_print_the_card_of_every_preset(here: Run, key: str, lang: str) -> None:
    game = boxes()[key].game
    cards = set()
    for preset, rules in game.presets.items():
        seats = next(n for n in range(game.facts.seats[1], 0, -1) if fits(game, rules, n))
        done = here("rules", key, "--preset", preset, "--seats", str(seats), "--lang", lang)
        assert (done.returncode, done.stderr) == (0, "")
        assert len(done.stdout.splitlines()) > 3
        cards.add(done.stdout)
    assert len(cards) == len(game.presets)


def fits(game: AnyGame, rules: HouseRules, seats: int) -> bool:
    try:
        game.fit(rules, seats)
    except Malformed:
        return False
    return True


def test_version_is_said(here: Run) -> None:
    from sofra import __version__

    assert here("--version").stdout == __version__ + "\n"


def test_a_closed_pipe_ends_in_silence(surroundings: dict[str, str]) -> None:
    read, write = os.pipe()
    os.close(read)
    for words in (["--help"], ["games"], ["rules", "farkle"], ["farkle", "rules"]):
        done = subprocess.run(
            [sys.executable, "-m", "sofra", *words],
            stdout=write,
            stderr=subprocess.PIPE,
            env=surroundings,
            timeout=300,
            check=False,
        )
        assert (done.returncode, done.stderr) == (HUNG_UP, b"")
    os.close(write)


@pytest.mark.parametrize("words", [["engine"], ["play", "farkle", "--seed", "a"]])
def test_ctrl_c_ends_quietly_with_130(surroundings: dict[str, str], words: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sofra", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    if words == ["engine"]:
        process.stdin.write('{"do":"games"}\n')
        process.stdin.flush()
    process.stdout.readline()
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err.strip()) == (INTERRUPTED, "")
    assert "Traceback" not in out


def test_serve_says_where_and_tables_lists_what_it_keeps(
    surroundings: dict[str, str], tmp_path: Path, sofra: Run
) -> None:
    from sofra.cli.weight import Browser

    data = str(tmp_path / "tables")
    command = [sys.executable, "-m", "sofra", "serve", "--port", "0", "--data", data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings) as process:
        assert process.stdout is not None
        place = process.stdout.readline().strip()
        port = place.rpartition(":")[2]
        form = {
            "game": "farkle",
            "preset": "",
            "chair-0": "person",
            "name-0": "Elif",
            "chair-1": "person",
            "name-1": "Can",
        }
        status, address, _, _ = Browser(place).ask("POST", "/tables", form)
        busy = sofra("serve", "--port", port, "--data", str(tmp_path / "other"))
        process.terminate()
        assert process.wait(300) == 0
    assert status == 303
    assert (busy.returncode, busy.stdout) == (NOT_UNDERSTOOD, "")
    assert f"port {port}, cannot be listened at" in busy.stderr
    done = sofra("tables", "--data", data)
    assert (done.returncode, done.stderr) == (0, "")
    assert address.removeprefix("/t/") + ": Farkle, a match is played" in done.stdout
    assert "  Elif, Can\n1 table that is not closed\n" in done.stdout


def test_a_closed_table_is_deleted_where_somebody_asks_for_it(tmp_path: Path, sofra: Run) -> None:
    async def two() -> list[str]:
        async with serving(tmp_path) as service:
            open_, closed = [await two_at_a_table(service) for _ in range(2)]
            assert (await closed.submit(ELIF, Close("c"))).good
            return [open_.table.id, closed.table.id]

    async def left(names: list[str]) -> list[int]:
        async with serving(tmp_path) as service:
            stored = [await service.store.load(name) for name in names]
            assert len(await service.store.tables_of(ELIF.device)) == len([one for one in stored if one.rows])
            return [len(one.rows) + len(one.secrets) for one in stored]

    names = asyncio.run(two())
    before = asyncio.run(left(names))
    for name, sentence in ((names[0], "only a closed table can be deleted"), ("A" * 22, "no such table")):
        done = sofra("tables", "--data", str(tmp_path), f"--delete={name}")
        assert (done.returncode, done.stdout) == (NOT_UNDERSTOOD, "")
        assert sentence in done.stderr
    assert asyncio.run(left(names)) == before
    done = sofra("tables", "--data", str(tmp_path), f"--delete={names[1]}")
    assert (done.returncode, done.stdout) == (0, f"{names[1]} is deleted.\n")
    assert asyncio.run(left(names)) == [before[0], 0]


def test_a_server_keeps_tables_for_as_long_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sofra.web import serve

    told: list[Manner] = []
    monkeypatch.setattr(serve, "run", lambda *_, manner, **__: told.append(manner) or 0)
    place = ("--port", "0", "--data", str(tmp_path / "tables"))
    assert command_line(["serve", *place]) == 0
    assert command_line(["serve", *place, "--close-after", "7", "--delete-after", "1.5"]) == 0
    assert [(manner.idle_days, manner.kept_days) for manner in told] == [(30, 365), (7, 1.5)]


def test_a_server_without_a_home_keeps_what_it_compiles_beside_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for home, cache, kept in (
        ("/dev/null", "", tmp_path / "tables" / "cache"),
        ("/dev/null", "/dev/null/cache", tmp_path / "tables" / "cache"),
        ("/dev/null", str(tmp_path / "mine"), tmp_path / "mine"),
        (str(tmp_path), "", tmp_path / ".cache"),
    ):
        monkeypatch.setenv("HOME", home)
        monkeypatch.setenv("XDG_CACHE_HOME", cache)
        find_a_cache(tmp_path / "tables")
        assert exact.kept_folder() == kept / "sofra"


def test_the_engine_is_the_protocol(sofra: Run) -> None:
    done = sofra("engine", typed='{"id":3,"do":"games"}\n')
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["id"] == 3


@pytest.mark.parametrize(
    ("words", "typed"), [(("rules", "farkle"), ""), (("engine",), '{"do":"games"}\n'), (("--help",), "")]
)
def test_a_full_disk_is_told_in_one_sentence(
    surroundings: dict[str, str], tmp_path: Path, words: tuple[str, ...], typed: str
) -> None:
    # No file of this process may grow: what a full disk does to it, on every machine.
    small = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); from sofra.cli import main; sys.exit(main())"
    with (tmp_path / "out.txt").open("w") as out:
        done = subprocess.run(
            [sys.executable, "-B", "-c", small, *words],
            input=typed,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            env=surroundings,
            timeout=300,
            check=False,
        )
    assert done.returncode == NOT_UNDERSTOOD
    assert done.stderr == "sofra: the output cannot be written: File too large\n"
