"""Single cards proved while a match is played: whoever sees a card gets the leaf of it, under the root that was published.

Nobody gets a leaf of a card they do not see, and no leaf whose place says more than everybody could follow
(``Game.shown``). The leaves of all cards follow from the envelope when it is opened.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sofra.core.asks import Cards, Chance
from sofra.core.events import Outcome
from sofra.dealing.sealed import SealedDealer
from sofra.dealing.tree import Opening
from sofra.table.envelopes import Vault
from sofra.table.fold import Table


@dataclass(frozen=True, slots=True)
class Proof:
    """A card's leaf and the root (hex) that was published for its shuffle."""

    opening: Opening
    root: str


def proofs(table: Table, vault: Vault, viewer: int | None, wanted: Collection[int]) -> tuple[Proof, ...]:
    """The proofs of those of the wanted cards that the viewer sees now; a card that cannot be proved is left out."""
    played = table.played
    if played is None or table.manual:
        return ()
    game, state = played.match.game, played.match.state
    visible = [card for card in dict.fromkeys(game.shown(state, viewer)) if card in wanted]
    if not visible:
        return ()
    dealer = vault.dealer(table, played.envelope)
    came = _came(table, dealer)
    roots = {shuffle: root for shuffle, _, root in table.envelopes[played.envelope].roots}
    leaves = [dealer.opening(*came[card]) for card in visible if card in came]
    return tuple(Proof(leaf, roots.get(leaf.shuffle, "")) for leaf in leaves if leaf is not None)


def _came(table: Table, dealer: SealedDealer) -> dict[int, tuple[str, int]]:
    """From which place (from 1) of which shuffle each card came last."""
    assert table.played is not None, "asked only about a match that was begun"
    match = table.played.match
    found: dict[int, tuple[str, int]] = {}
    for version, entry in enumerate(match.log):
        if not isinstance(entry, Outcome):
            continue
        ask = match.game.ask(match.state_at(version))
        if isinstance(ask, Chance) and isinstance(ask.what, Cards):
            dealer.tree(ask)  # A table that was loaded again has no trees yet.
            for place, card in enumerate(entry.values, ask.what.at + 1):
                found[card] = (ask.what.shuffle, place)
    return found
