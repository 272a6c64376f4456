"""A match at the terminal from where it stands to its end: chance, computer players and people take their turns."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from random import Random

from sofra.cli.answers import Offer, chosen, command, drawn, thrown
from sofra.cli.console import Console
from sofra.cli.keeping import Keeper
from sofra.cli.screen import Left, Screen
from sofra.cli.talking import Desk
from sofra.cli.undoing import undo_of
from sofra.core.asks import Ask, Cards, Chance, Choice, Over, check_outcome
from sofra.core.dealers import Dealer
from sofra.core.errors import Malformed, SofraError
from sofra.core.events import Act, Outcome
from sofra.core.match import Entry, Match
from sofra.core.players import Player, Sight
from sofra.core.record import SeatLine
from sofra.games import Box
from sofra.games.parts import Speak


@dataclass(frozen=True, slots=True)
class Seating:
    """A match with everybody around it. ``dealer`` is None where people throw and deal with their own hands; ``secret``
    is what the computer players' private chance is made from."""

    box: Box
    match: Match
    chairs: tuple[SeatLine, ...]
    dealer: Dealer | None
    secret: str


class Playing:
    """Plays one match. Every entry is on disk before anybody reads of it."""

    def __init__(self, seating: Seating, keeper: Keeper, console: Console, say: Speak) -> None:
        self._seating = seating
        self._match = seating.match
        self._keeper = keeper
        self._console = console
        self._say = say
        self._screen = Screen(seating.match, seating.box, seating.chairs, console, say)
        self._desk = Desk(seating.box, seating.match, self._screen, console, say)
        self._bots = {
            seat: seating.box.players[chair.bot].make(seating.match.rules, seating.match.seats)
            for seat, chair in enumerate(seating.chairs)
            if chair.bot
        }
        self._told: dict[int, list[object]] = {seat: [] for seat in self._bots}
        self._shown: tuple[int, int] | None = None

    def run(self) -> None:
        """Play to the end and tell the result. Raises ``Left`` when the people stop before."""
        while not isinstance(ask := self._match.ask, Over):
            if isinstance(ask, Chance):
                self._chance(ask)
            else:
                self._choice(ask)
            self._screen.catch_up()
        self._keeper.finish(ask.result)
        self._desk.ended(ask.result)

    def _do(self, entry: Entry) -> None:
        self._match.do(entry)
        self._keeper.add(entry, self._match.game)

    def _chance(self, ask: Chance) -> None:
        if self._seating.dealer is not None:
            self._do(self._seating.dealer.answer(ask))
            return
        self._screen.catch_up()
        self._console.say(self._desk.wanted(ask))
        while True:
            text = self._line()
            if text is None:
                return
            try:
                values = drawn(text) if isinstance(ask.what, Cards) else thrown(text)
                outcome = Outcome(ask.label, check_outcome(ask, values))
                self._match.do(outcome)
            except SofraError as error:
                self._desk.explain(error)
            else:
                self._keeper.add(outcome, self._match.game)
                return

    def _choice(self, ask: Choice) -> None:
        bots = [seat for seat in ask.seats if seat in self._bots]
        if bots:
            self._bot(bots[0])
            return
        # Whoever holds the device answers first, so that it is passed on as seldom as can be.
        self._person(self._screen.front if self._screen.front in ask.seats else ask.seats[0])

    def _bot(self, seat: int) -> None:
        match, told = self._match, self._told[seat]
        told += match.told(seat, len(told))
        sight = Sight(seat, match.view(seat), tuple(told), match.moves(seat), match.forms(seat))
        key = f"{self._seating.secret} {seat} {match.version}"
        rng = Random(hashlib.sha256(key.encode("utf-8")).digest())
        player: Player = self._bots[seat]
        move = player.choose(sight, rng)
        self._console.pause(self._seating.box.players[self._seating.chairs[seat].bot].pace)
        self._do(Act(seat, move))

    def _person(self, seat: int) -> None:
        match = self._match
        self._screen.bring(seat)
        self._screen.catch_up()
        turn = (seat, self._desk.turns_of_others(seat))
        if turn != self._shown:
            self._screen.board()
            self._shown = turn
        texts = map(match.game.write, match.moves(seat))
        offers = [Offer(text, self._seating.box.words.move(text, self._say)) for text in texts]
        forms = match.forms(seat)
        self._desk.offer(seat, offers, forms)
        only = offers[0].text if len(offers) == 1 and not forms else ""
        while True:
            line = self._line(only)
            if line is None:
                return
            try:
                move = chosen(line, offers)
                act = Act(seat, match.game.read(line if move is None else move))
                match.do(act)
            except SofraError as error:
                self._desk.explain(error)
            else:
                # A move that cannot be kept is no mistake of the player's: it ends the program, not the question.
                self._keeper.add(act, match.game)
                return

    def _line(self, only: str = "") -> str | None:
        """A line that is meant for the game; words to the terminal are seen to, and an empty line means the ``only`` move
        there is. None when an undo has changed what is asked."""
        while True:
            text = self._console.ask("> ")
            if text is None:
                raise Left
            word = command(text, self._say)
            if word is None:
                if text or only:
                    return text or only
                self._desk.explain(Malformed("nothing was typed"))
                continue
            if word == "quit":
                raise Left
            if word == "undo":
                try:
                    undo = undo_of(self._match, self._concerns_people)
                    self._match.do(undo)
                except SofraError as error:
                    self._desk.explain(error)
                else:
                    self._keeper.add(undo, self._match.game)
                    self._shown = None
                    return None
            else:
                self._desk.answer(word)

    def _concerns_people(self, ask: Ask) -> bool:
        if isinstance(ask, Choice):
            return not set(ask.seats) <= set(self._bots)
        return isinstance(ask, Chance) and self._seating.dealer is None
