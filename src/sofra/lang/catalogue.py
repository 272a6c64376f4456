"""Message catalogues, read straight from the ``.po`` files that translators edit (one file a language and folder)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from pathlib import Path

import sofra


@dataclass(frozen=True, slots=True)
class Catalogue:
    """``texts`` maps a message to its forms (one, or one a plural form); ``plural`` picks the form of a count."""

    texts: Mapping[str, tuple[str, ...]]
    plural: Callable[[int], int]


def shell_folders() -> tuple[Path, ...]:
    """The ``locale`` folders of sofra's own packages (not of the games)."""
    return tuple(sorted(Path(sofra.__file__).parent.glob("*/locale")))


@cache
def load(folder: Path, lang: str) -> Catalogue:
    """The catalogue of one folder and language; an empty one where there is no file."""
    file = folder / f"{lang}.po"
    if not file.is_file():
        return Catalogue({}, _english_plural)
    from babel.messages.pofile import read_po

    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=lang, abort_invalid=True)
    texts: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if not message.id or message.fuzzy:
            continue
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if forms and all(forms):
            texts[message.id if isinstance(message.id, str) else message.id[0]] = forms
    return Catalogue(texts, c2py(catalogue.plural_expr))


def _english_plural(count: int) -> int:
    return 0 if count == 1 else 1
