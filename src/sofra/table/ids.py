"""Ids and tokens: long enough that nobody guesses one, and stored only as hashes where they open something."""

from __future__ import annotations

import hashlib
import re
import secrets

from sofra.core.errors import Malformed

_TABLE = re.compile(r"[A-Za-z0-9_-]{22}")
_COMMAND = re.compile(r"[A-Za-z0-9_.:-]{1,64}")


def table_id() -> str:
    """A fresh table id of 128 random bits."""
    return secrets.token_urlsafe(16)


def is_table_id(text: str) -> bool:
    """Whether a text has the form of a table id (so that anything else never reaches the store)."""
    return _TABLE.fullmatch(text) is not None


def token() -> str:
    """A fresh secret of 256 random bits: what a browser keeps in its cookie, or what an invitation link carries."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is stored of a secret: SHA-256 (hex) of "sofra token" and the secret. Secrets are random, so one pass will do."""
    return hashlib.sha256(b"sofra token\0" + secret.encode("utf-8")).hexdigest()


def own_command(what: str, ask: int) -> str:
    """The id of something that the server does for a seat: once for each ask, and none that a client could use up before."""
    return f"{what} {ask}"


def check_command(text: str) -> str:
    """A command id as clients make them, or Malformed."""
    if _COMMAND.fullmatch(text) is None:
        raise Malformed("a command id is 1 to 64 letters, digits or _ . : - signs")
    return text
