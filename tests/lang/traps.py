"""The traps of writing in Turkish and Greek, each a function that says what is wrong with a translation (or nothing).

A trap gets the language, the message in English and one form of its translation. What the languages share (marks at the
ends, dots, quotation marks, numbers) is held against the English; the rest is spelling.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import TypeAlias

Trap: TypeAlias = Callable[[str, str, str], "str | None"]

VOICES = re.compile(r"αι|ει|οι|ου|υι|αυ|ευ|ηυ|[αεηιουω]")
"""The vowels of a Greek word without its marks; two that are written for one sound count once."""

COMMAND = re.compile(r"pip install|\bid\b|seal \{name\}|\"move\"")
"""Messages that quote what a machine reads, letter by letter."""


def words(text: str) -> list[str]:
    """The words of a message, without its places."""
    return re.findall(r"[^\W\d_]+", re.sub(r"{\w*}", " ", text))


def bare(word: str) -> str:
    """A word in small letters without accents; a diaeresis stays, because it parts two vowels."""
    apart = unicodedata.normalize("NFD", word.lower())
    return unicodedata.normalize("NFC", apart.replace("\u0301", ""))


def script(letter: str) -> str:
    return unicodedata.name(letter, "?").partition(" ")[0]


def mixed_scripts(lang: str, text: str, form: str) -> str | None:
    """A Latin o in a Greek word looks right, and is neither found nor spoken right."""
    for word in words(form):
        scripts = {script(letter) for letter in word if letter not in "ªº"}
        if len(scripts) > 1 or (lang == "tr" and scripts - {"LATIN"}) or scripts - {"LATIN", "GREEK"}:
            return f"{word!r} is written in {sorted(scripts)}"
    return None


def glued_ending(lang: str, text: str, form: str) -> str | None:
    """An ending behind a place fits one name or number and no other (Elif’in, Umut’un)."""
    found = re.search(r"}['’ʼ]?[^\W\d_]+", form)
    return f"{found[0]!r} is an ending behind a place" if found else None


def percent(lang: str, text: str, form: str) -> str | None:
    """%25 in Turkish, 25% in Greek, and no space between."""
    wrong = r"[\d}]\s*%" if lang == "tr" else r"%\s*[\d{]|[\d}]\s+%"
    return "the percent sign stands on the wrong side" if re.search(wrong, form) else None


def dots_and_quotes(lang: str, text: str, form: str) -> str | None:
    """One mark for each use: …, ’, “ ” in Turkish, « » in Greek."""
    if "..." in form:
        return "three dots instead of …"
    kept = form.replace("Rak's", "")
    if COMMAND.search(text):
        return None
    strange = set(kept) & set("\"'`´„" + ("«»" if lang == "tr" else "“”"))
    if strange:
        return f"the marks {''.join(sorted(strange))} do not belong here"
    left, right = ("“", "”") if lang == "tr" else ("«", "»")
    return None if kept.count(left) == kept.count(right) else "a quotation that does not close"


def ends_alike(lang: str, text: str, form: str) -> str | None:
    """A sentence stays a sentence, a question a question; in Greek the sign for it is the Latin semicolon."""
    due = {"?": ";" if lang == "el" else "?"}
    end = text[-1] if text[-1] in ".:!?…" else ""
    have = form[-1] if form[-1] in ".:!?…;·" else ""
    return None if have == due.get(end, end) else f"ends with {have!r} where {end!r} was"


def question_marks(lang: str, text: str, form: str) -> str | None:
    """In Greek ; asks and · parts; signs that only look like them are others to a screen reader."""
    if set(form) & {"\u037e", "\u0387"}:
        return "a Greek question mark or dot of the old kind"
    if lang == "el" and ";" in form and "?" not in text:
        return "a ; parts sentences, and in Greek it asks"
    if lang == "el" and "?" in form and "type ?" not in text:
        return "a ? in Greek"
    return None


NAME = re.compile(r"(Farkle|Rack-O|Rak's|sofra|Enter|JSON|Dask|OpenSpiel)\b")
"""Names, which are written the same wherever they stand."""


def begins_alike(lang: str, text: str, form: str) -> str | None:
    """What begins small is put behind a colon, what begins with a capital stands alone."""
    if not (text[0].isalpha() and form[0].isalpha()) or NAME.match(text) or NAME.match(form):
        return None
    return None if text[0].isupper() == form[0].isupper() else "begins with a letter of the other size"


def figures(text: str, group: str) -> list[str]:
    """The numbers written out in a message, without the sign between thousands."""
    found = re.findall(rf"\d+(?:{re.escape(group)}\d{{3}})*", re.sub(r"{\w*}", " ", text))
    return sorted({number.replace(group, "") for number in found})


def numbers(lang: str, text: str, form: str) -> str | None:
    """10,000 is 10.000; no number gets lost. Records and addresses are written the same everywhere."""
    if re.search(r"\d\.\d", text):
        return None
    have, due = figures(form, "."), figures(text, ",")
    return None if have == due else f"has the numbers {have} where {due} were"


def greek_accents(lang: str, text: str, form: str) -> str | None:
    """Every word of two syllables or more has one accent, words in capitals none; few short words carry one to be told apart."""
    for word in words(form):
        if script(word[0]) != "GREEK" or unicodedata.normalize("NFC", word) != word:
            continue
        accents = unicodedata.normalize("NFD", word).count("\u0301")
        syllables = len(VOICES.findall(bare(word)))
        shouted = word.isupper() and len(word) > 1
        if shouted and accents:
            return f"{word!r} keeps an accent in capitals"
        if (
            not shouted
            and syllables > 1
            and accents == 0
            and not (bare(word) in TOGETHER or elided(word, form))
        ):
            return f"{word!r} has no accent"
        if accents > 1 and not re.search(rf"{word} (το|τον|τη|την|τα|τες|του|της|τους|σου|μου|μας)\b", form):
            return f"{word!r} has {accents} accents"
        if not shouted and syllables == 1 and accents and bare(word) not in SHORT:
            return f"{word!r} needs no accent"
    return None


TOGETHER = frozenset(
    {
        "για",
        "μια",
        "μιας",
        "πια",
        "πιο",
        "ποιος",
        "ποιοι",
        "ποια",
        "ποιο",
        "ποιον",
        "ποιου",
        "ποιες",
        "ποιους",
        "δυο",
        "γεια",
    }
)
"""Words whose two vowels are spoken as one, and which carry no accent for that."""

SHORT = frozenset({"η", "που", "πως", "ενα", "δω", "ας", "δειξ", "γραψ", "ασ", "βαλ", "παρ", "σβησ", "ο"})
"""Words of one syllable that carry an accent: the or, the questions, and what an apostrophe has shortened."""


def elided(word: str, form: str) -> bool:
    """Whether an apostrophe has taken a word's accented end (παρ’ όλα, απ’ όσα)."""
    return re.search(rf"\b{word}’", form) is not None


