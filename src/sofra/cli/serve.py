"""``sofra serve``: tables in the browser, for this machine or for everybody who can reach it."""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sofra.cli.contents import COMMANDS
from sofra.cli.flags import run_function
from sofra.core.errors import Illegal, Malformed

LEAST_DAYS, MOST_DAYS = 1, 36_500


def run(words: Sequence[str]) -> int:
    return run_function("serve", COMMANDS["serve"], serve, words)


def serve(
    *,
    host: Annotated[
        str, Parameter(help="The address to listen at; 0.0.0.0 lets other devices in.")
    ] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port to listen at; 0 takes a free one.")] = 8000,
    data: Annotated[Path, Parameter(help="The folder that tables are kept in.")] = Path("data"),
    database: Annotated[
        str,
        Parameter(
            help="A PostgreSQL database (postgresql://…) that several servers share, instead of the folder."
        ),
    ] = "",
    bus: Annotated[str, Parameter(help="A NATS server (nats://…) over which they hear of each other.")] = "",
    close_after: Annotated[
        float, Parameter(help="Close a table to which nobody has come for so many days.")
    ] = 30,
    delete_after: Annotated[
        float, Parameter(help="Delete a closed table, with all that is known of it, after so many days more.")
    ] = 365,
    verbose: Annotated[
        bool, Parameter(help="Log every request, without names and addresses.", negative=())
    ] = False,
) -> int:
    check_place(host, port)
    for days in (close_after, delete_after):
        if not LEAST_DAYS <= days <= MOST_DAYS:
            raise Malformed(
                "a table is kept for {least} to {most} days, not {got}",
                least=LEAST_DAYS,
                most=MOST_DAYS,
                got=str(days),
            )
    try:
        if not database:
            data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Illegal("{path} cannot be written: {reason}", path=data, reason=error.strerror) from None
    find_a_cache(data)
    from sofra.table.service import Manner
    from sofra.web.serve import run as serve_tables

    manner = Manner(idle_days=close_after, kept_days=delete_after)
    return serve_tables(host, port, data, database=database, bus=bus, manner=manner, verbose=verbose)


def find_a_cache(data: Path) -> None:
    """Where this user has no cache folder that can be written, as a service has none, the programs that solve house rules
    keep what they compile and find out beside the tables: without any such place the compiler refuses to work."""
    named = os.environ.get("XDG_CACHE_HOME")
    # Somebody may have no entry among the users, and so no home at all.
    with suppress(OSError, RuntimeError):
        folder = Path(named) if named else Path.home() / ".cache"
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return
    os.environ["XDG_CACHE_HOME"] = str(data.absolute() / "cache")


def check_place(host: str, port: int) -> None:
    """Refuse an address that cannot be listened at, before anything is started."""
    if not 0 <= port <= 65535:
        raise Malformed("a port is a number from 0 to 65535, not {port}", port=str(port))
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in found:
            with socket.socket(family, kind, protocol) as trial:
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                trial.bind(address)
    except OSError as error:
        raise Illegal(
            "{host}, port {port}, cannot be listened at: {reason}",
            host=host,
            port=str(port),
            reason=error.strerror or str(error),
        ) from None
