"""The traps of writing in Turkish and Greek: no message falls into one, and each trap catches a message that does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lang import traps
from tests.lang.messages import SOURCE, constants, template_constants
from tests.lang.test_catalogues import FOLDERS, LANGS, NAMES, texts
from tests.lang.traps import TRAPS, Trap, faults

SAID_TWO_WAYS = frozenset(
    {
        "In hand",  # a drawn card in Rack-O, the supply of beads in Rak's
        "even",  # in Greek it agrees with the player that is called so
    }
)
"""Messages that one language has to say in two ways, because the games mean two things by them."""

PLANTED: tuple[tuple[Trap, str, str, str], ...] = (
    (traps.mixed_scripts, "el", "Kept dice", "Κρατηµένα ζάριa"),
    (traps.mixed_scripts, "tr", "The table", "Mаsa"),
    (traps.glued_ending, "tr", "Turn: {name}", "{name}’ın sırası"),
    (traps.glued_ending, "tr", "from {points} on", "{points}den başlayarak"),
    (traps.glued_ending, "el", "{count} dice", "{count}ζάρια"),
    (traps.percent, "tr", "safe {safe}% of the time", "{safe}% güvenli"),
    (traps.percent, "tr", "with 95% certainty", "95 % olasılıkla"),
    (traps.percent, "el", "safe {safe}% of the time", "ασφαλής στο %{safe}"),
    (traps.percent, "el", "with 95% certainty", "με 95 % βεβαιότητα"),
    (traps.dots_and_quotes, "tr", "Let me think …", "Bir düşüneyim..."),
    (traps.dots_and_quotes, "tr", 'say "No move"', 'şöyle de: "Hamle yok"'),
    (traps.dots_and_quotes, "tr", "Take the 4s", "4'leri al"),
    (traps.dots_and_quotes, "el", 'say "No move"', "πες “Δεν έχω κίνηση”"),
    (traps.dots_and_quotes, "el", 'say "No move"', "πες «Δεν έχω κίνηση"),
    (traps.ends_alike, "tr", "The dice are sealed.", "Zarlar mühürlü"),
    (traps.ends_alike, "el", "Whose turn is it?", "Ποιος παίζει?"),
    (traps.question_marks, "el", "is taken; choose another one", "είναι πιασμένη; διάλεξε άλλη"),
    (traps.question_marks, "el", "Whose turn is it?", "Ποιος παίζει\u037e"),
    (traps.begins_alike, "tr", "the match is over", "Oyun bitti"),
    (traps.begins_alike, "el", "The match is over", "το παιχνίδι τελείωσε"),
    (traps.numbers, "tr", "5,000 makes a short game.", "5,000 ile kısa bir oyun olur."),
    (traps.numbers, "el", "500 in", "Είσοδος με 50"),
    (traps.greek_accents, "el", "The rules", "Οι κανονες"),
    (traps.greek_accents, "el", "FORFEITS", "ΜΗΔΕΝΙΣΜΟΊ"),
    (traps.greek_accents, "el", "one table", "ένα τράπέζι"),
    (traps.greek_accents, "el", "on", "ναί"),
    (traps.final_sigma, "el", "The rules", "Οι κανόνεσ"),
    (traps.final_sigma, "el", "computer", "υπολογιςτής"),
    (traps.composed, "tr", "Keys", "Tus\u0327lar"),
    (traps.spaces, "tr", "Undo", "Geri  al"),
    (traps.spaces, "el", "Ouch!", "Ωχ !"),
    (traps.register, "tr", "choose another one", "başka birini seçiniz"),
    (traps.register, "el", "choose another one", "μπορείτε να διαλέξετε άλλη"),
    (traps.register, "el", "Your turn", "Η σειρά σας"),
    (traps.glossary, "tr", "dealer", "krupiye"),
    (traps.glossary, "el", "deck", "κατάστρωμα"),
)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(SOURCE)))
def test_no_message_falls_into_a_trap(folder: Path, lang: str) -> None:
    wrong = [
        f"{text!r}: {form!r}: {fault}"
        for text, (forms, _) in texts(folder, lang).items()
        for form in forms
        for fault in faults(lang, text, form)
        if text not in NAMES
    ]
    assert wrong == []


@pytest.mark.parametrize(("trap", "lang", "text", "form"), PLANTED)
def test_each_trap_catches_a_planted_fault(trap: Trap, lang: str, text: str, form: str) -> None:
    assert trap(lang, text, form) is not None


def test_no_trap_is_without_a_planted_fault() -> None:
    assert {trap for trap, *_ in PLANTED} == set(TRAPS)


def two_ways(lang: str, folders: list[Path]) -> dict[str, set[tuple[str, ...]]]:
    """The messages that are translated differently in different folders."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for folder in folders:
        for text, (forms, _) in texts(folder, lang).items():
            found.setdefault(text, set()).add(forms)
    return {text: ways for text, ways in found.items() if len(ways) > 1}


@pytest.mark.parametrize("lang", LANGS)
def test_one_message_is_said_one_way(lang: str) -> None:
    """A word of the table is the same in every game, and on the page the same as in the terminal."""
    found = two_ways(lang, FOLDERS)
    assert {text: ways for text, ways in found.items() if text not in SAID_TWO_WAYS} == {}


def test_a_message_said_two_ways_is_seen() -> None:
    assert "even" in two_ways("el", FOLDERS)
    assert set().union(*(two_ways(lang, FOLDERS) for lang in LANGS)) == SAID_TWO_WAYS


@pytest.mark.parametrize("lang", LANGS)
def test_the_shell_says_a_message_once(lang: str) -> None:
    """All catalogues of the shell are read together: what two of them hold, one of them would hide."""
    shell = [folder for folder in FOLDERS if folder.parent.parent == SOURCE]
    seen: dict[str, Path] = {}
    twice = []
    for folder in shell:
        for text in texts(folder, lang):
            if text in seen:
                twice.append(f"{text!r} in {seen[text].parent.name} and {folder.parent.name}")
            seen[text] = folder
    assert len(shell) > 5
    assert twice == []


def asking(texts: set[str]) -> list[str]:
    """What joins parts of a list with a semicolon."""
    return sorted(text for text in texts if text.strip() == ";" and text != ";")


def test_no_list_is_joined_by_what_asks_in_greek() -> None:
    """Parts of a list stand around a comma or a dot: a semicolon would make questions of them."""
    found = constants(but=("core", "cli/weight.py"))  # records and a browser's cookies have their own marks
    assert asking(found | template_constants()) == []
    assert " · " in found
    assert " · " in template_constants()


def test_a_list_joined_by_semicolons_is_seen() -> None:
    assert asking({", ", "; ", ";", "a; b"}) == ["; "]
