"""Everything has a text form that reads back to the same value: moves, records, house rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from sofra.core import record
from sofra.core.asks import Choice
from sofra.core.dealers import Fast
from sofra.core.errors import Malformed
from sofra.core.events import Act, Outcome
from sofra.core.match import Agreed, Match, StandIn, Undo
from sofra.testing.cases import Broken, Case
from sofra.testing.walks import candidates, random_event, steps

LONGEST_RECORD = 400
WRONG_VALUES: tuple[Any, ...] = (None, "x" * 9, 10**9, -1 - 10**6, [None], {}, 0.5)
LETTERS = "abkeoprt 0123456789+-*/()=;#*\t\n\0é"


def moves_round_trip(case: Case) -> None:
    """A move's text reads back to the move, stands in one line of a record, and belongs to no other move."""
    game, known = case.game, dict[str, Any]()
    for move in _moves(case, "round trip"):
        text = game.write(move)
        if text != " ".join(text.split()) or ";" in text or text[:1] in ("", "*", "#"):
            raise Broken(f"{move} is written {text!r}, which cannot stand in a record")
        if (back := game.read(text)) != move:
            raise Broken(f"{move} is written {text!r} and read back as {back}")
        if known.setdefault(text, move) != move:
            raise Broken(f"{move} and {known[text]} are both written {text!r}")


def wrong_texts_are_malformed(case: Case) -> None:
    """A text is read as a move or refused as malformed, whatever it is; what is read can be written again."""
    game, rng = case.game, case.rng("wrong texts")
    texts = [game.write(move) for move in _moves(case, "wrong texts")]
    refused = 0
    for text in [*_junk(rng), *(_spoilt(rng.choice(texts), rng) for _ in range(4 * case.budget))]:
        try:
            move = game.read(text)
        except Malformed:
            refused += 1
        except Exception as error:
            raise Broken(f"reading {text!r} raises {error!r} instead of Malformed") from error
        else:
            if game.read(game.write(move)) != move:
                raise Broken(f"{text!r} is read as {move}, which does not round-trip")
    if not refused:
        raise Broken("every text is read as some move")


def records_round_trip(case: Case) -> None:
    """A match's record reads back to the same record, by text too, and its replay ends in the same position."""
    for number, hand in enumerate(("sealed", "manual")):
        match = _played(case, case.rng(f"record {number}"), by_hand=hand == "manual")
        seats = tuple(
            record.SeatLine(f"Player {seat}", "" if seat else "careless") for seat in range(case.seats)
        )
        kept = record.of(match, seats, hand)
        text = record.write(kept)
        if (parsed := record.parse(text)) != kept:
            raise Broken(
                f"the record does not read back to itself: {_first_difference(kept.entries, parsed.entries)}"
            )
        again = record.replay(parsed, case.game)
        if again.log != match.log or again.state != match.state or again.ask != match.ask:
            raise Broken(
                f"the replay differs: {_first_difference(match.log, again.log) or 'in its last position'}"
            )
        # As a person writes it: without labels, hash and result.
        bare = tuple(
            replace(entry, label="") if isinstance(entry, Outcome) else entry for entry in kept.entries
        )
        plainer = replace(kept, entries=bare, scores=None, winners=None, signed=False)
        if record.replay(record.parse(record.write(plainer)), case.game).state != match.state:
            raise Broken("the record without labels is replayed to another position")


def house_rules_round_trip(case: Case) -> None:
    """House rules read back from their text and from their JSON values, and from nothing else."""
    kind, rules = case.game.rules, case.rules
    if kind.read(rules.write()) != rules or kind.of(rules.values()) != rules:
        raise Broken(f"the house rules {rules.write()!r} do not read back to themselves")
    for option in kind.options():
        if not option.meaning or option.meaning != option.meaning.strip():
            raise Broken(f"house rule {option.name} says nothing of what it means")
        if kind.of({option.name: option.default}) != kind():
            raise Broken(f"the default of house rule {option.name} is not its default")
        for wrong in WRONG_VALUES:
            try:
                kind.of({option.name: wrong})
            except Malformed:
                continue
            except Exception as error:
                raise Broken(
                    f"house rule {option.name} = {wrong!r} raises {error!r} instead of Malformed"
                ) from error
            raise Broken(f"house rule {option.name} takes {wrong!r}")


def _played(case: Case, rng: Random, by_hand: bool) -> Match:
    match = Match(case.game, case.rules, case.seats, undo_chance=by_hand)
    dealer = Fast(rng)
    for _ in range(LONGEST_RECORD):
        if match.over:
            break
        if match.version > match.barrier and rng.random() < 0.03:
            match.do(Undo(rng.randrange(match.barrier, match.version)))
        elif rng.random() < 0.02:
            match.do(StandIn(rng.randrange(case.seats), rng.choice(("", "bot careless"))))
        else:
            match.do(random_event(case.game, match.state, match.ask, rng, dealer)[0])
    if not match.over:
        match.do(Agreed())
    return match


def _moves(case: Case, purpose: str) -> Iterator[Any]:
    game, rng = case.game, case.rng(f"moves {purpose}")
    for step in steps(case, purpose):
        if isinstance(step.event, Act):
            yield step.event.move
        if isinstance(step.ask, Choice):
            for seat in step.ask.seats:
                yield from game.moves(step.before, seat)
                for _ in game.forms(step.before, seat):
                    yield next(candidates(game, step.before, seat, rng))


def _junk(rng: Random) -> Iterator[str]:
    yield from ("", " ", "\n", "0", "-1", "²", "１", "roll roll", "None", "()", "=" * 5000)
    for length in range(30):
        yield "".join(rng.choices(LETTERS, k=length))


def _spoilt(text: str, rng: Random) -> str:
    at = rng.randrange(len(text))
    change = rng.choice(("", text[at] * 2, rng.choice(LETTERS), text[at].swapcase()))
    return text[:at] + change + text[at + 1 :]


def _first_difference(one: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    for number, (a, b) in enumerate(zip(one, other, strict=False), 1):
        if a != b:
            return f"entry {number} is {a} or {b}"
    return "" if len(one) == len(other) else f"{len(one)} or {len(other)} entries"
