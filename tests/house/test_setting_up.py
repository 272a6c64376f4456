"""Setting up asks for nothing, and says in one sentence what is missing on the machine.

The scripts run here in a copy of the checkout's outside, with a PATH that holds only what a test puts there.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("sh", "cat", "cksum", "dirname", "env", "id", "rm")
"""The commands of any system that the scripts use."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the scripts and what they read, and a folder ``bin`` beside it as the only PATH."""
    place = tmp_path / "sofra"
    for folder in ("scripts", "requirements"):
        shutil.copytree(ROOT / folder, place / folder)
    for name in ("pyproject.toml", "Makefile"):
        shutil.copy(ROOT / name, place)
    (tmp_path / "bin").mkdir()
    for name in NEEDED:
        found = shutil.which(name)
        assert found, f"this system has no {name}"
        (tmp_path / "bin" / name).symlink_to(found)
    return place


def pretend(checkout: Path, name: str, script: str) -> Path:
    """Puts a command of our own making on the PATH."""
    path = checkout.parent / "bin" / name
    path.unlink(missing_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return path


def run(
    checkout: Path, script: str, *arguments: str, **environment: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["/bin/sh", f"scripts/{script}.sh", *arguments],
        cwd=checkout,
        env={"PATH": str(checkout.parent / "bin"), "HOME": str(checkout.parent)} | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def says(done: "subprocess.CompletedProcess[str]", *words: str) -> None:
    """The run stopped, with one sentence that has these words, and no traceback."""
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr, done.stderr


OLD = 'case "$2" in *SystemExit*) exit 1 ;; *version_info*) echo 3.9.2 ;; esac'


def test_without_python_the_message_says_how_to_get_it(checkout: Path) -> None:
    says(
        run(checkout, "environment", "run"),
        "Python 3.11 or newer",
        "apt-get install python3 python3-venv",
        "none found",
    )


def test_with_an_old_python_the_message_names_its_version(checkout: Path) -> None:
    pretend(checkout, "python3", OLD)
    says(run(checkout, "environment", "run"), "python3 is 3.9.2", "PYTHON=")


def test_an_old_python_asked_for_by_name_is_refused(checkout: Path) -> None:
    old = pretend(checkout, "ancient", OLD)
    says(
        run(checkout, "environment", "run", PYTHON=str(old)), f"PYTHON={old} is Python 3.9.2", "3.11 or newer"
    )


def test_a_python_that_is_none_is_refused(checkout: Path) -> None:
    says(
        run(checkout, "environment", "run", PYTHON="/no/such/python"),
        "PYTHON=/no/such/python is not a Python",
    )


def test_a_python_without_venv_says_which_package_has_it(checkout: Path) -> None:
    pretend(checkout, "python3", f'case "$2" in *ensurepip*) exit 1 ;; esac\nexec {sys.executable} "$@"')
    short = f"{sys.version_info.major}.{sys.version_info.minor}"
    says(
        run(checkout, "environment", "run"),
        "apt-get install python3-venv",
        f"python{short}-venv",
        "ensurepip",
    )
    assert not (checkout / ".venv").exists()


def test_a_newer_python_is_found_behind_an_old_one(checkout: Path) -> None:
    pretend(checkout, "python3", OLD)
    pretend(checkout, "python3.12", f'case "$2" in *ensurepip*) exit 1 ;; esac\nexec {sys.executable} "$@"')
    says(run(checkout, "environment", "run"), "python3.12 (Python", "ensurepip")


def test_what_is_installed_is_not_installed_again(checkout: Path) -> None:
    """A pretended environment whose pip writes a line each time it is asked to install."""
    log = checkout / "asked.txt"
    (checkout / ".venv" / "bin").mkdir(parents=True)
    (checkout / ".venv" / "bin" / "python").symlink_to(
        pretend(
            checkout, "fake", f'case "$1" in -m) echo "$@" >>"{log}" ;; *) exec {sys.executable} "$@" ;; esac'
        )
    )

    def installs() -> list[str]:
        done = run(checkout, "environment", "dev")
        assert done.returncode == 0, done.stderr
        lines = log.read_text("utf-8").splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines

    first = installs()
    assert len(first) == 2
    assert "--require-hashes -r requirements/dev.txt" in first[0]
    assert "--no-deps --no-build-isolation --editable ." in first[1]
    assert installs() == []
    with (checkout / "requirements" / "dev.txt").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert len(installs()) == 2
    assert run(checkout, "environment", "run").returncode == 0
    assert not log.exists(), "what is there for testing is enough for playing"


def test_the_named_browser_is_taken(checkout: Path) -> None:
    browser = pretend(checkout, "my-browser", "echo Chromium 1")
    pretend(checkout, "chromium", "echo Chromium 2")
    assert run(checkout, "chromium", CHROMIUM=str(browser)).stdout == f"{browser}\n"


def test_a_named_browser_that_does_not_run_is_refused(checkout: Path) -> None:
    broken = pretend(checkout, "broken", "exit 1")
    pretend(checkout, "chromium", "echo Chromium 2")
    says(
        run(checkout, "chromium", CHROMIUM=str(broken)), f"CHROMIUM={broken} is not a browser that runs here"
    )


def test_a_browser_on_the_path_is_found_past_one_that_does_not_run(checkout: Path) -> None:
    pretend(checkout, "chromium", "echo 'please install the snap' >&2; exit 1")
    other = pretend(checkout, "google-chrome", "echo Chrome 3")
    assert run(checkout, "chromium").stdout == f"{other}\n"


def test_without_a_browser_a_person_is_told_the_command(checkout: Path) -> None:
    pretend(checkout, "id", "echo 1000")
    pretend(checkout, "apt-get", "echo installed >&2")
    done = run(checkout, "chromium")
    says(done, "apt-get install -y chromium", "CHROMIUM=")
    assert "installed" not in done.stderr
    assert done.stdout == ""


def test_without_a_browser_root_gets_one_installed(checkout: Path) -> None:
    pretend(checkout, "id", "echo 0")
    browser = checkout.parent / "bin" / "chromium"
    script = "#!/bin/sh\\necho Chromium 4\\n"
    pretend(
        checkout,
        "apt-get",
        f'case "$*" in *install*chromium) printf "{script}" >"{browser}"; /bin/chmod 755 "{browser}" ;; esac',
    )
    done = run(checkout, "chromium")
    assert done.stdout == f"{browser}\n", done.stderr


def test_when_installing_fails_root_is_told_so(checkout: Path) -> None:
    pretend(checkout, "id", "echo 0")
    pretend(checkout, "apt-get", "echo no network >&2; exit 100")
    says(run(checkout, "chromium"), "no network", "'apt-get install -y chromium' failed", "CHROMIUM=")


def test_make_alone_lists_every_target_a_person_may_want() -> None:
    make = shutil.which("make")
    assert make, "this system has no make"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        [make], cwd=ROOT, env=environment, check=True, capture_output=True, text=True, timeout=300
    )
    for target in ("play", "test", "check", "bench", "gallery", "docs", "lock", "clean", "help"):
        assert f"make {target} " in done.stdout
