"""What all tests share: how long and how often properties are tried."""

import os
import signal

import pytest
from hypothesis import settings

# No deadline: two workers share two cores, so a slow example says nothing about the code. CI tries the same examples
# each time, so that a red run is red again; whoever works on the code gets new ones every time.
settings.register_profile("here", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# Whoever starts the run in the background of a shell (`make test &`, many a CI) hands down an ignored SIGINT, and a
# program that was started so ignores Ctrl-C by convention. The programs of these tests sit at terminals of their own.
signal.signal(signal.SIGINT, signal.default_int_handler)

LONG = 20_000
"""Seconds that a soak may take; every other test has what ``pyproject.toml`` says."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("soak") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LONG))
