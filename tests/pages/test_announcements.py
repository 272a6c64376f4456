"""What is heard of a scripted match, sentence by sentence, in all three languages: enough to play by."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sofra.core.match import Agreed
from sofra.games import open_box
from sofra.web import pages
from tests.pages import heard, rooms
from tests.pages.markup import read

SCRIPT = (
    [(1, 4, 4, 4, 6, 2), (1, 5), (5, 5, 5, 2, 3, 4), (2, 3, 4), (1, 1, 1, 5, 5, 5), (2, 3, 3, 4, 6, 6)],
    [
        "roll",
        "keep 1 4 4 4",
        "roll",
        "keep 5",
        "bank",
        "roll",
        "keep 5 5 5",
        "roll",
        "roll",
        "keep 1 1 1 5 5 5",
        "bank",
        "roll",
    ],
)

HEARD = {
    "en": [
        "For the start: Ayşe 6, Νίκος 1. First: Ayşe",
        "Ayşe: rolled 1 4 4 4 6 2 (three 4s: 400, one 1: 100)",
        "Ayşe: kept 1 4 4 4 for 500, 500 in this turn",
        "Ayşe: rolled 1 5 (one 1: 100, one 5: 50)",
        "Ayşe: kept 5 for 50, 550 in this turn",
        "Ayşe: banked 550, score 550",
        "Νίκος: rolled 5 5 5 2 3 4 (three 5s: 500)",
        "Νίκος: kept 5 5 5 for 500, 500 in this turn",
        "Νίκος: rolled 2 3 4. Farkle! 500 points lost",
        "Ayşe: rolled 1 1 1 5 5 5 (two triplets: 2,500)",
        "Ayşe: kept 1 1 1 5 5 5 for 2,500, 2,500 in this turn. Hot dice!",
        "Ayşe: banked 2,500, score 3,050. The last round begins",
        "Νίκος: rolled 2 3 3 4 6 6. Farkle!",
        "Winner: Ayşe",
    ],
    "tr": [
        "Başlamak için: Ayşe 6, Νίκος 1. İlk oynayan: Ayşe",
        "Ayşe: atılan 1 4 4 4 6 2 (üç tane 4: 400, bir tane 1: 100)",
        "Ayşe: ayrılan 1 4 4 4, 500 puan, bu turda 500",
        "Ayşe: atılan 1 5 (bir tane 1: 100, bir tane 5: 50)",
        "Ayşe: ayrılan 5, 50 puan, bu turda 550",
        "Ayşe: kasaya konan 550, skor 550",
        "Νίκος: atılan 5 5 5 2 3 4 (üç tane 5: 500)",
        "Νίκος: ayrılan 5 5 5, 500 puan, bu turda 500",
        "Νίκος: atılan 2 3 4. Farkle! 500 puan gitti",
        "Ayşe: atılan 1 1 1 5 5 5 (iki üçlü: 2.500)",
        "Ayşe: ayrılan 1 1 1 5 5 5, 2.500 puan, bu turda 2.500. Sıcak zarlar!",
        "Ayşe: kasaya konan 2.500, skor 3.050. Son tur başlıyor",
        "Νίκος: atılan 2 3 3 4 6 6. Farkle!",
        "Kazanan: Ayşe",
    ],
    "el": [
        "Για την αρχή: Ayşe 6, Νίκος 1. Ξεκινά: Ayşe",
        "Ayşe: έριξε 1 4 4 4 6 2 (τρία 4: 400, ένα 1: 100)",
        "Ayşe: κράτησε 1 4 4 4 για 500, 500 σε αυτή τη σειρά",
        "Ayşe: έριξε 1 5 (ένα 1: 100, ένα 5: 50)",
        "Ayşe: κράτησε 5 για 50, 550 σε αυτή τη σειρά",
        "Ayşe: κατοχύρωσε 550, σκορ 550",
        "Νίκος: έριξε 5 5 5 2 3 4 (τρία 5: 500)",
        "Νίκος: κράτησε 5 5 5 για 500, 500 σε αυτή τη σειρά",
        "Νίκος: έριξε 2 3 4. Farkle! Χάθηκαν 500 πόντοι",
        "Ayşe: έριξε 1 1 1 5 5 5 (δύο τριάδες: 2.500)",
        "Ayşe: κράτησε 1 1 1 5 5 5 για 2.500, 2.500 σε αυτή τη σειρά. Καυτά ζάρια!",
        "Ayşe: κατοχύρωσε 2.500, σκορ 3.050. Αρχίζει ο τελευταίος γύρος",
        "Νίκος: έριξε 2 3 3 4 6 6. Farkle!",
        "Νίκη: Ayşe",
    ],
}


@pytest.mark.parametrize("lang", list(HEARD))
def test_every_spoken_sentence_of_a_scripted_match_of_farkle(lang: str) -> None:
    chairs = (rooms.CHAIRS[0], pages.Chair(1, "here", "Νίκος", "sky"))
    room = rooms.room(rooms.farkle(*SCRIPT, target=2000), lang, chairs=chairs)
    ended = room.box.words.asked(room.scene.view, room.scene.speak, room.scene.names)
    assert [*reversed(pages.sentences(room)), ended] == HEARD[lang]


OTHERS = {
    ("racko", "en"): [
        "For the deal: Ayşe 1, Νίκος 40. Dealer: Νίκος",
        "Round 1. Dealer: Νίκος. First: Ayşe. First discard: 15. Your rack from slot 5 to slot 50: 3, 7, 12, 39, 18, 22, 26, 29, 33, 5",
        "Ayşe: took the 15 from the discards",
        "Ayşe: put the 15 into slot 20, discarded the 39",
        "Νίκος: drew a card",
        "Νίκος: discarded the 11",
        "Ayşe: drew the 37",
        "Ayşe: put the 37 into slot 50, discarded the 5. Ayşe: Rack-O! Round 1: Ayşe 75, Νίκος 15. Totals: Ayşe 75, Νίκος 15. Winner: Ayşe",
        "Winner: Ayşe",
    ],
    ("racko", "tr"): [
        "Dağıtmak için: Ayşe 1, Νίκος 40. Dağıtıcı: Νίκος",
        "1. el. Dağıtıcı: Νίκος. İlk oynayan: Ayşe. İlk açık kart: 15. 5 numaralı yuvadan 50 numaralı yuvaya rafın: 3, 7, 12, 39, 18, 22, 26, 29, 33, 5",
        "Ayşe: atma yığınından 15 kartını aldı",
        "Ayşe: 15 kartını 20 numaralı yuvaya koydu, 39 kartını attı",
        "Νίκος: kart çekti",
        "Νίκος: 11 kartını attı",
        "Ayşe: 37 kartını çekti",
        "Ayşe: 37 kartını 50 numaralı yuvaya koydu, 5 kartını attı. Ayşe: Rack-O! 1. el: Ayşe 75, Νίκος 15. Toplamlar: Ayşe 75, Νίκος 15. Kazanan: Ayşe",
        "Kazanan: Ayşe",
    ],
    ("racko", "el"): [
        "Για το μοίρασμα: Ayşe 1, Νίκος 40. Ντίλερ: Νίκος",
        "Γύρος 1. Ντίλερ: Νίκος. Ξεκινά: Ayşe. Πρώτη ανοιχτή κάρτα: 15. Το ράφι σου από τη θέση 5 έως τη θέση 50: 3, 7, 12, 39, 18, 22, 26, 29, 33, 5",
        "Ayşe: πήρε το 15 από την απόρριψη",
        "Ayşe: έβαλε το 15 στη θέση 20, πέταξε το 39",
        "Νίκος: τράβηξε κάρτα",
        "Νίκος: πέταξε το 11",
        "Ayşe: τράβηξε το 37",
        "Ayşe: έβαλε το 37 στη θέση 50, πέταξε το 5. Ayşe: Rack-O! Γύρος 1: Ayşe 75, Νίκος 15. Σύνολα: Ayşe 75, Νίκος 15. Νίκη: Ayşe",
        "Νίκη: Ayşe",
    ],
    ("raks", "en"): [
        "For the start: Ayşe 6, Νίκος 1. First: Ayşe",
        "Ayşe: threw 2 3 5",
        "Ayşe: placed a bead on 17",
        "No challenge: the bead on 17 stays",
        "Νίκος: threw 1 1 4",
        "Νίκος: placed a bead on 35",
        "Ayşe: challenges the bead on 35. It must be shown by: Νίκος",
        "Νίκος: concedes. The challenge is upheld: the bead on 35 comes off",
        "Ayşe: threw 3 6 6",
        "Ayşe: placed a bead on 18",
        "The match was ended by agreement.",
        "Ended by agreement. Ahead: Ayşe",
    ],
    ("raks", "tr"): [
        "Başlamak için: Ayşe 6, Νίκος 1. İlk oynayan: Ayşe",
        "Ayşe: 2 3 5 attı",
        "Ayşe: 17 bölgesine boncuk koydu",
        "İtiraz yok: 17 bölgesindeki boncuk kalıyor",
        "Νίκος: 1 1 4 attı",
        "Νίκος: 35 bölgesine boncuk koydu",
        "Ayşe: 35 bölgesindeki boncuğa itiraz ediyor. Gösterecek olan: Νίκος",
        "Νίκος: kabul ediyor. İtiraz haklı çıktı: 35 bölgesindeki boncuk kalkıyor",
        "Ayşe: 3 6 6 attı",
        "Ayşe: 18 bölgesine boncuk koydu",
        "Oyun anlaşarak bitirildi.",
        "Anlaşarak bitti. Önde: Ayşe",
    ],
    ("raks", "el"): [
        "Για την αρχή: Ayşe 6, Νίκος 1. Ξεκινά: Ayşe",
        "Ayşe: ζαριά 2 3 5",
        "Ayşe: έβαλε χάντρα στο 17",
        "Καμία αμφισβήτηση: η χάντρα στο 17 μένει",
        "Νίκος: ζαριά 1 1 4",
        "Νίκος: έβαλε χάντρα στο 35",
        "Ayşe: αμφισβητεί τη χάντρα στο 35. Πρέπει να δείξει: Νίκος",
        "Νίκος: το παραδέχεται. Η αμφισβήτηση έπιασε: η χάντρα στο 35 βγαίνει",
        "Ayşe: ζαριά 3 6 6",
        "Ayşe: έβαλε χάντρα στο 18",
        "Το παιχνίδι τελείωσε με συμφωνία.",
        "Τέλος με συμφωνία. Μπροστά: Ayşe",
    ],
}


@pytest.mark.parametrize(("key", "lang"), list(OTHERS))
def test_every_spoken_sentence_of_a_scripted_match_of_cards_and_of_beads(key: str, lang: str) -> None:
    chairs = (rooms.CHAIRS[0], pages.Chair(1, "here", "Νίκος", "sky"))
    box = open_box(key)
    script = box.guide
    assert script is not None
    if key == "racko":
        script = replace(script, rules=box.game.rules.of({"target": 75}))
    match = script.at(box.game, len(script.lessons) - 1)
    if key == "raks":
        match.do(Agreed())
    assert match.over
    room = rooms.room(match, lang, chairs=chairs)
    winner = next(
        e.text for e in read(pages.table(room)).elements if "winner" in e.attributes.get("class", "").split()
    )
    assert [*reversed(pages.sentences(room)), winner] == OTHERS[key, lang]


@pytest.mark.parametrize(
    ("file", "name", "lang"), list(heard.files()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_sentence_of_a_whole_match_is_heard_as_it_was_approved(
    file: Path, name: str, lang: str
) -> None:
    approved = file.read_text("utf-8").splitlines()
    said = heard.heard(name, lang)
    assert said == approved, "read what has changed; if it is right: python -m tests.pages.heard"
    assert len(said) == len(heard.heard(name, "en"))


def test_the_whole_matches_hold_every_kind_of_sentence_of_their_games() -> None:
    wanted = {
        "farkle-kingdom": ("rolled", "kept", "banked", "Farkle!", "Winner"),
        "racko-bonus": ("drew", "took", "put", "discarded", "Rack-O!", "Totals", "Winner"),
        "raks-strict": (
            "threw",
            "placed",
            "challenges",
            "shows",
            "claims",
            "a triple",
            "is withdrawn",
            "Winner",
        ),
    }
    assert set(wanted) == set(heard.MATCHES)
    for name, words in wanted.items():
        said = "\n".join(heard.heard(name, "en"))
        assert [word for word in words if word not in said] == []
