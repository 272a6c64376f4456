"""Files stay small, whole and at home."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house.order import addresses, elsewhere, files, loose, promises, stubs, too_long, untested

ROOT = Path(__file__).parents[2]
Check = Callable[[Path], list[str]]

REAL = [
    (too_long, "src"),
    (promises, "src"),
    (promises, "tests"),
    (promises, "docs"),
    (promises, "scripts"),
    (stubs, "src"),
    (untested, "tests"),
    (addresses, "requirements"),
    (loose, "requirements"),
    (elsewhere, "src"),
]

later, missing, passed_over = "TO" + "DO", "NotImplemented" + "Error", "sk" + "ip"
HASH = "    --hash=sha256:" + "0" * 64

FAULTS = [
    (too_long, "long.py", "x = 1\n" * 401),
    (too_long, "long.css", "a {}\n" * 401),
    (promises, "later.py", f"# {later}: the rest"),
    (promises, "later.html", f"<!-- {later} -->"),
    (stubs, "stub.py", f"def f():\n    raise {missing}"),
    (untested, "test_it.py", f"@pytest.mark.{passed_over}\ndef test(): ..."),
    (untested, "test_it.py", f"pytest.{passed_over}('no browser')"),
    (untested, "test_it.py", f"pytest.import{'orskip'}('numba')"),
    (addresses, "run.txt", f"--index-url https:{'//'}packages.example/simple\n"),
    (addresses, "run.txt", f"rich @ https:{'//'}packages.example/rich.whl"),
    (addresses, "run.txt", "--find-links /somewhere"),
    (loose, "run.txt", f"rich>=15 \\\n{HASH}\n"),
    (loose, "run.txt", f"rich==15.0 \\\n{HASH}\nanyio==4.0\n"),
    (elsewhere, "page.html", f'<script src="https:{"//"}cdn.example.org/x.js"></script>'),
    (elsewhere, "page.html", f'<img src="{"//"}cdn.example.org/x.png">'),
    (elsewhere, "look.css", f"@import url({'//'}fonts.example.org/a.css);"),
    (elsewhere, "move.js", f'new WebSocket("wss:{"//"}example.org/live")'),
]


@pytest.mark.parametrize(("check", "folder"), REAL)
def test_the_house_is_in_order(check: Check, folder: str) -> None:
    assert list(files(ROOT / folder, {".py", ".md", ".txt", ".sh"})), f"{folder} is empty"
    assert check(ROOT / folder) == []


@pytest.mark.parametrize(("check", "name", "text"), FAULTS)
def test_each_check_of_order_sees_a_planted_fault(tmp_path: Path, check: Check, name: str, text: str) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / name).write_text(text, "utf-8")
    complaints = check(tmp_path)
    assert complaints
    assert all(complaint.startswith(f"deep/{name}") for complaint in complaints)


@pytest.mark.parametrize(
    ("check", "name", "text"),
    [
        (too_long, "fits.py", "x = 1\n" * 400),
        (elsewhere, "die.svg", '<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
        (elsewhere, "page.html", '<a href="/table/1">// a comment is no address</a>'),
        (elsewhere, "live.js", "const at = `${scheme}://${location.host}/live`; // one comment"),
        (loose, "run.txt", f"rich==15.0 ; python_full_version < '3.12' \\\n{HASH} \\\n{HASH}\n"),
    ],
)
def test_the_checks_of_order_let_pass_what_is_allowed(
    tmp_path: Path, check: Check, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert check(tmp_path) == []
