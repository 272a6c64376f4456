"""The strong players of Rak's: they weigh runs, blocks and the next throw of the others, and bluff and doubt at rates that
are hard to exploit (``judgement``, ``bluff``). A temperament is a setting of theirs.

They look at the dice as people do (``perception``): the skill says how much they see, and what they do not see they treat
as a bluff when they place it and as a doubt when others do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from sofra.core.players import Sight
from sofra.games.raks.belief import Beliefs
from sofra.games.raks.bluff import rates_for, watched_by
from sofra.games.raks.judgement import (
    DECIDED,
    DENIAL,
    Mood,
    best_seen,
    doubt_chance,
    doubt_situation,
    placing,
    worths,
)
from sofra.games.raks.mind import RECALLS, RaksMind, Temper
from sofra.games.raks.moves import CHALLENGE, CONCEDE, NO_MOVE, PASS, PLACES, WITHDRAWS, Claim, Move, Show
from sofra.games.raks.outlook import cheapest, dearest, desk_for, ground, swings, throws_of
from sofra.games.raks.perception import Skill, look, look_for
from sofra.games.raks.rules import ZONES, RaksRules
from sofra.games.raks.view import RaksView

WHIM = 1.5
"""How far the worth of a bluff is bent by a whim, in points, so that bluffs are not always the same."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """What a choice is made of: the view, its board as ``judgement`` has it, who matters how much, and what is believed."""

    view: RaksView
    board: list[int]
    weights: list[float]
    beliefs: Beliefs
    me: int


class StrongMind(RaksMind):
    """Chooses for one seat and keeps nothing between choices."""

    def __init__(self, rules: RaksRules, seats: int, skill: Skill, mood: Mood | None = None) -> None:
        self.mood = mood or Mood()
        super().__init__(rules, seats, skill, Temper(spite=self.mood.spite))
        self._ground, self._throws = ground(rules), throws_of(rules)
        self._rates = rates_for(skill, rules, seats)

    def choose(self, sight: Sight, rng: Random) -> Move:
        """One of the moves offered, or one made up after a form."""
        view: RaksView = sight.view
        beliefs = Beliefs.of(sight.told, sight.seat)
        weights = self._weights(view, sight.seat, beliefs)
        scene = _Scene(view, owners(view.board), weights, beliefs, sight.seat)
        if view.phase == "move":
            return self._place(scene, rng)[0]
        if view.phase == "placed":
            return self._doubt(scene, rng)
        if view.phase == "passed":
            return self._claim_best(scene, rng)
        if view.phase == "show":
            return self._recall(scene, rng)
        return self._give_back(scene)

    def _weights(self, view: RaksView, me: int, beliefs: Beliefs | None) -> list[float]:
        """How much each other seat matters, by seat."""
        rivals = self._rivals(view, me, beliefs)
        return [DENIAL[self.seats] * rivals.get(seat, 0.0) / self.mood.appetite for seat in range(self.seats)]

    def _place(self, scene: _Scene, rng: Random) -> tuple[Move, str | None]:
        """The placement and the expression behind it (None for a bluff or "No move")."""
        texts = look(scene.view.dice, self.rules.dice_use, self.skill, rng)
        seen = [zone in texts for zone in range(1, ZONES + 1)]
        whim = [WHIM * (2.0 * rng.random() - 1.0) for _ in range(ZONES)]
        challenges = sum(count for seat, count in scene.beliefs.challenges.items() if seat != scene.me)
        # Between two only one's own beads can have been challenged by the other.
        beads = (
            scene.beliefs.placed.get(scene.me, 0) if self.seats < 3 else sum(scene.beliefs.placed.values())
        )
        zone = placing(
            self._ground,
            self._throws,
            scene.board,
            scene.me,
            scene.weights,
            self.mood,
            self._rates,
            watched_by(challenges, beads),
            seen,
            whim,
            rng.random(),
            desk_for(self.seats, DENIAL[self.seats]),
            [0.0] * ZONES,
        )
        return (NO_MOVE, None) if zone < 0 else (PLACES[zone], texts.get(zone + 1))

    def _doubt(self, scene: _Scene, rng: Random) -> Move:
        """R6: a bead that a way is seen to is believed."""
        if look_for(scene.view.zone, scene.view.dice, self.rules.dice_use, self.skill, rng) is not None:
            return PASS
        texts = look(scene.view.dice, self.rules.dice_use, self.skill, rng)
        seen = [zone in texts and zone != scene.view.zone for zone in range(1, ZONES + 1)]
        situation = doubt_situation(
            self._ground,
            self._throws,
            scene.board,
            scene.view.mover,
            scene.view.zone - 1,
            scene.me,
            scene.weights,
            self.rules.failed_challenge == "placer",
            self._rates.hard[scene.view.zone - 1],
            seen,
            desk_for(self.seats, DENIAL[self.seats]),
            [0.0] * ZONES,
        )
        false = scene.beliefs.falsehood(scene.view.mover, self.mood.suspicion)
        chance = doubt_chance(situation, self._rates, self.mood, false)
        return CHALLENGE if rng.random() < chance else PASS

    def _claim_best(self, scene: _Scene, rng: Random) -> Move:
        """R5: the best open zone seen, unless it ends the game badly."""
        texts = look(scene.view.dice, self.rules.dice_use, self.skill, rng)
        seen = [zone in texts for zone in range(1, ZONES + 1)]
        found = [0.0] * ZONES
        worths(
            self._ground,
            self._throws,
            scene.board,
            scene.me,
            scene.weights,
            self.mood.patience,
            seen,
            desk_for(self.seats, DENIAL[self.seats]),
            found,
        )
        zone = best_seen(scene.board, found, seen)
        return Claim(texts[zone + 1], zone + 1) if zone >= 0 and found[zone] > -DECIDED / 2 else PASS

    def _recall(self, scene: _Scene, rng: Random) -> Move:
        """R6: what one had in mind when placing the bead; otherwise whatever a hard look still finds.

        Nothing was stored. The player decides again and again how it would have placed this throw, until it places the
        same zone, and so recalls a reason for it just as likely as the one it had.
        """
        scene.board[scene.view.zone - 1] = -1
        for _ in range(RECALLS):
            move, text = self._place(scene, Random(rng.random()))
            if move == PLACES[scene.view.zone - 1]:
                if text is not None and self._content(text, scene.view, rng):
                    return Show(text)
                break
        found = look_for(scene.view.zone, scene.view.dice, self.rules.dice_use, self.skill, rng)
        return CONCEDE if found is None else Show(found)

    def _give_back(self, scene: _Scene) -> Move:
        """R5, R6, R8: the own bead that is missed least; of a challenger's beads the one that hurts most."""
        loser = (
            scene.view.challenger
            if scene.view.phase == "failed" and scene.view.challenger is not None
            else scene.me
        )
        found, desk = [0.0] * ZONES, desk_for(self.seats, DENIAL[self.seats])
        mine = scene.weights if loser == scene.me else desk.even
        swings(self._ground, scene.board, loser, mine, found, desk.gain, desk.ahead)
        return WITHDRAWS[(cheapest if loser == scene.me else dearest)(scene.board, loser, found)]


def owners(board: Sequence[int | None]) -> list[int]:
    """A board of the view as ``judgement`` has it."""
    return [-1 if owner is None else owner for owner in board]
