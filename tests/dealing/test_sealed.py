"""Sealed dice and cards: what was changed afterwards is caught where it was changed, and three verifiers agree."""

import hashlib
import hmac
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from sofra.core import Act, Chance, Match, Outcome, Over, Unsupported
from sofra.core import record as records
from sofra.core.asks import Cards, Dice
from sofra.core.record import Record, SeatLine
from sofra.dealing import commitment, new_seed, promise, verify
from sofra.dealing.sealed import Given, Seal, SealedDealer, match_key
from sofra.dealing.seals import Envelope, write
from sofra.dealing.tree import Tree
from sofra.games import open_box
from tests.dealing.third import third_cards, third_envelope, third_key, third_number, third_root
from tests.table import tiny


def sealed_record(game_key: str, seed: int, *, given: tuple[Given, ...] = ()) -> Record:
    """A whole match with sealed dice or cards, played at random."""
    game = tiny.TINY if game_key == "tiny" else open_box(game_key).game
    rules = next(iter(game.presets.values()))
    rng = Random(seed)
    server = rng.randbytes(32)
    facts = game.facts
    seal = Seal("table/1", rules.fingerprint(facts.key, facts.rules_version), 2, given)
    dealer = SealedDealer(match_key(server, seal))
    match, roots = Match(game, rules, 2), []
    while not isinstance(ask := match.ask, Over):
        if isinstance(ask, Chance):
            tree = dealer.tree(ask)
            if tree is not None and tree.shuffle not in [root[0] for root in roots]:
                roots.append((tree.shuffle, tree.cards, tree.root))
            match.do(dealer.answer(ask))
        else:
            seat = ask.seats[0]
            moves = match.moves(seat)
            # Bank whenever it can be, so that matches end.
            match.do(Act(seat, moves[0] if game_key != "tiny" else rng.choice(moves)))
    sealed = Envelope(seal, commitment(server, seal), server, tuple(roots))
    return records.of(match, (SeatLine("Elif"), SeatLine("Can")), "sealed", write(sealed))


def given(rng: Random) -> tuple[Given, ...]:
    device = rng.randbytes(32)
    return (Given("device", device, promise(device, "table/1")), Given("typed", "şans bizimle".encode()))


@pytest.mark.parametrize("game", ["farkle", "tiny"])
@pytest.mark.parametrize("seed", range(5))
def test_an_untouched_record_is_good_and_says_how_much_was_checked(game: str, seed: int) -> None:
    record = sealed_record(game, seed, given=given(Random(seed)) if seed % 2 else ())
    verdict = verify(record, tiny.TINY if game == "tiny" else open_box(game).game)
    assert verdict.good, verdict
    assert (verdict.dice, verdict.cards) == (0, 6) if game == "tiny" else verdict.dice > 10
    assert verdict.given == (2 if seed % 2 else 0)
    assert records.parse(records.write(record)) == record


def _change(record: Record, name: str, change: object) -> Record:
    changed = tuple((n, change(v) if n == name else v) for n, v in record.seals)  # type: ignore[operator]
    return replace(record, seals=changed)


def _flip(text: str) -> str:
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def _die(record: Record) -> tuple[Record, int]:
    """Another face at a roll from which the match goes on all the same, or does not: it is caught at that roll."""
    position = max(i for i, entry in enumerate(record.entries) if isinstance(entry, Outcome))
    entry = record.entries[position]
    assert isinstance(entry, Outcome)
    values = (entry.values[0] % 6 + 1, *entry.values[1:])
    entries = (*record.entries[:position], replace(entry, values=values), *record.entries[position + 1 :])
    return replace(record, entries=entries), position + 1


def test_a_changed_die_is_caught_at_its_roll() -> None:
    for seed in range(5):
        changed, at = _die(sealed_record("farkle", seed))
        verdict = verify(changed, open_box("farkle").game)
        assert not verdict.good
        assert verdict.entry == at


