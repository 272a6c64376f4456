"""No byte to any viewer depends on what that viewer may not know: two worlds that differ only in it look the same.

Everything that is sent is captured: pages, parts of pages, JSON, stream, refusals. Commitments, ids and times are fixed, so
that nothing else differs.
"""

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from sofra.core import Chance, Outcome
from sofra.table import ids
from sofra.table.envelopes import Vault
from sofra.table.service import Manner
from sofra.web import rooms
from tests.table.support import tiny_on_the_shelf
from tests.web.listening import Ears
from tests.web.support import Person, app, hidden_fields, new_table

MINE = (2, 11, 20)
Hands = tuple[int, ...]


class OneDeal:
    """A dealer that deals what the world under test holds."""

    def __init__(self, cards: Hands) -> None:
        self._cards = cards
        self.bots = b"bots"

    def answer(self, ask: Chance) -> Outcome:
        return Outcome(ask.label, self._cards)

    def tree(self, ask: Chance) -> None:
        return None


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    numbers = count()
    monkeypatch.setattr(ids, "token", lambda: f"token-{next(numbers):040}")
    monkeypatch.setattr(rooms.secrets, "token_urlsafe", lambda _: "fresh")
    return monkeypatch


def world(
    folder: Path, patch: pytest.MonkeyPatch, theirs: Hands, plays: Hands
) -> tuple[list[Any], list[Any], list[Any]]:
    """What Elif, a spectator and Yannis hear while Yannis holds ``theirs`` and plays ``plays`` first of the two each time.

    The last round is left open: Yannis has answered, Elif has not.
    """
    numbers = count()
    patch.setattr(ids, "token", lambda: f"token-{next(numbers):040}")
    patch.setattr(Vault, "dealer", lambda *_: OneDeal((*MINE, *theirs)))
    manner = Manner(pace=0, sweep_every=3600, new_seed=lambda: b"s" * 32, new_table_id=lambda: "T" * 22)
    with app(folder, manner) as client:
        elif_, yannis, watching = Person(client), Person(client), Person(client)
        table = new_table(elif_, "tiny", "Elif", "open")
        yannis.post(f"/t/{table}/sit", {"seat": 1, "command": "s", "name": "Yannis"})
        elif_.post(f"/t/{table}/start", {"command": "go"})
        ears = [Ears(elif_, table), Ears(watching, table), Ears(yannis, table)]
        for ear in ears:
            ear.listen()
        for round_, card in enumerate(plays):
            fields = hidden_fields(yannis.get(f"/t/{table}").text)
            assert ears[2].post("do", {**fields, "move": f"play {card}", "command": f"y{round_}"}) == 303
            for ear in ears:
                ear.listen()
            # What is foreign, stale or not in the hand is refused in the same words in both worlds.
            for number in (1, 5, 9, 14, 16, 18):
                form = {
                    "seat": 1,
                    "ask": fields["ask"],
                    "command": f"x{round_}-{number}",
                    "move": f"play {number}",
                }
                assert ears[0].post("do", form, **{"x-sofra": "regions"}) == 403
                assert ears[1].post("do", form) == 403
            assert ears[1].post("undo", {"seat": 1, "to": 0, "command": "u"}) == 403
            if round_ < len(plays) - 1:
                fields = hidden_fields(elif_.get(f"/t/{table}").text)
                assert (
                    ears[0].post("do", {**fields, "move": f"play {MINE[round_]}", "command": f"e{round_}"})
                    == 303
                )
                for ear in ears:
                    ear.listen()
        for ear in ears:
            ear.__exit__()
        return ears[0].heard, ears[1].heard, ears[2].heard


def test_no_byte_depends_on_cards_or_sealed_answers_that_a_viewer_may_not_know(
    tmp_path: Path, fixed: pytest.MonkeyPatch
) -> None:
    with tiny_on_the_shelf():
        # Both play 14 first (it is shown); then one puts down 5 and the other 18, still sealed; the rest differs too.
        one = world(tmp_path / "one", fixed, (5, 9, 14), (14, 5))
        two = world(tmp_path / "two", fixed, (14, 16, 18), (14, 18))
    assert len(one[0]) == len(two[0]) > 40
    for mine, other in zip(one[0], two[0], strict=True):
        assert mine == other
    for mine, other in zip(one[1], two[1], strict=True):
        assert mine == other
    # And the test would see a leak: Yannis' own messages do differ.
    assert one[2] != two[2]


def test_once_a_sealed_answer_is_shown_the_worlds_do_differ(
    tmp_path: Path, fixed: pytest.MonkeyPatch
) -> None:
    with tiny_on_the_shelf():
        one = world(tmp_path / "one", fixed, (5, 9, 14), (9, 5, 14))
        two = world(tmp_path / "two", fixed, (5, 9, 14), (5, 9, 14))
    assert one[0] != two[0]
    assert one[1] != two[1]
