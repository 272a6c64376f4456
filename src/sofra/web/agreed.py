"""What was agreed on at a table beside the rules, as a form: read back from the fields of ``agreed.html``."""

from __future__ import annotations

from typing import Any

import msgspec

from sofra.table.entries import Policy
from sofra.web import forms

WINDOWS = (0, 10, 20, 45)
CLOCKS = (0, 60, 120, 300, 3600, 86_400)
"""Seconds that the form offers; programs may choose others."""


def read(found: forms.Form) -> Policy:
    """The policy of a posted form; the defaults where the form did not show it (``policy``). A switch is on when it is
    there. Raises Malformed."""
    if not forms.one(found, "policy"):
        return Policy()
    values: dict[str, Any] = {name: name in found for name in ("undo", "listed", "coach", "hints")}
    values["absence"] = "sit in" if "sit_in" in found else "wait"
    if "absence_after" in found:
        values["absence_after"] = forms.number(found, "absence_after")
    if forms.one(found, "window", "usual") != "usual":
        values["window"] = forms.number(found, "window")
    if "clock" in found:
        values["clock"] = forms.number(found, "clock")
    policy: Policy = msgspec.convert(values, Policy)
    return policy
