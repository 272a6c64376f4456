"""What is heard of whole matches, sentence by sentence, as it was read and approved in every language: ``heard/*.txt``.

python -m tests.pages.heard          approve every sentence as it is now; read the difference before and after
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from sofra.core import record
from sofra.games import open_box
from sofra.games.parts import Names
from sofra.lang import LANGS
from sofra.web import pages
from tests.pages import rooms

APPROVED = Path(__file__).parent / "heard"
RECORDS = Path(__file__).parents[1] / "golden"
MATCHES = ("farkle-kingdom", "racko-bonus", "raks-strict")
"""Golden records of whole matches; of Rak's one with challenges, claims, triples and every way out of them."""

SEAT = 0
"""Whose ears these are."""


def heard(name: str, lang: str) -> list[str]:
    """Every sentence that the live region says to the first seat in a golden match, the last one who has won."""
    written = record.parse((RECORDS / f"{name}.txt").read_text("utf-8"))
    box = open_box(written.game)
    match = record.replay(written, box.game)
    speak = rooms.site(lang).speak
    names = Names(tuple(seat.name for seat in written.seats), SEAT, (SEAT,))
    said = [pages.sentence(box, tell, speak, names) for tell in match.told(SEAT)]
    return [line for line in (*said, box.words.asked(match.view(SEAT), speak, names)) if line]


def files() -> Iterator[tuple[Path, str, str]]:
    """File, match and language of everything that is approved."""
    for name in MATCHES:
        for lang in LANGS:
            yield APPROVED / f"{name}.{lang}.txt", name, lang


def main() -> int:
    """Approve."""
    APPROVED.mkdir(exist_ok=True)
    for file, name, lang in files():
        file.write_text("\n".join(heard(name, lang)) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
