"""The page's figures are taken in a real browser; what they come to is the bench's business, that they are taken ours."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from sofra.cli import browsing
from sofra.games import boxes

pytestmark = pytest.mark.browser


def test_a_table_is_measured_in_a_browser_that_is_held_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browsing, "VISITS", 1)
    monkeypatch.setattr(browsing, "MATCHES", 1)
    monkeypatch.setattr(browsing, "STEPS", 2)
    monkeypatch.setattr(browsing, "boxes", lambda: {"farkle": boxes()["farkle"]})
    with ThreadPoolExecutor(1) as aside:  # this thread may have a browser under way, and drives one at a time
        rows = {(row.name, row.unit): row for row in aside.submit(browsing.rows).result()}
    assert set(rows) == {
        ("page farkle first view", "kB"),
        ("page farkle first view", "requests"),
        ("page farkle interactive", "ms"),
        ("page farkle layout shift", "shift"),
        ("page farkle longest task in play", "ms"),
    }
    for (name, unit), row in rows.items():
        assert row.value > 0 or unit == "shift", name
        assert (row.ratio is not None) == (unit in ("kB", "ms")), name


def test_without_a_browser_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browsing, "find_spec", lambda _: None)
    assert browsing.found() is None
    assert browsing.rows() == []


def test_a_task_counts_by_its_processor_time_on_a_main_thread_alone() -> None:
    def event(kind: str, thread: int, spent: int | None, **args: str) -> dict[str, object]:
        return {"name": kind, "pid": 1, "tid": thread, "args": args} | (
            {"tdur": spent, "dur": 9 * spent} if spent else {}
        )

    events = [
        event("thread_name", 7, None, name="CrRendererMain"),
        event("thread_name", 8, None, name="Compositor"),
        event("ThreadControllerImpl::RunTask", 7, 12_500),
        event("ThreadControllerImpl::RunTask", 8, 90_000),
        event("Layout", 7, 80_000),
        event("ThreadControllerImpl::RunTask", 7, None),
    ]
    assert browsing.tasks(json.dumps({"traceEvents": events}).encode()) == [12.5]
