"""Rak's can be played by ear: the spoken sentences say every die, every bead and every question, in all three languages."""

from __future__ import annotations

from random import Random

import pytest

from sofra.core import Act, Match, Sight, seeded
from sofra.games import open_box
from sofra.games.parts import Names
from tests.pages import rooms
from tests.pages.by_ear import Listener

NAMES = ("Ayşe", "Νίκος Β", "Guðrún Ósk")


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
@pytest.mark.parametrize("preset", ["Table", "Learners"])
def test_whoever_only_hears_knows_dice_beads_and_what_is_asked(lang: str, preset: str) -> None:
    box, speak = open_box("raks"), rooms.site(lang).speak
    rules = box.game.presets.get(preset) or next(iter(box.game.presets.values()))
    match, dealer, names = Match(box.game, rules, 3), seeded("by ear"), Names(NAMES, 0, (0,))
    players = [box.players[key].make(rules, 3) for key in list(box.players)[:3]]
    listener = Listener(speak, names[0])
    asked, told = set(), 0
    for step in range(900):
        match.settle(dealer)
        view, sayings = match.view(0), match.told(0)
        listener.hear(box.words.say(tell, speak, names) for tell in sayings[told:] if tell is not None)
        told = len(sayings)
        beads = {zone: names[owner] for zone, owner in enumerate(view.board, 1) if owner is not None}
        assert listener.beads == beads
        if match.over:
            break
        if view.dice:
            assert listener.dice == view.dice
        if 0 in match.asked:
            listener.hear([box.words.asked(view, speak, names)])
            assert listener.question == view.phase
            asked.add(view.phase)
        seat = match.asked[0]
        sight = Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))
        match.do(Act(seat, players[seat].choose(sight, Random(step))))
    assert match.over
    assert asked >= {"move", "placed", "passed"}
    before = dict(listener.beads)
    listener.hear([speak("{name}: placed a bead on {zone}", name=NAMES[1], zone=listener.open[0])])
    assert listener.beads != before
