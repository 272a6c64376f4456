"""A real server as a process of its own, a real Chromium, and pictures of what they show in ``artefacts/``."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from sofra.cli import browsing
from tests.e2e.situation import LISTEN, PATIENCE

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "artefacts"
FLAGS = [*browsing.FLAGS, "--disable-component-update", "--disable-sync"]
SERVE = """
import sys
from sofra.table import windows
from sofra.table.service import Manner
from sofra.web.serve import run
windows.USUAL = 3600
run("127.0.0.1", int(sys.argv[2]), sys.argv[1], manner=Manner(pace=0.15), limits=None)
"""
"""Nobody here is too fast for a visitor, or too slow for an open window: both are tried elsewhere, with a clock of their own."""

expect.set_options(timeout=PATIENCE)

PHONE = {"width": 390, "height": 780}
DESKTOP = {"width": 1280, "height": 860}


def chromium() -> str:
    """The browser of the environment, or one that is found."""
    found = browsing.found()
    assert found, "no Chromium: install one, or name it with CHROMIUM=/path/to/chromium"
    return found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, as long as this folder's tests run: while Playwright lives, its event loop counts as the thread's running
    one, and tests of other folders, which the same worker may take over, could not run one of their own."""
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield made
        made.close()


@dataclass(frozen=True)
class Server:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    address: str

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait(10)


def free_port() -> int:
    """A port that stays free while a server is down: of those that the system gives to nobody by itself."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")


def serve_at(folder: Path, port: int = 0) -> Server:
    """A server over the tables in a folder; it answers when this returns. Port 0: any that is free."""
    with (folder / "server.log").open("a") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(folder), str(port)],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    assert address.startswith("http://"), f"the server did not start: {(folder / 'server.log').read_text()}"
    return Server(process, address)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server answers that was started for these tests."""
    server = serve_at(tmp_path_factory.mktemp("tables"))
    yield server.address
    server.kill()


def _is_problem(message: ConsoleMessage) -> bool:
    """A refusal (409, 404 …) is an answer like another, and a server that is away is waited for, by the page and by its
    worker; Chromium calls both an error all the same."""
    expected = (
        "Failed to load resource",
        "WebSocket connection to",
        "An unknown error occurred when fetching the script",
    )
    return message.type == "error" and not message.text.startswith(expected)


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open a page in a browser of its own; errors of its scripts and refusals of the policy fail the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def go(
        path: str = "/",
        *,
        scripts: bool = True,
        size: dict[str, int] = DESKTOP,
        lang: str = "en",
        theme: str = "light",
        motion: bool = False,
        worker: bool = True,
    ) -> Page:
        context = browser.new_context(
            base_url=address,
            service_workers="allow" if worker else "block",
            viewport=size,  # type: ignore[arg-type]
            java_script_enabled=scripts,
            locale=lang,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(LISTEN)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if _is_problem(message) else None)
        page.goto(path)
        return page

    yield go
    for context in contexts:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.close()
    assert not problems, problems


def picture(page: Page, name: str) -> None:
    """A picture of the whole page, to look at."""
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)
