"""What a game's box may hold besides its rules. Games implement these shapes; terminal, engine, tables and pages use
them without knowing which game they serve."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from sofra.core.players import Player, Sight
from sofra.core.rules import HouseRules


class Speak(Protocol):
    """A language: catalogue and number forms. Messages are English sentences with ``{named}`` places."""

    @property
    def lang(self) -> str:
        """The language code: en, tr or el."""

    def __call__(self, message: str, /, **fields: Any) -> str:
        """The message in this language, its places filled (numbers are written as the language writes them)."""

    def many(self, one: str, other: str, count: int, /, **fields: Any) -> str:
        """The form that goes with ``count``, which fills ``{count}``."""

    def number(self, value: float) -> str:
        """A number as the language groups it: 10,000 or 10.000."""

    def percent(self, share: float, digits: int = 0) -> str:
        """A share 0…1 as the language writes it: 25%, %25."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the seats are called; ``me`` is the reader's own seat where there is one, ``here`` all seats that answer on the
    reader's device. Names never carry endings."""

    seats: tuple[str, ...]
    me: int | None = None
    here: tuple[int, ...] = ()

    def __getitem__(self, seat: int) -> str:
        return self.seats[seat]

    def answers_here(self, seat: int) -> bool:
        """Whether a seat is asked here, and is told what to do; of the others is told what they are doing."""
        return seat == self.me or seat in self.here


class Words(Protocol):
    """Everything a game says, in sentences. Reads views and tells only."""

    def name(self, speak: Speak) -> str:
        """The game's name."""

    def summary(self, speak: Speak) -> str:
        """One inviting sentence for the start page."""

    def asked(self, view: Any, speak: Speak, names: Names) -> str:
        """The one sentence of whose turn it is and what is asked (or who has won)."""

    def say(self, tell: Any, speak: Speak, names: Names) -> str:
        """One sentence for one tell; "" where there is nothing to say."""

    def move(self, move: str, speak: Speak) -> str:
        """What a move's button says ("Bank 650")."""

    def board(self, view: Any, speak: Speak, names: Names) -> str:
        """The whole view as a few lines of text for a terminal or a screen reader."""

    def card(self, rules: HouseRules, seats: int, speak: Speak) -> Sequence[tuple[str, Sequence[str]]]:
        """The rules as played under these house rules: (heading, lines) sections, made from the rules value."""


@dataclass(frozen=True, slots=True)
class Persona:
    """A computer player as people meet it. ``name``, ``temperament`` and ``about`` are messages of the game's
    catalogue; ``skill`` and ``temperament`` are two things. ``pace`` is how many seconds it takes over a move, chosen by
    public data alone. ``rating`` is what ``sofra ladder`` measured (400 points are odds of ten to one, 0 the middle of the
    game's players). ``talk`` has messages by occasion; occasions are the ``what`` of tells in words."""

    key: str
    name: str
    temperament: str
    skill: str
    about: str
    make: Callable[[HouseRules, int], Player]
    pace: float = 1.0
    talk: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """One candidate of a coach: the move's text, the chance to win the match, its standard error (0 = exact), and one
    because-sentence as a message with its fields. ``behind_se`` is the standard error of what the candidate is behind the
    first one; None: as that of two independent estimates."""

    move: str
    win: float
    se: float = 0.0
    because: str = ""
    fields: tuple[tuple[str, Any], ...] = ()
    behind_se: float | None = None


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance of each seat to win the match, if everybody plays on well, and the standard error of each (0 = exact).
    Of partners each has the chance of their side; a shared win counts as its share. ``change_se`` is the standard error of
    what an event changed on the way here; None: as that of two independent estimates."""

    wins: tuple[float, ...]
    se: float = 0.0
    change_se: float | None = None


class Coach(Protocol):
    """Values every legal choice from what the seat may know, best first."""

    def advise(
        self, rules: HouseRules, sight: Sight, *, budget_ms: int | None = None, budget_sims: int | None = None
    ) -> Sequence[Advice]:
        """The choices, best first; may take at most so many milliseconds, or exactly so many simulations. Raises
        Unsupported for rules that it can't judge."""

    def prepare(self, rules: HouseRules, seats: int) -> bool:
        """Called when a table is set up and whenever it asks: begin beside this process whatever makes advice exact for
        these rules, and return at once. True if there is nothing to wait for."""


class Reviewer(Coach, Protocol):
    """A coach that can also look back at a finished match (``sofra.games.reviewing``). It is asked of full states then:
    with the match over nothing is hidden any more. The same question has to get the same answer."""

    @property
    def review_sims(self) -> int | None:
        """What one position of a review may cost, as the ``budget_sims`` of ``advise`` and ``chances``; None where a
        position costs milliseconds anyhow."""

    def chances(self, rules: HouseRules, state: Any, *, budget_sims: int | None = None) -> Odds:
        """Everybody's chances in a state of a match that was not over then, chance and sealed answers due included."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the terminal: ``sofra <game> <command>`` and ``sofra <command> <game>``. ``run`` is a typed function
    whose parameters become arguments and flags; one annotated with the game's own house rules (``rules: FarkleRules``)
    becomes ``--preset`` and a flag for each of them, and one annotated with ``Speak`` gets the reader's language. It prints, and answers an exit code (None = 0); a ``SofraError``
    becomes one sentence on standard error and exit code 2. ``about`` is a message."""

    about: str
    run: Callable[..., int | None]


@dataclass(frozen=True, slots=True)
class Extra:
    """A page of a game's own that needs no table, at ``/<game>/<name>``: its title (a message), how it is drawn from
    the day and the form that it posts to itself, and the module of ``page/static`` that goes with it ("" for none)."""

    title: str
    draw: Callable[[date, Mapping[str, Sequence[str]], Speak], str]
    module: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a page may draw for one viewer: their view, the moves open to them as texts, what was told lately.

    ``seat`` is the seat in front of this device (None for a spectator). ``action`` is the address that takes moves.
    """

    view: Any
    rules: HouseRules
    seat: int | None
    moves: tuple[str, ...]
    forms: tuple[str, ...]
    told: tuple[Any, ...]
    version: int
    over: bool
    speak: Speak
    names: Names
    settings: Mapping[str, Any] = field(default_factory=dict)


class Page(Protocol):
    """How a game looks. Templates stand in the game's ``page`` folder, its own styles and modules in ``page/static``."""

    def draw(self, scene: Scene) -> str:
        """The game's region of the table page as HTML, usable without scripts: its controls are buttons and inputs of
        the surrounding form, named as ``move`` reads them."""

    def move(self, view: Any, form: Mapping[str, Sequence[str]]) -> str:
        """The text of the move that a posted form means. Raises Malformed."""
