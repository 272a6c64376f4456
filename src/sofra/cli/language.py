"""Which language the terminal speaks: what was asked for, else what the surroundings say, else English."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KNOWN = ("en", "tr", "el")
# The same as ``sofra.lang.LANGS``, which costs too much to import for ``sofra --help``; a test keeps them equal.


def preferred(surroundings: Mapping[str, str] | None = None) -> str:
    """The language of LANGUAGE, LC_ALL, LC_MESSAGES and LANG, in the order in which gettext reads them."""
    values = os.environ if surroundings is None else surroundings
    locale = values.get("LC_ALL") or values.get("LC_MESSAGES") or values.get("LANG") or ""
    wishes = [locale]
    # In the C locale gettext does not look at LANGUAGE.
    if locale.partition(".")[0] not in ("", "C", "POSIX"):
        wishes = [*values.get("LANGUAGE", "").split(":"), locale]
    for wish in wishes:
        lang = wish.partition("_")[0].partition(".")[0].lower()
        if lang in KNOWN:
            return lang
    return KNOWN[0]


def asked(words: Sequence[str]) -> str:
    """The language that a line asks for, wherever it says so; else the one that the surroundings prefer."""
    for word, following in zip(words, [*words, ""][1:], strict=True):
        lang = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and lang in KNOWN:
            return lang
    return preferred()


def chosen(lang: str | None) -> str:
    """The language that a ``--lang`` flag asks for, or the one that the surroundings prefer."""
    from sofra.core.errors import Unknown

    if lang is not None and lang not in KNOWN:
        raise Unknown('there is no language "{lang}"; there are {known}', lang=lang, known=", ".join(KNOWN))
    return lang or preferred()
