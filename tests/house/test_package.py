"""What is built to be installed holds everything that the source tree holds, and runs from anywhere."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def source_files() -> set[str]:
    """Every file of the package, relative to ``src``."""
    return {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "sofra").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and a source archive, built as an installer would, without the network."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        env=os.environ | {"SOURCE_DATE_EPOCH": "1767225600"},
        check=True,
        capture_output=True,
        timeout=300,
    )
    return folder


def test_the_wheel_holds_every_file_of_the_package(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert held == source_files()
    assert {"sofra/__init__.py", "sofra/py.typed"} <= held


def test_the_source_archive_holds_the_package_and_its_tests(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        held = {name.partition("/")[2] for name in tar.getnames()}
    assert {f"src/{name}" for name in source_files()} <= held
    assert {"LICENSE", "Makefile", "README.md", "pyproject.toml", "tests/house/test_package.py"} <= held
    assert not [name for name in held if name.startswith((".venv", "data/", "artefacts/"))]


def test_the_wheel_runs_where_the_source_is_not(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    code = "import sofra, sofra.games.box as b; print(sofra.__file__); print(*sorted(b.boxes()))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    place, games = done.stdout.splitlines()
    assert Path(place).is_relative_to(tmp_path)
    assert "farkle" in games.split()


def test_the_version_is_said_once(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    version = wheel.name.split("-")[1]
    assert f'__version__ = "{version}"' in (ROOT / "src" / "sofra" / "__init__.py").read_text("utf-8")
