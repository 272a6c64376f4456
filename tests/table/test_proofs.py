"""Single cards are proved to whoever sees them, by the root that was published, and to nobody else."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from sofra.core.asks import Cards, Chance
from sofra.core.events import Outcome
from sofra.games.racko.page.page import drawn_from
from sofra.table import commands as c
from sofra.table.live import LiveTable
from sofra.table.proofs import Proof, proofs
from sofra.table.service import Service
from tests.table.support import run, serving, tiny_on_the_shelf, two_at_a_table, who_holds

ALL = range(1, 61)


def proved(live: LiveTable, viewer: int | None) -> dict[int, Proof]:
    return {proof.opening.card: proof for proof in proofs(live.table, live.vault, viewer, ALL)}


def last_came(live: LiveTable) -> dict[int, tuple[str, int]]:
    """Where each card stood, worked out from the log by another hand."""
    match = live.table.match
    assert match is not None
    found = {}
    for at, entry in enumerate(match.log):
        if isinstance(entry, Outcome):
            ask = match.game.ask(match.state_at(at))
            assert isinstance(ask, Chance)
            assert isinstance(ask.what, Cards)
            for i, card in enumerate(entry.values):
                found[card] = (ask.what.shuffle, ask.what.at + i + 1)
    return found


def check(live: LiveTable) -> int:
    """Every card that a viewer sees is proved to them and no other; returns how many were."""
    match = live.table.match
    assert match is not None
    state, came = match.state, last_came(live)
    roots = {name: root for name, _, root in live.table.envelopes[live.table.envelope].roots}
    assert (drawn_from(match.view(state.seat), state.seat) is not None) == (
        state.phase == "drawn" and not state.round.known
    )
    count = 0
    for viewer in (None, 0, 1):
        view = match.view(viewer)
        seen = {card for rack in view.racks for card in rack if card} | set(view.discards) | set(view.pile)
        seen |= {view.hand} - {None}
        found = proved(live, viewer)
        assert found.keys() == seen
        hidden = {
            card for seat, rack in enumerate(state.racks) if seat != viewer for card in rack.cards
        } - seen
        assert not hidden & found.keys()
        for card, proof in found.items():
            assert proof.opening.root() == proof.root == roots[proof.opening.shuffle]
            assert (proof.opening.shuffle, proof.opening.place) == came[card]
            assert replace(proof.opening, card=card % 60 + 1).root() != proof.root
        if (nth := drawn_from(view, viewer)) is not None:
            assert found[view.hand].opening.place == nth
        count += len(found)
    return count


async def moves(service: Service, live: LiveTable, rng: Random, most: int) -> None:
    for number in range(most):
        if live.table.phase != "playing":
            return
        seat = live.table.asked[0]
        match = live.table.match
        assert match is not None
        move = match.game.write(rng.choice(match.moves(seat)))
        command = c.Move(f"m{number}-{live.table.version}", seat, live.table.version, move)
        assert (await live.submit(who_holds(live, seat), command)).good
        check(live)


@pytest.mark.parametrize("seed", range(3))
def test_every_card_that_is_seen_is_proved_at_once_and_no_other(tmp_path: Path, seed: int) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service, "racko")
            assert check(live) > 20
            await moves(service, live, Random(seed), 60)
        # A server that was started again makes its trees anew.
        async with serving(tmp_path) as service:
            live = await service.open(live.table.id)
            assert check(live) > 20

    run(main())


@pytest.mark.soak
def test_cards_are_proved_through_whole_matches_with_every_shuffle(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            for seed in range(5):
                live = await two_at_a_table(service, "racko")
                await moves(service, live, Random(seed), 500)

    run(main())


def test_a_game_that_does_not_say_whose_way_is_public_proves_no_card_before_the_end(tmp_path: Path) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await two_at_a_table(service, "tiny")
                assert proved(live, 0) == {}

    run(main())
