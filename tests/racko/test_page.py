"""Rack-O's part of the table page and its sentences: accessible, without scripts or inline styles, from views alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from racko.rounds import COMPLETE, DESCENDING, dealt, play
from sofra.core import Act, Malformed, Match, seeded
from sofra.games import open_box
from sofra.games.parts import Names, Scene
from sofra.games.racko.page.page import PAGE
from sofra.games.racko.page.rack import rising_chain
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import PRESETS, RackoRules
from sofra.games.racko.words import WORDS
from sofra.lang import speak

OTHER = (39, *COMPLETE[1:])
NAMES = ("Ayşe", "Νίκος", "Guðrún", "Bob")
BOX = open_box("racko")


def scene(match: Match, seat: int | None, lang: str = "en", **settings: Any) -> Scene:
    moves = tuple(map(RACKO.write, match.moves(seat))) if seat is not None else ()
    told = tuple(tell for tell in match.told(seat) if tell is not None)
    names = Names(NAMES[: match.seats], seat)
    return Scene(
        match.view(seat),
        match.rules,
        seat,
        moves,
        (),
        told,
        match.version,
        match.over,
        speak(lang, BOX),
        names,
        settings,
    )


def labels(html: str) -> list[str]:
    return re.findall(r'aria-label="([^"]*)"', html)


def test_every_slot_has_its_name_and_its_card() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    html = PAGE.draw(scene(match, 0))
    named = [label.split(",")[0] for label in labels(html) if label.startswith("slot ")]
    assert named == [f"slot {slot}: {card}" for slot, card in zip(range(5, 55, 5), OTHER, strict=True)]
    assert 'value="take"' in html
    assert 'value="draw"' in html


def test_a_card_in_hand_goes_where_a_radio_says_or_away() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    play(match, "draw", 3)
    html = PAGE.draw(scene(match, 0))
    assert re.findall(r'type="radio" name="slot" value="(\d+)"', html) == [
        str(slot) for slot in range(5, 55, 5)
    ]
    assert 'value="put"' in html
    assert 'value="toss"' in html
    other = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    play(other, "take")
    assert 'value="toss"' not in PAGE.draw(scene(other, 0))


@pytest.mark.parametrize(
    ("form", "move"),
    [
        ({"move": ["take"]}, "take"),
        ({"do": ["put"], "slot": ["25"]}, "put 25"),
        ({"do": ["put"], "slot": ["25"], "call": ["rack-o"]}, "put 25 rack-o"),
        ({"do": ["toss"]}, "toss"),
        ({"do": ["toss"], "call": ["rack-o"]}, "toss rack-o"),
    ],
)
def test_a_posted_form_is_one_move(form: dict[str, list[str]], move: str) -> None:
    assert PAGE.move(None, form) == move


def test_a_form_without_a_choice_is_answered_with_what_is_missing() -> None:
    with pytest.raises(Malformed, match="choose a slot first"):
        PAGE.move(None, {"do": ["put"]})
    with pytest.raises(Malformed, match="choose what to do"):
        PAGE.move(None, {})


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_pages_of_matches_that_differ_only_in_hidden_cards_are_the_same_bytes(seat: int | None) -> None:
    racks = [tuple(range(first, 60, 6)) for first in (1, 2, 3, 4)]
    fifths = iter(range(5, 60, 6))
    others = [rack if s == seat else (*rack[:8], next(fifths), next(fifths)) for s, rack in enumerate(racks)]
    drawn = []
    for cards in (racks, others):
        match = dealt(RackoRules(partners=True), cards, 60)
        play(match, "take")
        play(match, "put 25")
        drawn.append(PAGE.draw(scene(match, seat)) + PAGE.scores(scene(match, seat)))
    assert drawn[0] == drawn[1]
    assert ("your partner" in drawn[0]) == (seat is not None)


def test_the_end_of_a_round_shows_all_racks_and_what_counted() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    play(match, "take")
    play(match, "put 5")
    for seat in (0, 1, None):
        html = PAGE.draw(scene(match, seat))
        assert re.search(r"<details [^>]*\bopen\b", html)
        assert html.count("counted") == 11
        assert "10 cards in order: 50" in html
        assert "one card in order: 5" in html
    sheet = PAGE.scores(scene(match, 0))
    assert "<b>75</b>" in sheet
    assert "to 500" in sheet


def test_right_calls_are_buttons_and_risky_ones_a_box() -> None:
    match = dealt(RackoRules(declare="call"), [OTHER, DESCENDING], 1)
    play(match, "take")
    assert 'value="put 5 rack-o"' in PAGE.draw(scene(match, 0))
    risky = dealt(RackoRules(declare="call", false_call="out"), [OTHER, DESCENDING], 1)
    play(risky, "take")
    html = PAGE.draw(scene(risky, 0))
    assert 'name="call"' in html
    assert "rack-o" not in PAGE.draw(scene(risky, 1))


def test_tints_can_be_switched_off_and_mark_what_stands_outside_the_longest_chain() -> None:
    assert rising_chain((1, 2, 9, 3, 4)) == {0, 1, 3, 4}
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    assert PAGE.draw(scene(match, 0)).count(" stray") == 1
    assert PAGE.draw(scene(match, 0, hints=False)).count(" stray") == 0


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
def test_pages_hold_no_inline_style_or_script_in_any_phase(lang: str) -> None:
    for rules in PRESETS.values():
        seats = 4 if rules.partners else 2
        match = Match(RACKO, rules, seats)
        dealer = seeded(lang)
        for step in range(40):
            for seat in (*range(seats), None):
                html = PAGE.draw(scene(match, seat, lang)) + PAGE.scores(scene(match, seat, lang))
                assert not re.search(r"<script|style=|\son\w+=", html)
                assert WORDS.asked(match.view(seat), speak(lang, BOX), Names(NAMES, seat))
                assert WORDS.board(match.view(seat), speak(lang, BOX), Names(NAMES, seat))
            match.settle(dealer)
            (seat,) = match.asked
            moves = match.moves(seat)
            match.do(Act(seat, moves[step % len(moves)]))
        said = [WORDS.say(tell, speak(lang, BOX), Names(NAMES, 0)) for tell in match.told(0)]
        assert len([line for line in said if line]) > 25


def test_what_happens_is_said_in_three_languages() -> None:
    match = dealt(RackoRules(target=75), [OTHER, DESCENDING], 1)
    play(match, "take")
    play(match, "put 5")
    said = {
        lang: WORDS.say(match.tell(match.version, 1), speak(lang, BOX), Names(NAMES[:2], 1))
        for lang in ("en", "tr", "el")
    }
    assert said == {
        "en": "Ayşe: put the 1 into slot 5, discarded the 39. Ayşe: Rack-O! "
        "Round 1: Ayşe 75, Νίκος 5. Totals: Ayşe 75, Νίκος 5. Winner: Ayşe",
        "tr": "Ayşe: 1 kartını 5 numaralı yuvaya koydu, 39 kartını attı. Ayşe: Rack-O! "
        "1. el: Ayşe 75, Νίκος 5. Toplamlar: Ayşe 75, Νίκος 5. Kazanan: Ayşe",
        "el": "Ayşe: έβαλε το 1 στη θέση 5, πέταξε το 39. Ayşe: Rack-O! "
        "Γύρος 1: Ayşe 75, Νίκος 5. Σύνολα: Ayşe 75, Νίκος 5. Νίκη: Ayşe",
    }


def test_the_rules_card_says_the_house_rules() -> None:
    plain = str(WORDS.card(RackoRules(), 2, speak("en", BOX)))
    assert "1 to 40" in plain
    assert "35 points" in plain
    greek = str(WORDS.card(PRESETS["Greek partners"], 4, speak("en", BOX)))
    assert "partners" in greek
    assert "3 are 50" in greek
    assert "45 points" in greek
