"""How Rak's computer players decide: by what they see and believe, in expected points, as their temperament likes it.

They are people, not oracles: every open zone is offered to them, and they judge truth only through ``perception``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from sofra.core.players import Sight
from sofra.games.raks.arithmetic import mistake
from sofra.games.raks.belief import Beliefs
from sofra.games.raks.moves import CHALLENGE, CONCEDE, NO_MOVE, PASS, PLACES, WITHDRAWS, Claim, Move, Show
from sofra.games.raks.perception import Skill, look, look_for, missed
from sofra.games.raks.position import Values
from sofra.games.raks.rules import RaksRules
from sofra.games.raks.view import RaksView

RECALLS = 60
NO_MOVE_WORTH = -0.5
"""What leaving a throw to the others is worth: somebody may claim it."""


@dataclass(frozen=True, slots=True)
class Temper:
    """``honesty`` is what a bluff costs the player's peace of mind, in points; ``suspicion`` how often others are thought to
    place falsely before anything is known of them; ``caution`` what a challenge must promise, in points; ``spite`` how
    much more those matter who challenged this player."""

    honesty: float = 0.8
    suspicion: float = 0.12
    caution: float = 0.1
    spite: float = 0.1


@dataclass(frozen=True, slots=True)
class _Wish:
    """A placement decided on, and the expression the player believes in (None for a bluff or "No move")."""

    move: Move
    text: str | None


class RaksMind:
    """One computer player. It keeps nothing: what it saw when it placed a bead is recalled when it must be shown."""

    def __init__(self, rules: RaksRules, seats: int, skill: Skill, temper: Temper) -> None:
        self.rules, self.seats, self.skill, self.temper = rules, seats, skill, temper
        self.values = Values(rules)

    def choose(self, sight: Sight, rng: Random) -> Move:
        """One of the moves offered, or one made up after a form."""
        view: RaksView = sight.view
        if view.phase == "move":
            return self._wish(view, view.board, Beliefs.of(sight.told, sight.seat), sight.seat, rng).move
        if view.phase == "placed":
            return self._answer(view, Beliefs.of(sight.told, sight.seat), sight.seat, rng)
        if view.phase == "passed":
            return self._claim(view, sight.seat, rng)
        if view.phase == "show":
            return self._show(view, Beliefs.of(sight.told, sight.seat), sight.seat, rng)
        return self._withdraw(view, sight.seat)

    def _rivals(self, view: RaksView, me: int, beliefs: Beliefs | None = None) -> dict[int, float]:
        """How much each other seat matters: against one all of it; among more the leader most; spite on top."""
        others = [seat for seat in range(self.seats) if seat != me]
        totals = [view.points[seat] + view.earlier[seat] for seat in range(self.seats)]
        best = max(totals[seat] for seat in others)
        share = {seat: 1.0 / (len(others) + (0.0 if totals[seat] == best else 1.0)) for seat in others}
        if beliefs is not None:
            for seat, count in beliefs.against_me.items():
                share[seat] = share[seat] * (1.0 + self.temper.spite * count)
        return share

    def _worths(
        self, view: RaksView, board: Sequence[int | None], me: int, beliefs: Beliefs
    ) -> dict[int, float]:
        """Open zone -> what it is worth."""
        rivals = self._rivals(view, me, beliefs)
        insight = self.skill.insight
        return {
            place + 1: self.values.worth(board, place, me, rivals, insight)
            for place, owner in enumerate(board)
            if owner is None
        }

    def _wish(
        self, view: RaksView, board: Sequence[int | None], beliefs: Beliefs, me: int, rng: Random
    ) -> _Wish:
        return self._weigh(
            view, self._worths(view, board, me, beliefs), self._danger(board, beliefs, me), rng
        )

    def _danger(self, board: Sequence[int | None], beliefs: Beliefs, me: int) -> tuple[float, float]:
        """The chance that a false bead is challenged, and what it costs beside itself."""
        caught = 1.0 - (1.0 - min(0.9, 0.3 + 3.0 * beliefs.watchfulness(me, self.seats))) ** (self.seats - 1)
        spare = self.values.cheapest(board, me)
        return caught, 0.0 if spare is None else float(self.values.gain(board, spare, me))

    def _weigh(
        self, view: RaksView, worths: dict[int, float], danger: tuple[float, float], rng: Random
    ) -> _Wish:
        """R4, R5: an honest bead, a bluff, or "No move", whatever promises most."""
        seen = look(view.dice, self.rules.dice_use, self.skill, rng)
        noise, gauss = self.skill.noise, rng.gauss
        best, wish = NO_MOVE_WORTH, _Wish(NO_MOVE, None)
        lure, bluff = -1.0, 0
        for zone, worth in worths.items():
            text = seen.get(zone)
            if text is None:
                # Among bluffs the player picks a good one, not always the very best.
                if worth + 0.5 * gauss(0.0, 1.0) > lure:
                    lure, bluff = worth, zone
                continue
            promise = worth + gauss(0.0, noise) if noise else worth
            if promise > best:
                best, wish = promise, _Wish(PLACES[zone - 1], text)
        caught, spare = danger
        promise = (1.0 - caught) * lure - caught * spare - self.temper.honesty
        if bluff and promise + 0.3 * gauss(0.0, noise) > best:
            return _Wish(PLACES[bluff - 1], None)
        return wish

    def _answer(self, view: RaksView, beliefs: Beliefs, me: int, rng: Random) -> Move:
        """R6: challenge where it promises more than it costs."""
        placer, place = view.mover, view.zone - 1
        false = self._falsehood(view, beliefs, rng)
        board = list(view.board)
        upheld = float(self.values.gain(board, place, placer)) + 0.5 * self.values.growth(
            board, place, placer
        )
        board[place] = None
        spare = self.values.cheapest(board, placer)
        if spare is not None:
            upheld += self.values.gain(board, spare, placer)
        mine = self.values.cheapest if self.rules.failed_challenge == "challenger" else self.values.dearest
        lost = mine(view.board, me)
        cost = 0.0 if lost is None else self.values.gain(view.board, lost, me)
        share = self._rivals(view, me, beliefs)[placer]
        promise = false * upheld * share - (1.0 - false) * cost
        if self.skill.noise:
            promise += rng.gauss(0.0, 0.3 * self.skill.noise)
        return CHALLENGE if promise > self.temper.caution else PASS

    def _falsehood(self, view: RaksView, beliefs: Beliefs, rng: Random) -> float:
        """How likely the bead is false, after looking for an expression oneself."""
        doubt = beliefs.falsehood(view.mover, self.temper.suspicion)
        if look_for(view.zone, view.dice, self.rules.dice_use, self.skill, rng) is not None:
            return 0.02
        blind = missed(self.rules.dice_use, self.skill)
        return doubt / (doubt + (1.0 - doubt) * blind)

    def _claim(self, view: RaksView, me: int, rng: Random) -> Move:
        """R5: claim the best open zone seen, unless a slip would cost more than it is worth."""
        seen = look(view.dice, self.rules.dice_use, self.skill, rng)
        rivals = self._rivals(view, me)
        found = [
            (self.values.worth(view.board, zone - 1, me, rivals, self.skill.insight), zone, text)
            for zone, text in seen.items()
            if view.board[zone - 1] is None
        ]
        if not found:
            return PASS
        _, zone, text = max(found)
        return Claim(text, zone)

    def _show(self, view: RaksView, beliefs: Beliefs, me: int, rng: Random) -> Move:
        """R6: what one had in mind when placing the bead; otherwise whatever a hard look still finds.

        Nothing was stored. The player decides again and again how it would have placed this throw, until it places the
        same zone, and so recalls a reason for it just as likely as the one it had.
        """
        board = list(view.board)
        board[view.zone - 1] = None
        worths, danger = self._worths(view, board, me, beliefs), self._danger(board, beliefs, me)
        for _ in range(RECALLS):
            wish = self._weigh(view, worths, danger, Random(rng.random()))
            if wish.move == PLACES[view.zone - 1]:
                if wish.text is not None and self._content(wish.text, view, rng):
                    return Show(wish.text)
                break
        found = look_for(view.zone, view.dice, self.rules.dice_use, self.skill, rng)
        return CONCEDE if found is None else Show(found)

    def _content(self, text: str, view: RaksView, rng: Random) -> bool:
        """Whether a second thought lets the expression pass; the better the player, the fewer slips do."""
        if mistake(text, view.dice, self.rules.dice_use, view.zone) is None:
            return True
        return rng.random() < self.skill.slip * 5

    def _withdraw(self, view: RaksView, me: int) -> Move:
        """R5, R6, R8: the own bead that is missed least; of a challenger's beads the one that hurts most."""
        if view.phase == "failed" and view.challenger is not None and view.challenger != me:
            place = self.values.dearest(view.board, view.challenger)
        else:
            place = self.values.cheapest(view.board, me)
        assert place is not None
        return WITHDRAWS[place]
