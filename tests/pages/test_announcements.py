"""What is heard of a scripted match, sentence by sentence, in all three languages: enough to play by."""

from __future__ import annotations

import pytest

from sofra.web import pages
from tests.pages import rooms

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
