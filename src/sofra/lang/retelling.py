"""A review in words, the same on a page and in the terminal: shares with their errors, and what happened at an entry."""

from __future__ import annotations

from sofra.core.match import Match
from sofra.games import Box
from sofra.games.parts import Names, Speak
from sofra.games.reviewing import Account, Mistake, Point, Review, Stroke
from sofra.lang.sentences import sentence

NOTHING = 1e-9
"""What no figure shows: a chance that moved by less did not move."""

ERRORS = 2
"""How many standard errors stand behind a ±: about 95 in 100."""


def share(speak: Speak, value: float, se: float = 0.0, digits: int = 1) -> str:
    """A chance, with its error where it has one."""
    return _with_error(speak, speak.percent(value, digits), se, digits)


def change(speak: Speak, value: float, se: float = 0.0, digits: int = 1) -> str:
    """A chance won or lost, with its sign."""
    size = speak.percent(abs(value), digits)
    nothing = speak.percent(0, digits)
    sign = "" if size == nothing else "+" if value > 0 else "−"
    return _with_error(speak, sign + size, se, digits)


def _with_error(speak: Speak, text: str, se: float, digits: int) -> str:
    return f"{text} ± {speak.percent(ERRORS * se, digits)}" if se else text


class Retelling:
    """A review of one match, told to one reader."""

    def __init__(self, match: Match, review: Review, box: Box, speak: Speak, names: Names) -> None:
        self.match, self.review, self.box, self.speak, self.names = match, review, box, speak, names
        self.sure = tuple(mistake for mistake in review.mistakes if mistake.sure)
        """The mistakes that no error of the estimate explains, the greatest first."""
        self.unsure = tuple(mistake for mistake in review.mistakes if not mistake.sure)

    def happened(self, version: int, viewer: int | None) -> str:
        """What the entry that made a version was, as ``viewer`` heard it; "" if nothing is to be said of it."""
        if not version:
            return self.speak("The start")
        return sentence(self.box.words, self.match.tell(version, viewer), self.speak, self.names)

    def course(self, most: int) -> tuple[Point, ...]:
        """The moments that changed most, at most that many and in their order, with the start and the end. What changed
        nothing is none of them."""
        graph = self.review.graph

        def moved(place: int) -> float:
            pairs = zip(graph[place - 1].wins, graph[place].wins, strict=True)
            return max(abs(after - before) for before, after in pairs)

        changed = [place for place in range(1, len(graph) - 1) if moved(place) > NOTHING]
        places = sorted(changed, key=moved, reverse=True)[: most - 2]
        return tuple(graph[place] for place in sorted({0, *places, len(graph) - 1}))

    def exactness(self) -> str:
        """How good the chances are."""
        if not self.review.se:
            return self.speak("All chances are exact: how often each would win if everybody played on well.")
        return self.speak(
            "All chances are estimates of how often each would win if everybody played on well; behind ± stand two standard errors (at most {error} for a single chance).",
            error=self.speak.percent(ERRORS * self.review.se, 1),
        )

    def count(self) -> str:
        """How many moves were looked at, and how many were mistakes."""
        moves = self.speak.many(
            "{count} choice was looked at", "{count} choices were looked at", self.review.graded
        )
        if not self.sure:
            return self.speak("{moves}; none of them was a mistake.", moves=moves)
        found = self.speak.many("{count} mistake", "{count} mistakes", len(self.sure))
        return self.speak("{moves}; found: {mistakes}.", moves=moves, mistakes=found)

    def before(self, mistake: Mistake) -> str:
        """What the mover saw last before a mistake."""
        return self.happened(mistake.version, mistake.seat)

    def move(self, text: str) -> str:
        """A move in words."""
        return self.box.words.move(text, self.speak)

    def lost(self, mistake: Mistake) -> str:
        """What a mistake cost."""
        return share(self.speak, mistake.lost, mistake.se, 2)

    def stroke(self, stroke: Stroke) -> str:
        """A throw or draw and what it changed."""
        said = self.happened(stroke.version + 1, stroke.seat)
        return f"{said.rstrip('.')} ({change(self.speak, stroke.change, stroke.se)})"

    def sums(self, account: Account) -> tuple[tuple[str, str], ...]:
        """The parts of an account, each called by name: they add up to the last."""
        speak, (luck, choices) = self.speak, account.se
        start = self.review.graph[0].se
        return (
            (speak("Chance at the start"), share(speak, account.start, start)),
            (speak("Luck"), change(speak, account.luck, luck)),
            (speak("Own choices"), change(speak, account.own, choices)),
            (speak("Choices of the others"), change(speak, account.choices - account.own, choices)),
            (speak("Result"), share(speak, account.result, self.review.graph[-1].se)),
        )
