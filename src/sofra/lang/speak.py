"""A language to speak: messages with named places, filled with numbers as the language writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sofra.core.errors import SofraError
from sofra.games import Box
from sofra.lang.catalogue import Catalogue, load, shell_folders

LANGS = ("en", "tr", "el")
"""The languages of sofra, the default first."""


class Language:
    """One language over several catalogues (implements ``sofra.games.parts.Speak``)."""

    def __init__(self, lang: str, catalogues: Sequence[Catalogue]) -> None:
        self._lang = lang
        self._catalogues = tuple(catalogues)
        self._group = "," if lang == "en" else "."

    @property
    def lang(self) -> str:
        return self._lang

    def knows(self, message: str) -> bool:
        """Whether a catalogue has the message."""
        return any(message in catalogue.texts for catalogue in self._catalogues)

    def __call__(self, message: str, /, **fields: Any) -> str:
        text = message
        for catalogue in self._catalogues:
            if (forms := catalogue.texts.get(message)) is not None:
                text = forms[0]
                break
        return self._fill(text, fields)

    def many(self, one: str, other: str, count: int, /, **fields: Any) -> str:
        text = one if count == 1 else other
        for catalogue in self._catalogues:
            if (forms := catalogue.texts.get(one)) is not None:
                text = forms[min(catalogue.plural(abs(count)), len(forms) - 1)]
                break
        return self._fill(text, {"count": count, **fields})

    def number(self, value: float) -> str:
        if isinstance(value, int):
            return f"{value:,}".replace(",", self._group).replace("-", "−")
        from babel.numbers import format_decimal

        return str(format_decimal(value, locale=self._lang))

    def percent(self, share: float, digits: int = 0) -> str:
        from babel.numbers import format_percent

        pattern = _percent_pattern(self._lang, digits)
        return str(format_percent(share, format=pattern, locale=self._lang))

    def _fill(self, text: str, fields: Mapping[str, Any]) -> str:
        if not fields:
            return text
        shown = {name: self._shown(value) for name, value in fields.items()}
        return text.format_map(shown)

    def _shown(self, value: Any) -> Any:
        if isinstance(value, SofraError):
            return self(value.template, **value.fields)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self.number(value)
        return value


@cache
def _percent_pattern(lang: str, digits: int) -> str:
    """The language's own percent pattern (``%#,##0`` in Turkish) with a fixed number of digits."""
    from babel import Locale

    pattern = Locale.parse(lang).percent_formats[None].pattern
    return str(pattern).replace("0", "0." + "0" * digits) if digits else str(pattern)


@cache
def speak_for(lang: str, *folders: Path) -> Language:
    """A language over the catalogues in these folders, the first that knows a message answering."""
    return Language(lang, [load(folder, lang) for folder in folders])


def speak(lang: str, box: Box | None = None) -> Language:
    """A language over sofra's own catalogues, and a game's before them where one is given."""
    own = (box.folder / "locale",) if box is not None else ()
    return speak_for(lang, *own, *shell_folders())


def negotiate(accept_language: str) -> str:
    """The best language for an Accept-Language header; English where none fits."""
    wishes = []
    for place, item in enumerate(accept_language[:1000].split(",")):
        tag, _, quality = item.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        wishes.append((-weight, place, tag.lower().partition("-")[0]))
    return next((lang for weight, _, lang in sorted(wishes) if lang in LANGS and weight < 0), LANGS[0])
