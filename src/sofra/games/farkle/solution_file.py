"""Solved tables as files: one line of JSON that says what they hold, then the numbers.

Full files keep each chance as a double. Compact ones, as shipped, keep it in steps of 2**-32 (1.2e-10 off at most):
per form the differences along each row, zigzag, split into byte planes, compressed. Reading needs the standard library only.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate
from math import isnan
from pathlib import Path
from typing import Any

from sofra.core.errors import Malformed
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Form, Origin, Solution

FORMAT = "sofra farkle solution 1"
RULES_VERSION = 1
SCALE = float(2**32)


def fingerprint(rules: FarkleRules) -> str:
    """The hash of the rules that a table is bound to."""
    return rules.fingerprint("farkle", RULES_VERSION)


def write(solution: Solution, path: Path, *, compact: bool = False) -> None:
    """Write a solution; ``compact`` says in which of the two forms."""
    reach = array("d", solution.reach).tobytes()
    pack = _pack if compact else _doubles
    parts = [pack(table, solution.scale) for table in solution.tables.values()]
    head = {
        "format": FORMAT,
        "rules": solution.rules.values(),
        "fingerprint": fingerprint(solution.rules),
        "low": solution.low,
        "waiting": list(solution.waiting),
        "compact": compact,
        "forms": [[list(form), len(part)] for form, part in zip(solution.tables, parts, strict=True)],
        "reach": len(reach),
        "order": sys.byteorder,
        "origin": asdict(solution.origin),
    }
    line = json.dumps(head, separators=(",", ":")).encode() + b"\n"
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(b"".join([line, reach, *parts]))
    beside.replace(path)


def read(path: Path) -> Solution:
    """The solution in a file. Malformed if it is none, is cut short or is not of the rules it names."""
    line, _, body = path.read_bytes().partition(b"\n")
    try:
        head = json.loads(line)
        known = head["format"] == FORMAT
    except (ValueError, KeyError, TypeError):
        known = False
        head = {}
    if not known:
        raise Malformed("{path} is no solved table of Farkle", path=str(path))
    rules = FarkleRules.of(head["rules"])
    sizes = [head["reach"], *(size for _, size in head["forms"])]
    if head["fingerprint"] != fingerprint(rules) or sum(sizes) != len(body):
        raise Malformed("{path} is damaged, or was made under other rules; solve it anew", path=str(path))
    return _solution(head, rules, body)


def _solution(head: Mapping[str, Any], rules: FarkleRules, body: bytes) -> Solution:
    at, places = head["reach"], dict[Form, tuple[int, int]]()
    for form, size in head["forms"]:
        places[(form[0], form[1], form[2], form[3])] = (at, at + size)
        at += size
    swap = head["order"] != sys.byteorder
    read_part = _unpack if head["compact"] else (_swapped if swap else _plain)
    return Solution(
        rules=rules,
        low=head["low"],
        waiting=tuple(head["waiting"]),
        tables=Tables(body, places, read_part),
        reach=(_swapped if swap else _plain)(body[: head["reach"]]),
        origin=Origin(**head["origin"]),
        scale=SCALE if head["compact"] else 1.0,
    )


class Tables(Mapping[Form, Sequence[float]]):
    """Tables by form, each unpacked when it is first looked into."""

    def __init__(self, body: bytes, places: Mapping[Form, tuple[int, int]], read_part: Any) -> None:
        self._body, self._places, self._read = body, places, read_part
        self._open: dict[Form, Sequence[float]] = {}

    def __getitem__(self, form: Form) -> Sequence[float]:
        if form not in self._open:
            begin, end = self._places[form]
            self._open[form] = self._read(self._body[begin:end])
        return self._open[form]

    def __iter__(self) -> Iterator[Form]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _doubles(table: Sequence[float], scale: float) -> bytes:
    return array("d", [value / scale for value in table]).tobytes()


def _plain(part: bytes) -> Sequence[float]:
    return array("d", part)


def _swapped(part: bytes) -> Sequence[float]:
    numbers = array("d", part)
    numbers.byteswap()
    return numbers


def _pack(table: Sequence[float], scale: float) -> bytes:
    # nan (a standing that cannot be) is kept as 0; 1 as the greatest number there is.
    steps = [min(int(SCALE) - 1, round(value / scale * SCALE)) if not isnan(value) else 0 for value in table]
    deltas = [b - a for a, b in zip([0, *steps], steps, strict=False)]
    zigzag = array("Q", [2 * d if d >= 0 else -2 * d - 1 for d in deltas])
    planes = [bytes(number >> shift & 255 for number in zigzag) for shift in range(0, 40, 8)]
    return zlib.compress(b"".join(planes), 9)


def _unpack(part: bytes) -> Sequence[float]:
    raw = zlib.decompress(part)
    count = len(raw) // 5
    wide = bytearray(8 * count)
    for place in range(5):
        wide[place::8] = raw[place * count : (place + 1) * count]
    numbers = array("Q", bytes(wide))
    if sys.byteorder == "big":
        numbers.byteswap()
    return list(accumulate([n >> 1 if not n & 1 else -(n >> 1) - 1 for n in numbers]))
