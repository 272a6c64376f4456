"""A server as a process whose memory is weighed, with manners that make it forget tables at once."""

import os
from contextlib import suppress
from pathlib import Path

from tests.web.process import Server

PAGE = os.sysconf("SC_PAGE_SIZE")


def rss(pid: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * PAGE


def stop(server: Server) -> None:
    """Stop in peace, without a fault in the log."""
    status, log = server.stop()
    assert status == 0
    assert "Traceback" not in log, log[-2000:]


def many_files(count: int) -> bool:
    """Allow this process, and those it starts, so many open files; whether that went well."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        if soft < count:
            resource.setrlimit(resource.RLIMIT_NOFILE, (count, max(hard, count)))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= count
