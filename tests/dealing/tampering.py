"""Sealed records to be tampered with, and the ways to do it: each says where every verifier has to find it.

A place is the label of a roll or card, the name of a shuffle whose root does not fit, or "" for what stands in front of the
match: the envelope and what was put into it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from sofra.core import Act, Chance, Match, Over
from sofra.core import record as records
from sofra.core.asks import Cards, Dice
from sofra.core.match import Agreed
from sofra.core.record import SeatLine
from sofra.dealing import commitment, promise
from sofra.dealing.sealed import Given, Seal, SealedDealer, match_key
from sofra.dealing.seals import Envelope, write
from sofra.games import open_box

PLACE = "abcdefghijklmnopqrstuv/3"


def put_in(rng: Random) -> tuple[Given, ...]:
    """Two devices and somebody's words."""
    devices = [rng.randbytes(32) for _ in range(2)]
    words = Given("typed", "şans bizimle".encode())
    return (*(Given("device", device, promise(device, PLACE)) for device in devices), words)


def sealed_text(key: str, seed: int, turns: int = 12) -> str:
    """The record of a match of so many moves, ended by agreement, with sealed luck and two devices' seeds."""
    rng = Random(f"{key} {seed}")
    game = open_box(key).game
    rules = next(iter(game.presets.values()))
    server, facts = rng.randbytes(32), game.facts
    seal = Seal(PLACE, rules.fingerprint(facts.key, facts.rules_version), 2, put_in(rng))
    dealer = SealedDealer(match_key(server, seal))
    match, roots = Match(game, rules, 2), []
    while not isinstance(ask := match.ask, Over):
        if isinstance(ask, Chance):
            tree = dealer.tree(ask)
            if tree is not None and tree.shuffle not in [root[0] for root in roots]:
                roots.append((tree.shuffle, tree.cards, tree.root))
            match.do(dealer.answer(ask))
        elif sum(isinstance(entry, Act) for entry in match.log) >= turns:
            match.do(Agreed())
        else:
            match.do(Act(ask.seats[0], rng.choice(match.moves(ask.seats[0]))))
    sealed = Envelope(seal, commitment(server, seal), server, tuple(roots))
    return records.write(records.of(match, (SeatLine("Elif"), SeatLine("Can")), "sealed", write(sealed)))


def unsigned(text: str) -> str:
    """The record without the hash under it, which whoever tampers would write anew."""
    return re.sub(r"^hash: .*\n", "", text, flags=re.MULTILINE)


def _seal(name: str, change: Callable[[str], str], number: int = 0) -> Callable[[str], str]:
    """Another value on a seal line (the ``number``-th of that name)."""

    def tamper(text: str) -> str:
        lines = text.split("\n")
        at = [i for i, line in enumerate(lines) if line.startswith(f"seal {name}: ")][number]
        lines[at] = f"seal {name}: {change(lines[at].partition(': ')[2])}"
        return "\n".join(lines)

    return tamper


def _flip(text: str) -> str:
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def _left_out(name: str) -> Callable[[str], str]:
    return lambda text: re.sub(rf"^seal {name}: .*\n", "", text, count=1, flags=re.MULTILINE)


def _devices_swapped(text: str) -> str:
    one, other = re.findall(r"^seal device: .*\n", text, re.MULTILINE)
    return text.replace(one + other, other + one)


def luck(text: str) -> list[tuple[str, list[int]]]:
    """The outcomes of a record, in order."""
    return [
        (label, list(map(int, values.split())))
        for label, values in re.findall(r"^\* (\S+) = ([\d ]+)$", text, re.MULTILINE)
    ]


def _outcome(
    choose: Callable[[list[tuple[str, list[int]]]], tuple[str, list[int]]],
) -> Callable[[str], tuple[str, str]]:
    """Other values at one outcome: the text, and the label at which it has to be found."""

    def tamper(text: str) -> tuple[str, str]:
        label, values = choose(luck(text))
        line = f"* {label} = {' '.join(map(str, values))}"
        return re.sub(rf"^\* {label} = .*$", line, text, flags=re.MULTILINE), label

    return tamper


def _other_face(found: list[tuple[str, list[int]]]) -> tuple[str, list[int]]:
    label, values = found[-1]
    return label, [values[0] % 6 + 1, *values[1:]]


def _two_dice_changed_places(found: list[tuple[str, list[int]]]) -> tuple[str, list[int]]:
    label, values = next(item for item in found if item[1][0] != item[1][-1])
    return label, [values[-1], *values[1:-1], values[0]]


