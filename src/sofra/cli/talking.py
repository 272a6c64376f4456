"""What the terminal itself says around a game: what may be typed, help, scores, rules, hints and refusals."""

from __future__ import annotations

from collections.abc import Sequence

from sofra.cli.answers import Offer, keys
from sofra.cli.console import Console
from sofra.cli.rules import card
from sofra.cli.screen import Screen
from sofra.core.asks import Cards, Chance, Result
from sofra.core.errors import SofraError
from sofra.core.events import Act
from sofra.core.match import Match
from sofra.core.players import Sight
from sofra.games import Box
from sofra.games.parts import Speak

HINTS = 3


class Desk:
    """Answers the words that people say to the terminal, and puts before them what they may choose."""

    def __init__(self, box: Box, match: Match, screen: Screen, console: Console, say: Speak) -> None:
        self._box = box
        self._match = match
        self._screen = screen
        self._console = console
        self._say = say

    def offer(self, seat: int, offers: Sequence[Offer], forms: Sequence[str]) -> None:
        """Say what is asked of a seat, and list its moves with their numbers."""
        say, console = self._say, self._console
        asked = self._screen.asked() or say("{name}: your move", name=self._screen.names[seat])
        console.say(f"\n{asked}", "heading")
        typed = keys(offers)
        width = max(map(len, typed), default=0)
        console.columns(
            [f"  {key:>{width}}  {offer.label}" for key, offer in zip(typed, offers, strict=True)]
        )
        if forms:
            console.say(say("or type {forms}", forms=", ".join(forms)))

    def wanted(self, ask: Chance) -> str:
        """The sentence that asks for real dice or cards."""
        say, what, names = self._say, ask.what, self._screen.names
        if isinstance(what, Cards):
            return "\n" + say.many(
                "Type the card that was drawn, such as {example}.",
                "Type the {count} cards as they were dealt, in that order, such as {example}.",
                what.count,
                example=" ".join(map(str, what.of[: min(3, what.count)])) + (" …" if what.count > 3 else ""),
            )
        if what.seats is not None:
            throwers = ", ".join(names[seat] for seat in what.seats)
            return "\n" + say("Everybody throws one die. Type them in this order: {names}.", names=throwers)
        return "\n" + say.many(
            "Throw one die and type it, such as {example}.",
            "Throw {count} dice and type them, such as {example}.",
            what.count,
            example="1 4 4 6 2 3"[: 2 * what.count - 1],
        )

    def answer(self, word: str) -> None:
        """See to a word to the terminal: help, score, rules or hint."""
        match word:
            case "help":
                self._help()
            case "score":
                self._screen.board()
                self._score()
            case "rules":
                lines = card(self._box, self._match.rules, self._match.seats, self._say)
                self._console.say("\n".join(lines))
            case "hint":
                self._hint()

    def explain(self, error: SofraError) -> None:
        """Say why something is refused; the question still stands."""
        text = self._say(error.template, **error.fields)
        self._console.say(self._say("Not so: {reason}. Try again, or type ? for help.", reason=text), "wrong")

    def ended(self, result: Result) -> None:
        """The ranking, with everybody's points."""
        say, names = self._say, self._screen.names
        self._screen.board()
        self._console.say(f"\n{self._screen.asked() or self._won(result)}", "heading")
        if len(result.ranking) > 1:
            for place, seat in enumerate(result.ranking, 1):
                points = say("{name}: {points}", name=names[seat], points=result.scores[seat])
                self._console.say(f"  {place}. {points}")

    def turns_of_others(self, seat: int) -> int:
        """How many moves others have made so far: the table is shown again when somebody else has moved."""
        return sum(isinstance(entry, Act) and entry.seat != seat for entry in self._match.log)

    def _won(self, result: Result) -> str:
        winners = ", ".join(self._screen.names[seat] for seat in result.winners)
        return self._say("Won: {names}", names=winners)

    def _help(self) -> None:
        say = self._say
        about = (
            (
                say("a number or text"),
                say("the move with that number, or that text; the beginning of a text is enough"),
            ),
            (say("Enter alone"), say("the only move, where there is no other")),
            (say("undo"), say("take back the last move, while nothing new was revealed")),
            (say("score"), say("the table and everybody's points")),
            (say("rules"), say("the rules with the house rules of this match")),
            (say("hint"), say("what the coach would do, where the game has one")),
            (say("quit"), say("leave; the match is kept and can be resumed")),
        )
        width = max(len(word) for word, _ in about)
        self._console.say("\n".join(f"  {word:<{width}}  {text}" for word, text in about))

    def _score(self) -> None:
        if self._box.game.facts.hidden:
            # The referee's score counts what this viewer may not see; the table above has what they may.
            return
        say, score = self._say, self._match.game.score(self._match.state)
        for seat, reasons in enumerate(score.reasons):
            if reasons:
                items = ", ".join(
                    say("{what}: {points}", what=say(r.what, **dict(r.fields)), points=r.points)
                    for r in reasons
                )
                self._console.say(say("{name}: {items}", name=self._screen.names[seat], items=items))

    def _hint(self) -> None:
        say, match, coach = self._say, self._match, self._box.coach
        seat = next((s for s in match.asked if s in (self._screen.front, *self._screen.people)), None)
        if coach is None or seat is None:
            self._console.say(say("There is no coach here."))
            return
        sight = Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))
        try:
            advice = coach.advise(match.rules, sight)
        except SofraError as error:
            # A coach need not know every house rule; the question it was asked about still stands.
            self._console.say(say(error.template, **error.fields))
            return
        for item in advice[:HINTS]:
            label = self._box.words.move(item.move, say)
            chance = say.percent(item.win, 1)
            if item.se:
                chance = say("{chance} ± {error}", chance=chance, error=say.percent(2 * item.se, 1))
            self._console.say(say("{move}: wins {chance} of the time", move=label, chance=chance))
            if item.because:
                self._console.say("  " + say(item.because, **dict(item.fields)))