def test_swapped_cards_are_caught_at_their_deal() -> None:
    record = sealed_record("tiny", 1)
    deal = record.entries[0]
    assert isinstance(deal, Outcome)
    values = (deal.values[3], *deal.values[1:3], deal.values[0], *deal.values[4:])
    changed = replace(record, entries=(replace(deal, values=values), *record.entries[1:]))
    verdict = verify(changed, tiny.TINY)
    assert (verdict.good, verdict.entry) == (False, 1)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("seed", "does not fit the commitment"),
        ("commitment", "does not fit the commitment"),
        ("place", "does not fit the commitment"),
        ("rules", "other house rules"),
        ("root", "not that of its cards"),
        ("device", "promised"),
        ("typed", "not that of its cards"),
    ],
)
def test_a_changed_seal_is_caught(name: str, words: str) -> None:
    record = sealed_record("tiny", 3, given=given(Random(3)))
    if name == "typed":
        changed = _change(record, name, lambda _: b"other words".hex())
    else:
        changed = _change(record, name, _flip)
    verdict = verify(changed, tiny.TINY)
    assert not verdict.good
    assert words in str(verdict.reason)


def test_what_somebody_put_in_cannot_be_left_out_or_put_in_another_order() -> None:
    record = sealed_record("tiny", 3, given=given(Random(3)))
    for seals in (
        tuple(line for line in record.seals if line[0] != "device"),
        tuple(line for line in record.seals if line[0] != "typed"),
        tuple(sorted(record.seals, key=lambda line: line[0] == "device")),
    ):
        assert not verify(replace(record, seals=seals), tiny.TINY).good


def test_a_changed_rule_seat_or_move_is_caught() -> None:
    record = sealed_record("tiny", 4)
    assert not verify(replace(record, house_rules="low_wins=on"), tiny.TINY).good
    assert not verify(replace(record, seats=(*record.seats, SeatLine("Zoe"))), tiny.TINY).good
    position = next(i for i, entry in enumerate(record.entries) if isinstance(entry, Act))
    entries = (*record.entries[:position], Act(0, "play 20"), *record.entries[position + 1 :])
    assert not verify(replace(record, entries=entries), tiny.TINY).good
    assert not verify(replace(record, winners=(0, 1)), tiny.TINY).good


@pytest.mark.parametrize("missing", ["version", "place", "rules", "commitment", "seed", "root"])
def test_a_record_without_one_of_its_seals_is_no_good(missing: str) -> None:
    record = sealed_record("tiny", 5)
    verdict = verify(replace(record, seals=tuple(s for s in record.seals if s[0] != missing)), tiny.TINY)
    assert not verdict.good
    assert missing in str(verdict.reason)


@pytest.mark.parametrize(
    "line",
    [
        ("version", "2"),
        ("seed", "xyz"),
        ("commitment", "12"),
        ("odd", "1"),
        ("typed", "zz"),
        ("restarts", "-1"),
        ("root", "a"),
    ],
)
def test_a_seal_line_that_means_nothing_is_no_good(line: tuple[str, str]) -> None:
    record = sealed_record("tiny", 6)
    others = tuple(s for s in record.seals if s[0] != line[0] or line[0] == "root")
    verdict = verify(replace(record, seals=(*others, line)), tiny.TINY)
    assert not verdict.good


def test_a_record_of_other_chance_has_nothing_to_check() -> None:
    with pytest.raises(Unsupported, match="not sealed"):
        verify(replace(sealed_record("tiny", 1), chance="manual"), tiny.TINY)


def test_the_same_ask_gets_the_same_answer_whatever_was_asked_before() -> None:
    key = match_key(bytes(32), Seal("t/1", "r", 2))
    whole = SealedDealer(key).answer(Chance("deal:1", Cards(20, tiny.DECK, "deal:1"))).values
    dealer = SealedDealer(key)
    rest = tuple(card for card in tiny.DECK if card not in whole[:6])
    assert dealer.answer(Chance("draw:1:1", Cards(1, rest, "deal:1", at=6))).values == whole[6:7]
    assert dealer.answer(Chance("deal:1", Cards(6, tiny.DECK, "deal:1"))).values == whole[:6]
    assert dealer.answer(Chance("roll:1:1", Dice(6))) == SealedDealer(key).answer(Chance("roll:1:1", Dice(6)))


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 20, 60])
def test_every_card_can_be_proved_alone_and_no_other_card_in_its_place(count: int) -> None:
    order = tuple(Random(count).sample(range(1, 100), count))
    tree = Tree(bytes(64), "deal:1", order)
    for place in range(1, count + 1):
        opening = tree.opening(place)
        assert opening.card == order[place - 1]
        assert opening.root() == tree.root
        assert replace(opening, card=opening.card + 1).root() != tree.root
        assert replace(opening, place=place + 1).root() != tree.root
        assert replace(opening, salt="00" * 32).root() != tree.root