def final_sigma(lang: str, text: str, form: str) -> str | None:
    for word in words(form):
        if "ς" in word[:-1] or (word.endswith("σ") and not elided(word, form)):
            return f"{word!r} has the wrong sigma"
    return None


def composed(lang: str, text: str, form: str) -> str | None:
    return None if unicodedata.normalize("NFC", form) == form else "letters and accents are apart (not NFC)"


def spaces(lang: str, text: str, form: str) -> str | None:
    if form != form.strip() or ("  " in form and "sofra " not in text):
        return "spaces too many"
    found = re.search(r"\s[,;.:!?·](?!\w)", form)
    return f"a space before {found[0]!r}" if found and not re.search(r"\s[,;.:!?](?!\w)", text) else None


POLITE = {
    "tr": re.compile(r"\b(siz|sizin|size|sizi)\b|\w(ınız|iniz|unuz|ünüz)\b", re.IGNORECASE),
    "el": re.compile(
        r"\b(εσείς|σας|παρακαλούμε)\b|\b\w+([ίάόώέύή]στε|είτε|[αάεέ]τε|[ίύά]ξτε|ψτε|σετε|τάτε)\b"
    ),
}
"""What is said to a stranger or to many. The tables say sen and εσύ."""

TO_ALL = frozenset(
    {"Did everybody see that?", "Too slow, everybody!", "choose who of you answers", "Play again"}
)
"""What is said to all at the table."""


def register(lang: str, text: str, form: str) -> str | None:
    found = POLITE[lang].search(form)
    return (
        f"{found[0]!r} speaks to a stranger"
        if found and text not in TO_ALL and found[0].lower() not in INNOCENT
        else None
    )


INNOCENT = frozenset({"deniz", "είτε", "ποτέ", "τότε", "οπότε", "πότε", "κάθετε", "όποτε", "ορίστε"})
"""Words that only end like it."""

SHUNNED = {
    "tr": {
        "krupiye": "dağıtıcı",
        "raund": "el",
        "slot": "yuva",
        "meydan oku": "itiraz et",
        "öteki": "diğer",
        "öbür": "diğer",
        "yalnız ": "yalnızca",
        "denetle": "kontrol et",
        "haliyle": "hâliyle",
        "halde": "hâlde",
    },
    "el": {
        "κατάστρωμα": "τράπουλα",
        "τρέξιμο": "συνεχόμενη σειρά",
        "εταίρ": "συμπαίκτες",
        "υποδοχή": "θέση",
        "φυλλομετρητ": "περιηγητής",
        "προκαλ": "αμφισβητώ",
        "ακόμα": "ακόμη",
        "καινούργι": "καινούριο",
        "κάτσε": "κάθισε",
    },
}
"""Words that the glossary decided against, each with what is said instead."""


def glossary(lang: str, text: str, form: str) -> str | None:
    said = re.sub(r"{\w*}", "", form)
    low = said.replace("İ", "i").replace("I", "ı").lower() if lang == "tr" else said.lower()
    for word, instead in SHUNNED[lang].items():
        if word in low:
            return f"{word!r} is called {instead!r} here"
    return None


TRAPS: tuple[Trap, ...] = (
    mixed_scripts,
    glued_ending,
    percent,
    dots_and_quotes,
    ends_alike,
    question_marks,
    begins_alike,
    numbers,
    greek_accents,
    final_sigma,
    composed,
    spaces,
    register,
    glossary,
)


def faults(lang: str, text: str, form: str) -> Iterator[str]:
    """What is wrong with one form of a translation."""
    for trap in TRAPS:
        if wrong := trap(lang, text, form):
            yield f"{trap.__name__}: {wrong}"
