"""``sofra tables``: what stands in a server's data folder or database, for the person who runs it. No secret is shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sofra.cli.contents import COMMANDS
from sofra.cli.flags import Language, run_function
from sofra.cli.language import chosen
from sofra.core.errors import Malformed, Unknown
from sofra.games.parts import Speak
from sofra.lang import speak
from sofra.table.fold import Table
from sofra.table.live import Unavailable
from sofra.table.store import Gone
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
    most: Annotated[int, Parameter(help="How many to show, the latest first.")] = 50,
    lang: Language = None,
) -> None:
    if most < 1:
        raise Malformed("--most shows one table at least, not {got}", got=most)
    if not database and not (data / "sofra.db").is_file():
        raise Unknown("there are no tables in {path}", path=data)
    found = asyncio.run(_read(opener(data, database), most))
    say = speak(chosen(lang))
    for table in found:
        print("\n".join(about(table, speak(chosen(lang), table.box), int(time.time() * 1000))))
    print(say.many("{count} table that is not closed", "{count} tables that are not closed", len(found)))


async def _read(open_both: Opener, most: int) -> list[Table]:
    try:
        store, _ = await open_both()
    except Gone as error:
        raise Unavailable("the store does not answer; try again in a moment") from error
    try:
        found = []
        for name in await store.live(0, most):
            table = Table(name)
            for row in (await store.load(name)).rows:
                table.take(row)
            found.append(table)
        return found
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