def test_salts_are_long_and_each_is_used_once() -> None:
    tree = Tree(bytes(64), "deal:1", tuple(range(60)))
    salts = {tree.opening(place).salt for place in range(1, 61)}
    assert len(salts) == 60
    assert all(len(salt) >= 32 for salt in salts)


def test_new_seeds_are_32_bytes_and_never_the_same() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    assert len(new_seed()) == 32


def test_a_third_verifier_written_from_the_text_agrees_on_a_thousand_vectors() -> None:
    rng = Random(2027)
    for _ in range(1000):
        seed, place = rng.randbytes(32), f"{rng.getrandbits(40):x}/{rng.randint(1, 9)}"
        rules, seats = rng.randbytes(32).hex(), rng.randint(1, 8)
        put_in = tuple(Given("device", rng.randbytes(32)) for _ in range(rng.randint(0, 3)))
        put_in += tuple(Given("typed", rng.randbytes(rng.randint(1, 40))) for _ in range(rng.randint(0, 2)))
        seal = Seal(place, rules, seats, put_in)
        lines = [(item.kind, item.seed.hex()) for item in put_in]
        assert commitment(seed, seal) == third_envelope(seed, place, rules, seats)
        key = match_key(seed, seal)
        assert key == third_key(seed, place, rules, seats, lines)
        dealer = SealedDealer(key)
        label = f"roll:{rng.randint(1, 99)}:{rng.randint(1, 9)}"
        count = rng.randint(1, 6)
        dice = tuple(1 + third_number(key, f"{label}:{i}", 6) for i in range(1, count + 1))
        assert dealer.answer(Chance(label, Dice(count))).values == dice
        deck, shuffle = sorted(rng.sample(range(1, 61), rng.randint(2, 60))), f"deal:{rng.randint(1, 9)}"
        ask = Chance("deal:1", Cards(len(deck), tuple(deck), shuffle))
        order = third_cards(key, shuffle, deck)
        assert dealer.answer(ask).values == tuple(order)
        tree = dealer.tree(ask)
        assert tree is not None
        assert tree.root == third_root(key, shuffle, order)


def test_the_vectors_in_the_documentation_are_right() -> None:
    page = (Path(__file__).parents[2] / "docs" / "sealed-dice.md").read_text("utf-8")
    block = page.split("```text\n")[1].split("```")[0]
    vectors = dict(re.split(r"  +", line, maxsplit=1) for line in block.strip().split("\n"))
    seed, place, rules = bytes(range(32)), "abcdefghijklmnopqrstuv/1", "0" * 64
    device, typed = bytes([17]) * 32, "şans".encode()
    put_in = [("device", device.hex()), ("typed", typed.hex())]
    key = third_key(seed, place, rules, 2, put_in)
    order = third_cards(key, "deal:1", list(range(1, 11)))
    found = {
        "commitment": third_envelope(seed, place, rules, 2),
        "promise": promise(device, place),
        "typed": typed.hex(),
        "key": key.hex(),
        "key, nothing put in": third_key(seed, place, rules, 2, []).hex(),
        "key of deal:1": hmac.new(key, b"shuffle deal:1", hashlib.sha512).hexdigest(),
        "deal:1, cards 1–10": " ".join(map(str, order)),
        "root of deal:1": third_root(key, "deal:1", order),
        "salt of place 9": Tree(hmac.digest(key, b"shuffle deal:1", "sha512"), "deal:1", order)
        .opening(9)
        .salt,
    }
    for label, count in (("start:1", 2), ("roll:1:1", 6), ("roll:1:2", 3)):
        dice = (1 + third_number(key, f"{label}:{i}", 6) for i in range(1, count + 1))
        found[f"{label}, {count} dice"] = " ".join(map(str, dice))
    assert found == vectors
