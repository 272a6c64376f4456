"""A new table: what is asked of whoever sets one up, and the first entries of its log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sofra.core import Illegal, Malformed
from sofra.core.rules import HouseRules
from sofra.games import Box
from sofra.table import by_hand, envelopes, ids, listing, seating
from sofra.table import entries as e
from sofra.table.fold import Table
from sofra.table.store import Append, Row


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A chair of a new table: a person on this device, a computer player, or open for a friend."""

    kind: Literal["person", "bot", "open"]
    name: str = ""
    mark: str = ""
    persona: str = ""


PLAIN_POLICY = e.Policy()


@dataclass(frozen=True, slots=True)
class NewTable:
    """What is played at a new table and who sits where. It begins at once when no chair is open, unless it ``waits`` for
    whoever makes it: a browser that wants to put a seed of its own into the envelope first. ``chance`` is "manual" where
    people throw dice of their own."""

    box: Box
    rules: HouseRules
    seats: tuple[NewSeat, ...]
    policy: e.Policy = PLAIN_POLICY
    waits: bool = False
    chance: e.Source = "sealed"


def make(
    new: NewTable, device: str, now: int, new_seed: Callable[[], bytes], table_id: str
) -> tuple[Table, Append]:
    """The table of a set-up and what has to be stored before anybody hears of it. Raises Malformed or Illegal."""
    game = new.box.game
    game.fit(new.rules, len(new.seats))
    if new.chance == "manual":
        by_hand.need_dice(game.facts)
    seating.check_policy(new.policy)
    if not any(seat.kind in ("person", "open") for seat in new.seats):
        raise Illegal("at least one chair is for a person")
    if not ids.is_table_id(table_id):
        raise Malformed("a table id has 22 letters, digits, - or _")
    facts = game.facts
    rows: list[Row] = []
    table = Table(table_id)

    def add(entry: e.AnyEntry) -> None:
        row = Row(len(rows) + 1, now, entry)
        table.take(row)
        rows.append(row)

    rules = new.rules.write()
    add(e.Created(facts.key, facts.rules_version, rules, len(new.seats), device, new.policy, new.chance))
    for number, seat in enumerate(new.seats):
        if seat.kind == "person":
            name = seating.free_name(table, seat.name, number)
            add(e.Sat(number, name, seating.free_mark(table, seat.mark, number), device))
    for number, seat in enumerate(new.seats):
        if seat.kind == "bot":
            add(seating.filled(table, number, seat.persona, seating.free_mark(table, seat.mark, number)))
    seed = new_seed()
    if new.chance == "sealed":
        add(envelopes.seal_next(table_id, 1, table.fingerprint, table.seats, seed))
    devices = (device, *listing.kept_under(new.policy))
    return table, Append(table_id, tuple(rows), ((table.envelope, seed),), devices)
