"""The page as an app: a browser finds nothing that stands in the way of installing it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OURS = {"in-incognito", "platform-not-supported-on-android"}
"""What Chromium says of the private window that the tests open, not of the page."""


def test_chromium_would_install_it(visit: Callable[..., Page]) -> None:
    page = visit("/")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].partition("?")[0].endswith("/static/sofra.webmanifest")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= OURS, errors
    # The check itself sees what is missing.
    page.evaluate("document.querySelector('link[rel=manifest]').remove()")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert "no-manifest" in {error["errorId"] for error in errors}
