"""The documentation tells the truth: its examples run, its links lead somewhere, and it can be written as pages."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def docs(root: Path, out: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "docs.py"), str(out), "--root", str(root)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_the_documentation_tells_the_truth(tmp_path: Path) -> None:
    done = docs(ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "make play" in (tmp_path / "README.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[rules](docs/nowhere.md)", "README.md: the link to 'docs/nowhere.md' leads to no file"),
        ("![board](board.png)", "README.md: the link to 'board.png' leads to no file"),
        ("[down](#cellar)", "README.md: the link to '#cellar' leads to no heading"),
        ("[more](docs/more.md#cellar)", "README.md: the link to 'docs/more.md#cellar' leads to no heading"),
        ("```\n>>> 1 + 1\n3\n```", "README.md: an example answers other than it says"),
    ],
)
def test_each_untruth_is_found(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "more.md").write_text("# More\n\n## The attic\n", "utf-8")
    (tmp_path / "README.md").write_text(f"# Title\n\n{text}\n", "utf-8")
    done = docs(tmp_path, tmp_path / "out")
    assert done.returncode == 1
    assert said in done.stderr
    assert not (tmp_path / "out").exists()


def test_links_between_pages_become_links_between_pages(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "more.md").write_text("# More\n\n## The attic\n\n[home](../README.md)\n", "utf-8")
    (tmp_path / "README.md").write_text("# Title\n\n[up](docs/more.md#the-attic)\n\n>>> 1 + 1\n2\n", "utf-8")
    done = docs(tmp_path, tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert 'href="docs/more.html#the-attic"' in (tmp_path / "out" / "README.html").read_text("utf-8")
    more = (tmp_path / "out" / "docs" / "more.html").read_text("utf-8")
    assert 'id="the-attic"' in more
    assert 'href="../README.html"' in more
