"""What whoever sits in front of the screen may read, and the curtain between two who may not see the same."""

from __future__ import annotations

from sofra.cli.console import Console
from sofra.core.match import Match
from sofra.core.plain import told as plain_told
from sofra.core.record import SeatLine
from sofra.games import Box
from sofra.games.parts import Names, Speak
from sofra.lang.sentences import asked, sentence


class Left(Exception):
    """Whoever sits here has had enough for now; the match stays where it is."""


class Screen:
    """Tells a match to its people. With ``curtained`` the people see different things (hidden cards, sealed answers):
    each reads only what was told to them, and the screen is emptied before it is passed on."""

    def __init__(
        self, match: Match, box: Box, chairs: tuple[SeatLine, ...], console: Console, say: Speak
    ) -> None:
        self._match = match
        self._box = box
        self._chairs = chairs
        self._console = console
        self._say = say
        self.people = tuple(seat for seat, chair in enumerate(chairs) if not chair.bot)
        facts = box.game.facts
        self.curtained = len(self.people) > 1 and facts.private
        self.front = self.people[0] if len(self.people) == 1 else None
        self._read = dict.fromkeys((*self.people, None), match.version)
        marked = tuple(
            say("{name} (computer)", name=chair.name) if chair.bot else chair.name for chair in chairs
        )
        self.names = Names(marked, self.front, self.people)

    def bring(self, seat: int) -> None:
        """Have ``seat`` in front: draw the curtain if somebody else was there."""
        if not self.curtained or self.front == seat:
            return
        console, name = self._console, self.names[seat]
        if self.front is not None:
            self._wait(self._say("{name}: press Enter to hide your screen.", name=self.names[self.front]))
        console.clear()
        self._wait(self._say("Pass the device. {name}: press Enter when nobody else looks.", name=name))
        console.clear()
        self.front = seat

    def _wait(self, prompt: str) -> None:
        if self._console.ask(f"{prompt} ") is None:
            raise Left

    def catch_up(self) -> None:
        """Tell what the viewer in front has not read yet; computer players may add a word of their own."""
        viewer, match = self.front, self._match
        if self.curtained and viewer is None:
            return
        for version in range(self._read[viewer] + 1, match.version + 1):
            tell = match.tell(version, viewer)
            if text := sentence(self._box.words, tell, self._say, self.names):
                self._console.say(text)
            self._talk(tell, version)
        self._read[viewer] = match.version

    def _talk(self, tell: object, version: int) -> None:
        seat = getattr(tell, "seat", None)
        if not isinstance(seat, int) or not self._chairs[seat].bot:
            return
        persona = self._box.players.get(self._chairs[seat].bot)
        said = persona.talk.get(plain_told(tell)["what"], ()) if persona else ()
        # Not every time, and by a number that everybody knows: talk gives nothing away.
        if said and version % 3 == 0:
            self._console.say(f"  {self.names[seat]}: “{self._say(said[version // 3 % len(said)])}”", "talk")

    def board(self) -> None:
        """The whole table as the viewer in front sees it."""
        view = self._match.view(self.front if self.front is not None else self._open_viewer())
        text = self._box.words.board(view, self._say, self.names)
        self._console.say(f"\n{text}")

    def asked(self) -> str:
        """The sentence of what is asked now, or of how the match ended."""
        viewer = self.front if self.front is not None else self._open_viewer()
        return asked(self._match, self._box.words, viewer, self._say, self.names)

    def _open_viewer(self) -> int | None:
        """In a game that hides nothing the seat that is asked may as well be looked at by all."""
        asked = self._match.asked
        facts = self._box.game.facts
        return asked[0] if asked and not facts.private else None
