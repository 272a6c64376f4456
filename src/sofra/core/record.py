"""Records: a match as plain text that a person can write by hand. ``docs/record.md`` is the commented example.

``parse`` is strict and knows no game (a move is its text, any label may be left out); ``replay`` judges the moves.
``parse(write(record)) == record``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sofra.core.asks import Chance, Over
from sofra.core.dealers import seeded
from sofra.core.errors import Illegal, Malformed, SofraError, Unsupported
from sofra.core.events import Act, Outcome
from sofra.core.game import AnyGame
from sofra.core.match import Entry, Match
from sofra.core.record_reading import parse
from sofra.core.record_text import (
    FIRST_LINE,
    LONGEST_LINE,
    LONGEST_TEXT,
    Record,
    SeatLine,
    text_hash,
    write,
    write_entry,
)

__all__ = [
    "FIRST_LINE",
    "LONGEST_LINE",
    "LONGEST_TEXT",
    "Record",
    "SeatLine",
    "as_played",
    "judge",
    "of",
    "parse",
    "replay",
    "text_hash",
    "write",
    "write_entry",
]


def of(
    match: Match, seats: tuple[SeatLine, ...], chance: str, seals: tuple[tuple[str, str], ...] = ()
) -> Record:
    """The record of a match as it stands."""
    game = match.game
    entries = tuple(replace(e, move=game.write(e.move)) if isinstance(e, Act) else e for e in match.log)
    result = match.ask.result if isinstance(match.ask, Over) else None
    return Record(
        game.facts.key,
        game.facts.rules_version,
        match.rules.write(),
        seats,
        chance,
        seals,
        entries,
        result.scores if result else None,
        result.winners if result else None,
        signed=True,
    )


def replay(record: Record, game: AnyGame) -> Match:
    """The match of a record, judged entry by entry; refusals name the line. Checks the scores and winners it claims."""
    *_, match = judge(record, game)
    return match


def judge(record: Record, game: AnyGame) -> Iterator[Match]:
    """The match of a record before its first entry and again after each one, as far as the rules allow it; then what
    ``replay`` checks of the result. Where the record names a seed, its dice and cards must be those of that seed."""
    if record.rules_version != game.facts.rules_version:
        raise _there(
            record,
            "rules version",
            Unsupported(
                "the record follows version {got} of the {game} rules; this program plays version {have}",
                got=record.rules_version,
                game=game.facts.key,
                have=game.facts.rules_version,
            ),
        )
    try:
        rules = game.rules.read(record.house_rules)
    except SofraError as error:
        raise _there(record, "house rules", error) from error
    try:
        match = Match(game, rules, len(record.seats), undo_chance=record.chance == "manual")
    except SofraError as error:
        raise _there(record, "seats", error) from error
    yield match
    seed = record.chance.removeprefix("seed ")
    dealer = seeded(seed) if seed != record.chance else None
    for number, entry in enumerate(record.entries):
        try:
            asked, played = match.ask, as_played(match, entry)
            match.do(played)
            if dealer is not None and isinstance(asked, Chance):
                _check_drawn(dealer.answer(asked), played)
        except SofraError as error:
            if record.lines:
                raise type(error)("line {line}: {reason}", line=record.lines[number], reason=error) from error
            raise type(error)("entry {number}: {reason}", number=number + 1, reason=error) from error
        yield match
    result = match.ask.result if isinstance(match.ask, Over) else None
    _check_claim(record, "scores", record.scores, result.scores if result else None)
    _check_claim(record, "winners", record.winners, result.winners if result else None)


def _check_drawn(due: Outcome, played: Entry) -> None:
    """Refuse dice and cards that a record did not draw from the seed which it names."""
    if isinstance(played, Outcome) and played != due:
        raise Illegal(
            "{label} was {got}; the seed says {due}",
            label=due.label,
            got=" ".join(map(str, played.values)),
            due=" ".join(map(str, due.values)),
        )


def as_played(match: Match, entry: Entry) -> Entry:
    """A record's entry as the match takes it: a move's text becomes a move; a label may be shortened or left out."""
    if isinstance(entry, Act):
        return replace(entry, move=match.game.read(entry.move))
    if isinstance(entry, Outcome) and isinstance(match.ask, Chance):
        label = match.ask.label
        if entry.label == "" or label.startswith(entry.label + ":"):
            return replace(entry, label=label)
    return entry


def _check_claim(
    record: Record, what: str, claimed: tuple[int, ...] | None, due: tuple[int, ...] | None
) -> None:
    if claimed is None or claimed == due:
        return
    if due is None:
        error = Malformed("the record names {what}, but its match is not over", what=what)
    else:
        error = Malformed(
            "the record says {what} {got}; the rules say {due}",
            what=what,
            got=" ".join(map(str, claimed)),
            due=" ".join(map(str, due)),
        )
    raise _there(record, what, error)


def _there(record: Record, name: str, error: SofraError) -> SofraError:
    """The error with the line that it is about, where the record was read from a text."""
    if name not in record.places:
        return error
    return type(error)("line {line}: {reason}", line=record.places[name], reason=error)
