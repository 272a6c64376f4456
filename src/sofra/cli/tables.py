"""``sofra tables``: what stands in a server's data folder or database, for the person who runs it. No secret is shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sofra.cli.contents import COMMANDS
from sofra.cli.flags import Language, run_function
from sofra.cli.language import chosen
from sofra.core.errors import Illegal, Malformed, Unknown
from sofra.games.parts import Speak
from sofra.lang import speak
from sofra.table.fold import Table
from sofra.table.live import Unavailable
from sofra.table.store import Gone, Store
from sofra.web.nodes import Opener, opener

PHASES: Mapping[str, str] = {
    "lobby": "players are still sitting down",
    "sealing": "the dice are being sealed",
    "playing": "a match is played",
    "over": "the match is over",
    "closed": "the table is closed",
}
MESSAGES = tuple(PHASES.values())


def run(words: Sequence[str]) -> int:
    return run_function("tables", COMMANDS["tables"], tables, words)


def tables(
    *,
    data: Annotated[Path, Parameter(help="The folder that tables are kept in.")] = Path("data"),
    database: Annotated[
        str,
        Parameter(
            help="A PostgreSQL database (postgresql://…) that several servers share, instead of the folder."
        ),
    ] = "",
    delete: Annotated[
        str | None, Parameter(help="Delete this closed table for good, with all that is known of it.")
    ] = None,
    most: Annotated[int, Parameter(help="How many to show, the latest first.")] = 50,
    lang: Language = None,
) -> None:
    if most < 1:
        raise Malformed("--most shows one table at least, not {got}", got=most)
    if not database and not (data / "sofra.db").is_file():
        raise Unknown("there are no tables in {path}", path=data)
    say = speak(chosen(lang))
    if delete is not None:
        asyncio.run(_delete(opener(data, database), delete))
        print(say("{table} is deleted.", table=delete))
        return
    found = asyncio.run(_read(opener(data, database), most))
    for table in found:
        print("\n".join(about(table, speak(chosen(lang), table.box), int(time.time() * 1000))))
    print(say.many("{count} table that is not closed", "{count} tables that are not closed", len(found)))


async def _read(open_both: Opener, most: int) -> list[Table]:
    async with _store(open_both) as store:
        return [await _table(store, name) for name in await store.live(0, most)]


async def _delete(open_both: Opener, name: str) -> None:
    """Servers that run may still hold a closed table in memory, and write nothing of it any more."""
    async with _store(open_both) as store:
        table = await _table(store, name)
        if not table.version:
            raise Unknown("there is no such table; check the link")
        if table.phase != "closed":
            raise Illegal("only a closed table can be deleted; its host closes it")
        await store.delete(name)


async def _table(store: Store, name: str) -> Table:
    table = Table(name)
    for row in (await store.load(name)).rows:
        table.take(row)
    return table


@asynccontextmanager
async def _store(open_both: Opener) -> AsyncIterator[Store]:
    try:
        store, _ = await open_both()
    except Gone as error:
        raise Unavailable("the store does not answer; try again in a moment") from error
    try:
        yield store
    finally:
        await store.close()


def about(table: Table, say: Speak, now: int) -> list[str]:
    """A table in two lines: what is played and how it stands, and who sits there."""
    minutes = max(0, now - table.at) // 60_000
    head = say(
        "{table}: {game}, {phase}, {ago}",
        table=table.id,
        game=table.box.words.name(say),
        phase=say(PHASES[table.phase]),
        ago=say.many("{count} minute ago", "{count} minutes ago", minutes),
    )
    chairs = [
        say("{name} (computer)", name=say(chair.name))
        if chair.kind == "bot"
        else chair.name or say("an open chair")
        for chair in table.chairs
    ]
    return [head, "  " + ", ".join(chairs)]
