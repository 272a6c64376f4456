"""The sentence over the table: an order to whoever answers here, by name where several do; of others, what they are doing."""

import re
from functools import cache
from random import Random

import pytest

from sofra.core import Act, Match, seeded
from sofra.games import boxes, open_box
from sofra.games.parts import Names
from sofra.lang import LANGS
from tests.pages.rooms import played, site

NAMES = ("Ayşe", "Penny", "Νίκος", "Guðrún")
COLON = {"tr": "Sıra: {name}. ", "el": "Παίζει: {name}. "}
WAITING = {"tr": "Beklenen: ", "el": "Περιμένουμε: "}


@cache
def moments(game: str) -> dict[str, tuple[int, dict[str, tuple[str, str, str]]]]:
    """By phase: the seat that is asked, and in each language the sentence for that seat, for the device at which everybody
    sits, and for somebody else; from a walk of any moves."""
    box, rng = open_box(game), Random(11)
    match = Match(box.game, next(iter(box.game.presets.values())), 3)
    dealer, found = seeded("headings"), {}
    for _ in range(150):
        match.settle(dealer)
        if match.over:
            break
        seat = match.asked[0]
        phase = match.view(None).phase
        if phase not in found:
            found[phase] = seat, {lang: sentences(match, seat, lang) for lang in LANGS}
        match.do(Act(seat, rng.choice(match.moves(seat))))
    return found


def sentences(match: Match, seat: int, lang: str) -> tuple[str, str, str]:
    words, speak, called = open_box(match.game.facts.key).words, site(lang).speak, NAMES[: match.seats]
    return (
        words.asked(match.view(seat), speak, Names(called, seat, (seat,))),
        words.asked(match.view(seat), speak, Names(called, None, tuple(range(match.seats)))),
        words.asked(match.view(None), speak, Names(called)),
    )


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", list(boxes()))
def test_others_are_told_of_and_whoever_is_here_is_told_what_to_do(game: str, lang: str) -> None:
    assert len(moments(game)) >= 2
    for seat, said in moments(game).values():
        (mine, here, other), name = said[lang], NAMES[seat]
        assert len({mine, here, other}) == 3, (mine, here, other)
        assert name in here
        assert name in other
        assert name not in mine
        assert not re.search(rf"{name}['’]", here + other)
        if lang == "en":
            assert re.search(rf"^(Triple! )?{name} (is|has|may) |Waiting for: ", other), other
        else:
            assert COLON[lang].format(name=name) in other or WAITING[lang] in other, other


RAKS_WINDOW = {
    "en": ("Ayşe: placed a bead on {z}. Penny: challenge it, or pass?", "Challenge it, or pass?"),
    "tr": ("Ayşe: {z} bölgesine boncuk koydu. Penny: itiraz mı, pas mı?", "İtiraz mı, pas mı?"),
    "el": ("Ayşe: έβαλε χάντρα στο {z}. Penny: αμφισβήτηση ή πάσο;", "Αμφισβητείς ή πάσο;"),
}


@pytest.mark.parametrize("lang", LANGS)
def test_in_a_window_of_raks_whoever_answers_on_this_device_is_asked_by_name(lang: str) -> None:
    rules = open_box("raks").game.rules()
    match = played("raks", rules, 2, [(6, 1), (1, 2, 4)], ["place 7"])
    words, speak = open_box("raks").words, site(lang).speak
    both, alone = RAKS_WINDOW[lang]
    names = NAMES[:2]
    assert words.asked(match.view(1), speak, Names(names, None, (0, 1))) == both.format(z=7)
    assert words.asked(match.view(1), speak, Names(names, 1, (1,))).endswith(". " + alone)
    assert alone not in words.asked(match.view(0), speak, Names(names, 0, (0,)))