def _two_cards_changed_places(found: list[tuple[str, list[int]]]) -> tuple[str, list[int]]:
    label, values = found[1]
    return label, [values[1], values[0], *values[2:]]


def _other_draw(found: list[tuple[str, list[int]]]) -> tuple[str, list[int]]:
    draws = [item for item in found if item[0].startswith("draw:")]
    return draws[0][0], draws[1][1]


BEFORE: dict[str, Callable[[str], str]] = {
    "another seed of the server": _seal("seed", _flip),
    "another commitment": _seal("commitment", _flip),
    "the envelope of another table": _seal("place", _flip),
    "another seed of a device": _seal("device", _flip, 1),
    "another promise of a device": _seal("device", lambda value: _flip(value[:64]) + value[64:]),
    "one seat more": lambda text: text.replace("seats: 2\n", "seats: 3\n").replace(
        "seat 1: Can\n", "seat 1: Can\nseat 2: Eve\n"
    ),
}
"""Found in front of the match."""

FIRST: dict[str, Callable[[str], str]] = {
    "other words": _seal("typed", lambda _: b"besser so".hex()),
    "a device left out": _left_out("device"),
    "devices in another order": _devices_swapped,
    "words left out": _left_out("typed"),
}
"""These change the key: found at the first roll, or at the root of the first shuffle."""

DICE = {"another face": _outcome(_other_face), "dice changed places": _outcome(_two_dice_changed_places)}
CARDS = {
    "cards changed places": _outcome(_two_cards_changed_places),
    "another card drawn": _outcome(_other_draw),
}


def first_luck(text: str) -> str:
    """The label of the first roll, or the name of the first shuffle."""
    root = re.search(r"^seal root: (\S+)", text, re.MULTILINE)
    return root[1] if root else luck(text)[0][0]


def tampered(key: str, seed: int) -> dict[str, tuple[str, str]]:
    """All ways to tamper with a record of Farkle or Rack-O: name -> (text, where it has to be found)."""
    text = unsigned(sealed_text(key, seed))
    found = {name: (change(text), "") for name, change in BEFORE.items()}
    found |= {name: (change(text), first_luck(text)) for name, change in FIRST.items()}
    found |= {name: change(text) for name, change in (DICE if key == "farkle" else CARDS).items()}
    if key == "racko":
        root = _seal("root", _flip, 1)(text)
        found["another root"] = (root, re.findall(r"^seal root: (\S+)", text, re.MULTILINE)[1])
    return found


def vector(rng: Random) -> tuple[str, str, str]:
    """A record of no game at all, as long as the text alone says what is right in it: (good, changed, where)."""
    seats, cards = rng.randint(1, 8), rng.random() < 0.3
    given = put_in(rng)[: rng.randint(0, 3)]
    seal = Seal(PLACE, rng.randbytes(32).hex(), seats, given)
    server = rng.randbytes(32)
    dealer = SealedDealer(match_key(server, seal))
    roots, lines = [], []
    for turn in range(1, rng.randint(2, 4)):
        if cards:
            deck = tuple(sorted(rng.sample(range(1, 61), rng.randint(4, 20))))
            ask = Chance(f"deal:{turn}", Cards(3, deck, f"deal:{turn}"))
            tree = dealer.tree(ask)
            assert tree is not None
            roots.append((tree.shuffle, tree.cards, tree.root))
            asks = [ask, Chance(f"draw:{turn}:1", Cards(1, deck, f"deal:{turn}", 3))]
            outcomes = [dealer.answer(asks[0])]
            left = tuple(card for card in deck if card not in outcomes[0].values)
            outcomes.append(dealer.answer(Chance(asks[1].label, Cards(1, left, f"deal:{turn}", 3))))
        else:
            outcomes = [dealer.answer(Chance(f"roll:{turn}:1", Dice(rng.randint(1, 6))))]
        lines += [records.write_entry(outcome) for outcome in outcomes]
    head = ["chance: sealed", f"seats: {seats}"]
    head += [
        f"seal {n}: {v}" for n, v in write(Envelope(seal, commitment(server, seal), server, tuple(roots)))
    ]
    good = "\n".join([*head, "", *lines, ""])
    label, values = rng.choice(luck(good))
    others = sorted(set(range(1, 7)) - {values[-1]}) if not cards else [99]
    line = f"* {label} = {' '.join(map(str, [*values[:-1], rng.choice(others)]))}"
    return good, re.sub(rf"^\* {label} = .*$", line, good, flags=re.MULTILINE), label
