"""A worker that has run these tests can run any other: no event loop of the browser's stays behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
BROWSER = "from tests.e2e.conftest import browser\n"
FAULTY = """
import pytest
from tests.e2e.conftest import FLAGS, chromium
from playwright.sync_api import sync_playwright

@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield made
        made.close()
"""


def one_after_the_other(folder: Path, conftest: str) -> str:
    """What pytest says of a test with a browser, and then one of another folder with an event loop of its own."""
    files = {
        "a/__init__.py": "",
        "a/conftest.py": conftest,
        "a/test_browser.py": "def test_browser(browser):\n    assert browser.is_connected()\n",
        "b/__init__.py": "",
        "b/test_loop.py": "import asyncio\n\n\ndef test_loop():\n    asyncio.run(asyncio.sleep(0))\n",
        "pytest.ini": "[pytest]\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", "a", "b"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def test_other_tests_can_run_event_loops_after_those_of_the_browser(tmp_path: Path) -> None:
    assert "2 passed" in one_after_the_other(tmp_path, BROWSER)


def test_the_check_sees_a_browser_that_stays(tmp_path: Path) -> None:
    assert "cannot be called from a running event loop" in one_after_the_other(tmp_path, FAULTY)
